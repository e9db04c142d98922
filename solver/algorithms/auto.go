package algorithms

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tilejudge/solver"
	"tilejudge/solver/anytime"
	"tilejudge/solver/bfs"
	"tilejudge/solver/greedy"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// Auto chooses an algorithm for each puzzle. Small boards are looked up in a distance table once
// that pays. Others are searched by IDA*, with pattern databases if it takes long; where any path
// will do, greedy.Solver takes over after a brief search, or anytime.Solver if there is a time or
// node limit. Boards of up to 12 cells among walls are looked up, too, once a search takes about as
// long as building their table.
type Auto struct {
	table  *table.Solver
	search *idastar.Solver
	brief  *idastar.Solver // gives up after briefNodes, or after the limit of search if that is lower
	greedy *greedy.Solver
	better *anytime.Solver
	blanks *bfs.Bidirectional // for boards with several blanks
	mutex  sync.Mutex
	spent  map[tableKey]int64 // nodes searched so far, for each table that is not built
	hard   atomic.Bool        // a large board has needed more than a brief search
}

// A tableKey is what a distance table depends on.
type tableKey struct {
	shape puzzle.Shape
	home  int
}

// nodesPerBoard is how many nodes of IDA* take as long as building one board of a table. A table is
// built once as much has been spent on searches as building it costs, so the total is at most twice
// that of the better choice.
const nodesPerBoard = 4

// briefNodes is the limit of a brief search by IDA*, after which another algorithm is tried. Its
// nodes take a few milliseconds.
const briefNodes = 20_000

// NewAuto returns an Auto with these options. It ignores the weight.
func NewAuto(o solver.Options) *Auto {
	o.Weight = 0
	alone := o
	alone.Share = nil
	ida := &idastar.Solver{Options: o}
	brief := ida
	if o.NodeLimit == 0 || o.NodeLimit > briefNodes {
		brief = &idastar.Solver{Options: o}
		brief.NodeLimit = briefNodes
	}
	return &Auto{
		table:  &table.Solver{Options: o},
		search: ida,
		brief:  brief,
		greedy: &greedy.Solver{Options: o},
		better: &anytime.Solver{Options: alone},
		blanks: &bfs.Bidirectional{Options: o},
		spent:  make(map[tableKey]int64),
	}
}

// SolveMany looks up the first puzzles, as long as they have the goal of the last table
// used, and calls answer for each in turn.
func (a *Auto) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	a.table.SolveMany(ctx, ps, buf, answer)
}

// SolvePacked is Table.SolvePacked.
func (a *Auto) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	return a.table.SolvePacked(goal, boards)
}

// Solve implements Solver.
func (a *Auto) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if a.table.Serves(p.Goal) {
		return a.table.Solve(ctx, p, buf)
	}
	switch {
	case p.Start.Spare > 0:
		return a.blanks.Solve(ctx, p, buf)
	case p.Start.Walls != 0 && a.search.Heuristic == 0 && table.Fits(p.Start.Shape, &a.search.Options):
		return a.walled(ctx, p, buf)
	case !p.Start.Small() && a.search.AnyPath:
		return a.anyPath(ctx, p, buf)
	case !p.Start.Small():
		return a.large(ctx, p, buf)
	// With a node limit every puzzle is searched: whether a puzzle is given up must not depend on
	// other goroutines, but whether there is a table does.
	case a.search.NodeLimit > 0:
		return a.search.SolveBy(ctx, p, cmp.Or(a.search.Heuristic, solver.LinearConflict), buf)
	}
	id := tableKey{p.Start.Shape, p.Goal.Cell(puzzle.Blank)}
	a.mutex.Lock()
	spent := a.spent[id]
	a.mutex.Unlock()
	if spent >= nodesPerBoard*int64(p.Start.Boards()) {
		return a.table.Solve(ctx, p, buf)
	}
	sol, err := a.search.SolveBy(ctx, p, cmp.Or(a.search.Heuristic, solver.Manhattan), buf)
	a.mutex.Lock()
	a.spent[id] += sol.Nodes
	a.mutex.Unlock()
	return sol, err
}

// boardsPerNode is how many boards of a table for walls take as long to build as one node of IDA*.
const boardsPerNode = 16

// walled solves a board with walls for which a table can be built. It searches until all such
// searches have cost as much as building the table; from then on it looks answers up.
func (a *Auto) walled(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	id := tableKey{p.Start.Shape, p.Goal.Cell(puzzle.Blank)}
	a.mutex.Lock()
	rest := table.Boards(p.Start.Shape)/boardsPerNode - a.spent[id]
	a.mutex.Unlock()
	if rest <= 0 {
		return a.table.Solve(ctx, p, buf)
	}
	o := a.search.Options
	o.NodeLimit = rest
	var sol puzzle.Solution
	var err error
	if a.search.PDB.Takes(p, &o) {
		sol, err = a.search.PDB.Solve(ctx, p, &o, buf)
	} else {
		s := &idastar.Solver{Options: o}
		sol, err = s.SolveBy(ctx, p, solver.LinearConflict, buf)
	}
	a.mutex.Lock()
	a.spent[id] += sol.Nodes
	a.mutex.Unlock()
	if !errors.Is(err, solver.ErrNodeLimit) {
		return sol, err
	}
	nodes := sol.Nodes
	sol, err = a.table.Solve(ctx, p, buf)
	sol.Nodes += nodes
	return sol, err
}

// large searches a board that is too large for a table: briefly at first, so that easy puzzles do
// not wait for pattern databases to be built. Once a hard puzzle has used them, all puzzles do.
// With a node limit each of the two searches has its share, and whether a puzzle is given up does
// not depend on which comes first, and so not on other goroutines.
func (a *Auto) large(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	o := a.search.Options
	if o.Heuristic != 0 || !a.search.PDB.Takes(p, &o) || a.brief == a.search {
		return a.search.SolveBy(ctx, p, cmp.Or(o.Heuristic, solver.LinearConflict), buf)
	}
	if o.NodeLimit > 0 {
		o.NodeLimit -= briefNodes
	}
	briefly := func() (puzzle.Solution, error) {
		return a.brief.SolveBy(ctx, p, solver.LinearConflict, buf)
	}
	byPatterns := func() (puzzle.Solution, error) {
		return a.search.PDB.Solve(ctx, p, &o, buf)
	}
	first, second := briefly, byPatterns
	if a.hard.Load() {
		first, second = byPatterns, briefly
	}
	sol, err := first()
	if !errors.Is(err, solver.ErrNodeLimit) {
		return sol, err
	}
	a.hard.Store(true)
	nodes := sol.Nodes
	sol, err = second()
	sol.Nodes += nodes
	return sol, err
}

// anyPath returns a shortest path if a brief search finds one, or else a greedy path if that is
// short enough, or else a shortest path after all. If there is a limit to use up, it takes the path
// of anytime.Solver in place of the greedy one. The node limit holds for each of the three
// searches. Boards that are too large for a search get the path of anytime.Solver alone.
func (a *Auto) anyPath(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	h := cmp.Or(a.search.Heuristic, solver.LinearConflict)
	if p.Start.Cells() > search.SearchCells {
		return a.better.Solve(ctx, p, buf)
	}
	sol, err := a.brief.SolveBy(ctx, p, h, buf)
	if !errors.Is(err, solver.ErrNodeLimit) {
		sol.LowerBound = sol.Moves
		return sol, err
	}
	nodes := sol.Nodes
	if _, timed := ctx.Deadline(); timed || a.brief != a.search && a.search.NodeLimit > 0 {
		sol, err = a.better.Solve(ctx, p, buf)
	} else {
		sol, err = a.greedy.Solve(ctx, p, buf)
	}
	sol.Nodes += nodes
	if err == nil && p.Bound.Allows(sol.Moves) || search.Ended(ctx) != nil {
		return sol, err
	}
	if a.brief == a.search {
		return puzzle.Solution{Nodes: sol.Nodes}, solver.ErrNodeLimit
	}
	nodes = sol.Nodes
	if a.search.Heuristic == 0 && a.search.PDB.Takes(p, &a.search.Options) {
		h = solver.PatternDatabase
	}
	sol, err = a.search.SolveBy(ctx, p, h, buf)
	sol.Nodes += nodes
	return sol, err
}
