package puzzles_test

import (
	"bufio"
	"bytes"
	"fmt"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// encode returns the puzzles in a format, with what stands around them.
func encode(f *formats.Format, ps []puzzle.Puzzle) string {
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if f.Count {
		fmt.Fprintln(w, len(ps))
	}
	e := puzzles.NewEncoder(f)
	for i := range ps {
		e.Encode(w, int64(i+1), &ps[i])
	}
	if f.Stop != "" {
		fmt.Fprintln(w, f.Stop)
	}
	w.Flush()
	return out.String()
}

// What an Encoder writes is read as the same puzzles.
func TestPuzzlesSurviveEncoding(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		want := decode(t, f, in)
		text := encode(f, want)
		got := decode(t, f, text)
		if len(got) != len(want) {
			t.Fatalf("%s: %d puzzles of %d survive:\n%s", f.Name, len(got), len(want), text)
		}
		for i, p := range got {
			if !p.Start.Equal(want[i].Start) || !p.Goal.Equal(want[i].Goal.Board) || p.Bound != want[i].Bound {
				t.Errorf("%s: %v, %v becomes %v, %v", f.Name, want[i].Start, want[i].Goal.Board, p.Start, p.Goal.Board)
			}
		}
	}
}
