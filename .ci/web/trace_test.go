package web

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// traces are pages of solve --trace, of each algorithm.
var traces = []picture{
	{"trace of astar", "astar.html", "", nil}, {"trace of idastar", "idastar.html", "", nil},
	{"trace of bfs", "bfs.html", "", nil}, {"trace of bibfs", "bibfs.html", "", nil},
}

// A trace goes through its steps by keys and buttons, is legible in light and dark, and its last
// step has the goal.
func TestTraces(t *testing.T) {
	for _, p := range traces {
		t.Run(p.name, func(t *testing.T) {
			dir := t.TempDir()
			algorithm := strings.TrimSuffix(p.file, ".html")
			tilejudge(t, dir, "1 2 3 4 x 6 7 5 8\n1 2 3 7 4 5 x 8 6\n", "solve", "-f", "poj-1077",
				"-a", algorithm, "--trace", "html="+p.file, "--trace-puzzle", "2")
			for _, scheme := range []string{"light", "dark"} {
				v := open(t, filepath.Join(dir, p.file), scheme)
				for _, fault := range evaluate[[]string](v, overlaps) {
					t.Errorf("%s: %s", scheme, fault)
				}
				v.stepsThrough(ends[algorithm])
				v.isAccessible()
				v.looks(p.name + "-" + scheme)
				v.isQuiet()
			}
		})
	}
}

// ends has the algorithms whose last step meets the goal.
var ends = map[string]int{"idastar": 1, "bfs": 1}

// stepsThrough goes through the steps of a trace by keys. In the last step some neighbours are
// the goal.
func (v *view) stepsThrough(goal int) {
	v.Helper()
	const where = "document.getElementById('where').textContent"
	steps := evaluate[int](v, "+document.getElementById('seek').max")
	if steps < 4 {
		v.Fatalf("%d steps, want 4 at least", steps)
	}
	for step := 1; step < steps; step++ {
		want := fmt.Sprintf("Step %d of %d", step, steps)
		if got := evaluate[string](v, where); got != want {
			v.Errorf("the page is at %q, want %q", got, want)
		}
		v.press(kb.ArrowRight)
	}
	const goals = "document.querySelectorAll('figure.goal').length"
	if n := evaluate[int](v, goals); n != goal {
		v.Errorf("%d boards of the last step are the goal, want %d", n, goal)
	}
	const grown = "document.querySelectorAll('[data-at]:not(.later)').length"
	if n := evaluate[int](v, grown); n != steps {
		v.Errorf("the trees of the last step have %d boards, want %d", n, steps)
	}
	v.press(kb.Home)
	if n := evaluate[int](v, grown); n != 1 {
		v.Errorf("the trees of the first step have %d boards, want 1", n)
	}
	if n := evaluate[int](v, goals); n != 0 {
		v.Errorf("%d boards of the first step are the goal", n)
	}
	evaluate[bool](v, `document.querySelector('[data-at="0"]').dispatchEvent(
		new MouseEvent('click', {bubbles: true}))`)
	v.press(kb.ArrowRight)
	if got, want := evaluate[string](v, where), fmt.Sprintf("Step 2 of %d", steps); got != want {
		v.Errorf("after a press on the first board and a step the page is at %q, want %q", got, want)
	}
	v.press(kb.End)
	if n := evaluate[int](v, "document.querySelectorAll('#list figure').length"); n == 0 {
		v.Errorf("the last step shows nothing that waits")
	}
	const marked = "document.querySelectorAll('#estimates circle.now').length"
	hidden := evaluate[bool](v, "document.getElementById('estimates').hidden")
	if n := evaluate[int](v, marked); (n == 1) == hidden {
		v.Errorf("%d estimates are marked, the part with them is hidden: %v", n, hidden)
	}
}
