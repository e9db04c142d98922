package compare

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// elements counts the elements of a text that must be well formed, by name.
func elements(t *testing.T, text string) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader("<x>" + strings.ReplaceAll(text, "<br>", "<br/>") + "</x>"))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			counts[e.Name.Local]++
		}
	}
}

// htmlOf returns the figures of puzzles with these lengths, as HTML. The second search gives up
// on the longest.
func htmlOf(t *testing.T, lengths ...int64) string {
	t.Helper()
	searches, err := ParseSearches("bfs,astar/hamming,idastar")
	if err != nil {
		t.Fatal(err)
	}
	f := newFigures(searches)
	for i, moves := range lengths {
		runs := make([]Run, len(searches))
		for j := range runs {
			runs[j].took = took{moves, 100 << moves / int64(j+1), 200 << moves, 1 << 20,
				time.Duration(moves) * time.Millisecond}
		}
		if i > 0 && i == len(lengths)-1 {
			runs[1] = Run{GaveUp: "node limit <&>"}
		}
		if err := f.Add(runs); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := f.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Each measure that tells the searches apart has its meaning, a plot and a table.
func TestHTML(t *testing.T) {
	text := htmlOf(t, 5, 7, 9)
	const measures = 5 // moves are the same for all
	got := elements(t, text)
	for name, want := range map[string]int{
		"section": measures + 2, "h2": measures + 1, "figure": measures, "polyline": 3 * measures,
		"table": measures + 1, "figcaption": measures - 1, "script": 0,
	} {
		if got[name] != want {
			t.Errorf("%d elements %s, want %d", got[name], name, want)
		}
	}
	// Two or three points of each line, and one in the legend.
	if want := measures * (3 + 2 + 3 + 3); got["path"] != want {
		t.Errorf("%d points, want %d", got["path"], want)
	}
	for _, m := range Measures[:measures] {
		if !strings.Contains(text, m.Heading()) || !strings.Contains(text, m.Meaning) {
			t.Errorf("the measure %s has no heading or no meaning", m.Name)
		}
	}
	for _, part := range []string{
		"astar/hamming gave up on 1: node limit &lt;&amp;&gt;", ">astar/hamming (gave up on 1)<",
		`<th scope="row">all</th><td>3</td><td>22,400</td><td>4,000 (2)</td>`, "Puzzles: 3",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("found no %q in %s", part, text)
		}
	}
}

// Puzzles of one length make a point for each search.
func TestHTMLOneLength(t *testing.T) {
	got := elements(t, htmlOf(t, 5))
	if got["polyline"] != 0 || got["path"] != 15 || got["ul"] != 0 {
		t.Errorf("elements %v, want 15 points without lines and legends", got)
	}
	got = elements(t, htmlOf(t))
	if got["table"] != 0 || got["p"] == 0 {
		t.Errorf("elements %v of no puzzles, want a text without tables", got)
	}
}

// Each meaning is two sentences.
func TestMeanings(t *testing.T) {
	for _, m := range Measures {
		if n := strings.Count(m.Meaning+" ", ". "); n != 2 {
			t.Errorf("the meaning of %s has %d sentences, want 2", m.Name, n)
		}
	}
}

// Lines stand out from light and dark pages, as criterion 1.4.11 of WCAG 2.2 asks.
func TestSeriesContrast(t *testing.T) {
	luminance := func(colour string) float64 {
		var rgb [3]int
		if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			s := float64(rgb[i]) / 255
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			sum += weight * s
		}
		return sum + 0.05
	}
	const page, darkPage = "#ffffff", "#0d1117" // those of package draw
	for _, c := range seriesColours {
		onLight, onDark := luminance(page)/luminance(c[0]), luminance(c[1])/luminance(darkPage)
		if onLight < 3 || onDark < 3 {
			t.Errorf("%s and %s: contrast %.1f on light pages and %.1f on dark ones, want 3", c[0], c[1],
				onLight, onDark)
		}
	}
}
