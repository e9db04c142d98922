package solver

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// wordLengths says how long the words to skip are after a bound that took so
// many nodes. Those of 10, 12 and 14 moves on 5x5 take 10, 90 and 700 ms to find,
// as 40 thousand to 3 million nodes do; from each to the next a search takes 7 %
// fewer nodes, and the next bound some eight times as many.
var wordLengths = []struct {
	nodes  int64
	length int
}{{1 << 24, 14}, {1 << 20, 12}, {0, 10}}

// compoundBranches is how many branches there are for each core. Some are a
// hundred times as large as most.
const compoundBranches = 2048

func (s *compoundSearch) begin(
	ctx context.Context, o *Options, h *pdb.Phases, f *frame, buf puzzle.Path,
) {
	s.budget.start(ctx, o.NodeLimit, h.Shape.Cells())
	s.h, s.moves = h, f.moves
	s.path = buf[:0]
	s.left, s.cut, s.crew = 0, 0, nil
}

// bytes returns what the search holds for boards.
func (s *compoundSearch) bytes() int64 {
	return int64(len(s.at)) + int64(len(s.levels))*int64(unsafe.Sizeof(level{})) +
		int64(len(s.path))
}

// run searches for a shortest path from the board in s.at, the blank at a cell,
// and returns its length. Skips gives the words of a length to skip.
func (s *compoundSearch) run(
	blank, most int, team *team, skips func(length int) skips,
) (int, error) {
	places, sums := s.h.Start(s.at[:s.h.Shape.Cells()], blank)
	took := int64(0)
	for bound := slices.Max(sums); ; bound += 2 {
		if bound > most {
			return 0, puzzle.ErrTooLong
		}
		s.path = slices.Grow(s.path[:0], bound)[:bound]
		if bound == 0 {
			return 0, nil
		}
		for _, w := range wordLengths {
			if took >= w.nodes {
				s.skips = skips(w.length)
				break
			}
		}
		if bound >= len(s.levels) {
			s.levels = make([]level, bound+64)
		}
		s.levels[bound].places = places
		root := node{skip: uint32(blank), more: bound}
		for i, sum := range sums {
			root.slack |= pdb.Slack(min((bound-sum)/2, 127)) << (i * 8)
		}
		before := s.nodes
		var solved bool
		// A bound takes some eight times as long as the one before.
		if team != nil && took > team.patience/8 {
			solved = s.split(team, root)
		} else {
			solved = s.dive(root)
			s.nodes -= s.left
			s.left = 0
		}
		if s.err != nil || solved {
			return bound, s.err
		}
		took = s.nodes - before
	}
}

// A compoundBranch is a part of a search.
type compoundBranch struct {
	node
	at     [32]uint8
	places pdb.Places
	before tally       // of one goroutine that gets here
	took   tally       // of itself
	path   puzzle.Path // to it
}

// A tally is what a search has counted.
type tally struct{ nodes, generated int64 }

func (t *tally) add(o tally) {
	t.nodes += o.nodes
	t.generated += o.generated
}

func (s *compoundSearch) tally() tally { return tally{s.nodes - s.left, s.generated} }

// A compoundCrew searches the branches of one bound, as crew does.
type compoundCrew struct {
	*team
	branches []compoundBranch
	next     atomic.Int64
	found    atomic.Int64 // the first branch known to have a solution
	wait     sync.WaitGroup
	mutex    sync.Mutex
	err      error       // why a helper ended
	path     puzzle.Path // of the branch found
}

// keep makes a branch of the node at hand.
func (s *compoundSearch) keep(n *node) {
	l := &s.levels[n.more]
	at := *n
	s.arrive(&at, l)
	at.late = 0
	s.branches = append(s.branches, compoundBranch{
		node: at, at: s.at, places: l.places, before: s.tally(),
		path: slices.Clone(s.path[:len(s.path)-n.more]),
	})
}

// split is dive for a whole bound, on all cores that are free. The path and
// what is counted are those of one goroutine.
func (s *compoundSearch) split(t *team, root node) bool {
	c := &compoundCrew{team: t}
	c.found.Store(math.MaxInt64)
	s.cutUp(root, compoundBranches*int(t.most))
	c.branches = s.branches
	start, all := s.at, s.tally()
	c.hire(s)
	s.work(c)
	c.wait.Wait()
	s.at, s.crew, s.left = start, nil, 0
	if s.err == nil {
		s.err = c.err
	}
	before := c.branches
	found := c.found.Load()
	solved := found < int64(len(c.branches))
	if solved {
		before = before[:found]
		all = c.branches[found].before
		all.add(c.branches[found].took)
		copy(s.path, c.path)
	}
	for i := range before {
		all.add(before[i].took)
	}
	s.nodes, s.generated = all.nodes, all.generated
	return s.err == nil && solved
}

// cutUp makes branches, more than so many if there are.
func (s *compoundSearch) cutUp(root node, many int) {
	before := s.tally()
	for s.cut = root.more - 8; s.cut > 2 && s.err == nil; s.cut -= 2 {
		s.branches = s.branches[:0]
		s.nodes, s.generated = before.nodes, before.generated
		s.dive(root)
		s.left = 0
		if len(s.branches) > many {
			break
		}
	}
	s.cut = 0
}

// hire starts helpers as long as there are cores.
func (c *compoundCrew) hire(boss *compoundSearch) {
	for c.next.Load() < int64(len(c.branches)) && c.lend() {
		helper := &compoundSearch{h: boss.h, skips: boss.skips, moves: boss.moves, budget: boss.budget}
		helper.path = make(puzzle.Path, len(boss.path))
		helper.levels = make([]level, len(boss.levels))
		c.wait.Go(func() {
			defer c.busy.Add(-1)
			helper.work(c)
			c.mutex.Lock()
			defer c.mutex.Unlock()
			if helper.err != nil {
				c.err = helper.err
			}
		})
	}
}

// work searches one branch after the other, until there are no more that
// matter.
func (s *compoundSearch) work(c *compoundCrew) {
	s.crew = c
	for s.err == nil {
		s.turn = int(c.next.Add(1) - 1)
		if int64(s.turn) >= min(int64(len(c.branches)), c.found.Load()) {
			return
		}
		b := &c.branches[s.turn]
		s.at, s.left = b.at, 0
		s.levels[b.more].places = b.places
		s.nodes, s.generated = 0, 0
		copy(s.path, b.path)
		solved := s.dive(b.node)
		b.took = s.tally()
		if solved {
			c.keep(int64(s.turn), s.path)
		}
		c.hire(s)
	}
}

// keep notes a solution in a branch.
func (c *compoundCrew) keep(turn int64, path puzzle.Path) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if turn < c.found.Load() {
		c.found.Store(turn)
		c.path = slices.Clone(path)
	}
}
