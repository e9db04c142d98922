package show

import (
	"context"
	"errors"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/greedy"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// Limits of a search. A person waits, so a path that is found soon beats a shortest one.
const (
	maxNodes  = 20_000_000 // of the search for a shortest path: some seconds
	maxMemory = 1 << 30    // bytes
	maxBest   = 64         // cells; on larger boards any path will do
	maxSolved = 32 * 32    // cells; larger boards are not solved at all
)

// A pathSolver finds a shortest path, or any path if that would take long.
type pathSolver struct {
	options     solver.Options
	best, quick solver.Solver
	chosen      solver.Solver // takes the place of both; nil: there is none
}

// newSolver returns a solver for a format. If bounded is true, it searches for no path that is
// longer than the bound of a puzzle.
func newSolver(f *formats.Format, bounded bool) *pathSolver {
	o := solver.Options{
		Order: f.Order, NodeLimit: maxNodes, MemoryLimit: maxMemory, StopAtBound: bounded,
		Tables: stored.All.In(stored.UserStore()),
	}
	if f.Shapes.Min.Spare > 0 {
		o.Want = puzzle.WantLength // a move does not say which blank it moves
	}
	s := &pathSolver{options: o, best: algorithms.NewAuto(o)}
	o.AnyPath = true
	s.quick = &greedy.Solver{Options: o}
	return s
}

// use lets an algorithm find the paths.
func (s *pathSolver) use(algorithm string) (err error) {
	o := s.options
	o.AnyPath, o.NodeLimit = true, 0 // that of the algorithm
	s.chosen, err = algorithms.New(algorithm, o)
	return err
}

// A found is the solution that a search found, and a note about it.
type found struct {
	puzzle.Solution
	note string
}

// errLarge is returned by search for a board that it does not solve.
var errLarge = fmt.Errorf("solvable; boards of more than %d cells are not solved here", maxSolved)

// search returns a path if it finds one soon. quick means that a shorter path may exist. The
// search ignores the bound of the puzzle, unless the solver is bounded.
func (s *pathSolver) search(ctx context.Context, start *puzzle.Puzzle) (
	sol puzzle.Solution, quick bool, err error,
) {
	p := *start
	if !s.options.StopAtBound {
		p.Bound = 0
	}
	switch {
	case !p.Solvable():
		return sol, false, puzzle.ErrUnsolvable
	case p.Start.Cells() > maxSolved:
		return sol, false, errLarge
	}
	if s.chosen != nil {
		sol, err = s.chosen.Solve(ctx, &p, nil)
		return sol, err == nil && sol.Rule == puzzle.AnyPath && sol.Moves > 0, err
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

// solve returns the solution that search finds, with a note about it.
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
