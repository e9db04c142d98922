package stress

import (
	"context"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// A puzzle shrinks to the least distance at which the program fails, even if none of the
// boards on the way there fail. An unsolvable puzzle stays unsolvable.
func TestShrink(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	s := algorithms.NewAuto(solver.Options{})
	distance := func(p *puzzle.Puzzle, to *puzzle.Goal) int {
		sol, err := s.Solve(context.Background(), &puzzle.Puzzle{Start: p.Start, Goal: to}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sol.Moves
	}
	nine := []puzzle.Tile{1, 3, 6, 5, 7, 2, 4, 0, 8} // behind hundreds of nearer boards
	for _, tt := range []struct {
		name  string
		tiles []puzzle.Tile
		fails func(p *puzzle.Puzzle) bool
		want  int // moves; -1: unsolvable
	}{
		{"always", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1},
			func(p *puzzle.Puzzle) bool { return true }, 0},
		{"near", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1},
			func(p *puzzle.Puzzle) bool { return distance(p, goal) >= 3 }, 3},
		{"far", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1},
			func(p *puzzle.Puzzle) bool { return distance(p, goal) >= 17 }, 17},
		{"itself", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1},
			func(p *puzzle.Puzzle) bool { return distance(p, goal) == 31 }, 31},
		{"one board", []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1}, func(p *puzzle.Puzzle) bool {
			return distance(p, goal) == 31 || slices.Equal(p.Start.Tiles, nine)
		}, 9},
		{"unsolvable", []puzzle.Tile{4, 6, 7, 8, 5, 0, 3, 2, 1},
			func(p *puzzle.Puzzle) bool { return !p.Solvable() }, -1},
	} {
		p := puzzle.Puzzle{Start: puzzle.Board{Shape: goal.Shape, Tiles: tt.tiles}, Goal: goal}
		runs := 0
		got, moves, least, err := shrink(t.Context(), p, s, func(q *puzzle.Puzzle) (bool, error) {
			runs++
			return tt.fails(q), nil
		})
		switch {
		case err != nil || !tt.fails(&got) || !least:
			t.Errorf("%s: %v after %d runs, least %v, %v", tt.name, got.Start, runs, least, err)
		case tt.want >= 0 && (distance(&got, goal) != tt.want || moves != tt.want):
			t.Errorf("%s: %v takes %d moves and %d are said, want %d",
				tt.name, got.Start, distance(&got, goal), moves, tt.want)
		case tt.want < 0 && got.Start.Tiles[8] != 0:
			t.Errorf("%s: %v, want the goal with two tiles swapped", tt.name, got.Start)
		}
	}
}

// If time is over, the nearest puzzle so far is the result, and nothing is said of those
// that were not tried.
func TestShrinkEnds(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := puzzle.Puzzle{Goal: goal, Start: puzzle.Board{
		Shape: goal.Shape, Tiles: []puzzle.Tile{6, 4, 7, 8, 5, 0, 3, 2, 1},
	}}
	s := algorithms.NewAuto(solver.Options{})
	for _, tt := range []struct{ runs, moves int }{
		{0, -1}, {1, -1}, {shallow, 31}, {shallow + 40, 20}, {1000, 20},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		got, moves, least, err := shrink(ctx, p, s, func(q *puzzle.Puzzle) (bool, error) {
			if n++; n > tt.runs {
				cancel()
				return false, ctx.Err()
			}
			sol, err := s.Solve(t.Context(), &puzzle.Puzzle{Start: q.Start, Goal: goal}, nil)
			return sol.Moves >= 20, err
		})
		if err != nil || least || moves != tt.moves || n < 1 {
			t.Errorf("%d runs: %v, %d moves, least %v, %v; want %d moves",
				tt.runs, got.Start, moves, least, err, tt.moves)
		}
	}
}
