package compare

import (
	"encoding/xml"
	"errors"
	"io"
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
		"section": measures + 2, "h2": measures + 1, "figure": measures,
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
	// A line of each search, and one in the legend.
	if n, want := strings.Count(text, `class="line c`), measures*(3+3); n != want {
		t.Errorf("%d lines, want %d", n, want)
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
	text := htmlOf(t, 5)
	got := elements(t, text)
	if lines := strings.Count(text, `class="line c`); lines != 15 || got["path"] != 15 {
		t.Errorf("%d lines and elements %v, want a point with a line for each search", lines, got)
	}
	if n := strings.Count(text, ">bfs</text>"); n != 5 {
		t.Errorf("%d names of a search, want one in each plot: there is no legend", n)
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
