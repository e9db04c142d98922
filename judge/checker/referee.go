package checker

import (
	"context"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// A Referee solves puzzles on behalf of a judge: exactly where that takes no
// time, and otherwise with a search that gives up after some seconds.
type Referee struct{ small, large judge.Solver }

// Limits on a search for a board that is not small. The nodes take about two seconds.
const (
	maxNodes  = 20_000_000
	maxMemory = 1 << 30 // bytes
)

// NewReferee returns a referee that finds the answers which a format asks for.
func NewReferee(f *formats.Format) *Referee {
	o := solver.Options{
		Order: f.Order, StopAtBound: true, MemoryLimit: maxMemory, Tables: stored.All.In(stored.UserStore()),
		Want: wantOf(f.Shapes.Min),
	}
	r := &Referee{small: solver.NewAuto(o)}
	o.NodeLimit = maxNodes
	r.large = solver.NewAuto(o)
	return r
}

// NewDistances returns a referee for the generator, which asks for distances. What it
// finds does not depend on the tables that a user has stored.
func NewDistances(shapes []puzzle.Shape) *Referee {
	o := solver.Options{NodeLimit: maxNodes, StopAtBound: true, MemoryLimit: maxMemory}
	for _, s := range shapes {
		o.Want = max(o.Want, wantOf(s))
	}
	return &Referee{
		small: &solver.Table{Options: solver.Options{Want: puzzle.WantLength}},
		large: solver.NewAuto(o),
	}
}

// wantOf returns what a search can tell of boards of a shape: with several blanks
// no path, since a move does not say which of them it is of.
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
