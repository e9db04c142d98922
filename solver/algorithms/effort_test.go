package algorithms_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// An algorithm that sets Effort sets it anew for each search. The boards generated are the
// neighbours of the boards expanded.
func TestEffort(t *testing.T) {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	puzzles := random(shape, 5)
	for _, m := range methods() {
		var e solver.Effort
		s := m.new(t, solver.Options{Effort: &e})
		tells := false
		for _, a := range algorithms.All {
			tells = tells || a.Name == m.name && a.Effort
		}
		if !tells {
			continue
		}
		for i := range puzzles {
			sol, err := s.Solve(context.Background(), &puzzles[i], nil)
			if err != nil {
				t.Fatal(err)
			}
			// The blank of a 3x3 board has 2 2/3 moves on average. Of these,
			// one is back, except at the start.
			if e.Expanded != sol.Nodes || e.Generated < e.Expanded*13/10 ||
				e.Generated > e.Expanded*2+2 || e.Memory < 18 {
				t.Errorf("%v: %+v, with %d nodes", m, e, sol.Nodes)
			}
		}
	}
}

// The boards of 2x2 form a ring, so each except the start leads to one new board.
func TestEffortOfRing(t *testing.T) {
	shape := puzzle.Shape{Rows: 2, Cols: 2}
	goal := puzzle.BlankLast.Goal(shape)
	p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	blank := p.Start.Blank()
	for _, m := range []puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Down} {
		blank, _ = p.Start.Slide(blank, m)
	}
	for _, tt := range []struct {
		name string
		want solver.Effort
	}{
		// Both ways around: the start, two boards each at 1 and 2 moves, and the goal.
		{"bfs", solver.Effort{Expanded: 4, Generated: 2 + 1 + 1 + 1, Memory: 6 * (8 + 2 + 4 + 8),
			Rounds: []solver.Round{{Moves: 0, Expanded: 1}, {Moves: 1, Expanded: 2},
				{Moves: 2, Expanded: 1}}}},
		{"idastar", solver.Effort{Expanded: 3, Generated: 2 + 1 + 1, Memory: 2*4 + 3,
			Rounds: []solver.Round{{Moves: 3, Expanded: 3}}}},
	} {
		var e solver.Effort
		s, err := algorithms.New(tt.name, solver.Options{Effort: &e})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Solve(context.Background(), &p, nil); err != nil || !reflect.DeepEqual(e, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.name, e, err, tt.want)
		}
	}
}

// A search that gives up sets Effort too.
func TestEffortOfFailure(t *testing.T) {
	hard := random(puzzle.Shape{Rows: 4, Cols: 4}, 1)[0]
	for _, a := range algorithms.All {
		var e solver.Effort
		s, err := algorithms.New(a.Name, solver.Options{Effort: &e, NodeLimit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Solve(context.Background(), &hard, nil); a.Effort &&
			(!errors.Is(err, solver.ErrNodeLimit) || e.Expanded != 1000) {
			t.Errorf("%s: %+v, %v, want 1000 boards expanded", a.Name, e, err)
		}
	}
}
