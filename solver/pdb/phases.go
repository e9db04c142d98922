package pdb

import (
	"fmt"
	"math/bits"
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
	tight [1 << maxSums]uint32 // the slots of any of some sums
	count int                  // of slots
}

// maxSums is how many sums there can be: a byte for each in a Slack.
const (
	maxSums  = 8
	maxSlots = 32
)

// mostMoves is more than any pattern needs.
const mostMoves = 250

// A Step is the blank's cells before and after, on either side.
type Step struct{ From, To [2]uint8 }

// A Slot is a pattern: on the second side, one of the exchanged board.
type Slot struct {
	Side    uint8
	Cost    Slack // 1 for each sum that has the pattern
	bits    []byte
	stride  uint32
	pattern Tiles // as the board has them
	*finder
}

// A Slack has a byte for each sum, of at most 127.
type Slack uint64

// highest has the highest bit of each byte.
const highest = 0x8080808080808080

// A Place is a state of a slot: the cells of its tiles, a bit for each, 32 bits;
// their order, 16 bits; and the number of moves, modulo 4.
type Place uint64

func place(cells, order uint32, phase uint8) Place {
	return Place(cells) | Place(order)<<32 | Place(phase)<<48
}

func (p Place) cells() uint32 { return uint32(p) }
func (p Place) order() uint32 { return uint32(p >> 32 & 0xffff) }

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
	for i, p := range c.sums() {
		for _, t := range p {
			slot := h.slot(t, tables, finders[t.count()])
			if slot == nil {
				return nil, fmt.Errorf("pdb: a compound of more than %d patterns", maxSlots)
			}
			slot.Cost |= 1 << (i * 8)
		}
	}
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

// slot returns the slot of a pattern, which it adds if there is none, or nil if
// there is no room.
func (h *Phases) slot(t Tiles, tables map[Tiles][]byte, f *finder) *Slot {
	for i := range h.Slots[:h.count] {
		if h.Slots[i].pattern == t {
			return &h.Slots[i]
		}
	}
	if h.count == maxSlots {
		return nil
	}
	s := Slot{pattern: t, bits: tables[t], finder: f, stride: uint32(f.stride())}
	if s.bits == nil {
		s.Side, s.bits = 1, tables[t.exchange(h.Shape)]
	}
	h.Slots[h.count] = s
	h.count++
	return &h.Slots[h.count-1]
}

func (h *Phases) addSteps() {
	for cell := range h.Shape.Cells() {
		for d, m := range puzzle.UDLR {
			if to, ok := h.Shape.Step(cell, m); ok {
				h.Steps[to*4+d] = Step{
					[2]uint8{uint8(cell), uint8(exchange(h.Shape, cell))},
					[2]uint8{uint8(to), uint8(exchange(h.Shape, to))},
				}
			}
		}
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
func (h *Phases) Start(at []uint8, blank int) (places []Place, sums []int) {
	sums = make([]int, len(h.sums()))
	for i := range h.Slots[:h.count] {
		s := &h.Slots[i]
		place, moves := h.start(s, at, blank)
		places = append(places, place)
		for j := range sums {
			sums[j] += moves * int(s.Cost>>(j*8)&1)
		}
	}
	return places, sums
}

// start returns the place of a slot and the number of its moves: as many as it
// takes to follow smaller numbers to the goal.
func (h *Phases) start(s *Slot, at []uint8, blank int) (start Place, moves int) {
	side := func(cell int) int {
		if s.Side == 1 {
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
	start = place(mask, uint32(order), phase)
	goal, goalOrder := s.place(names)
	goalBlock := s.block(goal, h.Blank)
	for p := start; s.block(p.cells(), blank) != goalBlock || int(p.order()) != goalOrder; moves++ {
		var ok bool
		if p, blank, ok = s.down(p, blank); !ok || moves == mostMoves {
			break // no table that Build has made
		}
	}
	return start, moves
}

// down makes a move to a smaller number.
func (s *Slot) down(p Place, blank int) (to Place, cell int, ok bool) {
	region := s.regions[s.block(p.cells(), blank)]
	for from := range s.near {
		if p.cells()>>from&1 == 0 {
			continue
		}
		for near := s.near[from] & region; near != 0; near &= near - 1 {
			q, down := s.Move(p, uint8(from), uint8(bits.TrailingZeros32(near)))
			if down == 1 {
				return q, from, true
			}
		}
	}
	return p, blank, false
}
