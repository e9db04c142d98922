package table

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// SolvePacked looks boards with a goal up. In place of each it puts its answer: 0 if it is
// unsolvable, or else two bits for each move of the path, the first lowest, with a 1 above the
// last. A move is its index in the order. If lengths are wanted, it is the length, with bit 63 set.
// Packed boards have no bound. It returns false, and changes nothing, if it has no such table for
// the goal yet.
func (a *Solver) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	v := a.last.Load()
	if v == nil || v.goal != goal || !goal.Packable() ||
		v.paths == nil && a.Want != puzzle.WantLength {
		return false
	}
	pairs := v.pairs()
	const most = 256 // boards at a time, as in SolveMany
	for ; len(boards) > most; boards = boards[most:] {
		v.fetchPacked(boards[:most], pairs)
	}
	v.fetchPacked(boards, pairs)
	return true
}

// isLength is set in a packed answer that is a length.
const isLength = 1 << 63

// packedMoves returns the moves of a packed answer to a solvable puzzle.
func packedMoves(packed uint64) int {
	if packed&isLength != 0 {
		return int(packed &^ isLength)
	}
	return (bits.Len64(packed) - 1) / moveBits
}

// weightPairs are sums of two weights: weightPairs[i][b] is for the tiles in the cells 2i and 2i+1
// that are the lower and the upper four bits of b.
type weightPairs [puzzle.SmallCells / 2][256]uint64

// addPairs returns the weights in pairs. They take less time to add up, if there are many boards.
func (v *View) addPairs() *weightPairs {
	all := new(weightPairs)
	for i := range all {
		for b := range all[i] {
			all[i][b] = v.weight[2*i][b&15] + v.weight[2*i+1][b>>4]
		}
	}
	return all
}

// fetchPacked is fetch for packed boards.
func (v *View) fetchPacked(boards []puzzle.Packed, pairs *weightPairs) {
	for i, b := range boards {
		key := pairs[0][b&255] + pairs[1][b>>8&255] + pairs[2][b>>16&255] + pairs[3][b>>24&255] +
			pairs[4][b>>32&255]
		rank, odd := v.Rank(key)
		boards[i] = uint64(rank)<<1 | uint64(odd^v.odd)
	}
	v.lookUp(boards)
}

// lookUp puts packed answers in place of ranks, which are above a bit that is set if the puzzle is
// unsolvable.
//
// Each answer is likely to miss the cache. In a loop that does nothing else, the misses overlap; a
// mask, instead of a branch that would be mispredicted half of the time, keeps it so. That takes a
// quarter less time than looking each one up when it is needed.
func (v *View) lookUp(boards []uint64) {
	if v.paths == nil {
		for i, w := range boards {
			solvable := w&1 - 1
			boards[i] = (isLength | uint64(v.answers[w>>1&solvable]>>moveBits)) & solvable
		}
		return
	}
	for i, w := range boards {
		solvable := w&1 - 1
		boards[i] = v.paths[w>>1&solvable] & solvable
	}
}
