// Package web tests the pages and pictures of tilejudge in Chromium. It is a module of its own,
// so that the browser's driver is no dependency of the program. make test-web runs it.
package web

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium as root refuses to start with it
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator)
	browser = ctx
	code := 2
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "found no browser to start: install the package chromium:", err)
	} else {
		code = m.Run()
	}
	end()
	stop()
	os.Exit(code)
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

// open opens a file as a person sees it who prefers a scheme of colours, light or dark, and
// no motion.
func open(t *testing.T, file, scheme string) *view {
	t.Helper()
	ctx, end := chromedp.NewContext(browser)
	ctx, expire := context.WithTimeout(ctx, time.Minute)
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
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
	v.check(err)
	path, err := filepath.Abs(file)
	v.check(err)
	v.check(chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900),
		chromedp.Navigate("file://"+path)))
	return v
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
		v.faults = append(v.faults, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		v.faults = append(v.faults, "console."+string(e.Type))
	case *log.EventEntryAdded:
		v.faults = append(v.faults, fmt.Sprint(e.Entry.Level, ": ", e.Entry.Text))
	}
}

// heard returns the errors so far, and the requests but the one for the page itself and
// those for what the page has in it.
func (v *view) heard() (faults, requests []string) {
	evaluate[bool](v, "new Promise(done => setTimeout(() => done(true), 0))")
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if len(v.requests) == 0 {
		v.Fatal("heard no request, not even for the page: the test is deaf")
	}
	for _, url := range v.requests[1:] {
		if !strings.HasPrefix(url, "data:") {
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

// evaluate returns the value of an expression of JavaScript, or of its promise.
func evaluate[T any](v *view, expression string) T {
	v.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression,
		chromedp.EvalAwaitPromise))
	v.check(err)
	return value
}

// press presses a key.
func (v *view) press(key string) {
	v.Helper()
	v.check(chromedp.Do(v.ctx, chromedp.KeyEvent(key)))
}

// The tests hear errors and requests, so that their silence means something.
func TestHears(t *testing.T) {
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

// prefersMotion lets things move.
func (v *view) prefersMotion() {
	v.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	v.check(err)
}
