package fsm_test

import (
	"fmt"
	"slices"

	"tilejudge/solver/fsm"
	"tilejudge/solver/puzzle"
)

// Six moves around a square of 2x2 cells make the same board as the six moves
// the other way round. The machine rejects the larger of the two strings.
func Example() {
	const centre = 4 // cell of the blank
	m := fsm.New(puzzle.Shape{Rows: 3, Cols: 3}, puzzle.UDLR, 6)
	for _, path := range []puzzle.Path{puzzle.Path("uldrul"), puzzle.Path("lurdlu")} {
		state := uint32(centre)
		for i, move := range path {
			state = m.Next[state][slices.Index(puzzle.UDLR[:], move)]
			if state == fsm.Reject {
				fmt.Printf("%v is rejected at move %d\n", path, i+1)
				break
			}
		}
		if state != fsm.Reject {
			fmt.Printf("%v leaves the blank in cell %d\n", path, m.Cell[state])
		}
	}
	// Output:
	// uldrul leaves the blank in cell 0
	// lurdlu is rejected at move 6
}
