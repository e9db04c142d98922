package idastar

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// Of 40 random 15-puzzles, searched up to a tenth or a hundredth of their nodes, most predictions
// are right within a factor of 3, and nearly all within 10. On average they are not far off.
func TestPredict(t *testing.T) {
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	r := rand.New(rand.NewPCG(8, 8))
	count, off3, off10, sum := 0, 0, 0, 0.0
	for range 40 {
		p := solvertest.Walked(r, goal, 400)
		var effort solver.Effort
		s := &Solver{Options: solver.Options{
			Heuristic: solver.PatternDatabase, Cores: 1, Effort: &effort,
		}}
		sol, err := s.Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, share := range []int64{10, 100} {
			searched, n := int64(0), 0
			for n < len(effort.Rounds) && searched <= sol.Nodes/share {
				searched += effort.Rounds[n].Expanded
				n++
			}
			nodes := Predict(goal.Shape, effort.Rounds[:n], sol.Moves)
			if nodes == 0 {
				continue
			}
			off := math.Log10(nodes / float64(sol.Nodes))
			count, sum = count+1, sum+off
			if math.Abs(off) > math.Log10(3) {
				off3++
			}
			if math.Abs(off) > 1 {
				off10++
			}
		}
	}
	t.Logf("%d predictions: %d off by a factor of 3, %d of 10; on average %.2f", count, off3, off10,
		math.Pow(10, sum/float64(count)))
	if mean := sum / float64(count); count < 50 || 3*off3 > count || 10*off10 > count ||
		math.Abs(mean) > 0.3 {
		t.Errorf("%d predictions: %d off by a factor of 3, %d of 10; log10 is %.2f too large",
			count, off3, off10, mean)
	}
}

// Without two iterations there is nothing to predict from.
func TestPredictNothing(t *testing.T) {
	shape := puzzle.Shape{Rows: 4, Cols: 4}
	rounds := []solver.Round{{Moves: 40, Expanded: 10}, {Moves: 42, Expanded: 70}}
	for n := range rounds {
		if got := Predict(shape, rounds[:n+1], 60); got != 0 {
			t.Errorf("Predict from %d iterations = %v, want 0", n+1, got)
		}
	}
}
