package greedy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/greedy"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// Greedy solves boards of every shape, wherever the goal has its blank.
func TestGreedySolves(t *testing.T) {
	solvertest.Long(t)
	rng := rand.New(rand.NewPCG(1, 2))
	sv := &greedy.Solver{}
	for rows := 2; rows <= 12; rows++ {
		for cols := 2; cols <= 12; cols++ {
			shape := puzzle.Shape{Rows: rows, Cols: cols}
			for range 4 {
				b := puzzle.BlankLast.Goal(shape).Board.Clone()
				i := rng.IntN(len(b.Tiles))
				b.Tiles[i], b.Tiles[len(b.Tiles)-1] = b.Tiles[len(b.Tiles)-1], b.Tiles[i]
				goal, err := puzzle.NewGoal(b)
				if err != nil {
					t.Fatal(err)
				}
				p := solvertest.Shuffled(rng, goal)
				sol, err := sv.Solve(context.Background(), p, nil)
				if err == nil {
					err = p.Replay(sol.Path)
				}
				if err != nil || sol.Moves != len(sol.Path) {
					t.Fatalf("%v to %v: %d moves %q, %v", p.Start, p.Goal.Board, sol.Moves,
						sol.Path, err)
				}
			}
		}
	}
}

// One Greedy serves several goroutines at once, also for boards that it leaves to IDA*.
func TestGreedyConcurrent(t *testing.T) {
	sv := &greedy.Solver{}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			shape := puzzle.Shape{Rows: 1 + i%2*4, Cols: 5}
			goal := puzzle.BlankLast.Goal(shape)
			p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
			p.Start.Slide(shape.Cells()-1, puzzle.Left)
			sol, err := sv.Solve(context.Background(), p, nil)
			if err != nil || sol.Path.String() != "r" {
				t.Errorf("%v: %q, %v, want r", p.Start, sol.Path, err)
			}
		})
	}
	wait.Wait()
}

func BenchmarkGreedy(b *testing.B) {
	for _, n := range []int{4, 5, 10, 20, 50, 127} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: n, Cols: n})
			sv := &greedy.Solver{}
			moves := 0
			for b.Loop() {
				sol, err := sv.Solve(context.Background(), solvertest.Shuffled(rng, goal), nil)
				if err != nil {
					b.Fatal(err)
				}
				moves += sol.Moves
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
		})
	}
}

// SPOJ's SOLVING: 200 boards of 3x3 to 10x10; a path of m moves scores n^3/(m+1).
func BenchmarkSolving(b *testing.B) {
	for _, algorithm := range []string{"auto", "greedy"} {
		b.Run("algorithm="+algorithm, func(b *testing.B) {
			score := 0.0
			for b.Loop() {
				rng := rand.New(rand.NewPCG(1, 2))
				sv, err := algorithms.New(algorithm, solver.Options{AnyPath: true})
				if err != nil {
					b.Fatal(err)
				}
				score = 0
				for i := range 200 {
					n := 3 + i%8
					goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: n, Cols: n})
					sol, err := sv.Solve(context.Background(), solvertest.Shuffled(rng, goal), nil)
					if err != nil {
						b.Fatal(err)
					}
					score += float64(n*n*n) / float64(sol.Moves+1) / 200
				}
			}
			b.ReportMetric(score, "score/board")
		})
	}
}
