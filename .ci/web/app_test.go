package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// appPages returns the addresses of the page that make web builds: in a file, and as serve shows
// it.
func appPages(t *testing.T) map[string]string {
	t.Helper()
	file := os.Getenv("PAGE")
	if file == "" {
		t.Fatal("found no PAGE in the environment, expected the file of the page")
	}
	return map[string]string{"file": "file://" + file, "serve": served(t)}
}

// served runs tilejudge serve until the test ends, and returns the address that it prints.
func served(t *testing.T) string {
	t.Helper()
	serve := exec.Command(os.Getenv("TILEJUDGE"), "serve", "--port", "0")
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		serve.Process.Signal(os.Interrupt)
		if serve.Wait(); serve.ProcessState.ExitCode() != 130 {
			t.Errorf("serve ended with %v, want exit code 130", serve.ProcessState)
		}
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// app opens the page in a file with these fields in its address, and waits until it has looked at
// the puzzles.
func app(t *testing.T, fields url.Values) *view {
	t.Helper()
	return appAt(t, appFile(t), fields)
}

func appFile(t *testing.T) string {
	t.Helper()
	return "file://" + os.Getenv("PAGE")
}

func appAt(t *testing.T, address string, fields url.Values) *view {
	t.Helper()
	v := open(t, address+"#"+fields.Encode(), "light")
	v.waits(idle)
	return v
}

// idle is true when the page has done what it was asked for.
const idle = `document.querySelector('main').ariaBusy === 'false'`

// at returns the fields of an address.
func at(pairs ...string) url.Values {
	fields := make(url.Values)
	for i := 0; i < len(pairs); i += 2 {
		fields.Set(pairs[i], pairs[i+1])
	}
	return fields
}

// does clicks on what does the task, and waits until it is done.
func (v *view) does() {
	v.Helper()
	v.clicks("go")
	v.waits(idle)
}

// clicks clicks on an element.
func (v *view) clicks(id string) {
	v.Helper()
	evaluate[bool](v, fmt.Sprintf("byID(%q).click(), true", id))
}

// sets sets the value of an element, as a person does who types or chooses it.
func (v *view) sets(id, value string) {
	v.Helper()
	quoted, err := json.Marshal(value)
	v.check(err)
	evaluate[bool](v, fmt.Sprintf(`byID(%q).value = %s,
  byID(%[1]q).dispatchEvent(new Event('input')), byID(%[1]q).dispatchEvent(new Event('change')), true`,
		id, quoted))
}

// The page gives the bytes of the command line for the bundled puzzles of ten formats and more,
// from a file and from serve. It loads nothing.
func TestAppSolves(t *testing.T) {
	names := []string{
		"poj-1077", "hdu-3567", "leetcode-773", "princeton", "columbia", "42-npuzzle", "sise",
		"hackerrank-n-puzzle", "aoj-0190", "eolymp-5303", "codeforces-645a", "uva-10181",
	}
	for where, address := range appPages(t) {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			v := appAt(t, address, at("format", "poj-1077", "in", eights))
			for _, name := range names {
				want := tilejudge(t, t.TempDir(), "", "solve", "--cases", name)
				v.sets("format", name)
				v.waits(idle)
				v.clicks("example")
				v.waits(idle)
				v.does()
				if got := v.text("output"); got != want || want == "" {
					t.Errorf("%s: the page answers\n%s\nwant\n%s", name, got, want)
				}
			}
			v.isQuiet()
		})
	}
}

// The frames of the player are the boards of a replay.
func TestAppPlays(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights))
	v.does()
	path := strings.Fields(v.text("output"))[0]
	evaluate[bool](v, "byID('play').focus(), true")
	v.plays(replay(strings.Fields(strings.Split(eights, "\n")[0]), path), len(path))
	v.isQuiet()
}

// A task can be asked for before the solver is there.
func TestAppAtOnce(t *testing.T) {
	t.Parallel()
	v := open(t, appFile(t)+"#"+at("format", "poj-1077", "in", eights).Encode(), "light")
	v.clicks("go")
	v.waits("byID('output').textContent.startsWith('ullddrurdllurdruldr')")
	t.Logf("%.0f ms after it began to load, the page has the first answer",
		evaluate[float64](v, "performance.now()"))
	v.waits(idle)
	v.waits("byID('found').textContent === 'poj-1077: 3 puzzles of 3x3.'")
	if got := v.text("message"); got != "19 moves" {
		t.Errorf("the player says %q, want 19 moves", got)
	}
}

// A browser that lacks something says so.
func TestAppOldBrowser(t *testing.T) {
	t.Parallel()
	v := open(t, "about:blank", "light")
	_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete globalThis.DecompressionStream"})
	v.check(err)
	v.check(chromedp.Do(v.ctx, chromedp.Navigate(appFile(t))))
	v.waits(idle)
	const want = "this browser can't run the solver: DecompressionStream is not defined"
	if got := v.text("trouble"); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	v.does()
	if got := v.text("troubles"); got != want {
		t.Errorf("solving says %q, want %q", got, want)
	}
}

// A format whose answer is a number is played with moves that are found for that.
func TestAppFindsMoves(t *testing.T) {
	t.Parallel()
	v := app(t, at("in", "[[4,1,2],[5,0,3]]"))
	v.does()
	v.waits(`byID('moves').childElementCount === 5`)
	if got := v.text("found"); got != "This is leetcode-773: 1 puzzle of 2x3." {
		t.Errorf("the page says %q", got)
	}
}

// Unreadable input gets the message of the command line, and a button that marks the place.
func TestAppMessages(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights+"1 2 3 4 5 6 yy 8 x\n"))
	const want = `input:4:13: found "yy", expected one of x12345678`
	if got := v.text("trouble"); !strings.HasPrefix(got, want[:18]) {
		t.Errorf("the page says %q, want %q", got, want)
	}
	evaluate[bool](v, "document.querySelector('#trouble button').click(), true")
	const marked = "byID('input').value.slice(byID('input').selectionStart, byID('input').selectionEnd)"
	if got := evaluate[string](v, marked); got != "yy" {
		t.Errorf("marked is %q, want yy", got)
	}
	v.does()
	if got := v.text("troubles"); !strings.HasPrefix(got, want[:18]) {
		t.Errorf("solving says %q, want %q", got, want)
	}
	v.sets("format", "")
	v.sets("input", "12345678x\n")
	v.waits(`byID('trouble').textContent.includes("can't be detected")`)
	const choice = "[...document.querySelectorAll('#trouble button')].find(b => b.textContent === 'It is hdu-1043')"
	evaluate[bool](v, choice+".click(), true")
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
	const values = `['format', 'input', 'answers', 'require', 'go'].map(id => byID(id).value + byID(id).innerText)`
	if got, want := evaluate[[]string](w, values), evaluate[[]string](v, values); !slices.Equal(got, want) ||
		got[2] != walks {
		t.Errorf("the link shows %q, want %q", got, want)
	}
	v.sets("input", strings.Repeat(eights, 300))
	v.waits(idle)
	v.clicks("share")
	v.waits(`byID('shared').textContent.includes(' characters, which some programs cut')`)
}

// A search says what it does, and can be stopped. The next one runs.
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

// All can be done with the keyboard: type a puzzle, solve it, slide a tile, play, choose a task.
func TestAppKeyboard(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights))
	v.tabsTo(`input`)
	v.press("a", chromedp.ModifierCtrl)
	v.press("1 2 3 4 5 6 x 7 8")
	v.waits(`byID('found').textContent === 'poj-1077: 1 puzzle of 3x3.'`)
	v.tabsTo("tab-solve")
	v.tabsTo("go")
	v.press(kb.Enter)
	v.waits(`byID('output').textContent === 'rr\n'`)
	v.tabsTo("step")
	v.press(kb.ArrowRight)
	if got := v.text("caption"); got != "1 r" {
		t.Errorf("the player says %q, want 1 r", got)
	}
	v.press(kb.Home)
	v.backTo(".tile.free")
	v.press(kb.Enter)
	v.waits(`byID('input').value !== '1 2 3 4 5 6 x 7 8'`)
	v.waits(`document.activeElement.matches('#board .free')`)
	v.backTo("#tab-solve")
	v.press(kb.ArrowRight)
	v.press(kb.ArrowRight)
	if got := v.text("go"); got != "Compare" {
		t.Errorf("the button says %q, want Compare", got)
	}
	v.isQuiet()
}

// tabsTo presses Tab until an element has the focus, which must be seen.
func (v *view) tabsTo(id string) {
	v.Helper()
	v.focus(fmt.Sprintf("#%s", id), func() { v.press(kb.Tab) })
}

// backTo presses Shift and Tab.
func (v *view) backTo(selector string) {
	v.Helper()
	v.focus(selector, func() { v.press(kb.Tab, chromedp.ModifierShift) })
}

func (v *view) focus(selector string, press func()) {
	v.Helper()
	for range 40 {
		press()
		if evaluate[bool](v, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			const seen = `(s => s.outlineStyle !== 'none' || document.activeElement.matches('.tile'))
(getComputedStyle(document.activeElement))`
			if !evaluate[bool](v, seen) {
				v.Errorf("%s has the focus and does not show it", selector)
			}
			return
		}
	}
	v.Fatalf("no Tab gets to %s", selector)
}

// No script in the page or in its workers can reach a server, not even one on this machine.
func TestAppReachesNothing(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		calls.Add(1)
	})}
	go server.Serve(l)
	defer server.Close()
	v := app(t, at("format", "poj-1077", "in", eights))
	got := evaluate[[]string](v, fmt.Sprintf(`(async () => {
  const address = %q;
  const call = "fetch('" + address + "').then(() => 'reached', () => 'refused')";
  const worker = new Worker(URL.createObjectURL(new Blob([call + '.then(postMessage)'])));
  const image = new Image();
  return Promise.all([
    new Promise(done => { worker.onmessage = event => done('worker ' + event.data); }),
    fetch(address).then(() => 'reached', () => 'refused'),
    new Promise(done => {
      image.onload = () => done('reached');
      image.onerror = () => done('refused');
      image.src = address;
    }),
  ]);
})()`, "http://"+l.Addr().String()+"/"))
	if want := []string{"worker refused", "refused", "refused"}; !slices.Equal(got, want) ||
		calls.Load() != 0 {
		t.Errorf("tries %q, %d calls; want %q and none", got, calls.Load(), want)
	}
}

// The page looks right in each state, in light and dark colours.
func TestAppLooks(t *testing.T) {
	puzzle := "2 3 4 1 5 x 7 6 8\n"
	for _, tt := range []struct {
		name   string
		fields url.Values
		does   bool
	}{
		{"app", at("format", "poj-1077", "in", puzzle), false},
		{"app solved", at("format", "princeton", "in", board(4)), true},
		{"app of labels", at("format", "princeton", "in", board(15)), true},
		{"app checked", at("format", "poj-1077", "in", eights, "do", "check", "answers", walks), true},
		{"app compared", at("format", "poj-1077", "in", eights, "do", "compare"), true},
		{"app converted", at("format", "poj-1077", "in", eights, "do", "convert", "to", "columbia"), true},
		{"app of many", at("format", "poj-1077", "in", strings.Repeat(eights, 40)), true},
		{"app in trouble", at("format", "poj-1077", "in", eights+"1 2 3 4 5 6 y 8 x\n"), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := appAt(t, appFile(t), tt.fields)
			if tt.does {
				v.does()
			}
			v.looksRight(tt.name)
			v.isNamed()
			v.narrow()
			for _, fault := range evaluate[[]string](v, overlaps) {
				v.Errorf("on a telephone: %s", fault)
			}
			v.isQuiet()
		})
	}
}

// narrow gives the page the width of a telephone.
func (v *view) narrow() {
	v.Helper()
	v.check(chromedp.Do(v.ctx, chromedp.EmulateViewport(400, 800)))
}

// isNamed checks that a screen reader has a name for each thing that a person can use.
func (v *view) isNamed() {
	v.Helper()
	tree, err := chromedp.Call(v.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	v.check(err)
	used := 0
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		switch role := string(n.Role.Value); role {
		case `"button"`, `"textbox"`, `"searchbox"`, `"combobox"`, `"checkbox"`, `"slider"`, `"tab"`,
			`"tabpanel"`, `"img"`, `"image"`, `"region"`:
			used++
			if n.Name == nil || len(n.Name.Value) < 3 { // with its quotes
				v.Errorf("a %s has no name", role)
			}
		}
	}
	if used < 15 {
		v.Errorf("found %d controls, expected more", used)
	}
}
