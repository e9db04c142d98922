package pdb

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"tilejudge/solver/puzzle"
)

// A finder finds the bits of states in the table of a pattern of k tiles. A state has
// numbers, and the finder knows how each step of the blank changes them. A search uses
// 300 KB of it, which fit in fast caches.
type finder struct {
	*blocks
	shifts []shift // of each way, by the tiles between its cells and the count above
	// class is the class of each set. Sets of a class have the same cells outside of their
	// largest region, and outside[class] is a mask of these. The last class has all other sets:
	// there, a look-up searches the regions. A mask for each set would not fit in fast caches.
	class   []uint8
	outside [lastClass + 1]uint32
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
	above   uint32 // the cells above both, by their numbers
	between uint32 // the cells between them, shifted right by shift
	shift   uint32
	first   uint32 // index of its first shift
}

const (
	lastClass = 255
	// maxColumns limits the boards of compounds: a way has a shift for each set of
	// cells between its two.
	maxColumns = 8
	// maxCompoundTiles limits the patterns of compounds.
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
		from: uint32(to), flip: 1<<from | 1<<to,
		above:   (1<<shape.Cells() - 1) &^ (1<<(high+1) - 1),
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
	f.addClasses()
	f.shifts = make([]shift, 4*shape.Cells()<<(shape.Cols+2))
	for edge := range 4 * shape.Cells() {
		w, ok := newWay(shape, edge/4, edge%4)
		for i := range f.shifts[w.first:][:8*(w.between+1)] {
			above, between := i%8, uint32(i/8)
			before := (w.above&-w.above)*(1<<above-1) | between<<w.shift | 1<<w.from
			if ok && bits.OnesCount32(before) <= k && bits.OnesCount32(w.above) >= above {
				f.shifts[int(w.first)+i] = f.shift(before, before^w.flip, k)
			}
		}
	}
	return f
}

// addClasses makes a class for each of the most frequent masks of cells outside of a set's largest
// region.
func (f *finder) addClasses() {
	outside := make([]uint32, len(f.masks))
	count := make(map[uint32]int)
	for set := range outside {
		for _, r := range f.regions[f.first[set]+1 : f.first[set+1]] {
			outside[set] |= r
		}
		if outside[set] != 0 {
			count[outside[set]]++
		}
	}
	count[0] = len(outside) // most; to count them in the map would take longer than all else
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b uint32) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a, b))
	})
	classes := make(map[uint32]uint8)
	for i, mask := range frequent[:min(lastClass, len(frequent))] {
		classes[mask], f.outside[i] = uint8(i), mask
	}
	f.outside[lastClass] = math.MaxUint32
	f.class = make([]uint8, len(f.masks)) // class 0 has nothing outside
	for set, mask := range outside {
		if mask == 0 {
			continue
		}
		class, ok := classes[mask]
		if !ok {
			class = lastClass
		}
		f.class[set] = class
	}
}

// shift returns the shift of one of k tiles that moves. The masks before and after are the cells of
// the pattern's tiles before and after the step. They lack the cells below both cells of the way,
// which do not matter.
func (f *finder) shift(before, after uint32, k int) shift {
	i := k - bits.OnesCount32(before&-(before&^after))
	j := k - bits.OnesCount32(after&-(after&^before))
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
			uint32(bits.OnesCount32(p.cells()&w.above))]
		order := uint64(f.reorder[shift.row+p.order()])
		column := p.set() + uint32(shift.rank)
		set := uint64(column)
		if f.outside[f.class[column]]>>(w.from&31)&1 != 0 {
			column = f.column(column, f.blockOf(column, w.from&31))
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
