package pdb_test

import (
	"fmt"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// Two tiles that must pass each other in the top row need more moves than their
// Manhattan distance, which is 2.
func Example() {
	goals := pdb.GoalClass{Shape: puzzle.Shape{Rows: 4, Cols: 4}, Blank: 0}
	p, ok := pdb.InstantPartition(goals)
	fmt.Println(ok, p.Bytes(), "bytes")
	h, err := pdb.NewPartitionHeuristic(p, pdb.InMemory(p))
	if err != nil {
		panic(err)
	}
	board := []uint8{0, 1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	value := h.Distance(board)
	indices := h.Index(board)
	for slot, index := range indices[:4] { // the first side
		if table := h.Table[slot]; table != nil {
			value += 2 * int(table[index/2]>>(index%2*4)&15)
		}
	}
	fmt.Println("Manhattan distance", h.Distance(board), "pattern databases", value)
	// Output:
	// true 786240 bytes
	// Manhattan distance 2 pattern databases 10
}
