package algorithms_test

import (
	"context"
	"os"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// This solves one of the 16 boards of 4x4 that need 43 slides, the most of all (B. Norskog and
// M. Davidson 2010). It takes minutes, so SLIDE_BENCHES=all must ask for it.
func BenchmarkFarthestSlides(b *testing.B) {
	if os.Getenv("SLIDE_BENCHES") != "all" {
		b.Skip("takes minutes: run it with SLIDE_BENCHES=all")
	}
	const radius = 43
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := &puzzle.Puzzle{Goal: goal, Start: puzzle.Board{Shape: goal.Shape, Tiles: []puzzle.Tile{
		0, 12, 8, 1, 15, 11, 7, 5, 14, 10, 6, 9, 2, 3, 4, 13,
	}}}
	sv := slidesSolver(b, "idastar", solver.Options{})
	nodes := int64(0)
	for b.Loop() {
		sol, err := sv.Solve(context.Background(), p, nil)
		if err != nil || sol.Path.Slides() != radius || p.Replay(sol.Path) != nil {
			b.Fatalf("%d slides, %v, %v", sol.Path.Slides(), err, p.Replay(sol.Path))
		}
		nodes = sol.Nodes
	}
	b.ReportMetric(float64(nodes)/1e6, "million-nodes")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/op")
	b.ReportMetric(0, "ns/op")
}
