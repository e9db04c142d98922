package idastar

import (
	"math/bits"
	"slices"
	"unsafe"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// This is iterative-deepening A* over a pdb.Compound, whose tables have one bit an
// entry. Look-ups take nearly all of the time, so each is deferred until it can
// prune. For a child, only the patterns in sums without slack are looked up; the
// child is pruned if one of their values grows. The others are looked up once one of
// the child's own children survives.

// A compoundSearch is the state of one search, in the frame of its heuristic.
type compoundSearch struct {
	iteration[compoundRoot]
	h          *pdb.CompoundHeuristic
	at         [32]uint8 // at[cell] is the goal cell of the tile
	successors successors
	levels     []level // by moves left
}

// A compoundRoot is a node and its board.
type compoundRoot struct {
	node
	at       [32]uint8
	patterns pdb.States
}

// A level is what a node remembers of itself and of its children.
type level struct {
	patterns pdb.States
	children [4]child
}

// A child is a move that the search is about to make.
type child struct {
	successor uint32 // as in successors
	slots     uint32 // the slots that have been looked up
	patterns  pdb.States
}

// A node is the argument of dive.
type node struct {
	state     uint32 // of the successors
	left      int    // moves left
	slack     pdb.Slack
	successor uint32 // the last move, as in successors
	deferred  uint32 // slots that it changes and that have not been looked up yet
}

// dive searches below the board in s.at, whose patterns are in its level. If it returns true,
// s.path is a solution. In any case it restores the board.
func (s *compoundSearch) dive(n node) bool {
	if s.granted--; s.granted < 0 && !s.askBudget(&n) {
		return false
	}
	l := &s.levels[n.left]
	tight := s.h.Tight(n.slack) &^ n.deferred
	found := 0
	for _, successor := range &s.successors[n.state] {
		if successor == 0 {
			break
		}
		s.Generated++
		c := &l.children[found&3]
		c.successor = successor
		c.slots = tight & s.h.SlotsWith[s.at[successor>>3&31]&31]
		if c.slots == 0 || s.survives(l, c, c.slots) {
			found++
		}
	}
	if found == 0 {
		return false
	}
	s.arrive(&n, l)
	return s.descend(&n, l, found)
}

// survives looks up a child in some slots that have its tile, and reports whether none
// of the values grows. It is small enough for the compiler to inline.
func (s *compoundSearch) survives(l *level, c *child, slots uint32) bool {
	return s.h.Move(&l.patterns, &c.patterns, slots, uint8(c.successor>>1), 0) == 0
}

// arrive does the look-ups that were deferred at the last move, and charges them to
// n.slack.
func (s *compoundSearch) arrive(n *node, l *level) {
	n.slack -= s.h.Move(&l.patterns, &l.patterns, n.deferred, uint8(n.successor>>1), 1)
}

// descend searches below the first found children of a node, after arrive.
func (s *compoundSearch) descend(n *node, l *level, found int) bool {
	tight := s.h.Tight(n.slack)
	for i := range l.children[:found] {
		c := &l.children[i]
		step := &s.h.Steps[c.successor>>1&127]
		tile := s.at[step.To&31]
		slots := tight & s.h.SlotsWith[tile&31] &^ c.slots
		if c.slots |= slots; slots != 0 && !s.survives(l, c, slots) {
			continue
		}
		s.path[len(s.path)-n.left] = s.moves[c.successor>>1&3]
		if n.left == 1 {
			return true
		}
		// All states are copied: a loop over only those to restore would be mispredicted.
		patterns := &s.levels[n.left-1].patterns
		*patterns = l.patterns
		for slots := c.slots; slots != 0; slots &= slots - 1 {
			i := bits.TrailingZeros32(slots)
			patterns[i] = c.patterns[i]
		}
		deferred := s.h.SlotsWith[tile&31] &^ c.slots
		s.at[step.From&31] = tile
		solved := s.dive(node{c.successor >> 8, n.left - 1, n.slack, c.successor, deferred})
		s.at[step.To&31] = tile
		if solved {
			return true
		}
	}
	return false
}

// askBudget asks the budget for more nodes, and reports whether n may be expanded.
func (s *compoundSearch) askBudget(n *node) bool {
	may, begins := s.ask(n.left)
	if begins {
		root, l := *n, &s.levels[n.left]
		s.arrive(&root, l)
		root.deferred = 0
		s.addBranch(compoundRoot{root, s.at, l.patterns}, n.left)
	}
	return may
}

// enter implements depthFirst.
func (s *compoundSearch) enter(r *compoundRoot) bool {
	s.at = r.at
	s.levels[r.left].patterns = r.patterns
	return s.dive(r.node)
}

// newWorker implements depthFirst.
func (s *compoundSearch) newWorker() depthFirst[compoundRoot] {
	return &compoundSearch{
		iteration: s.forWorker(), h: s.h, successors: s.successors,
		levels: make([]level, len(s.levels)),
	}
}

// compoundBranches is the number of branches for each core. There are many, since some branches are
// a hundred times as large as most.
const compoundBranches = 2048

// bytes returns the memory that the search holds for boards.
func (s *compoundSearch) bytes() int64 {
	return int64(len(s.at)) + int64(len(s.levels))*int64(unsafe.Sizeof(level{})) +
		int64(len(s.path))
}

// run searches for a shortest path from the board in s.at, with the blank in a cell, and returns
// its length. If it returns an error, no path is shorter than the length beside it; errSlack
// and errLarger say that another search has to go on. after returns the successors for an
// iteration, given the nodes of the iteration before.
func (s *compoundSearch) run(
	blank, maxMoves int, with helpers, after func(nodes int64) (successors, error),
) (int, error) {
	patterns, sums := s.h.Start(s.at[:s.h.Shape.Cells()], blank)
	root := compoundRoot{at: s.at, patterns: patterns}
	took := int64(0) // nodes of the iteration before
	for bound := max(slices.Max(sums), s.least); ; bound += 2 {
		if bound > maxMoves {
			return bound, puzzle.ErrTooLong
		}
		if (bound-slices.Min(sums))/2 > pdb.MaxSlack {
			return bound, errSlack
		}
		s.path = slices.Grow(s.path[:0], bound)[:bound]
		if bound == 0 {
			return 0, nil
		}
		if s.successors, s.Err = after(took); s.Err != nil {
			return bound, s.Err
		}
		if bound >= len(s.levels) {
			s.levels = make([]level, bound+64)
		}
		root.node = node{state: uint32(blank), left: bound, slack: slack(bound, sums)}
		before := s.Nodes
		s.Round(bound)
		// An iteration takes about eight times as long as the iteration before.
		solved := enterIteration(s, with, &root, 8*took, compoundBranches)
		if s.Err != nil || solved {
			return bound, s.Err
		}
		took = s.Nodes - before
		if s.enough > 0 && s.Nodes >= s.enough && bound+2 <= maxMoves {
			return bound + 2, errLarger
		}
	}
}

// slack returns the slack of each sum with left moves left.
func slack(left int, sums []int) (all pdb.Slack) {
	for i, sum := range sums {
		all |= pdb.Slack((left-sum)/2) << (i * 8)
	}
	return all
}
