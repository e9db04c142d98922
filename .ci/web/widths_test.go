package web

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// widths are those of a telephone, a tablet and a screen, in pixels, each with its height.
var widths = [][2]int64{{390, 844}, {800, 1000}, {1440, 900}}

// The page of a newcomer is right on a telephone, a tablet and a screen: nothing overlaps, the
// whole board is in the first screen, and what a person touches is large enough. This test made the
// screenshots in the directory screens: SCREENSHOTS names the directory that gets them.
func TestAppWidths(t *testing.T) {
	for _, size := range widths {
		for _, scheme := range []string{"light", "dark"} {
			name := fmt.Sprintf("app-%d-%s", size[0], scheme)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				v := open(t, appFile(t), scheme)
				v.check(chromedp.Do(v.ctx, chromedp.EmulateViewport(size[0], size[1])))
				v.waits(idle)
				v.isRight()
				v.shoots(name)
				v.does()
				v.waits(idle)
				v.isRight()
				v.clicks("last")
				v.shoots(name + "-solved")
				v.isQuiet()
			})
		}
	}
}

// isRight checks the layout of the page.
func (v *view) isRight() {
	v.Helper()
	for _, list := range []string{overlaps, faint, far} {
		for _, fault := range evaluate[[]string](v, list) {
			v.Error(fault)
		}
	}
}

// far lists what is too far down in the first screen, and targets of less than 44 pixels.
const far = `(() => {
  const faults = [];
  const bottom = id => byID(id).getBoundingClientRect().bottom;
  for (const id of ['board', 'go', 'shuffle'])
    if (bottom(id) > innerHeight) faults.push(id + ' ends at ' + bottom(id));
  for (const e of document.querySelectorAll('button,select,[role=tab],textarea')) {
    const {width, height} = e.getBoundingClientRect();
    if (width > 0 && (width < 43.5 || height < 43.5) && !e.closest('tbody'))
      faults.push((e.id || e.textContent) + ' is ' + width + ' by ' + height + ' pixels');
  }
  return faults;
})()`

// shoots keeps a screenshot of the window.
func (v *view) shoots(name string) {
	v.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	v.check(err)
	v.check(os.WriteFile(filepath.Join(dir, name+".png"), shot, 0o666))
}
