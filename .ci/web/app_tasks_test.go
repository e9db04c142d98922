package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Unreadable input gets the message of the command line, and a button that marks the place.
func TestAppMessages(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights+"1 2 3 4 5 6 yy 8 x\n"))
	const want = "input:4:13: found " // the tests of commands compare all of it
	if got := v.text("trouble"); !strings.HasPrefix(got, want) {
		t.Errorf("the page says %q, want %q", got, want)
	}
	evaluate[bool](v, "document.querySelector('#trouble button').click(), true")
	const marked = "(a => a.value.slice(a.selectionStart, a.selectionEnd))(byID('input'))"
	if got := evaluate[string](v, marked); got != "yy" {
		t.Errorf("marked is %q, want yy", got)
	}
	v.does()
	if got := v.text("troubles"); !strings.HasPrefix(got, want) {
		t.Errorf("solving says %q, want %q", got, want)
	}
	v.sets("format", "")
	v.sets("input", "12345678x\n")
	v.waits(`byID('trouble').textContent.includes("can't be detected")`)
	evaluate[bool](v, `[...document.querySelectorAll('#trouble button')]
  .find(b => b.textContent === 'It is hdu-1043').click(), true`)
	v.waits(`byID('found').textContent.startsWith('hdu-1043: 1 puzzle')`)
	v.isQuiet()
}

// The page judges answers, and plays a wrong one up to where it goes wrong.
func TestAppChecks(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights, "do", "check", "answers", walks))
	v.does()
	if got := v.text("output"); !strings.HasPrefix(got, "AC 1  WA 2  of 3\nWA puzzle 2 (input:2): ") {
		t.Errorf("the page says %q", got)
	}
	if got := evaluate[int](v, "document.querySelectorAll('#list tbody tr').length"); got != 3 {
		t.Errorf("%d rows, want 3", got)
	}
	evaluate[bool](v, "document.querySelectorAll('#list tbody button')[2].click(), true")
	if got := v.text("message"); got != "move 2, right, leaves the board" {
		t.Errorf("puzzle 3: %q", got)
	}
	evaluate[bool](v, "byID('last').click(), true")
	if got := v.text("caption"); got != "2 r ✗" {
		t.Errorf("the last frame says %q", got)
	}
	v.isQuiet()
}

// The figures of the page are those of the command compare.
func TestAppCompares(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights, "do", "compare"))
	v.does()
	text := tilejudge(t, t.TempDir(), eights, "compare", "-f", "poj-1077", "--measure", "expanded")
	_, table, _ := strings.Cut(text, "Boards expanded\n")
	table, _, _ = strings.Cut(table, "\n\n")
	lines := strings.Split(table, "\n")
	want := strings.Fields(lines[len(lines)-1]) // that of all puzzles
	got := evaluate[[]string](v,
		"[...document.querySelectorAll('#measure-expanded tr.all > *')].map(e => e.textContent)")
	if !slices.Equal(got, want) || len(want) != 9 {
		t.Errorf("figures %q, want %q", got, want)
	}
	v.isQuiet()
}

// The page converts puzzles as the command line does, and goes on with them.
func TestAppConverts(t *testing.T) {
	t.Parallel()
	const input = "2 3 4 1 5 x 7 6 8\n1 2 3 4 x 5 7 8 6\n"
	v := app(t, at("format", "poj-1077", "in", input, "do", "convert", "to", "columbia"))
	v.does()
	want := tilejudge(t, t.TempDir(), input, "convert", "--from", "poj-1077", "--to", "columbia")
	if got := v.text("output"); got != want || want == "" {
		t.Errorf("the page writes %q, want %q", got, want)
	}
	v.clicks("use")
	v.waits(`byID('found').textContent === 'columbia: 2 puzzles of 3x3.'`)
	v.isQuiet()
}

// A press on a tile in line with the blank slides it, from any frame, and changes the puzzle.
func TestAppSlides(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights))
	press := func(label, want string) {
		t.Helper()
		evaluate[bool](v, fmt.Sprintf(`[...document.querySelectorAll('#board .free')]
  .find(t => t.textContent === %q).dispatchEvent(new MouseEvent('click', {bubbles: true}))`, label))
		v.waits(fmt.Sprintf("byID('input').value.startsWith(%q)", want))
		v.waits(idle)
	}
	press("5", "2 3 4 1 x 5 7 6 8\n1 2 3 4 5 6 8 7 x\n")
	press("6", "2 3 4 1 6 5 7 x 8\n1 2 3 4 5 6 8 7 x\n")
	press("8", "2 3 4 1 6 5 7 8 x\n")
	press("7", "2 3 4 1 6 5 x 7 8\n") // and with it the 8
	v.does()
	evaluate[bool](v, "byID('last').click(), true")
	press("8", "1 2 3 4 5 6 7 x 8\n") // at the goal
	v.isQuiet()
}

// A tile that is dragged towards the blank slides, and one that is dropped on another, or gets its
// number typed, changes places with it.
func TestAppDragsAndTypes(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", "1 2 3 4 x 5 7 8 6\n"))
	drag := func(from, to int, want string) {
		t.Helper()
		for kind, cell := range []int{from, to, to} {
			at := evaluate[[]float64](v, fmt.Sprintf(`(b => [b.left + b.width * (%d + .5) / 3,
  b.top + b.height * (%d + .5) / 3])(byID('board').firstChild.getBoundingClientRect())`,
				cell%3, cell/3))
			move := input.DispatchMouseEventParams{
				Type: []input.DispatchMouseEventType{"mousePressed", "mouseMoved", "mouseReleased"}[kind],
				X:    at[0], Y: at[1], Button: "left", Buttons: 1, ClickCount: 1,
			}
			_, err := chromedp.Call(v.ctx, input.DispatchMouseEvent, move)
			v.check(err)
		}
		v.waits(fmt.Sprintf("byID('input').value === %q", want))
		v.waits(idle)
	}
	drag(5, 4, "1 2 3 4 5 x 7 8 6\n")
	drag(0, 7, "8 2 3 4 5 x 7 1 6\n")
	evaluate[bool](v, `document.querySelector('#board [data-cell="0"]').focus() === undefined`)
	v.press("1")
	v.waits(`byID('input').value === '1 2 3 4 5 x 7 8 6\n'`)
	v.waits(`document.activeElement.dataset.cell === '1'`)
	v.isQuiet()
}

// The search for shorter paths draws a curve while it may be stopped, and what it has found stays.
func TestAppShortens(t *testing.T) {
	t.Parallel()
	const hard = "5\n24 23 22 21 20\n19 18 17 16 15\n14 13 12 11 10\n9 8 7 6 5\n4 3 2 1 0\n"
	v := app(t, at("format", "poj-3240", "in", hard, "moves", "shorter"))
	v.clicks("go")
	v.waits("byID('output').textContent.length > 20 && !byID('curve').hidden")
	v.clicks("stop")
	if got := v.text("message"); !strings.HasSuffix(got, " moves") {
		t.Errorf("after the stop the player says %q, want a number of moves", got)
	}
	v.looksRight("app shortens")
	v.isQuiet()
}

// A search is watched step by step, in a frame that runs its own script and no other.
func TestAppWatches(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", "1 2 3 4 x 6 7 5 8\n", "do", "watch"))
	v.does()
	v.waits(`document.querySelector('#figures iframe')?.contentDocument?.getElementById('where')
  ?.textContent === 'Step 1 of 2'`)
	v.isQuiet()
}

// A link holds the puzzles, the format and the task.
func TestAppShares(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights, "do", "check", "answers", walks))
	v.sets("require", "shortest")
	v.clicks("share")
	v.waits(`byID('shared').textContent !== ''`)
	if got := v.text("shared"); strings.Contains(got, "characters") {
		t.Errorf("the page says %q of a short link", got)
	}
	w := open(t, evaluate[string](v, "location.href"), "dark")
	w.waits(idle)
	const values = `['format', 'input', 'answers', 'require', 'go']
  .map(id => byID(id).value || byID(id).textContent)`
	got, want := evaluate[[]string](w, values), evaluate[[]string](v, values)
	if !slices.Equal(got, want) || got[2] != walks {
		t.Errorf("the link shows %q, want %q", got, want)
	}
	v.clicks("theme")
	v.clicks("tab-convert")
	v.clicks("convert-answers")
	v.clicks("share")
	w = open(t, evaluate[string](v, "location.href"), "light")
	w.waits(idle)
	const converts = `[byID('convert-answers').checked, document.documentElement.dataset.theme,
  byID('go').textContent].join()`
	if got := evaluate[string](w, converts); got != "true,dark,Convert" {
		t.Errorf("the link shows %q, want the answers to convert, in dark colours", got)
	}
	v.sets("input", strings.Repeat(eights, 300))
	v.waits(idle)
	v.clicks("share")
	v.waits(`byID('shared').textContent.includes(' characters, which some programs cut')`)
}

// A search says what it does, and can be stopped. The next search runs.
func TestAppStops(t *testing.T) {
	t.Parallel()
	const hard = "4\n 0 12 9 13\n 15 11 10 14\n 3 7 2 5\n 4 8 6 1\n" // 80 moves
	v := app(t, at("format", "princeton", "in", board(4)+hard))
	v.clicks("go")
	v.waits(`/^searching for .* s, 1 puzzle done$/.test(byID('progress').textContent)`)
	v.clicks("stop")
	if got := v.text("summary"); got != "The search was stopped." {
		t.Errorf("the page says %q", got)
	}
	v.sets("input", board(4))
	v.waits(`byID('found').textContent === 'princeton: 1 puzzle of 4x4.'`)
	v.does()
	if got := v.text("output"); !strings.HasPrefix(got, "Minimum number of moves = 1\n") {
		t.Errorf("after the stop the page answers %q", got)
	}
	v.isQuiet()
}
