package solver

import (
	"math/bits"
	"slices"
	"unsafe"

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
	descent[compoundPart]
	h      *pdb.Phases
	at     [32]uint8 // at[cell] is the goal cell of the tile
	skips  skips
	levels []level // by moves left
}

// A compoundPart is a node and the board there.
type compoundPart struct {
	node
	at     [32]uint8
	places pdb.Places
}

// A level is what a node keeps of itself and of its children.
type level struct {
	places   pdb.Places
	children [4]child
}

// A child is a move that the search is about to make.
type child struct {
	way    uint32 // as in skips
	slots  uint32 // that are looked up
	places pdb.Places
}

// A node is what dive is told.
type node struct {
	skip  uint32
	more  int // moves left
	slack pdb.Slack
	way   uint32 // the last move, as in skips
	late  uint32 // slots that it has changed and that are not looked up
}

// dive searches below the board at hand, whose places are in its level. If it
// returns true s.path is a solution; the board is as it was in any case.
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
		if c.slots = 0; s.survives(l, c, way, tight) {
			c.way = way
			found++
		}
	}
	if found == 0 {
		return false
	}
	s.arrive(&n, l)
	return s.descend(&n, l, found)
}

// survives looks a child up in those of some slots that have its tile, and
// reports whether none of the numbers gets larger.
func (s *compoundSearch) survives(l *level, c *child, way, slots uint32) bool {
	step := &s.h.Steps[way>>1&127]
	slots &= s.h.Of[s.at[step.To&31]&31]
	c.slots |= slots
	return s.h.Move(&l.places, &c.places, slots, uint8(way>>1), 0) == 0
}

// arrive looks up what the last move has left to be.
func (s *compoundSearch) arrive(n *node, l *level) {
	n.slack -= s.h.Move(&l.places, &l.places, n.late, uint8(n.way>>1), 1)
}

// descend searches below the children that are left, once everything is looked
// up for the board at hand.
func (s *compoundSearch) descend(n *node, l *level, found int) bool {
	tight := s.h.Tight(n.slack)
	for i := range l.children[:found] {
		c := &l.children[i]
		if !s.survives(l, c, c.way, tight&^c.slots) {
			continue
		}
		step := s.h.Steps[c.way>>1&127]
		tile := s.at[step.To&31]
		s.path[len(s.path)-n.more] = s.moves[c.way>>1&3]
		if n.more == 1 {
			return true
		}
		// All is copied: how many slots to go back to could not be foreseen.
		places := &s.levels[n.more-1].places
		*places = l.places
		for slots := c.slots; slots != 0; slots &= slots - 1 {
			i := bits.TrailingZeros32(slots)
			places[i] = c.places[i]
		}
		s.at[step.From&31] = tile
		solved := s.dive(node{c.way >> 8, n.more - 1, n.slack, c.way, s.h.Of[tile&31] &^ c.slots})
		s.at[step.To&31] = tile
		if solved {
			return true
		}
	}
	return false
}

// pay asks the budget for more nodes, and reports whether the node at hand may
// be searched.
func (s *compoundSearch) pay(n *node) bool {
	may, begins := s.ask(n.more)
	if begins {
		at, l := *n, &s.levels[n.more]
		s.arrive(&at, l)
		at.late = 0
		s.keep(compoundPart{at, s.at, l.places}, n.more)
	}
	return may
}

// enter implements diver.
func (s *compoundSearch) enter(p *compoundPart) bool {
	s.at = p.at
	s.levels[p.more].places = p.places
	return s.dive(p.node)
}

// helper implements diver.
func (s *compoundSearch) helper() diver[compoundPart] {
	return &compoundSearch{
		descent: s.twin(), h: s.h, skips: s.skips, levels: make([]level, len(s.levels)),
	}
}

// compoundBranches is how many branches there are for each core. Some are a
// hundred times as large as most.
const compoundBranches = 2048

// bytes returns what the search holds for boards.
func (s *compoundSearch) bytes() int64 {
	return int64(len(s.at)) + int64(len(s.levels))*int64(unsafe.Sizeof(level{})) +
		int64(len(s.path))
}

// run searches for a shortest path from the board in s.at, the blank at a cell,
// and returns its length. Skips gives the words to skip in a bound after one that
// took so many nodes.
func (s *compoundSearch) run(
	blank, most int, team *team, skips func(took int64) (skips, error),
) (int, error) {
	places, sums := s.h.Start(s.at[:s.h.Shape.Cells()], blank)
	root := compoundPart{at: s.at, places: places}
	took := int64(0)
	for bound := slices.Max(sums); ; bound += 2 {
		if bound > most {
			return 0, puzzle.ErrTooLong
		}
		s.path = slices.Grow(s.path[:0], bound)[:bound]
		if bound == 0 {
			return 0, nil
		}
		if s.skips, s.err = skips(took); s.err != nil {
			return 0, s.err
		}
		if bound >= len(s.levels) {
			s.levels = make([]level, bound+64)
		}
		root.node = node{skip: uint32(blank), more: bound, slack: slack(bound, sums)}
		before := s.nodes
		var solved bool
		// A bound takes some eight times as long as the one before.
		if team != nil && team.most > 1 && took > team.patience/8 {
			solved = split(s, team, &root, compoundBranches)
		} else {
			solved = s.enter(&root)
			s.settle()
		}
		if s.err != nil || solved {
			return bound, s.err
		}
		took = s.nodes - before
	}
}

// slack returns the slack of each sum if so many moves are left.
func slack(moves int, sums []int) (all pdb.Slack) {
	for i, sum := range sums {
		all |= pdb.Slack(min((moves-sum)/2, 127)) << (i * 8)
	}
	return all
}
