package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// shuffled returns a puzzle drawn evenly from the solvable ones of a goal.
func shuffled(rng *rand.Rand, goal *puzzle.Goal) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	tiles := p.Start.Tiles
	rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	if !p.Solvable() {
		i, j := 0, 1
		for tiles[i] == puzzle.Blank || tiles[j] == puzzle.Blank { // at most three cells on
			i, j = i+1, j+1
		}
		tiles[i], tiles[j] = tiles[j], tiles[i]
	}
	return p
}

// Greedy solves boards of every shape, wherever the goal has its blank.
func TestGreedySolves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sv := &solver.Greedy{}
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
				p := shuffled(rng, goal)
				sol, err := sv.Solve(context.Background(), p, nil)
				if err == nil {
					err = p.Replay(sol.Path)
				}
				if err != nil || sol.Moves != len(sol.Path) {
					t.Fatalf("%v to %v: %d moves %q, %v", p.Start, p.Goal.Board, sol.Moves, sol.Path, err)
				}
			}
		}
	}
}

func BenchmarkGreedy(b *testing.B) {
	for _, n := range []int{3, 4, 5, 6, 8, 10, 20, 50, 127} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: n, Cols: n})
			sv := &solver.Greedy{}
			moves, score := 0, 0.0
			for b.Loop() {
				sol, err := sv.Solve(context.Background(), shuffled(rng, goal), nil)
				if err != nil {
					b.Fatal(err)
				}
				moves += sol.Moves
				score += float64(n*n*n) / float64(sol.Moves+1)
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
			b.ReportMetric(score/float64(b.N), "score/op")
		})
	}
}
