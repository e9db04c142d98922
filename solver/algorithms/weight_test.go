package algorithms_test

import (
	"context"
	"errors"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/astar"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

func TestParseWeight(t *testing.T) {
	for _, tt := range []struct {
		text   string
		want   solver.Weight // 0: an error
		string string
	}{
		{"1", 100, "1"}, {"1.5", 150, "1.5"}, {"2.05", 205, "2.05"}, {"10", 1000, "10"}, {"03.10",
			310, "3.1"},
		{"", 0, ""}, {"0", 0, ""}, {"0.99", 0, ""}, {"10.01", 0, ""}, {"1.", 0, ""}, {".5", 0,
			""}, {"1.234", 0, ""},
		{"1,5", 0, ""}, {"-2", 0, ""}, {"+2", 0, ""}, {"1e1", 0, ""}, {"two", 0, ""}, {"1.5.0", 0,
			""}, {"NaN", 0, ""},
		{"99999999999999999999999999", 0, ""},
	} {
		got, err := solver.ParseWeight(tt.text)
		if got != tt.want || (err == nil) != (tt.want > 0) || err != nil && !errors.Is(err,
			solver.ErrWeight) {
			t.Errorf("ParseWeight(%q) = %d, %v, want %d", tt.text, got, err, tt.want)
		}
		if err == nil && got.String() != tt.string {
			t.Errorf("%d is %q, want %q", got, got, tt.string)
		}
	}
}

// weighted are the methods that take a weight.
func weighted() (all []method) {
	for _, m := range methods() {
		for _, a := range algorithms.All {
			if a.Name == m.name && a.Weight && (m.name != "idastar" ||
				m.heuristic != solver.PatternDatabase) {
				all = append(all, m)
			}
		}
	}
	return all
}

// A weight that the algorithm would ignore is refused.
func TestWeightRefused(t *testing.T) {
	o := solver.Options{Heuristic: solver.PatternDatabase, Weight: 150}
	if s, err := algorithms.New("idastar", o); err == nil {
		t.Errorf("New(idastar) with pattern databases and a weight = %v, want an error", s)
	}
	if _, err := algorithms.New("astar", o); err != nil {
		t.Errorf("New(astar) with pattern databases and a weight: %v", err)
	}
}

// With a weight, a path is at most that many times as long as a shortest one, and no longer
// than the bound if there is one.
func TestWeights(t *testing.T) {
	solvertest.Long(t)
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}} {
		goal := goals(t, shape)[1]
		s := explore(goal, puzzle.UDLR)
		for _, m := range weighted() {
			weights := []solver.Weight{101, 150, 237, 500, solver.MaxWeight}
			if m.name == "idastar" {
				weights = weights[:3] // with a larger weight it may take too long
			}
			for _, w := range weights {
				free := m.new(t, solver.Options{Weight: w})
				stop := m.new(t, solver.Options{Weight: w, StopAtBound: true,
					Want: puzzle.WantLength})
				for i := 0; i < len(s.boards); i += 1 + len(s.boards)/60 {
					p := &puzzle.Puzzle{Start: s.boards[i], Goal: goal}
					shortest := len(s.path[name(p.Start)])
					sol, err := free.Solve(context.Background(), p, nil)
					if err != nil || len(sol.Path) != sol.Moves || !w.Allows(sol.Moves, shortest) ||
						p.Replay(sol.Path) != nil {
						t.Fatalf("%v, weight %v: %v to %v: %+v, %v, want at most %v times %d moves",
							m, w, p.Start.Tiles, goal.Tiles, sol, err, w, shortest)
					}
					for bound := max(shortest-1, 0); bound < shortest+3; bound++ {
						p.Bound = puzzle.AtMost(bound)
						sol, err := stop.Solve(context.Background(), p, nil)
						if bound < shortest && err != puzzle.ErrTooLong ||
							bound >= shortest && (err != nil || sol.Moves > bound ||
								!w.Allows(sol.Moves, shortest)) {
							t.Fatalf("%v, weight %v: %v, %d moves, at most %d: %+v, %v", m, w,
								p.Start.Tiles, shortest, bound, sol, err)
						}
					}
				}
			}
		}
	}
}

// A weight of 1 changes nothing. A weight of 2 saves nodes, and their count does not
// change.
func TestWeightsSaveNodes(t *testing.T) {
	want := map[string]int64{"astar": 21_000, "idastar": 71_514}
	puzzles := random(puzzle.Shape{Rows: 3, Cols: 3}, 50)
	for _, m := range weighted() {
		if m.heuristic != solver.Manhattan {
			continue
		}
		nodes := func(w solver.Weight) (sum int64) {
			s := m.new(t, solver.Options{Weight: w})
			for i := range puzzles {
				sol, err := s.Solve(context.Background(), &puzzles[i], nil)
				if err != nil {
					t.Fatal(err)
				}
				sum += sol.Nodes
			}
			return sum
		}
		none, once, twice := nodes(0), nodes(solver.Once), nodes(200)
		if none != once || twice != want[m.name] {
			t.Errorf("%v: %d nodes, %d with weight 1, %d with 2, want %d", m, none, once, twice,
				want[m.name])
		}
	}
}

// The room that weighted A* adds to its queue for lower sums is reused: a hundred searches
// take no more memory than ten.
func TestWeightedQueueStaysSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("with the race detector, which -short goes with, a sync.Pool drops what it holds")
	}
	puzzles := random(puzzle.Shape{Rows: 4, Cols: 4}, 10)
	s := &astar.Solver{Options: solver.Options{Weight: solver.MaxWeight}}
	got := testing.AllocsPerRun(10, func() {
		for i := range puzzles {
			if _, err := s.Solve(context.Background(), &puzzles[i], nil); err != nil {
				t.Fatal(err)
			}
		}
	})
	if got > 500 {
		t.Errorf("%v allocations for 10 puzzles, want few", got)
	}
}
