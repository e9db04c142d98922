package pdb

import (
	"fmt"
	"slices"

	"tilejudge/solver/puzzle"
)

// A CompoundHeuristic looks up the tables of a Compound. It never changes.
//
// A search keeps no sums but the slack of each: half of what the moves left exceed
// the sum by. A move of the blank changes one value of each sum, by 1 up or 1 down:
// up takes 1 from the slack, down takes nothing. (Moves left fall by 1 in both
// cases.)
//
// Where the goal is symmetric there are two sides: the board and its transpose, in
// which rows and columns are exchanged.
type CompoundHeuristic struct {
	*Compound
	Slots     [maxSlots]Slot       // the first count of them are used
	SlotsWith [tiles]uint32        // SlotsWith[tile] is a bit for each slot that has the tile
	Steps     [4 * tiles]Step      // Steps[to*4+direction] is a step of the blank
	ways      [4 * tiles][2]way    // of each step, on either side
	tight     [1 << maxSums]uint32 // tight[set of sums] are the slots of any of these sums
	count     int                  // of slots
}

const (
	maxSums  = 8 // a byte for each in a Slack
	maxSlots = 24
)

// maxMoves is more than any pattern needs: without walls less than 250, but among walls all
// tiles may have to go around a ring of cells again and again.
const maxMoves = 1 << 14

// MaxSlack is the largest slack of a sum.
const MaxSlack = 127

// A Step is the blank's cells before and after.
type Step struct{ From, To uint8 }

// A Slot is a pattern of the sums. On the second side its table is that of the
// transposed pattern.
type Slot struct {
	Cost    Slack // 1 for each sum that has the pattern
	side    uint8
	bits    []byte // the table
	stride  uint32 // bytes of a row of it
	pattern Tiles  // tiles of the board, whatever the side
	*finder
}

// A Slack has a byte for each sum, of at most MaxSlack.
type Slack uint64

// highBits has the highest bit of each byte.
const highBits = 0x8080808080808080

// A State is the state of a slot's pattern, packed: the cells of its tiles, a bit for
// each; the value modulo 4; the number of the tiles' order; and the number of the set
// of cells.
type State uint64

// States are those of all slots.
type States [maxSlots]State

const (
	phaseAt = maxCells
	orderAt = phaseAt + 2
	setAt   = orderAt + 16
)

// newState returns a state. phase is the value modulo 4.
func newState(cells uint32, phase, order, set uint64) State {
	return State(uint64(cells) | phase<<phaseAt | order<<orderAt | set<<setAt)
}

func (p State) cells() uint32 { return uint32(p) & (1<<maxCells - 1) }
func (p State) order() uint32 { return uint32(p >> orderAt & 0xffff) }
func (p State) set() uint32   { return uint32(p >> setAt) }

// NewCompoundHeuristic returns the heuristic of the tables that c.Build makes. It
// keeps data. Whatever data contains, no look-up leaves it. It returns an error if
// data has the wrong size or c is not a compound.
func NewCompoundHeuristic(c *Compound, data []byte) (*CompoundHeuristic, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	of := c.blocks()
	if want := c.bytes(of); len(data) != want {
		return nil, fmt.Errorf("pdb: %d bytes of tables, want %d", len(data), want)
	}
	h := &CompoundHeuristic{Compound: c}
	h.addSlots(of, data)
	h.addSteps()
	for i, s := range h.Slots[:h.count] {
		for _, t := range s.pattern.list() {
			h.SlotsWith[t] |= 1 << i
		}
		for sums := range h.tight {
			if gather(s.Cost<<7)&Slack(sums) != 0 {
				h.tight[sums] |= 1 << i
			}
		}
	}
	return h, nil
}

// addSlots sets the slots. of is c.blocks().
func (h *CompoundHeuristic) addSlots(of map[int]*blocks, data []byte) {
	c := h.Compound
	finders := make(map[int]*finder)
	for k, b := range of {
		finders[k] = newFinder(b, c.Shape, k)
	}
	tables := make(map[Tiles][]byte)
	for _, t := range c.patterns() {
		n := of[t.count()].bytes()
		tables[t], data = data[:n:n], data[n:]
	}
	all := c.slots()
	h.count = len(all)
	for i, t := range all {
		f := finders[t.count()]
		s := Slot{pattern: t, bits: tables[t], finder: f, stride: uint32(f.stride())}
		if s.bits == nil {
			s.side, s.bits = 1, tables[t.transpose(h.Shape)]
		}
		h.Slots[i] = s
	}
	for i, p := range c.sums() {
		for _, t := range p {
			h.Slots[slices.Index(all, t)].Cost |= 1 << (i * 8)
		}
	}
}

func (h *CompoundHeuristic) addSteps() {
	for to := range h.Shape.Cells() {
		for d, m := range puzzle.UDLR {
			if from, ok := h.Shape.Step(to, m.Opposite()); ok {
				h.Steps[to*4+d] = Step{uint8(from), uint8(to)}
				h.ways[to*4+d][0], _ = newWay(h.Shape, to, d)
			}
		}
	}
	if !h.symmetric() {
		return
	}
	for edge := range 4 * h.Shape.Cells() { // up becomes left, and down right
		h.ways[edge][1] = h.ways[transpose(h.Shape, edge/4)*4+edge%4^2][0]
	}
}

// gather returns the highest bits of the bytes of s as one byte. s has no other bits.
func gather(s Slack) Slack { return s * 0x02040810204081 >> 56 }

// Tight returns the slots that belong to a sum without slack.
func (h *CompoundHeuristic) Tight(s Slack) uint32 {
	return h.tight[gather(^(s+^Slack(highBits))&highBits)]
}

// Start returns the states of a board and the sums. at[cell] is the tile there.
func (h *CompoundHeuristic) Start(at []uint8, blank int) (states States, sums []int) {
	sums = make([]int, len(h.sums()))
	for i := range h.Slots[:h.count] {
		s := &h.Slots[i]
		state, value := h.start(i, at, blank)
		states[i] = state
		for j := range sums {
			sums[j] += value * int(s.Cost>>(j*8)&1)
		}
	}
	return states, sums
}

// start returns the state of a slot and its value. It counts the moves of a walk to
// the goal along which the value always falls.
func (h *CompoundHeuristic) start(slot int, at []uint8, blank int) (start State, value int) {
	s := &h.Slots[slot]
	side := func(cell int) int {
		if s.side == 1 {
			return transpose(h.Shape, cell)
		}
		return cell
	}
	names := s.pattern.list()
	for i, t := range names {
		names[i] = side(t)
	}
	slices.Sort(names)
	cells, manhattan := make([]int, len(names)), 0
	for c, t := range at {
		if i, ok := slices.BinarySearch(names, side(int(t))); ok && int(t) != h.Blank {
			cells[i] = side(c)
			manhattan += distance(h.Shape, side(c), names[i])
		}
	}
	blank = side(blank)
	mask, order := s.setAndOrder(cells)
	phase := s.bit(mask, order, blank)<<1 | uint8(manhattan&1)
	start = newState(mask, uint64(phase), uint64(order), uint64(s.rank(mask)))
	goal, goalOrder := s.setAndOrder(names)
	goalBlock := s.block(goal, h.Blank)
	for p := start; s.block(p.cells(), blank) != goalBlock || int(p.order()) != goalOrder; value++ {
		var ok bool
		if p, blank, ok = h.down(slot, p, blank); !ok || value == maxMoves {
			break // Build has not made this table
		}
	}
	return start, value
}

// down makes a move after which the value is smaller. It returns the new state and
// the blank's cell, and false if there is no such move.
func (h *CompoundHeuristic) down(slot int, p State, blank int) (to State, cell int, ok bool) {
	s := &h.Slots[slot]
	region := s.regions[s.block(p.cells(), blank)]
	for edge := range h.ways {
		w := &h.ways[edge][s.side]
		if p.cells()&w.flip == 1<<w.from && region&w.flip != 0 {
			var at, to States
			at[slot] = p
			if h.Move(&at, &to, 1<<slot, uint8(edge), 1) == 0 {
				return to[slot], int(w.from), true
			}
		}
	}
	return p, blank, false
}
