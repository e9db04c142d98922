package solver

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tilejudge/solver/puzzle"
)

// A hard puzzle is searched by several goroutines. Each bound's search is cut
// into branches, in the order in which one goroutine would search them; the
// answer is that of the first branch that has one, whoever finds it, and what is
// counted is what one goroutine would have counted.

// patience is how many nodes a bound must have taken for the next to be split:
// some 20 ms, which outweigh the cutting.
const patience = 1 << 19

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

// A diver searches depth-first below parts of kind P: a board, and what goes
// with it.
type diver[P any] interface {
	// enter searches below a part. If it returns true the path is filled from
	// there on.
	enter(part *P) bool
	// helper returns a diver for another goroutine.
	helper() diver[P]
	common() *descent[P]
}

// A descent is what all divers have, for the bound at hand.
type descent[P any] struct {
	budget
	left  int64          // of the nodes that the budget has granted
	path  puzzle.Path    // as long as the bound, filled on the way down
	moves [4]puzzle.Move // of each direction

	crew     *crew[P] // that searches this bound, if any
	turn     int64    // the branch at hand
	cut      int      // where branches begin: the moves left there; 0: search all
	branches []branch[P]
}

// A branch is a part of a bound's search.
type branch[P any] struct {
	part   P
	path   puzzle.Path // to it
	before tally       // of one goroutine that gets here
	took   tally       // of itself
}

// A tally is what a search has counted.
type tally struct{ nodes, generated int64 }

func (t *tally) add(o tally) {
	t.nodes += o.nodes
	t.generated += o.generated
}

func (d *descent[P]) common() *descent[P] { return d }

// tally returns what the search has counted.
func (d *descent[P]) tally() tally { return tally{d.nodes - d.left, d.generated} }

// settle gives the nodes back that the budget has granted and that are left.
func (d *descent[P]) settle() {
	d.nodes -= d.left
	d.left = 0
}

// begin makes a descent ready for a puzzle in a frame, whose path goes to buf.
func (d *descent[P]) begin(ctx context.Context, o *Options, f *frame, buf puzzle.Path) {
	*d = descent[P]{moves: f.moves, path: buf[:0], branches: d.branches[:0]}
	d.start(ctx, o.NodeLimit, f.Shape.Cells())
}

// twin returns the descent of a helper.
func (d *descent[P]) twin() descent[P] {
	return descent[P]{budget: d.budget, moves: d.moves, path: make(puzzle.Path, len(d.path))}
}

// ask asks the budget for more nodes. It reports whether the node at hand, with so
// many moves left, may be searched, or else whether a branch begins there.
func (d *descent[P]) ask(more int) (may, begins bool) {
	d.left = 0
	switch {
	case d.crew != nil && d.crew.found.Load() < d.turn:
		return false, false
	case !d.look():
		return false, false
	case d.cut > 0 && more == d.cut:
		return false, true
	case d.cut > 0: // asks again at each node
		d.nodes++
		return true, false
	}
	granted := min(d.every, d.limit-d.nodes)
	d.nodes += granted
	d.left = granted - 1
	return true, false
}

// keep makes a branch of a part with so many moves left.
func (d *descent[P]) keep(part P, more int) {
	d.branches = append(d.branches, branch[P]{
		part: part, path: slices.Clone(d.path[:len(d.path)-more]), before: d.tally(),
	})
}

// cutUp makes branches of a part that is a whole bound, more than so many if there
// are.
func cutUp[P any](s diver[P], root *P, many int) {
	d := s.common()
	before := d.tally()
	for d.cut = max(len(d.path)-8, 1); d.err == nil; d.cut = max(d.cut-2, 1) {
		d.branches = d.branches[:0]
		d.nodes, d.generated = before.nodes, before.generated
		s.enter(root)
		if len(d.branches) > many || d.cut == 1 {
			break
		}
	}
	d.cut, d.left = 0, 0
}

// A crew searches the branches of one bound.
type crew[P any] struct {
	*team
	branches []branch[P]
	next     atomic.Int64
	found    atomic.Int64 // the first branch known to have a solution
	wait     sync.WaitGroup
	mutex    sync.Mutex
	err      error       // why a helper ended
	path     puzzle.Path // of the branch found
}

// split is enter for a whole bound, on all cores that are free, with so many
// branches for each. The path and what is counted are those of one goroutine.
func split[P any](s diver[P], t *team, root *P, each int) bool {
	cutUp(s, root, each*int(t.most))
	d := s.common()
	c := &crew[P]{team: t, branches: d.branches}
	c.found.Store(math.MaxInt64)
	all := d.tally()
	c.hire(s)
	c.work(s)
	c.wait.Wait()
	d.crew, d.left, d.err = nil, 0, cmp.Or(d.err, c.err)
	before := c.branches
	found := c.found.Load()
	solved := found < int64(len(c.branches))
	if solved {
		before = before[:found]
		all = c.branches[found].before
		all.add(c.branches[found].took)
		copy(d.path, c.path)
	}
	for i := range before {
		all.add(before[i].took)
	}
	d.nodes, d.generated = all.nodes, all.generated
	return d.err == nil && solved
}

// hire starts helpers as long as there are cores.
func (c *crew[P]) hire(boss diver[P]) {
	for c.next.Load() < int64(len(c.branches)) && c.lend() {
		helper := boss.helper()
		c.wait.Go(func() {
			defer c.busy.Add(-1)
			c.work(helper)
			c.mutex.Lock()
			defer c.mutex.Unlock()
			c.err = cmp.Or(c.err, helper.common().err)
		})
	}
}

// work searches one branch after the other, until there are no more that
// matter.
func (c *crew[P]) work(s diver[P]) {
	d := s.common()
	d.crew = c
	for d.err == nil {
		d.turn = c.next.Add(1) - 1
		if d.turn >= min(int64(len(c.branches)), c.found.Load()) {
			return
		}
		b := &c.branches[d.turn]
		d.left, d.nodes, d.generated = 0, 0, 0
		copy(d.path, b.path)
		solved := s.enter(&b.part)
		b.took = d.tally()
		if solved {
			c.keep(d.turn, d.path)
		}
		c.hire(s)
	}
}

// keep notes a solution in a branch.
func (c *crew[P]) keep(turn int64, path puzzle.Path) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if turn < c.found.Load() {
		c.found.Store(turn)
		c.path = slices.Clone(path)
	}
}
