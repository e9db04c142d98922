// Package anytime finds a path at once, and shorter ones for as long as a limit allows. It begins
// with the path of package greedy and goes on with beam searches, each wider than the one before:
//
//	anytime, improve, pace  the order of the searches, and what each may spend
//	proof                   IDA* that proves that no path is shorter
//	beam                    a beam that puts rows and columns in place, for narrow boards and walls
//	beam_small              a beam for boards of up to 10 rows and columns, from both sides
//	descent                 a beam for large boards, whose last errors descent_mend puts right
//
// A beam goes on with the best boards of those that have made the same number of moves (B. T.
// Lowerre: The Harpy speech recognition system, 1976). What makes a board good is learnt from
// paths of smaller boards; MEASUREMENTS.md beside package solver tells what else was tried.
package anytime

import (
	"context"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/greedy"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver finds a path at once, and shorter ones until its context ends, Options.NodeLimit
// is spent, or the path is proved to be a shortest one. Then it returns the last path, and
// in Solution.LowerBound how short a path could be.
//
// The first path is that of greedy.Solver; boards with walls have none. Then beams of more and more
// boards search the whole way: see smallBeam, descent for large boards, and beam for walls. The
// path is never longer than that of greedy.Solver with the same options, as far as dropRough knows,
// and it is only ever replaced by a shorter one. If the context ends, the path so far is the
// answer. On boards of up to 10x10 the first beam is finished even if the context has ended before:
// it takes 0.2 ms on 4x4, 3 ms on 8x8 and 10 ms on 10x10. Boards of more than search.SearchCells
// get the path of greedy.Solver alone.
//
// With a node limit, and without a deadline, the answer does not depend on the machine, on the
// number of workers, or on stored tables. The limit holds for the beams; greedy.Solver and the end
// of a descent may exceed it a little. The larger of two limits mostly gives the shorter path, but
// not for each board, since the beams differ. Without time or node limit, the node limit is
// DefaultNodes.
type Solver struct {
	solver.Options
	greedy  greedy.Solver
	timed   idastar.Patterns // for searches with a deadline, which may use stored tables
	untimed idastar.Patterns
	stored  search.Lazy[string, bool] // whether the tables with a name are stored
	pool    search.Pool[improvement]
}

// The first beam has firstWidth boards; narrower beams often run into dead ends. Each beam after it
// has growth times as many, up to maxWidth or the memory limit.
const (
	firstWidth = 16
	growth     = 4
	maxWidth   = 1 << 20
	wideCells  = 1000 // a board with more cells is large
	maxEvery   = 256  // nodes between two looks at the context, which take some 0.1 ms
)

// Solve implements Solver. If ctx ends when there is a path, that path is the solution.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Walls == 0 && min(p.Start.Rows, p.Start.Cols) < 2 {
		narrow := idastar.Solver{Options: a.Options}
		sol, err := narrow.Solve(ctx, p, buf)
		sol.LowerBound = sol.Moves
		return sol, err
	}
	if p.Start.Walls == 0 && p.Start.Cells() > search.SearchCells {
		large := greedy.Solver{Options: a.Options}
		return large.SolveBounded(ctx, p, buf)
	}
	o := a.Options
	if _, timed := ctx.Deadline(); !timed && o.NodeLimit == 0 {
		o.NodeLimit = search.DefaultNodes
	}
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.Begin(ctx, p, &o); err != nil {
		return puzzle.Solution{}, err
	}
	s.begun, s.improvements = time.Now(), nil
	s.Every = min(s.Every, maxEvery)
	s.NextCheck = min(s.NextCheck, s.Every)
	err := s.run(a, p, &o, buf[:0])
	sol := puzzle.Solution{Nodes: s.Nodes}
	if o.Effort != nil {
		s.improve()
		*o.Effort = solver.Effort{Expanded: s.Nodes, Improvements: s.improvements}
	}
	if err != nil {
		return sol, err
	}
	if len(s.path) > s.bound {
		return sol, greedy.ErrDetour
	}
	sol.Moves, sol.LowerBound = len(s.path), s.lower
	if sol.Moves == sol.LowerBound {
		sol.Rule = puzzle.Shortest
	}
	if a.Want == puzzle.WantPath {
		sol.Path = s.path
	}
	return sol, nil
}
