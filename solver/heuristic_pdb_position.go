package solver

import "tilejudge/solver/pdb"

// A position is a board and where the tables of a pdb.Partition have it.
type position struct {
	index [8]uint32 // into each table
	value [8]uint8  // at that index
	at    [32]uint8 // at[cell] is the goal cell of the tile
}

// look looks up the board in p.at. It returns its Manhattan distance from the goal, and the sum
// of the values on either side.
func (p *position) look(h *pdb.PartitionHeuristic) (distance int, sums [2]int32) {
	board := p.at[:h.Shape.Cells()]
	p.at[pdb.Nowhere] = uint8(h.Blank)
	p.index = h.Index(board)
	for i, table := range h.Table {
		if p.value[i] = 0; table != nil {
			p.value[i] = table[p.index[i]/2] >> (p.index[i] % 2 * 4) & 15
			sums[i/4] += int32(p.value[i])
		}
	}
	return h.Distance(board), sums
}
