package solver

import (
	"context"

	"tilejudge/solver/puzzle"
)

// Anytime finds a path at once, and shorter ones until its context ends, Options.NodeLimit
// is spent, or the path is proved to be a shortest one. Then it returns the last path, and
// in Solution.LowerBound how short a path could be.
//
// The first path is that of Greedy; boards with walls have none. Then beams of more and
// more boards search the whole way: see smallBeam, descent for large boards, and beam for walls.
// The path is never longer than that of Greedy with the same options, as far as dropRough
// knows, and it is only ever replaced by a shorter one. If the context ends, it is the answer.
// On boards of up to 8x8 the first beam ends even if the context has ended before: it takes 0.2 ms
// on 4x4 and 3 ms on 8x8. Boards of more than searchCells get the path of Greedy alone.
//
// With a node limit, and without a deadline, the answer does not depend on the machine, on
// the number of workers, or on stored tables. The limit holds for the beams; Greedy and the
// end of a descent may exceed it a little. Of two limits the larger one mostly gives the shorter
// path, but not for each board, since its beams are others. Without time or node limit, the node
// limit is DefaultNodes.
type Anytime struct {
	Options
	greedy  Greedy
	timed   pdbSolver // for searches with a deadline, which may use stored tables
	untimed pdbSolver
	stored  lazy[string, bool] // whether tables with a name are stored
	pool    pool[improvement]
}

// The first beam has firstWidth boards; with less than that, beams often run into dead ends.
// Each beam after it has growth times as many, up to maxWidth or the memory limit.
const (
	firstWidth = 16
	growth     = 4
	maxWidth   = 1 << 20
	wideCells  = 1000 // a board of more is large
	maxEvery   = 256  // nodes between two looks at the context, which take some 0.1 ms
)

// Solve implements Solver. If ctx ends when there is a path, that path is the solution.
func (a *Anytime) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Walls == 0 && min(p.Start.Rows, p.Start.Cols) < 2 {
		narrow := IDAStar{Options: a.Options}
		sol, err := narrow.Solve(ctx, p, buf)
		sol.LowerBound = sol.Moves
		return sol, err
	}
	if p.Start.Walls == 0 && p.Start.Cells() > searchCells {
		large := Greedy{Options: a.Options}
		return large.solveBounded(ctx, p, buf)
	}
	o := a.Options
	if _, timed := ctx.Deadline(); !timed && o.NodeLimit == 0 {
		o.NodeLimit = DefaultNodes
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &o); err != nil {
		return puzzle.Solution{}, err
	}
	s.every = min(s.every, maxEvery)
	s.nextCheck = min(s.nextCheck, s.every)
	err := s.run(a, p, &o, buf[:0])
	sol := puzzle.Solution{Nodes: s.nodes}
	if err != nil {
		return sol, err
	}
	if len(s.path) > s.bound {
		return sol, ErrDetour
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
