package solver

import (
	"math/bits"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// Iterative-deepening A* over a compound of pattern databases of one bit an
// entry (see pdb.Phases). Nearly all time goes to looking up. So a number is looked
// up only when it can end a search, at once, or when the search goes on below:
//
//   - Of a child, only the slots of tight sums are looked up; one of them that
//     gets larger is the end of it.
//   - The others, which are still to be looked up when the search arrives at the
//     child, are so only if one of its own children is left.

// A compoundSearch is the state of one search, in the frame of its heuristic.
type compoundSearch struct {
	scene
	h     *pdb.Phases
	skips skips
	left  int64 // of the nodes that the budget has granted
	budget
	path   puzzle.Path // filled on the way down
	moves  [4]puzzle.Move
	levels []level // by moves left

	crew     *compoundCrew // that searches this bound, if any
	turn     int           // the branch at hand
	cut      int           // where branches begin: the moves left there; 0: search all
	branches []compoundBranch
}

// A scene is a board and its places.
type scene struct {
	places [32]pdb.Place
	at     [32]uint8 // at[cell] is the goal cell of the tile
}

// A level is what a node keeps of its children and for going back.
type level struct {
	children [4]child
	before   [32]pdb.Place // of the slots that arriving has looked up
}

// A child is a move that the search is about to make.
type child struct {
	way    uint32 // as in skips
	slots  uint32 // that are looked up
	places [32]pdb.Place
}

// A node is what dive is told.
type node struct {
	skip  uint32
	more  int // moves left
	slack pdb.Slack
	way   uint32 // the last move, as in skips
	late  uint32 // slots that it has changed and that are not looked up
}

// dive searches below the board at hand. If it returns true s.path is a
// solution; the scene is as it was in any case.
func (s *compoundSearch) dive(n node) bool {
	if s.left--; s.left < 0 && !s.pay(&n) {
		return false
	}
	l := &s.levels[n.more]
	tight := s.h.Tight(n.slack) &^ n.late
	found := 0
	for _, way := range &s.skips[n.skip] {
		if way == 0 {
			break
		}
		s.generated++
		c := &l.children[found&3]
		if c.slots = 0; s.survives(c, way, tight) {
			c.way = way
			found++
		}
	}
	if found == 0 {
		return false
	}
	s.arrive(&n, l)
	solved := s.descend(&n, l.children[:found])
	for late := n.late; late != 0; late &= late - 1 {
		i := bits.TrailingZeros32(late) & 31
		s.places[i] = l.before[i]
	}
	return solved
}

// survives looks a child up in those of some slots that have its tile, and
// reports whether none of the numbers gets larger.
func (s *compoundSearch) survives(c *child, way, slots uint32) bool {
	step := &s.h.Steps[way>>1&127]
	slots &= s.h.Of[s.at[step.To[0]&31]&31]
	c.slots |= slots
	for ; slots != 0; slots &= slots - 1 {
		i := bits.TrailingZeros32(slots) & 31
		slot := &s.h.Slots[i]
		place, down := slot.Move(s.places[i], step.To[slot.Side&1], step.From[slot.Side&1])
		if down == 0 {
			return false
		}
		c.places[i] = place
	}
	return true
}

// arrive looks up what the last move has left to be.
func (s *compoundSearch) arrive(n *node, l *level) {
	step := &s.h.Steps[n.way>>1&127]
	for late := n.late; late != 0; late &= late - 1 {
		i := bits.TrailingZeros32(late) & 31
		slot := &s.h.Slots[i]
		l.before[i] = s.places[i]
		place, down := slot.Move(s.places[i], step.To[slot.Side&1], step.From[slot.Side&1])
		s.places[i] = place
		if down == 0 {
			n.slack -= slot.Cost
		}
	}
}

// descend searches below the children that are left, once everything is looked
// up for the board at hand.
func (s *compoundSearch) descend(n *node, children []child) bool {
	tight := s.h.Tight(n.slack)
	for i := range children {
		c := &children[i]
		if !s.survives(c, c.way, tight&^c.slots) {
			continue
		}
		step := &s.h.Steps[c.way>>1&127]
		tile := s.at[step.To[0]&31]
		s.path[len(s.path)-n.more] = s.moves[c.way>>1&3]
		if n.more == 1 {
			return true
		}
		s.at[step.From[0]&31] = tile
		for slots := c.slots; slots != 0; slots &= slots - 1 {
			i := bits.TrailingZeros32(slots) & 31
			s.places[i], c.places[i] = c.places[i], s.places[i]
		}
		below := node{c.way >> 8, n.more - 1, n.slack, c.way, s.h.Of[tile&31] &^ c.slots}
		solved := s.dive(below)
		for slots := c.slots; slots != 0; slots &= slots - 1 {
			i := bits.TrailingZeros32(slots) & 31
			s.places[i] = c.places[i]
		}
		s.at[step.To[0]&31] = tile
		if solved {
			return true
		}
	}
	return false
}

// pay asks the budget for more nodes, and reports whether the node at hand may
// be searched.
func (s *compoundSearch) pay(n *node) bool {
	s.left = 0
	switch {
	case s.crew != nil && s.crew.found.Load() < int64(s.turn):
		return false
	case !s.look():
		return false
	case s.cut > 0 && n.more == s.cut:
		s.keep(n)
		return false
	case s.cut > 0: // asks again at each node
		s.nodes++
		return true
	}
	granted := min(s.every, s.limit-s.nodes)
	s.nodes += granted
	s.left = granted - 1
	return true
}
