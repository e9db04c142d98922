package anytime

import "math/bits"

const (
	cellBits     = 7 // of the number of a cell
	cellMask     = 1<<cellBits - 1
	tileCellMask = 1<<(2*cellBits) - 1
)

// A cellSet is a set of cells: bit c of low stands for cell c, and that of high for cell 64+c.
type cellSet struct{ low, high uint64 }

func (s cellSet) empty() bool { return s.low|s.high == 0 }

// setOf returns the set of one cell.
func setOf(c int) cellSet { return cellSet{1 << uint(c), 1 << uint(c-64)} }

func (s cellSet) with(t cellSet) cellSet { return cellSet{s.low | t.low, s.high | t.high} }

func (s cellSet) without(t cellSet) cellSet { return cellSet{s.low &^ t.low, s.high &^ t.high} }

// meets reports whether both sets have a cell in common.
func (s cellSet) meets(t cellSet) bool { return s.low&t.low|s.high&t.high != 0 }

// firstOf returns the first cell that both sets have.
func (s cellSet) firstOf(t cellSet) int {
	if low := s.low & t.low; low != 0 {
		return bits.TrailingZeros64(low)
	}
	return 64 + bits.TrailingZeros64(s.high&t.high)
}
