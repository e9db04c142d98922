package pdb

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// A finder finds the bits of states in a Compound's tables. What a search needs
// at each move is half a megabyte, for that there are fast caches. Sets of cells
// whose regions have the same numbers are of a kind.
type finder struct {
	*blocks
	shifts []shift     // of each way, by the tiles between and how many are below
	kinds  []uint16    // of each set
	region [][32]uint8 // region[kind][cell] is the number of the blank's, from 0
	turn   []uint16    // turn[(i*8+j)*count+order]; that of i = j is turn[order]
}

// A shift is what a way does to some sets.
type shift struct {
	rank int32  // is added to the set's number
	turn uint32 // the start of the row of turn
}

// A way is a step of the blank that takes a tile from a cell to another.
type way struct {
	from    uint32 // the tile's cell, and the blank's afterwards
	flip    uint32 // both cells
	below   uint32 // the cells below both
	between uint32 // those between them, shifted by
	shift   uint32
	first   uint32 // of the shifts
}

const (
	// mostColumns is how many columns a Compound's board can have: a way has a
	// shift for each set of cells between.
	mostColumns = 8
	// mostTiles is how many tiles its patterns can have: there are 12,485 kinds of
	// sets of 7 on 5x5.
	mostTiles = 7
)

// newWay returns the way of a blank that makes the dth move of puzzle.UDLR and
// gets to a cell, and false if there is none.
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
	f := &finder{blocks: b, turn: make([]uint16, 8*8*b.count)}
	for i := range k {
		for j := range k {
			copy(f.turn[(i*8+j)*b.count:], b.turns[i][j])
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
	f.kinds = make([]uint16, len(f.masks))
	known := make(map[[32]uint8]uint16)
	for set := range f.kinds {
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

// shift returns what it is to take a tile from a cell, with the sets before and
// after of the tiles that are not above both its cells.
func (f *finder) shift(before, after, from uint32) shift {
	i := bits.OnesCount32(before & (1<<from - 1))
	to := after &^ before
	j := bits.OnesCount32(after & (to - 1))
	if i == j { // one row will do, and fits a faster cache
		i, j = 0, 0
	}
	return shift{int32(f.rank(after) - f.rank(before)), uint32((i*8 + j) * f.count)}
}

// Move looks up, in some slots that have the tile, what they are after a step of
// the blank, and returns what that costs. Unless all is 1, it ends as soon as it
// costs something.
func (h *Phases) Move(at, to *Places, slots uint32, edge uint8, all uint64) (cost Slack) {
	ways := &h.ways[edge&127]
	for ; slots != 0; slots &= slots - 1 {
		i := bits.TrailingZeros32(slots) & 31
		s, p := &h.Slots[i], at[i]
		w, f := &ways[s.side&1], s.finder
		shift := f.shifts[w.first+p.cells()>>(w.shift&31)&w.between<<3+
			uint32(bits.OnesCount32(p.cells()&w.below))]
		order := uint64(f.turn[shift.turn+p.order()])
		column := p.set() + uint32(shift.rank)
		set := uint64(column)
		if r := f.region[f.kinds[column]][w.from&31]; r != 0 {
			column = f.column(column, f.first[column]+uint32(r))
		}
		bit := uint64(s.bits[column/8+uint32(order)*s.stride]>>(column%8)) & 1
		phase := uint64(p>>phaseAt) & 3
		to[i] = place(p.cells()^w.flip, ^phase&1|bit<<1, order, set)
		down := (phase+1)>>1&1 ^ bit
		cost += s.Cost & Slack(down-1) // no branch: it could not be foreseen
		if down|all == 0 {
			break
		}
	}
	return cost
}

// bit returns that of a state.
func (s *Slot) bit(cells uint32, order, blank int) uint8 {
	column := s.column(uint32(s.rank(cells)), s.block(cells, blank))
	return s.bits[int(column/8)+order*int(s.stride)] >> (column % 8) & 1
}
