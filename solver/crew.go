package solver

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tilejudge/solver/puzzle"
)

// A hard puzzle is searched by several goroutines. Each bound's search is cut
// into branches, in the order in which one goroutine would search them; the
// answer is that of the first branch that has one, whoever finds it.

const (
	// patience is how many nodes a bound must have taken for the next to be split:
	// some 20 ms, which outweigh the cutting.
	patience = 1 << 19
	// branchesEach is how many branches there are for each core: so many that
	// none is left alone with a large one for long.
	branchesEach = 512
)

// A team is the cores that the searches of one solver share. One that works at
// several puzzles has no core to lend; at the end of a batch it has.
type team struct {
	most     int32 // cores
	patience int64 // nodes of a bound after which the next is split
	busy     atomic.Int32
}

func newTeam(cores int) *team {
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	return &team{most: int32(cores), patience: patience}
}

// lend reports whether there is a core for one more goroutine, which it counts.
func (t *team) lend() bool {
	for {
		busy := t.busy.Load()
		if busy >= t.most {
			return false
		}
		if t.busy.CompareAndSwap(busy, busy+1) {
			return true
		}
	}
}

// A branch is a part of a search: a position, and what dive is told of it.
type branch struct {
	position
	skip        uint32
	slack, x, y int32
}

// A crew searches the branches of one bound.
type crew struct {
	*team
	branches []branch
	more     int32 // moves from each branch to the goal
	next     atomic.Int64
	found    atomic.Int64 // the first branch known to have a solution
	wait     sync.WaitGroup
	mutex    sync.Mutex
	err      error       // why a helper ended
	path     puzzle.Path // of the branch found; only its end is filled

	nodes, generated int64 // of helpers
}

// split is dive for a whole bound, on all cores that are free.
func (s *patternSearch) split(t *team, skip uint32, slack int32) bool {
	c := &crew{team: t}
	c.found.Store(math.MaxInt64)
	bound := int32(len(s.path))
	for s.cut = max(bound-8, 1); ; s.cut -= 2 {
		s.branches = s.branches[:0]
		s.dive(skip, bound, slack, s.sums[0], s.sums[1])
		if s.err != nil {
			return false
		}
		if len(s.branches) > branchesEach*int(t.most) || s.cut <= 2 {
			break
		}
	}
	c.branches, c.more, s.cut = s.branches, s.cut, 0
	start := s.position
	c.hire(s)
	s.work(c)
	c.wait.Wait()
	s.position, s.crew = start, nil
	s.nodes += c.nodes - s.left
	s.generated += c.generated
	s.left = 0
	if s.err == nil {
		s.err = c.err
	}
	found := c.found.Load()
	if s.err != nil || found == math.MaxInt64 {
		return false
	}
	s.goBack(c.more, int(found), skip, slack)
	copy(s.path[bound-c.more:], c.path[bound-c.more:])
	return true
}

// goBack fills s.path with the moves to a branch.
func (s *patternSearch) goBack(cut int32, to int, skip uint32, slack int32) {
	s.cut, s.branches = cut, s.branches[:0]
	s.to, s.arrived = to, false
	s.dive(skip, int32(len(s.path)), slack, s.sums[0], s.sums[1])
	s.cut, s.to, s.arrived = 0, -1, false
}

// hire starts helpers as long as there are cores.
func (c *crew) hire(boss *patternSearch) {
	for c.next.Load() < int64(len(c.branches)) && c.lend() {
		helper := &patternSearch{
			h: boss.h, skips: boss.skips, moves: boss.moves, budget: boss.budget, to: -1,
			path: make(puzzle.Path, len(boss.path)),
		}
		helper.nodes, helper.generated = 0, 0
		c.wait.Go(func() {
			defer c.busy.Add(-1)
			helper.work(c)
			c.mutex.Lock()
			defer c.mutex.Unlock()
			c.nodes += helper.nodes - helper.left
			c.generated += helper.generated
			if helper.err != nil {
				c.err = helper.err
			}
		})
	}
}

// work searches one branch after the other, until there are no more that
// matter.
func (s *patternSearch) work(c *crew) {
	s.crew = c
	for s.err == nil {
		s.turn = c.next.Add(1) - 1
		if s.turn >= min(int64(len(c.branches)), c.found.Load()) {
			return
		}
		b := &c.branches[s.turn]
		s.position = b.position
		if s.dive(b.skip, c.more, b.slack, b.x, b.y) {
			c.keep(s.turn, s.path)
		}
		c.hire(s)
	}
}

// keep notes a solution in a branch.
func (c *crew) keep(turn int64, path puzzle.Path) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if turn < c.found.Load() {
		c.found.Store(turn)
		c.path = slices.Clone(path)
	}
}
