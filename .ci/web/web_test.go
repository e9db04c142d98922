// Package web tests the pages and pictures of tilejudge in Chromium. It is a module of its own,
// so that the browser's driver is no dependency of the program. make test-web runs it.
package web

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is the context of the browser of all tests.
var browser context.Context

func TestMain(m *testing.M) {
	var end func()
	browser, end = newBrowser(context.Background())
	code := 2
	if err := chromedp.Do(browser); err != nil {
		fmt.Fprintln(os.Stderr, "found no browser to start: install the package chromium:", err)
	} else {
		code = m.Run()
	}
	end()
	os.Exit(code)
}

// newBrowser returns the context of a browser of its own, and what ends it.
func newBrowser(ctx context.Context) (context.Context, func()) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium as root refuses to start with it
	}
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, end := chromedp.NewContext(allocator)
	return ctx, func() {
		end()
		stop()
	}
}

// tilejudge runs the program that TILEJUDGE names in the directory dir, and returns what it
// writes. The exit code 1 is no error: some answers are wrong.
func tilejudge(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	program := os.Getenv("TILEJUDGE")
	if program == "" {
		t.Fatal("found no TILEJUDGE in the environment, expected the path of the program")
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %v: %s", args, err, &stderr)
	}
	return string(out)
}

// A view is a tab with a page, and what went wrong in it.
type view struct {
	*testing.T
	ctx context.Context

	mutex    sync.Mutex
	faults   []string
	requests []string // URLs
}

// open opens a file or an address for a person who prefers a scheme of colours, light or dark, and
// no motion.
func open(t *testing.T, address, scheme string) *view {
	t.Helper()
	return openIn(t, browser, address, scheme)
}

// openIn is open in another browser.
func openIn(t *testing.T, browser context.Context, address, scheme string) *view {
	t.Helper()
	if !strings.Contains(address, ":") { // as about:blank has
		path, err := filepath.Abs(address)
		if err != nil {
			t.Fatal(err)
		}
		address = "file://" + path
	}
	ctx, end := chromedp.NewContext(browser)
	ctx, expire := context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(func() {
		expire()
		end()
	})
	v := &view{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, v.hear); err != nil {
		t.Fatal(err)
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	v.check(err)
	v.prefers(scheme)
	v.check(chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(address)))
	return v
}

// prefers shows the page as it is for a person who prefers a scheme of colours and no motion.
func (v *view) prefers(scheme string) {
	v.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
	v.check(err)
}

func (v *view) check(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

// hear keeps the requests and the errors of a page.
func (v *view) hear(event any) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		v.requests = append(v.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		v.faults = append(v.faults, fmt.Sprint("exception: ", e.ExceptionDetails.Exception.Description))
	case *runtime.EventConsoleAPICalled:
		v.faults = append(v.faults, "console."+string(e.Type))
	case *log.EventEntryAdded:
		v.faults = append(v.faults, fmt.Sprint(e.Entry.Level, ": ", e.Entry.Text))
	}
}

// companions are the files that stand beside the page on a server.
var companions = []string{"manifest.webmanifest", "icon.svg", "sw.js"}

// heard returns the errors so far, and the requests except those for the page itself and for what
// it contains.
func (v *view) heard() (faults, requests []string) {
	evaluate[bool](v, "new Promise(done => setTimeout(() => done(true), 0))")
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if len(v.requests) == 0 {
		v.Fatal("heard no request, not even for the page: the test is deaf")
	}
	for _, url := range v.requests[1:] {
		mine := strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "blob:")
		if i := strings.LastIndexByte(url, '/'); !mine && !slices.Contains(companions, url[i+1:]) {
			requests = append(requests, url)
		}
	}
	return v.faults, requests
}

// isQuiet checks that the page has no errors and loads nothing.
func (v *view) isQuiet() {
	v.Helper()
	if faults, requests := v.heard(); len(faults)+len(requests) > 0 {
		v.Errorf("errors %q, requests %q", faults, requests)
	}
}

// evaluate returns the value of a JavaScript expression. If it is a promise, evaluate awaits it.
func evaluate[T any](v *view, expression string) T {
	v.Helper()
	const names = "var byID = id => document.getElementById(id);\n"
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](names+expression,
		chromedp.EvalAwaitPromise))
	v.check(err)
	return value
}

// press presses keys, together with modifiers.
func (v *view) press(keys string, modifiers ...chromedp.Modifier) {
	v.Helper()
	v.check(chromedp.Do(v.ctx, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...))))
}

// text returns the text of the element with that id.
func (v *view) text(id string) string {
	v.Helper()
	return evaluate[string](v, fmt.Sprintf("byID(%q).textContent", id))
}

// waits waits until an expression is true.
func (v *view) waits(expression string) {
	v.Helper()
	if !evaluate[bool](v, fmt.Sprintf(`new Promise(done => {
  const end = Date.now() + 90000;
  const look = () => (%s) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 10);
  look();
})`, expression)) {
		v.Fatalf("it never comes true that %s; the page says %q", expression,
			evaluate[string](v, "document.body.innerText"))
	}
}

// The tests notice errors and requests: otherwise a quiet page would mean nothing.
func TestHears(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "bad.html")
	const bad = `<img src="https://example.invalid/x.png">` +
		`<script>console.error("x"); missing()</script>`
	if err := os.WriteFile(file, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	faults, requests := open(t, file, "light").heard()
	if len(faults) < 2 || len(requests) != 1 {
		t.Errorf("faults %q, requests %q: want two and one", faults, requests)
	}
}

// The tests notice what does not look right.
func TestSees(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "bad.html")
	const bad = `<body style="background:#fff"><p style="color:#999">faint</p><h1>one</h1>
<h2 style="margin-top:-40px">two</h2><div style="width:5000px">wide</div>
<svg width="100" height="100">
<g class="tile"><rect width="20" height="20"/><text x="90" y="50">9</text></g>
<g class="tile"><rect width="20" height="20"/></g></svg>`
	if err := os.WriteFile(file, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	v := open(t, file, "light")
	faults := append(evaluate[[]string](v, overlaps), evaluate[[]string](v, faint)...)
	all := strings.Join(faults, "\n")
	for _, want := range []string{
		"found 2 tiles", "the label 9 leaves its tile", "two is on one", "pixels wide",
		"2.85 is the contrast of faint",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("found no %q in %q", want, faults)
		}
	}
}

// prefersMotion lets things move.
func (v *view) prefersMotion() {
	v.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	v.check(err)
}
