package puzzles_test

import (
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// What an Encoder writes is read as the same puzzles.
func TestPuzzlesSurviveEncoding(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		want := decode(t, f, in)
		text := puzzles.EncodeAll(f, want)
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
