package puzzles_test

import (
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// Puzzles that are written and read again are the same.
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
			start, goal := want[i].Start, want[i].Goal.Board
			if !p.Start.Equal(start) || !p.Goal.Equal(goal) || p.Bound != want[i].Bound {
				t.Errorf("%s: %v, %v becomes %v, %v", f.Name, start, goal, p.Start, p.Goal.Board)
			}
		}
	}
}
