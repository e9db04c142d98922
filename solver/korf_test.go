package solver_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// bundled returns the 15-puzzles of a file in cases, and the lengths that it
// gives: numbered lines, the goal with the blank first.
func bundled(t testing.TB, name string) (ps []puzzle.Puzzle, moves []int) {
	t.Helper()
	data, err := cases.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "-- input --\n")
	puzzles, answers, _ := strings.Cut(text, "-- answer --\n")
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	for line := range strings.Lines(puzzles) {
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		for i, word := range strings.Fields(line)[1:] {
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			p.Start.Tiles[i] = puzzle.Tile(n)
		}
		ps = append(ps, p)
	}
	for line := range strings.Lines(answers) {
		var i, n int
		if _, err := fmt.Sscan(line, &i, &n); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, n)
	}
	return ps, moves
}

// Korf's 100 have the lengths that he published, and take as many nodes as they
// ever did on one core.
func TestKorf(t *testing.T) {
	ps, moves := bundled(t, "korf-100")
	s := &solver.IDAStar{Options: solver.Options{Heuristic: solver.PatternDatabase, Cores: 1}}
	sum, nodes := 0, int64(0)
	for i := range ps {
		sol, err := s.Solve(context.Background(), &ps[i], nil)
		if err != nil || sol.Moves != moves[i] {
			t.Errorf("number %d: %d moves, %v, want %d", i+1, sol.Moves, err, moves[i])
		}
		if err := ps[i].Replay(sol.Path); err != nil {
			t.Errorf("number %d: %v", i+1, err)
		}
		sum += sol.Moves
		nodes += sol.Nodes
	}
	if sum != 5305 || nodes != 30_294_465 {
		t.Errorf("%d moves, %d nodes, want 5305 and 30294465", sum, nodes)
	}
}
