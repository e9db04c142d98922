package web

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestStart measures the time from opening the page to its first answer; the median of these times
// counts: cold in a browser that has just started, and warm in one that has had the page before.
// On an idle machine they are to be 2 s and 1 s at most. Other tests must not run at the same time:
// make bench-web runs it by itself.
func TestStart(t *testing.T) {
	if os.Getenv("MEASURE") == "" {
		t.Skip("found no MEASURE in the environment")
	}
	for where, address := range appPages(t) {
		var cold, warm []float64
		for range 5 {
			ctx, end := newBrowser(context.Background())
			for visit := range 3 {
				v := openIn(t, ctx, address, "light")
				v.clicks("go")
				v.waits("byID('output').textContent !== ''")
				took := evaluate[float64](v, "performance.now()")
				if visit == 0 {
					cold = append(cold, took)
				} else {
					warm = append(warm, took)
				}
			}
			end()
		}
		slices.Sort(cold)
		slices.Sort(warm)
		c, w := cold[len(cold)/2], warm[len(warm)/2]
		t.Logf("from a %s: first answer after %.0f ms cold (up to %.0f), %.0f ms warm (up to %.0f)",
			where, c, cold[len(cold)-1], w, warm[len(warm)-1])
	}
}

// A browser that has had the page from a server opens it, and solves, when the server is gone.
func TestAppOffline(t *testing.T) {
	t.Parallel()
	serve := exec.Command(os.Getenv("TILEJUDGE"), "serve", "--port", "0")
	address := begin(t, serve)
	v := open(t, address, "light")
	v.waits("navigator.serviceWorker.controller?.state === 'activated'")
	for _, file := range []string{"./", "manifest.webmanifest", "icon.svg"} {
		v.waits(fmt.Sprintf("caches.match(%q).then(r => r !== undefined)", file))
	}
	serve.Process.Signal(os.Interrupt)
	serve.Wait()
	v.check(chromedp.Do(v.ctx, chromedp.Navigate(address)))
	v.waits(idle)
	v.does()
	if got := v.text("message"); got != "5 moves" {
		t.Errorf("without the server the page says %q, want 5 moves", got)
	}
}
