package pdb

import (
	"fmt"
	"slices"

	"tilejudge/solver/puzzle"
)

// Phases looks the tables of a Compound up. It never changes.
//
// A search has, for each sum, its slack: half of what the moves that are left
// are above the sum. A move that makes one of the sum's numbers larger takes 1 of
// the slack; one that makes it smaller takes none; and there is no third kind. So
// a search needs no sums, once it has begun.
type Phases struct {
	*Compound
	Slots [maxSlots]Slot       // those that there are first
	Of    [tiles]uint32        // the slots that have a tile, a bit for each
	Steps [4 * tiles]Step      // Steps[to*4+direction] is a step of the blank
	ways  [4 * tiles][2]way    // of each step, on either side
	tight [1 << maxSums]uint32 // the slots of any of some sums
	count int                  // of slots
}

// maxSums is how many sums there can be: a byte for each in a Slack.
const (
	maxSums  = 8
	maxSlots = 24
)

// mostMoves is more than any pattern needs.
const mostMoves = 250

// A Step is the blank's cells before and after.
type Step struct{ From, To uint8 }

// A Slot is a pattern: on the second side, one of the exchanged board.
type Slot struct {
	Cost    Slack // 1 for each sum that has the pattern
	side    uint8
	bits    []byte
	stride  uint32
	pattern Tiles // as the board has them
	*finder
}

// A Slack has a byte for each sum, of at most 127.
type Slack uint64

// highest has the highest bit of each byte.
const highest = 0x8080808080808080

// A Place is a state of a slot: the cells of its tiles, a bit for each; the number
// of moves, modulo 4; the tiles' order; and the number of the set of cells.
type Place uint64

// Places are those of all slots.
type Places [maxSlots]Place

const (
	phaseAt = maxCells
	orderAt = phaseAt + 2
	setAt   = orderAt + 16
)

func place(cells uint32, phase, order, set uint64) Place {
	return Place(uint64(cells) | phase<<phaseAt | order<<orderAt | set<<setAt)
}

func (p Place) cells() uint32 { return uint32(p) & (1<<maxCells - 1) }
func (p Place) order() uint32 { return uint32(p >> orderAt & 0xffff) }
func (p Place) set() uint32   { return uint32(p >> setAt) }

// NewPhases returns what looks up the tables that c.Build makes, which it keeps.
// Whatever data has, no look-up leaves it. It returns an error if data has the
// wrong size or c is no compound.
func NewPhases(c *Compound, data []byte) (*Phases, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if len(data) != c.Bytes() {
		return nil, fmt.Errorf("pdb: %d bytes of tables, want %d", len(data), c.Bytes())
	}
	h := &Phases{Compound: c}
	h.addSlots(data)
	h.addSteps()
	for i, s := range h.Slots[:h.count] {
		for _, t := range s.pattern.list() {
			h.Of[t] |= 1 << i
		}
		for some := range h.tight {
			if gather(s.Cost<<7)&Slack(some) != 0 {
				h.tight[some] |= 1 << i
			}
		}
	}
	return h, nil
}

func (h *Phases) addSlots(data []byte) {
	c := h.Compound
	finders := make(map[int]*finder)
	tables := make(map[Tiles][]byte)
	for _, t := range c.patterns() {
		k := t.count()
		if finders[k] == nil {
			finders[k] = newFinder(newBlocks(c.Shape, k), c.Shape, k)
		}
		n := finders[k].bytes()
		tables[t], data = data[:n:n], data[n:]
	}
	all := c.slots()
	h.count = len(all)
	for i, t := range all {
		f := finders[t.count()]
		s := Slot{pattern: t, bits: tables[t], finder: f, stride: uint32(f.stride())}
		if s.bits == nil {
			s.side, s.bits = 1, tables[t.exchange(h.Shape)]
		}
		h.Slots[i] = s
	}
	for i, p := range c.sums() {
		for _, t := range p {
			h.Slots[slices.Index(all, t)].Cost |= 1 << (i * 8)
		}
	}
}

func (h *Phases) addSteps() {
	for to := range h.Shape.Cells() {
		for d, m := range puzzle.UDLR {
			if from, ok := h.Shape.Step(to, m.Opposite()); ok {
				h.Steps[to*4+d] = Step{uint8(from), uint8(to)}
				h.ways[to*4+d][0], _ = newWay(h.Shape, to, d)
			}
		}
	}
	if !h.selfSame() {
		return
	}
	for edge := range 4 * h.Shape.Cells() { // the exchange of up is left, of down right
		h.ways[edge][1] = h.ways[exchange(h.Shape, edge/4)*4+edge%4^2][0]
	}
}

// gather returns the highest bits of the bytes of s, which has no others.
func gather(s Slack) Slack { return s * 0x02040810204081 >> 56 }

// Tight returns the slots that have a part in a sum without slack.
func (h *Phases) Tight(s Slack) uint32 {
	return h.tight[gather(^(s+^Slack(highest))&highest)]
}

// Start returns the places of a board, at[cell] being the tile there, and the
// sums.
func (h *Phases) Start(at []uint8, blank int) (places Places, sums []int) {
	sums = make([]int, len(h.sums()))
	for i := range h.Slots[:h.count] {
		s := &h.Slots[i]
		place, moves := h.start(i, at, blank)
		places[i] = place
		for j := range sums {
			sums[j] += moves * int(s.Cost>>(j*8)&1)
		}
	}
	return places, sums
}

// start returns the place of a slot and the number of its moves: as many as it
// takes to follow smaller numbers to the goal.
func (h *Phases) start(slot int, at []uint8, blank int) (start Place, moves int) {
	s := &h.Slots[slot]
	side := func(cell int) int {
		if s.side == 1 {
			return exchange(h.Shape, cell)
		}
		return cell
	}
	names := s.pattern.list()
	for i, t := range names {
		names[i] = side(t)
	}
	slices.Sort(names)
	cells, far := make([]int, len(names)), 0
	for c, t := range at {
		if i, ok := slices.BinarySearch(names, side(int(t))); ok && int(t) != h.Blank {
			cells[i] = side(c)
			far += distance(h.Shape, side(c), names[i])
		}
	}
	blank = side(blank)
	mask, order := s.place(cells)
	phase := s.bit(mask, order, blank)<<1 | uint8(far&1)
	start = place(mask, uint64(phase), uint64(order), uint64(s.rank(mask)))
	goal, goalOrder := s.place(names)
	goalBlock := s.block(goal, h.Blank)
	for p := start; s.block(p.cells(), blank) != goalBlock || int(p.order()) != goalOrder; moves++ {
		var ok bool
		if p, blank, ok = h.down(slot, p, blank); !ok || moves == mostMoves {
			break // no table that Build has made
		}
	}
	return start, moves
}

// down makes a move to a smaller number.
func (h *Phases) down(slot int, p Place, blank int) (to Place, cell int, ok bool) {
	s := &h.Slots[slot]
	region := s.regions[s.block(p.cells(), blank)]
	for edge := range h.ways {
		w := &h.ways[edge][s.side]
		if p.cells()&w.flip == 1<<w.from && region&w.flip != 0 {
			var at, to Places
			at[slot] = p
			if h.Move(&at, &to, 1<<slot, uint8(edge), 1) == 0 {
				return to[slot], int(w.from), true
			}
		}
	}
	return p, blank, false
}
