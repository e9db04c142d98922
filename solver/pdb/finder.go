package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A finder finds the bits of states in a Compound's tables. What a search needs
// at each move is less than a megabyte, for that there are fast caches.
type finder struct {
	*blocks
	low    [1 << half]uint32                 // sums of the cells below half; how many: << 28
	high   [8][1 << (maxCells - half)]uint32 // of the others, by how many are below
	others []uint32                          // of each set, the cells of all regions but the first
	turn   []uint16                          // turn[(i*8+j)*count+order]
	count  uint32                            // of orders
	near   [maxCells]uint32
}

func newFinder(b *blocks, shape puzzle.Shape, k int) *finder {
	f := &finder{blocks: b, count: uint32(b.count), near: neighbours(shape)}
	for cells, sum := range b.sets.low {
		f.low[cells] = sum | uint32(bits.OnesCount32(uint32(cells))&7)<<28
	}
	for i := range f.high {
		copy(f.high[i][:], b.sets.high[i][:])
	}
	f.others = make([]uint32, len(b.masks))
	for set := range f.others {
		for _, r := range b.regions[b.first[set]+1 : b.first[set+1]] {
			f.others[set] |= r
		}
	}
	f.turn = make([]uint16, 8*8*b.count)
	for i := range k {
		for j := range k {
			copy(f.turn[(i*8+j)*b.count:], b.turns[i][j])
		}
	}
	return f
}

// Move returns the place after a tile has got from one cell to another, the
// blank the other way, and 1 if its number of moves is smaller, 0 if it is larger.
func (s *Slot) Move(p Place, from, to uint8) (Place, uint64) {
	f := s.finder
	from, to = from&31, to&31
	cells := p.cells() ^ 1<<from ^ 1<<to
	i := bits.OnesCount32(p.cells() & (1<<from - 1))
	j := bits.OnesCount32(cells & (1<<to - 1))
	order := uint32(f.turn[uint32(i*8+j)*f.count+p.order()])
	low := f.low[cells&(1<<half-1)]
	column := low&(1<<28-1) + f.high[low>>28&7][cells>>half&(1<<(maxCells-half)-1)]
	if f.others[column]>>from&1 != 0 {
		column = f.other(column, from)
	}
	bit := uint64(s.bits[column/8+order*s.stride] >> (column % 8))
	phase := uint64(p >> 48)
	down := ((phase+1)>>1 ^ bit) & 1
	return Place(cells) | Place(order)<<32 | Place((phase+1+2*down)&3)<<48, down
}

// other returns the column of a cell of the blank that is not in the first
// region of a set.
func (f *finder) other(set uint32, cell uint8) uint32 {
	block := f.first[set] + 1
	for f.regions[block]>>cell&1 == 0 {
		block++
	}
	return f.column(set, block)
}

// bit returns that of a state.
func (s *Slot) bit(cells uint32, order, blank int) uint8 {
	column := s.column(uint32(s.rank(cells)), s.block(cells, blank))
	return s.bits[int(column/8)+order*int(s.stride)] >> (column % 8) & 1
}
