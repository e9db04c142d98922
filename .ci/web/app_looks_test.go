package web

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

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
		{"app converted", at("format", "poj-1077", "in", eights, "do", "convert", "to", "columbia"),
			true},
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
	tree, err := chromedp.Call(v.ctx, accessibility.GetFullAXTree,
		accessibility.GetFullAXTreeParams{})
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
