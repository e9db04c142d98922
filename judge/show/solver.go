package show

import (
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// Limits of a search. A person waits, so a path that is found soon beats a shortest one.
const (
	maxNodes  = 20_000_000 // of the search for a shortest path: some seconds
	maxMemory = 1 << 30    // bytes
	maxBest   = 64         // cells of a board whose shortest path is searched for
	maxSolved = 32 * 32    // cells of a board that is solved at all
)

// A pathSolver finds a shortest path, or any path if that would take long.
type pathSolver struct{ best, quick solver.Solver }

func newSolver(f *formats.Format) *pathSolver {
	o := solver.Options{
		Order: f.Order, NodeLimit: maxNodes, MemoryLimit: maxMemory,
		Tables: stored.All.In(stored.UserStore()),
	}
	if f.Shapes.Min.Spare > 0 {
		o.Want = puzzle.WantLength // a move does not say which blank it moves
	}
	s := &pathSolver{best: solver.NewAuto(o)}
	o.AnyPath = true
	s.quick = &solver.Greedy{Options: o}
	return s
}

// A found is what a search found, and what to say of it.
type found struct {
	puzzle.Solution
	note string
}

// errLarge is returned by search for a board that it does not solve.
var errLarge = fmt.Errorf("solvable; boards of more than %d cells are not solved here", maxSolved)

// search returns a path, if there is one that is found soon, and whether it may not be a
// shortest one. The bound of the puzzle does not count.
func (s *pathSolver) search(ctx context.Context, start *puzzle.Puzzle) (
	sol puzzle.Solution, quick bool, err error,
) {
	p := *start
	p.Bound = 0
	switch {
	case !p.Solvable():
		return sol, false, puzzle.ErrUnsolvable
	case p.Start.Cells() > maxSolved:
		return sol, false, errLarge
	}
	quick = p.Start.Cells() > maxBest
	if !quick {
		sol, err = s.best.Solve(ctx, &p, nil)
		quick = errors.Is(err, puzzle.ErrGaveUp) && ctx.Err() == nil && p.Start.Spare == 0
	}
	if quick {
		sol, err = s.quick.Solve(ctx, &p, nil)
	}
	return sol, quick, err
}

// solve returns what search finds, and what to say of it.
func (s *pathSolver) solve(ctx context.Context, p *puzzle.Puzzle) found {
	sol, quick, err := s.search(ctx, p)
	switch {
	case err == puzzle.ErrUnsolvable:
		return found{note: "unsolvable"}
	case err != nil:
		return found{note: err.Error()}
	}
	f := found{sol, english.Plural(sol.Moves, "move", "")}
	switch {
	case quick:
		f.note += "; there may be a shorter path"
	case p.Start.Spare > 0:
		f.note += "; a move does not say which blank it moves, so none is drawn"
	}
	return f
}
