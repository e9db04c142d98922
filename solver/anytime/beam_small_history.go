package anytime

import "math/bits"

// A smallHistory remembers which children a beam kept, so it can tell the path to each board of the
// beam. Each leaf has four bits, one for each move whose child was kept. The leaves of the next
// layer are in the order of these bits.
type smallHistory struct {
	moves  []uint8 // four bits for each leaf, two leaves in each byte
	starts []int   // number of the first leaf of each layer
}

func (h *smallHistory) begin() { h.moves, h.starts = h.moves[:0], h.starts[:0] }

// add adds a layer of leaves.
func (h *smallHistory) add(leaves int) {
	h.starts = append(h.starts, len(h.moves))
	h.moves = append(h.moves, make([]uint8, (leaves+1)/2)...)
}

// keep notes that a child of a leaf of the last layer is kept.
func (h *smallHistory) keep(leaf int, move uint8) {
	h.moves[h.starts[len(h.starts)-1]+leaf/2] |= 1 << move << (leaf % 2 * 4)
}

// path returns the moves to a leaf of the newest layer, followed by a last move.
func (h *smallHistory) path(leaf int, last uint8) []uint8 {
	path := make([]uint8, len(h.starts)+1)
	path[len(h.starts)] = last
	for i := len(h.starts) - 1; i >= 0; i-- {
		leaf, path[i] = h.parent(h.starts[i], leaf)
	}
	return path
}

// parent returns the parent of a leaf, in the layer that begins at start, and the move between
// them. child is the number of the leaf in the next layer.
func (h *smallHistory) parent(start, child int) (leaf int, move uint8) {
	at := start
	n := bits.OnesCount8(h.moves[at])
	for child >= n {
		child -= n
		at++
		n = bits.OnesCount8(h.moves[at])
	}
	rest := h.moves[at]
	for range child {
		rest &= rest - 1
	}
	bit := bits.TrailingZeros8(rest)
	return (at-start)*2 + bit/4, uint8(bit % 4)
}
