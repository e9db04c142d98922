package table

import (
	"testing"

	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// A table of distances reaches half of all permutations of the cells, or fewer: tiles in dead ends
// never change places, and in one line no tile passes another.
func TestDistances(t *testing.T) {
	solvertest.Long(t)
	for _, tt := range []struct {
		shape   puzzle.Shape
		home    int
		reached int
	}{
		{puzzle.Shape{Rows: 3, Cols: 3}, 8, 181_440},
		{puzzle.Shape{Rows: 2, Cols: 5}, 9, 1_814_400},
		{puzzle.Picture("##.#", "####"), 0, 21}, // three cells long, before 2x2
		{puzzle.Shape{Rows: 1, Cols: 12}, 0, 12},
		{puzzle.Shape{Rows: 2, Cols: 1}, 1, 2},
		{puzzle.Picture("####", "#.##", "####"), 11, 19_958_400},
	} {
		d := newDistances(tableID{tt.shape, tt.home}, puzzle.UDLR, 0)
		reached := 0
		for rank := range d.each * uint32(tt.shape.Open()) {
			if d.modulo(rank) != unreached {
				reached++
			}
		}
		if reached != tt.reached {
			t.Errorf("%v: reached %d boards, want %d", tt.shape, reached, tt.reached)
		}
	}
}
