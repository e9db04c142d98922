package command

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// distances tells how far puzzles are from their goals: small ones by a table, and
// others by a search that gives up after a while.
type distances struct {
	*solver.Table
	large solver.Solver
}

// distanceNodes take about two seconds.
const distanceNodes = 20_000_000

func newDistances(shapes []puzzle.Shape) *distances {
	o := solver.Options{NodeLimit: distanceNodes, StopAtBound: true, MemoryLimit: checkMemory}
	for _, s := range shapes {
		if s.Spare > 0 {
			o.Want = puzzle.WantLength // a move does not say which blank it is of
		}
	}
	return &distances{
		Table: &solver.Table{Options: solver.Options{Want: puzzle.WantLength}},
		large: solver.NewAuto(o),
	}
}

// Solve implements judge.Solver.
func (d *distances) Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if p.Start.Cells() <= smallCells && p.Start.Walls == 0 {
		return d.Table.Solve(ctx, p, buf)
	}
	return d.large.Solve(ctx, p, buf)
}
