package idastar

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Several goroutines search a hard puzzle. Each iteration is split into branches, in
// the order in which one goroutine would search them. The answer is that of the first
// branch that has one, whichever goroutine finds it, and the counts are those of one
// goroutine.

// splitAfter is how many nodes an iteration must have taken for the next one to be
// split: about 20 ms of work, which outweighs the cost of splitting.
const splitAfter = 1 << 19

// shareAfter is how many nodes an iteration must have taken for the next one to be shared. A
// process that comes back to the puzzle repeats the iterations before.
const shareAfter = 1 << 16

// A corePool is the cores that the searches of one solver share. While the solver works on as many
// puzzles as there are cores, no core is free; at the end of a batch, some are.
type corePool struct {
	size       int32 // cores
	splitAfter int64 // nodes
	busy       atomic.Int32
}

func newCorePool(cores int) *corePool {
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	return &corePool{size: int32(cores), splitAfter: splitAfter}
}

// tryAcquire takes a free core, and reports whether there was one.
func (p *corePool) tryAcquire() bool {
	for {
		busy := p.busy.Load()
		if busy >= p.size {
			return false
		}
		if p.busy.CompareAndSwap(busy, busy+1) {
			return true
		}
	}
}

// release gives a core back.
func (p *corePool) release() { p.busy.Add(-1) }

// A depthFirst searches depth-first below roots of type R: a board, and what the
// search keeps for it.
type depthFirst[R any] interface {
	// enter searches below a root. If it returns true, the rest of the path is filled.
	enter(root *R) bool
	// newWorker returns a search for another goroutine.
	newWorker() depthFirst[R]
	common() *iteration[R]
}

// An iteration is the state that every depthFirst has, for one bound.
type iteration[R any] struct {
	search.Budget
	granted int64          // nodes that the budget has granted and that are not spent
	path    puzzle.Path    // as long as the bound, filled on the way down
	moves   [4]puzzle.Move // the puzzle's move for each direction
	least   int            // no path has fewer moves; its parity is that of all paths
	enough  int64          // nodes after which the search stops between iterations; 0: never

	split    *splitIteration[R] // nil: one goroutine searches alone
	current  int64              // index of the branch that is being searched, if split
	splitAt  int                // moves left where branches begin; 0: search everything
	branches []branch[R]

	pauseAt int64       // the number of nodes at which to pause; 0: never
	rest    puzzle.Path // to the first node that was not expanded; nil: there is none
}

// A branch is a part of an iteration.
type branch[R any] struct {
	root   R
	path   puzzle.Path // to the root
	before nodeCounts  // counts of one goroutine when it gets to the branch
	own    nodeCounts  // counts of the branch alone
}

type nodeCounts struct{ nodes, generated int64 }

func (c *nodeCounts) add(o nodeCounts) {
	c.nodes += o.nodes
	c.generated += o.generated
}

func (d *iteration[R]) common() *iteration[R] { return d }

// counts returns what the search has counted so far.
func (d *iteration[R]) counts() nodeCounts { return nodeCounts{d.Nodes - d.granted, d.Generated} }

// refund gives back the nodes that were granted and not spent.
func (d *iteration[R]) refund() {
	d.Nodes -= d.granted
	d.granted = 0
}

// begin makes an iteration ready for a puzzle in a frame. The path goes to buf.
func (d *iteration[R]) begin(
	ctx context.Context, o *solver.Options, f *heuristic.Frame, buf puzzle.Path,
) {
	*d = iteration[R]{moves: f.Moves, path: buf[:0], branches: d.branches[:0]}
	d.Start(ctx, o, f.Shape.Cells())
}

// forWorker returns an iteration for another goroutine.
func (d *iteration[R]) forWorker() iteration[R] {
	return iteration[R]{Budget: d.Budget, moves: d.moves, path: make(puzzle.Path, len(d.path))}
}

// ask asks the budget for more nodes. movesLeft is the moves left at the current node. It reports
// whether that node may be expanded and, if not, whether a branch begins there.
func (d *iteration[R]) ask(movesLeft int) (may, begins bool) {
	d.granted = 0
	switch {
	case d.split != nil && d.split.found.Load() < d.current:
		return false, false
	case !d.Check():
		d.pause(movesLeft)
		return false, false
	case d.splitAt > 0 && movesLeft == d.splitAt:
		return false, true
	case d.splitAt > 0: // asks again at each node
		d.Nodes++
		return true, false
	case d.pauseAt > 0 && d.Nodes >= d.pauseAt:
		d.pause(movesLeft)
		return false, false
	}
	granted := min(d.Every, d.Limit-d.Nodes)
	d.Nodes += granted
	d.granted = granted - 1
	return true, false
}

// addBranch adds a branch that begins at a root with movesLeft moves left.
func (d *iteration[R]) addBranch(root R, movesLeft int) {
	d.branches = append(d.branches, branch[R]{
		root: root, path: slices.Clone(d.path[:len(d.path)-movesLeft]), before: d.counts(),
	})
}

// makeBranches splits an iteration into more than count branches, if it has as many.
func makeBranches[R any](s depthFirst[R], root *R, count int) {
	d := s.common()
	before := d.counts()
	for d.splitAt = max(len(d.path)-8, 1); d.Err == nil; d.splitAt = max(d.splitAt-2, 1) {
		d.branches = d.branches[:0]
		d.Nodes, d.Generated = before.nodes, before.generated
		s.enter(root)
		if len(d.branches) > count || d.splitAt == 1 {
			break
		}
	}
	d.splitAt, d.granted = 0, 0
}

// helpers are the cores and processes that may search an iteration together with one goroutine.
type helpers struct {
	cores *corePool      // nil: none
	share solver.Sharing // nil: none
}

// enterIteration searches a whole iteration: with other processes, on the free cores, or alone,
// depending on the nodes that it is expected to take. Path and counts are those of one goroutine.
func enterIteration[R any](
	s depthFirst[R], with helpers, root *R, nodes int64, branchesPerCore int,
) bool {
	switch {
	case with.share != nil && nodes > shareAfter:
		return enterShared(s, with.share, root, nodes)
	case with.cores != nil && with.cores.size > 1 && nodes > with.cores.splitAfter:
		return enterSplit(s, with.cores, root, branchesPerCore)
	}
	solved := s.enter(root)
	s.common().refund()
	return solved
}

// A splitIteration is an iteration that several goroutines search.
type splitIteration[R any] struct {
	*corePool
	branches []branch[R]
	next     atomic.Int64 // index of the next branch to search
	found    atomic.Int64 // index of the first branch known to have a solution; -1: all must end
	wait     sync.WaitGroup
	mutex    sync.Mutex
	err      error       // why a worker ended early
	path     puzzle.Path // the solution in branch found
}

// enterSplit does what s.enter does for a whole iteration, on all cores that are free. It makes at
// least branchesPerCore branches for each core of the pool, if there are that many. Path and counts
// are those of one goroutine.
func enterSplit[R any](s depthFirst[R], cores *corePool, root *R, branchesPerCore int) bool {
	makeBranches(s, root, branchesPerCore*int(cores.size))
	d := s.common()
	c := &splitIteration[R]{corePool: cores, branches: d.branches}
	c.found.Store(math.MaxInt64)
	all := d.counts()
	c.startWorkers(s)
	c.work(s)
	c.wait.Wait()
	d.split, d.granted, d.Err = nil, 0, cmp.Or(d.Err, c.err)
	before := c.branches
	found := c.found.Load()
	solved := found >= 0 && found < int64(len(c.branches))
	if solved {
		before = before[:found]
		all = c.branches[found].before
		all.add(c.branches[found].own)
		copy(d.path, c.path)
	}
	for i := range before {
		all.add(before[i].own)
	}
	d.Nodes, d.Generated = all.nodes, all.generated
	d.Counted = d.Nodes // the workers have reported their nodes
	return d.Err == nil && solved
}

// startWorkers starts copies of s on other goroutines, as long as there are branches to
// search and free cores.
func (c *splitIteration[R]) startWorkers(s depthFirst[R]) {
	for c.next.Load() < int64(len(c.branches)) && c.tryAcquire() {
		worker := s.newWorker()
		c.wait.Go(func() {
			defer c.release()
			c.work(worker)
			c.mutex.Lock()
			defer c.mutex.Unlock()
			c.err = cmp.Or(c.err, worker.common().Err)
		})
	}
}

// work is searchBranches with a guard against unreadable tables. Such a fault ends the work of all
// goroutines.
func (c *splitIteration[R]) work(s depthFirst[R]) {
	if err := heuristic.Guard(func() { c.searchBranches(s) }); err != nil {
		s.common().Err = err
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.found.Store(-1)
	}
}

// searchBranches searches one branch after another, until none is left that could come
// before the solution found. After each it looks for cores that have become free.
func (c *splitIteration[R]) searchBranches(s depthFirst[R]) {
	d := s.common()
	d.split = c
	for d.Err == nil {
		d.current = c.next.Add(1) - 1
		if d.current >= min(int64(len(c.branches)), c.found.Load()) {
			return
		}
		b := &c.branches[d.current]
		d.granted, d.Nodes, d.Generated = 0, 0, 0
		copy(d.path, b.path)
		solved := s.enter(&b.root)
		b.own = d.counts()
		if solved {
			c.setFound(d.current, d.path)
		}
		c.startWorkers(s)
	}
}

// setFound notes a solution in a branch, unless an earlier branch has one.
func (c *splitIteration[R]) setFound(index int64, path puzzle.Path) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if index < c.found.Load() {
		c.found.Store(index)
		c.path = slices.Clone(path)
	}
}
