package stress

import (
	"context"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// If a program fails from some distance on, its puzzle shrinks to that distance. An
// unsolvable puzzle stays unsolvable.
func TestShrink(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	s := solver.NewAuto(solver.Options{})
	distance := func(p *puzzle.Puzzle, to *puzzle.Goal) int {
		sol, err := s.Solve(context.Background(), &puzzle.Puzzle{Start: p.Start, Goal: to}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sol.Moves
	}
	for _, tt := range []struct {
		name  string
		tiles []puzzle.Tile
		fails func(p *puzzle.Puzzle) bool
		want  int // moves; -1: unsolvable
	}{
		{"always", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool { return true }, 0},
		{"near", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool { return distance(p, goal) >= 3 }, 3},
		{"far", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool { return distance(p, goal) >= 17 }, 17},
		{"itself", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool { return distance(p, goal) == 31 }, 31},
		{"unsolvable", []puzzle.Tile{4, 6, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool { return !p.Solvable() }, -1},
	} {
		p := puzzle.Puzzle{Start: puzzle.Board{Shape: goal.Shape, Tiles: tt.tiles}, Goal: goal}
		runs := 0
		got, err := shrink(context.Background(), p, s, func(q *puzzle.Puzzle) (bool, error) {
			runs++
			return tt.fails(q), nil
		})
		switch {
		case err != nil || !tt.fails(&got) || runs > 400:
			t.Errorf("%s: %v after %d runs, %v", tt.name, got.Start, runs, err)
		case tt.want >= 0 && distance(&got, goal) != tt.want:
			t.Errorf("%s: %v takes %d moves, want %d",
				tt.name, got.Start, distance(&got, goal), tt.want)
		case tt.want < 0 && got.Start.Tiles[8] != 0:
			t.Errorf("%s: %v, want the goal with two tiles swapped", tt.name, got.Start)
		}
	}
}
