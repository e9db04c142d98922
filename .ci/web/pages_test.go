package web

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A picture is a page or an SVG that the program writes.
type picture struct {
	name, file string
	input      string   // of the program
	args       []string // of the program
}

const (
	eights = "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 x 5 7 8 6\n"
	walks  = "ullddrurdllurdruldr\nlurd\nrr\n" // right, not there, off the board
)

// board returns a puzzle of Princeton with this side. Its blank is next to its goal.
func board(side int) string {
	var text strings.Builder
	fmt.Fprintln(&text, side)
	for n := 1; n < side*side; n++ {
		if n == side*side-1 {
			text.WriteString(" 0")
		}
		fmt.Fprint(&text, " ", n)
	}
	return text.String() + "\n"
}

// pictures lists pages of each kind.
var pictures = []picture{
	{"page", "page.html", eights, []string{"show", "-f", "poj-1077", "--html", "page.html"}},
	{"one puzzle", "one.html", board(4),
		[]string{"show", "-f", "princeton", "--html", "one.html"}},
	{"large labels", "labels.html", board(32),
		[]string{"show", "-f", "princeton", "--html", "labels.html"}},
	{"blocks", "blocks.html", board(100),
		[]string{"show", "-f", "princeton", "--html", "blocks.html"}},
	{"walls", "walls.html", "", []string{"show", "--cases", "eolymp-5303", "--html", "walls.html"}},
	{"answers", "answers.html", eights,
		[]string{"show", "-f", "poj-1077", "--answers", "out.txt", "--html", "answers.html", "-"}},
	{"report of check", "check.html", eights,
		[]string{"check", "-f", "poj-1077", "--report", "html=check.html", "-", "out.txt"}},
	{"report of run", "run.html", "", []string{"run", "-f", "poj-1077", "--only", "sample*",
		"--report", "html=run.html", "--", "echo", "ullddrurdllurdruldr"}},
	{"comparison", "compare.html", eights, []string{"compare", "-f", "poj-1077", "--report",
		"html=compare.html"}},
	{"comparison of one length", "deepest.html", "", []string{"compare", "--cases", "deepest",
		"-a", "bfs,astar,idastar/manhattan/2", "--report", "html=deepest.html"}},
	{"class", "class.html", eights, []string{"check", "-f", "poj-1077", "--report",
		"html=class.html", "-", "--answers", "out.txt"}},
	{"matrix", "matrix.html", "", []string{"run", "-f", "poj-1077", "--only", "sample*",
		"--report", "html=matrix.html", "--", "echo", "ullddrurdllurdruldr", "--", "echo", "lr"}},
	{"SVG", "show.svg", eights, []string{"show", "-f", "poj-1077", "--svg", "show.svg"}},
	{"SVG of answers", "answers.svg", eights,
		[]string{"show", "-f", "poj-1077", "--answers", "out.txt", "--svg", "answers.svg", "-"}},
	{"SVG of large labels", "labels.svg", board(32),
		[]string{"show", "-f", "princeton", "--svg", "labels.svg"}},
}

// pictureIn returns the picture with that file.
func pictureIn(t *testing.T, file string) *picture {
	t.Helper()
	i := slices.IndexFunc(pictures, func(p picture) bool { return p.file == file })
	if i < 0 {
		t.Fatalf("found no picture in %s", file)
	}
	return &pictures[i]
}

// draw writes the picture and returns the name of its file.
func (p *picture) draw(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "out.txt"), []byte(walks), 0o666); err != nil {
		t.Fatal(err)
	}
	tilejudge(t, dir, p.input, p.args...)
	return filepath.Join(dir, p.file)
}

// Every page opens without errors and requests. It is not empty, nothing in it overlaps, and
// labels stay in their tiles, in light and dark colours.
func TestPictures(t *testing.T) {
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			v := open(t, p.draw(t), "light")
			v.looksRight(p.name)
			v.isQuiet()
		})
	}
}

// A report on 100,000 answers is paged and searched quickly.
func TestLargeReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	input := tilejudge(t, dir, "", "generate", "-f", "hdu-1043", "-n", "100000", "--seed", "1")
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(input), 0o666); err != nil {
		t.Fatal(err)
	}
	answers := tilejudge(t, dir, input, "solve", "-f", "hdu-1043")
	answers = strings.ReplaceAll(answers, "ul", "lu") // most are wrong now
	tilejudge(t, dir, answers, "check", "-f", "hdu-1043", "--report", "html=big.html", "in.txt", "-")
	file := filepath.Join(dir, "big.html")
	info, err := os.Stat(file)
	if err != nil || info.Size() > 20<<20 {
		t.Fatalf("%d bytes, %v; want 20 MiB at most", info.Size(), err)
	}
	v := open(t, file, "light")
	if got := v.text("where"); !strings.HasSuffix(got, " of 100000") {
		t.Errorf("the list says %q, want 100000 rows", got)
	}
	if n := evaluate[int](v, "document.querySelectorAll('tbody tr').length"); n != 100 {
		t.Errorf("%d rows on a page, want 100", n)
	}
	milliseconds := evaluate[float64](v, `(() => {
  const begin = performance.now();
  document.getElementById('search').value = 'puzzle 99999';
  document.getElementById('search').dispatchEvent(new Event('input'));
  return performance.now() - begin;
})()`)
	if got := v.text("where"); got != "1 to 1 of 1" {
		t.Errorf("the search finds %q, want one row", got)
	}
	t.Logf("a search takes %.0f ms, the page %d bytes", milliseconds, info.Size())
	v.isQuiet()
}

// An SVG rests where motion is not wanted, and moves elsewhere.
func TestMotion(t *testing.T) {
	t.Parallel()
	p := pictureIn(t, "show.svg")
	v := open(t, p.draw(t), "light")
	const names = "getComputedStyle(document.querySelector('.tile[style]')).animationName"
	if got := evaluate[string](v, names); got != "none" {
		t.Errorf("the animation %q runs although motion is not wanted", got)
	}
	v.prefersMotion()
	if got := evaluate[string](v, names); !strings.HasPrefix(got, "p0t") {
		t.Errorf("the animation is %q, want one of a tile", got)
	}
}

// The table of several programs has a cell for each case, which chooses its row.
func TestMatrix(t *testing.T) {
	i := slices.IndexFunc(pictures, func(p picture) bool { return p.name == "matrix" })
	v := open(t, pictures[i].draw(t), "light")
	if got := evaluate[int](v, "document.querySelectorAll('#matrix td button').length"); got != 10 {
		t.Errorf("%d cells, want those of 5 cases and 2 programs", got)
	}
	evaluate[bool](v, "document.querySelectorAll('#matrix td button')[9].click() === undefined")
	got := evaluate[string](v, "document.getElementById('name').textContent")
	if got != "WA echo lr sample-5" && got != "AC echo lr sample-5" {
		t.Errorf("the last cell chooses %q, want the last case of the last program", got)
	}
	v.isQuiet()
}
