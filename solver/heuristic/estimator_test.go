package heuristic_test

import (
	"errors"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/bfs"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
)

// An estimator tells the values of all heuristics. None is above the distance.
func TestEstimator(t *testing.T) {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	p := &puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: []puzzle.Tile{1, 7, 3, 0, 5, 4, 2, 8, 6}},
		Goal:  puzzle.BlankLast.Goal(shape),
	}
	solution, err := new(bfs.Solver).Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[solver.Heuristic]int{
		solver.Hamming: 4, solver.Manhattan: 9, solver.LinearConflict: 11,
		solver.PatternDatabase: 17, solver.WalkingDistance: 13,
	}
	for h := range solver.Heuristics {
		if h == 0 {
			continue
		}
		e := heuristic.Estimator{Heuristic: solver.Heuristic(h)}
		for range 2 { // it is used again
			got, err := e.Value(p)
			if err != nil || got != want[e.Heuristic] || got > solution.Moves {
				t.Errorf("%v: %d, %v; want %d, of %d moves", e.Heuristic, got, err, want[e.Heuristic],
					solution.Moves)
			}
		}
		solved := &puzzle.Puzzle{Start: p.Goal.Board, Goal: p.Goal}
		if got, err := e.Value(solved); err != nil || got != 0 {
			t.Errorf("%v: %d, %v for the goal, want 0", e.Heuristic, got, err)
		}
		if solver.Heuristics[h].Doc == "" {
			t.Errorf("%v has no paragraph", e.Heuristic)
		}
	}
	e := heuristic.Estimator{Heuristic: solver.WalkingDistance}
	large := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 9, Cols: 9})
	_, err = e.Value(&puzzle.Puzzle{Start: large.Board, Goal: large})
	if !errors.Is(err, puzzle.ErrGaveUp) {
		t.Errorf("error %v for a board that the heuristic does not take", err)
	}
}
