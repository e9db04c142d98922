package solver

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tilejudge/solver/puzzle"
)

// Auto chooses an algorithm for each puzzle: a table where one is small and
// has begun to pay, IDA* otherwise, with pattern databases if it takes long, and
// Greedy after some of that where any path will do.
type Auto struct {
	table  *Table
	search *IDAStar
	brief  *IDAStar // gives up before it takes long; search, if that does
	greedy *Greedy
	blanks *BiBFS
	mutex  sync.Mutex
	spent  map[tableID]int64 // nodes searched, for each table that is not built
	hard   atomic.Bool       // some search of a large board took long
}

// nodesPerTable is how many nodes of IDA* cost as much as one table, for each
// board in the table. A table is built when that much has been searched in
// vain, so the cost is at most twice that of knowing before.
const nodesPerTable = 4

// briefNodes is how many nodes of IDA* are tried for a shortest path before
// another algorithm: some milliseconds.
const briefNodes = 20_000

// NewAuto returns an Auto with these options.
func NewAuto(o Options) *Auto {
	o.Weight = 0
	search := &IDAStar{Options: o}
	brief := search
	if o.NodeLimit == 0 || o.NodeLimit > briefNodes {
		brief = &IDAStar{Options: o}
		brief.NodeLimit = briefNodes
	}
	return &Auto{
		table:  &Table{Options: o},
		search: search,
		brief:  brief,
		greedy: &Greedy{Options: o},
		blanks: &BiBFS{Options: o},
		spent:  make(map[tableID]int64),
	}
}

// SolveMany looks the first puzzles up in turn, as long as there is a table, and
// calls answer for each.
func (a *Auto) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	a.table.SolveMany(ctx, ps, buf, answer)
}

// Solve implements Solver.
func (a *Auto) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if v := a.table.last.Load(); v != nil && v.goal == p.Goal {
		return a.table.Solve(ctx, p, buf)
	}
	switch {
	case p.Start.Spare > 0:
		return a.blanks.Solve(ctx, p, buf)
	case !p.Start.Small() && a.search.AnyPath:
		return a.anyPath(ctx, p, buf)
	case !p.Start.Small():
		return a.large(ctx, p, buf)
	// With a node limit every puzzle is searched: which puzzles find a table
	// depends on the other workers, and giving up must not.
	case a.search.NodeLimit > 0:
		return a.search.solve(ctx, p, a.search.Heuristic.or(LinearConflict), buf)
	}
	id := tableID{p.Start.Shape, p.Goal.Cell(puzzle.Blank)}
	a.mutex.Lock()
	spent := a.spent[id]
	a.mutex.Unlock()
	if spent >= nodesPerTable*int64(p.Start.Boards()) {
		return a.table.Solve(ctx, p, buf)
	}
	sol, err := a.search.solve(ctx, p, a.search.Heuristic.or(Manhattan), buf)
	a.mutex.Lock()
	a.spent[id] += sol.Nodes
	a.mutex.Unlock()
	return sol, err
}

// large searches a board that no table takes: briefly at first, so that easy
// puzzles do not pay for pattern databases. Once a hard one has, all use them. With a
// node limit each is searched briefly, and both searches together keep to it.
func (a *Auto) large(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	o := &a.search.Options
	if o.Heuristic != 0 || !a.search.patterns.take(p, o) {
		return a.search.solve(ctx, p, o.Heuristic.or(LinearConflict), buf)
	}
	nodes := int64(0)
	if o.NodeLimit > 0 || !a.hard.Load() {
		sol, err := a.brief.solve(ctx, p, LinearConflict, buf)
		if a.brief == a.search || !errors.Is(err, ErrNodeLimit) {
			return sol, err
		}
		nodes = sol.Nodes
		a.hard.Store(true)
	}
	rest := *o
	if o.NodeLimit > 0 {
		rest.NodeLimit -= nodes
	}
	sol, err := a.search.patterns.solve(ctx, p, &rest, buf)
	sol.Nodes += nodes
	return sol, err
}

// anyPath returns a shortest path if a brief search finds one, else a greedy
// one if that is short enough, else a shortest path after all. Each of the three
// may expand as many boards as the limit says.
func (a *Auto) anyPath(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	h := a.search.Heuristic.or(LinearConflict)
	sol, err := a.brief.solve(ctx, p, h, buf)
	if !errors.Is(err, ErrNodeLimit) {
		return sol, err
	}
	nodes := sol.Nodes
	sol, err = a.greedy.Solve(ctx, p, buf)
	sol.Nodes += nodes
	if err == nil && p.Bound.Allows(sol.Moves) || ctx.Err() != nil {
		return sol, err
	}
	if a.brief == a.search {
		return puzzle.Solution{Nodes: sol.Nodes}, ErrNodeLimit
	}
	nodes = sol.Nodes
	if a.search.Heuristic == 0 && a.search.patterns.take(p, &a.search.Options) {
		h = PatternDatabase
	}
	sol, err = a.search.solve(ctx, p, h, buf)
	sol.Nodes += nodes
	return sol, err
}
