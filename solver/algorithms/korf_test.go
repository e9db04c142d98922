package algorithms_test

import (
	"context"
	"testing"

	"tilejudge/cases"
	"tilejudge/solver"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/solvertest"
)

// Korf's 100 puzzles have the lengths that he published, and the node counts on one core
// do not change. Two partitions solve them, and walking distance, which shares no code
// with these, solves the shorter ones.
func TestKorf(t *testing.T) {
	solvertest.Long(t)
	ps, moves := solvertest.Bundled(t, cases.Read, "korf-100")
	for _, tt := range []struct {
		heuristic            string
		maxMoves, sum, nodes int // sum of moves and nodes, of puzzles with at most maxMoves
	}{
		{"pdb-5-5-5", 100, 5305, 30_294_465},
		{"pdb-4-6-5", 100, 5305, 26_093_084},
		{"walking-distance", 48, 807, 18_873_850},
	} {
		t.Run(tt.heuristic, func(t *testing.T) {
			t.Parallel()
			o := solver.Options{Cores: 1}
			var err error
			if o.Heuristic, o.Patterns, err = solver.ParseHeuristic(tt.heuristic); err != nil {
				t.Fatal(err)
			}
			s := &idastar.Solver{Options: o}
			sum, nodes := 0, 0
			for i := range ps {
				if moves[i] > tt.maxMoves {
					continue
				}
				sol, err := s.Solve(context.Background(), &ps[i], nil)
				if err != nil || sol.Moves != moves[i] {
					t.Errorf("number %d: %d moves, %v, want %d", i+1, sol.Moves, err, moves[i])
				}
				if err := ps[i].Replay(sol.Path); err != nil {
					t.Errorf("number %d: %v", i+1, err)
				}
				sum += sol.Moves
				nodes += int(sol.Nodes)
			}
			if sum != tt.sum || nodes != tt.nodes {
				t.Errorf("%d moves, %d nodes, want %d and %d", sum, nodes, tt.sum, tt.nodes)
			}
		})
	}
}
