package stream_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// answers returns what an answerer writes and counts for an input.
func answers(t *testing.T, a *stream.Answerer, from, to *formats.Format, in io.Reader) string {
	t.Helper()
	var out, reports bytes.Buffer
	a.Batch.Report = func(err error) { fmt.Fprintln(&reports, err) }
	stats, err := a.Run(t.Context(), in, "in", from, to, &out)
	stats.Time, stats.Nodes = 0, 0
	return fmt.Sprint(&out, &reports, stats, err)
}

// agree compares the answers to an input that comes at once, in parts that are packed where
// possible, with those to one that comes byte by byte and is decoded in order.
func agree(t *testing.T, a *stream.Answerer, from, to *formats.Format, text string) {
	t.Helper()
	if a.Check(from, to) != nil {
		return
	}
	want := answers(t, a, from, to, iotest.OneByteReader(strings.NewReader(text)))
	got := answers(t, a, from, to, strings.NewReader(text))
	if got != want {
		t.Fatalf("%s to %s, %d workers: %q becomes\n%s\nwant\n%s", from.Name, to.Name,
			a.Batch.Workers, text, got, want)
	}
}

// Each board of 3x3, and each unsolvable one, gets the same answer in both ways.
func TestPackedAll(t *testing.T) {
	from := judgetest.Format("hdu-1043")
	a := stream.NewAnswerer(nil)
	a.Algorithm = "table"
	for _, unsolvable := range []int{0, 100} {
		spec := recipe.NewSpec(from, 1, []puzzle.Shape{{Rows: 3, Cols: 3}})
		spec.Way, spec.Moves, spec.Unsolvable = generate.All, generate.AnyDistance, unsolvable
		g, err := generate.New(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		n, _ := g.Len()
		if testing.Short() {
			n /= 20
		}
		in := recipe.Input{Format: from, Puzzles: g.Puzzles(1, n), First: 1, N: n}
		if err := in.Write(&text); err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"hdu-1043", "boj-1525"} {
			agree(t, a, from, judgetest.Format(to), text.String())
		}
	}
}
