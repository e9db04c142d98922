package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A finder finds the bits of states in the table of a pattern of k tiles. A state has
// numbers, and the finder knows how each step of the blank changes them. A search uses
// a megabyte of it, which fits in fast caches.
type finder struct {
	*blocks
	shifts  []shift     // of each way, by the tiles between its cells and the count below
	largest []uint32    // of each set: its largest region, as a mask of cells
	kinds   []uint16    // of each set: sets with equally numbered regions are of a kind
	region  [][32]uint8 // region[kind][cell] is the number of the blank's region, from 0
	// reorder[(i*8+j)*count+order] is the order after the tile at place i has got to
	// place j. If i = j it is the row of 0 and 0, which maps each order to itself.
	reorder []uint16
}

// A shift is the effect of a way on a set of cells.
type shift struct {
	rank int32  // is added to the number of the set
	row  uint32 // where the row of reorder begins
}

// A way is a step of the blank that takes a tile from one cell to another.
type way struct {
	from    uint32 // the tile's cell before the step, and the blank's after it
	flip    uint32 // both cells, as a mask
	below   uint32 // the cells below both
	between uint32 // the cells between them, shifted right by shift
	shift   uint32
	first   uint32 // index of its first shift
}

const (
	// maxColumns limits the boards of compounds: a way has a shift for each set of
	// cells between its two.
	maxColumns = 8
	// maxCompoundTiles limits the patterns of compounds. Sets of 7 cells on 5x5 are
	// of 12,485 kinds.
	maxCompoundTiles = 7
)

// newWay returns the way of a blank that gets to a cell by the dth move of
// puzzle.UDLR, and false if there is none.
func newWay(shape puzzle.Shape, to, d int) (way, bool) {
	from, ok := shape.Step(to, puzzle.UDLR[d].Opposite())
	if !ok {
		return way{}, false
	}
	low, high := min(from, to), max(from, to)
	return way{
		from: uint32(to), flip: 1<<from | 1<<to, below: 1<<low - 1,
		between: 1<<(high-low-1) - 1, shift: uint32(low + 1),
		first: uint32(to*4+d) << (shape.Cols + 2),
	}, true
}

func newFinder(b *blocks, shape puzzle.Shape, k int) *finder {
	f := &finder{blocks: b, reorder: make([]uint16, 8*8*b.count)}
	for i := range k {
		for j := range k {
			copy(f.reorder[(i*8+j)*b.count:], b.moved[i][j])
		}
	}
	f.addKinds()
	f.shifts = make([]shift, 4*shape.Cells()<<(shape.Cols+2))
	for edge := range 4 * shape.Cells() {
		w, ok := newWay(shape, edge/4, edge%4)
		for i := range f.shifts[w.first:][:8*(w.between+1)] {
			below, between := i%8, uint32(i/8)
			before := 1<<below - 1 | between<<w.shift | 1<<w.from
			if ok && bits.OnesCount32(before) <= k && bits.OnesCount32(w.below) >= below {
				f.shifts[int(w.first)+i] = f.shift(before, before^w.flip, w.from)
			}
		}
	}
	return f
}

func (f *finder) addKinds() {
	f.largest = make([]uint32, len(f.masks))
	f.kinds = make([]uint16, len(f.masks))
	known := make(map[[32]uint8]uint16)
	for set := range f.kinds {
		f.largest[set] = f.regions[f.first[set]]
		var region [32]uint8
		for i, r := range f.regions[f.first[set]:f.first[set+1]] {
			for ; r != 0; r &= r - 1 {
				region[bits.TrailingZeros32(r)] = uint8(i)
			}
		}
		kind, ok := known[region]
		if !ok {
			kind = uint16(len(known))
			known[region] = kind
			f.region = append(f.region, region)
		}
		f.kinds[set] = kind
	}
}

// shift returns the shift of a tile that leaves cell from. The masks before and after are
// the cells of the pattern's tiles before and after the step. They lack the cells above
// both cells of the way, which do not matter.
func (f *finder) shift(before, after, from uint32) shift {
	i := bits.OnesCount32(before & (1<<from - 1))
	to := after &^ before
	j := bits.OnesCount32(after & (to - 1))
	if i == j { // all these rows are equal, and one stays in a faster cache
		i, j = 0, 0
	}
	return shift{int32(f.rank(after) - f.rank(before)), uint32((i*8 + j) * f.count)}
}

// Move looks up some slots, and sets their states in to. Each slot must have the tile that
// a step of the blank moves. Move returns what the step costs each sum. With all = 0 it ends
// as soon as a slot costs something; with all = 1 it goes on.
func (h *CompoundHeuristic) Move(
	at, to *States, slots uint32, edge uint8, all uint64,
) (cost Slack) {
	ways := &h.ways[edge&127]
	for ; slots != 0; slots &= slots - 1 {
		i := bits.TrailingZeros32(slots) & 31
		s, p := &h.Slots[i], at[i]
		w, f := &ways[s.side&1], s.finder
		shift := f.shifts[w.first+p.cells()>>(w.shift&31)&w.between<<3+
			uint32(bits.OnesCount32(p.cells()&w.below))]
		order := uint64(f.reorder[shift.row+p.order()])
		column := p.set() + uint32(shift.rank)
		set := uint64(column)
		if f.largest[column]>>(w.from&31)&1 == 0 {
			r := f.region[f.kinds[column]][w.from&31]
			column = f.column(column, f.first[column]+uint32(r))
		}
		bit := uint64(s.bits[column/8+uint32(order)*s.stride]>>(column%8)) & 1
		phase := uint64(p>>phaseAt) & 3
		to[i] = newState(p.cells()^w.flip, ^phase&1|bit<<1, order, set)
		down := (phase+1)>>1&1 ^ bit
		cost += s.Cost & Slack(down-1) // a branch would be mispredicted
		if down|all == 0 {
			break
		}
	}
	return cost
}

// bit returns the bit of a state.
func (s *Slot) bit(cells uint32, order, blank int) uint8 {
	column := s.column(uint32(s.rank(cells)), s.block(cells, blank))
	return s.bits[int(column/8)+order*int(s.stride)] >> (column % 8) & 1
}
