package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// sets numbers the sets of k cells of a board that are no walls, as masks (the combinatorial number
// system): a set's number is the sum of the binomials C(n-1-c, i), where c is the number of its
// i-th cell from the last, i from 1, among the n cells without walls. So the first cells of the
// board count most. Numbers of boards that a search expands one after another are closer to each
// other than if its last cells did.
type sets struct {
	masks []uint32
	high  [1 << half]uint32               // high[mask>>half] is the sum of the cells from half
	low   [maxTiles + 1][1 << half]uint32 // low[count from half][mask] is that of the others
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
	// Each sum is that without the set's first cell, and the binomial of that cell.
	fill := func(sums []uint32, from, above int) {
		for mask := 1; mask < len(sums); mask++ {
			i := above + bits.OnesCount(uint(mask))
			if i > k {
				continue // no set has more than k cells
			}
			first := from + bits.TrailingZeros(uint(mask))
			after := max(shape.Open()-1-shape.Number(first), 0) // 0: walls behind the last cell
			sums[mask] = sums[mask&(mask-1)] + choose[after][i]
		}
	}
	for above := range k + 1 {
		fill(s.low[above][:1<<min(half, n)], 0, above)
	}
	fill(s.high[:1<<max(n-half, 0)], half, 0)
	s.masks = make([]uint32, 0, choose[shape.Open()][k])
	// Gosper's hack: the next number with as many bits.
	for m := uint32(1)<<k - 1; m < 1<<n; {
		if mask := bits.Reverse32(m) >> (32 - n); mask&uint32(shape.Walls) == 0 {
			s.masks = append(s.masks, mask)
		}
		lowest := m & -m
		up := m + lowest
		m = up | (m^up)>>2/lowest
	}
	return s
}

// rank returns the number of a set of k cells.
func (s *sets) rank(mask uint32) int {
	high := mask >> half
	return int(s.high[high] + s.low[bits.OnesCount32(high)][mask&(1<<half-1)])
}
