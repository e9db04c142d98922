package heuristic

import "tilejudge/solver/pdb"

// A Position is a board with its index in each table of a pdb.Partition.
type Position struct {
	Index [8]uint32 // into each table
	Value [8]uint8  // at that index
	At    [32]uint8 // At[cell] is the goal cell of the tile
}

// Look looks up the board in p.At. It returns its Manhattan distance from the goal, and the sums of
// the values on both sides.
func (p *Position) Look(h *pdb.PartitionHeuristic) (distance int, sums [2]int32) {
	board := p.At[:h.Shape.Cells()]
	p.At[pdb.Nowhere] = uint8(h.Blank)
	p.Index = h.Index(board)
	for i, table := range h.Table {
		if p.Value[i] = 0; table != nil {
			p.Value[i] = table[p.Index[i]/2] >> (p.Index[i] % 2 * 4) & 15
			sums[i/4] += int32(p.Value[i])
		}
	}
	return h.Distance(board), sums
}
