package algorithms

import (
	"context"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// A node limit is met exactly, although two searches share it.
func TestAutoNodeLimit(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := solvertest.Walked(rand.New(rand.NewPCG(10, 10)), goal, 1000)
	for _, limit := range []int64{1, briefNodes - 1, briefNodes, briefNodes + 1,
		briefNodes + 5000} {
		a := NewAuto(solver.Options{NodeLimit: limit})
		for range 2 { // the first must not matter to the second
			if sol, err := a.Solve(context.Background(), p, nil); err != solver.ErrNodeLimit ||
				sol.Nodes != limit {
				t.Errorf("limit %d: %d nodes, %v", limit, sol.Nodes, err)
			}
		}
	}
}
