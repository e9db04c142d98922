package algorithms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// random returns n random solvable puzzles of a shape; the goal has the blank last.
func random(shape puzzle.Shape, n int) []puzzle.Puzzle {
	r := rand.New(rand.NewPCG(77, 1))
	goal := puzzle.BlankLast.Goal(shape)
	var all []puzzle.Puzzle
	for len(all) < n {
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		r.Shuffle(len(p.Start.Tiles), func(i, j int) {
			p.Start.Tiles[i], p.Start.Tiles[j] = p.Start.Tiles[j], p.Start.Tiles[i]
		})
		if p.Solvable() {
			all = append(all, p)
		}
	}
	return all
}

// Each operation solves one random puzzle and returns its canonical path.
func BenchmarkSolve(b *testing.B) {
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
		puzzles := random(shape, 4096)
		for _, m := range methods() {
			b.Run(fmt.Sprintf("size=%v/solver=%v", shape, m), func(b *testing.B) {
				s := m.new(b, solver.Options{})
				buf := make(puzzle.Path, 0, 64)
				var nodes, moves int64
				s.Solve(context.Background(), &puzzles[0], buf) // builds a table
				for i := 0; b.Loop(); i++ {
					sol, err := s.Solve(context.Background(), &puzzles[i%len(puzzles)], buf)
					if err != nil {
						b.Fatal(err)
					}
					nodes += sol.Nodes
					moves += int64(sol.Moves)
				}
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
				b.ReportMetric(float64(moves)/float64(b.N), "moves/op")
			})
		}
	}
}

// This measures how long building a distance table takes. The choice that auto makes depends on
// this time.
func BenchmarkTableBuild(b *testing.B) {
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3},
		{Rows: 2, Cols: 5}} {
		p := random(shape, 1)[0]
		b.Run(fmt.Sprintf("size=%v", shape), func(b *testing.B) {
			for b.Loop() {
				s := &table.Solver{}
				if _, err := s.Solve(context.Background(), &p, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
