package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// sets numbers the sets of k cells of a board that are no walls, as masks in ascending
// order (the combinatorial number system): a set's number is the sum of the binomials
// C(c, i), where c is the number of its i-th cell without walls, i from 1.
type sets struct {
	masks []uint32
	low   [1 << half]uint32               // low[mask] is the sum of cells below half
	high  [maxTiles + 1][1 << half]uint32 // high[count below half][mask] is that of the others
}

const half = 13 // cells

func newSets(shape puzzle.Shape, k int) *sets {
	s, n := new(sets), shape.Cells()
	var choose [maxCells + 1][maxTiles + 2]uint32
	for i := range choose {
		choose[i][0] = 1
		for j := 1; i > 0 && j < len(choose[i]); j++ {
			choose[i][j] = choose[i-1][j-1] + choose[i-1][j]
		}
	}
	sum := func(mask uint32, first, below int) (sum uint32) {
		for i := below + 1; mask != 0; i++ {
			if i > k {
				return 0 // no set has more than k cells
			}
			sum += choose[shape.Number(first+bits.TrailingZeros32(mask))][i]
			mask &= mask - 1
		}
		return sum
	}
	for mask := range uint32(1 << half) {
		s.low[mask] = sum(mask, 0, 0)
		for below := range k + 1 {
			if n > half && mask < 1<<(n-half) {
				s.high[below][mask] = sum(mask, half, below)
			}
		}
	}
	s.masks = make([]uint32, 0, choose[shape.Open()][k])
	// Gosper's hack: the next number with as many bits.
	for m := uint32(1)<<k - 1; m < 1<<n; {
		if m&uint32(shape.Walls) == 0 {
			s.masks = append(s.masks, m)
		}
		lowest := m & -m
		up := m + lowest
		m = up | (m^up)>>2/lowest
	}
	return s
}

// rank returns the number of a set of k cells.
func (s *sets) rank(mask uint32) int {
	low := mask & (1<<half - 1)
	return int(s.low[low] + s.high[bits.OnesCount32(low)][mask>>half])
}
