package checker

import (
	"context"
	"fmt"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/table"
)

// A Referee solves puzzles for a judge. It always solves small boards. On others its
// search gives up after some seconds, at the same puzzles on every machine.
type Referee struct {
	small smallSolver
	large judge.Solver
}

// A smallSolver looks the answers to many small boards up.
type smallSolver interface {
	judge.ManySolver
	judge.PackedSolver
}

// Limits on the search of a board that is not small. They take about two seconds.
const (
	maxNodes  = 20_000_000
	maxMemory = 1 << 30 // bytes
)

// NewReferee returns a referee that finds the answers that a format asks for. It uses the
// tables that the user has stored.
func NewReferee(f *formats.Format) *Referee {
	o := solver.Options{
		Want: wantOf(f.Shapes.Min), Order: f.Order, StopAtBound: true,
		MemoryLimit: maxMemory, Tables: stored.All.In(stored.UserStore()),
	}
	r := &Referee{small: algorithms.NewAuto(o)}
	o.NodeLimit = maxNodes
	r.large = algorithms.NewAuto(o)
	return r
}

// NewDistances returns a referee that finds distances, for a generator of boards of the
// shapes. It uses no stored tables, because generated puzzles must not depend on them.
func NewDistances(shapes []puzzle.Shape) *Referee {
	o := solver.Options{NodeLimit: maxNodes, StopAtBound: true, MemoryLimit: maxMemory}
	for _, s := range shapes {
		o.Want = max(o.Want, wantOf(s))
	}
	return &Referee{
		small: &table.Solver{Options: solver.Options{Want: puzzle.WantLength}},
		large: algorithms.NewAuto(o),
	}
}

// wantOf returns what a search can find on boards of a shape. With several blanks that is
// no path, because a move does not say which blank it moves.
func wantOf(s puzzle.Shape) puzzle.Want {
	if s.Spare > 0 {
		return puzzle.WantLength
	}
	return puzzle.WantPath
}

// Solve implements judge.Solver.
func (r *Referee) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Small() {
		return r.small.Solve(ctx, p, buf)
	}
	return r.large.Solve(ctx, p, buf)
}

// SolveMany implements judge.ManySolver.
func (r *Referee) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	r.small.SolveMany(ctx, ps, buf, answer)
}

// SolvePacked implements judge.PackedSolver.
func (r *Referee) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	return r.small.SolvePacked(goal, boards)
}

// KeepsPromise returns a function that returns an error for a puzzle that needs more
// moves than its judge promises. The function looks at small boards only, where that
// takes no search.
func KeepsPromise(ctx context.Context, f *formats.Format) func(*puzzle.Puzzle) error {
	distances := NewDistances(nil)
	return func(p *puzzle.Puzzle) error {
		if !f.PromisesBound() || !p.Start.Small() {
			return nil
		}
		s, err := distances.Solve(ctx, p, nil)
		if limit, _ := p.Bound.Moves(); err == nil && !p.Bound.Allows(s.Moves) {
			return fmt.Errorf("found one that needs %s, expected %d at most",
				english.Plural(s.Moves, "move", ""), limit)
		}
		return nil
	}
}

// ProvesPromise is KeepsPromise, but the function looks at all boards. Where it has to search,
// it may take some seconds, and returns nil if it finds no proof until then.
func ProvesPromise(f *formats.Format) func(context.Context, *puzzle.Puzzle) error {
	small := KeepsPromise(context.Background(), f) // which takes no search
	within := algorithms.NewAuto(solver.Options{
		AnyPath: true, StopAtBound: true, NodeLimit: maxNodes, MemoryLimit: maxMemory,
		Tables: stored.All.In(stored.UserStore()),
	})
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		if !f.PromisesBound() || p.Start.Small() {
			return small(p)
		}
		if _, err := within.Solve(ctx, p, nil); err == puzzle.ErrTooLong {
			limit, _ := p.Bound.Moves()
			return fmt.Errorf("found one that needs more than %s, expected no more",
				english.Plural(limit, "move", ""))
		}
		return nil
	}
}
