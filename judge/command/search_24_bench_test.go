package command

import (
	"context"
	"os"
	"testing"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// This measures five of Korf and Felner's 24-puzzles on all cores, with the tables of 5x5,
// which must have been built. "peer-s" and "peer-nodes" are the seconds and nodes of the
// best other program, on one core of a Xeon with AVX-512. It is an error if a length or
// our number of nodes changes.
func BenchmarkTwentyFour(b *testing.B) {
	dir := os.Getenv("BENCH_TABLES") // tests do not use the tables of the user
	full := stored.All.In(tables.New(dir))
	if dir == "" || full("5x5") == nil {
		b.Fatalf("BENCH_TABLES: found no tables in %q, expected those of 5x5", dir)
	}
	sv, err := algorithms.New("idastar", solver.Options{
		Heuristic: solver.PatternDatabase, Tables: full,
	})
	if err != nil {
		b.Fatal(err)
	}
	puzzles := bundled(b, "korf-felner-50")
	for _, w := range []struct {
		name             string // its number
		id, moves        int
		nodes, peerNodes int64
		peer             float64
	}{
		{"no=40", 40, 82, 4_233_570, 48_930_723, 5.6},
		{"no=38", 38, 96, 19_691_941, 28_798_492, 4.0},
		{"no=25", 25, 81, 15_965_514, 455_671_192, 55.6},
		{"no=44", 44, 93, 25_565_144, 664_990_467, 76.4},
		{"no=32", 32, 97, 64_415_464, 2_228_416_342, 308.1},
	} {
		b.Run(w.name, func(b *testing.B) {
			var took time.Duration
			for b.Loop() {
				begin := time.Now()
				sol, err := sv.Solve(context.Background(), &puzzles[w.id-1], nil)
				if took += time.Since(begin); err != nil {
					b.Fatal(err)
				}
				if sol.Moves != w.moves || sol.Nodes != w.nodes {
					b.Errorf("%d moves, %d nodes, want %d and %d",
						sol.Moves, sol.Nodes, w.moves, w.nodes)
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took.Seconds()/float64(b.N), "wall-s")
			b.ReportMetric(w.peer, "peer-s")
			b.ReportMetric(float64(w.nodes), "nodes")
			b.ReportMetric(float64(w.peerNodes), "peer-nodes")
		})
	}
}
