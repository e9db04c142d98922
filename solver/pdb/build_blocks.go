package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// blocks numbers the states of k tiles on a board. A block is the set of cells that
// the tiles occupy and the region of the blank: the cells that it reaches without
// moving these tiles. Within a block, a state is the order of the tiles.
type blocks struct {
	*sets
	*orders
	// first[set] is the first of the set's blocks. It has one for each region, and
	// that of the largest region comes first.
	first   []uint32
	regions []uint32 // of each block, as a mask of cells
}

func newBlocks(shape puzzle.Shape, k int) *blocks {
	n := shape.Cells()
	b := &blocks{sets: newSets(shape, k), orders: newOrders(k, max(shape.Rows, shape.Cols)-1)}
	left := leftColumn(shape)
	b.first = make([]uint32, len(b.masks)+1)
	b.regions = make([]uint32, 0, 2*len(b.masks))
	for i, mask := range b.masks {
		for free := (1<<n - 1) &^ (mask | uint32(shape.Walls)); free != 0; {
			region := flood(free&-free, free, shape.Cols, left)
			b.regions = append(b.regions, region)
			free &^= region
		}
		b.first[i+1] = uint32(len(b.regions))
		regions := b.regions[b.first[i]:]
		for j := 1; j < len(regions); j++ {
			if bits.OnesCount32(regions[j]) > bits.OnesCount32(regions[0]) {
				regions[0], regions[j] = regions[j], regions[0]
			}
		}
	}
	return b
}

// states returns the number of states.
func (b *blocks) states() int64 { return int64(len(b.regions) * b.count) }

// block returns the block of a set of cells and the region that has the blank's cell.
func (b *blocks) block(mask uint32, cell int) uint32 {
	return b.blockOf(uint32(b.rank(mask)), uint32(cell))
}

// blockOf returns the block of a set and the region that has the blank's cell.
func (b *blocks) blockOf(set, cell uint32) uint32 {
	block := b.first[set]
	for b.regions[block]>>(cell&31)&1 == 0 {
		block++
	}
	return block
}

// setAndOrder returns the set of cells and the number of the order of the tiles, where
// tile i is at cells[i].
func (b *blocks) setAndOrder(cells []int) (mask uint32, order int) {
	for i, c := range cells {
		order += bits.OnesCount32(mask&(1<<c-1)) * factorial[i]
		mask |= 1 << c
	}
	return mask, order
}
