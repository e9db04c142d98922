package generate_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// If no puzzle fits the Spec, the error says why.
func TestNone(t *testing.T) {
	two := puzzle.Shape{Rows: 2, Cols: 2, Spare: 1}
	for _, tt := range []struct {
		name string
		spec generate.Spec
		want string
	}{
		{"unsolvable 1x1", generate.Spec{Shapes: []puzzle.Shape{shape(1, 1)}, Unsolvable: 1},
			"every 1x1 board is solvable"},
		{"unsolved 1x1", generate.Spec{Shapes: []puzzle.Shape{shape(1, 1)}, Unsolved: true},
			"every 1x1 board is solved"},
		{"several blanks", generate.Spec{Shapes: []puzzle.Shape{two}, Unsolvable: 1},
			"parity does not tell"},
		{"all of 4x4", generate.Spec{Shapes: []puzzle.Shape{shape(4, 4)}, Way: generate.All},
			"to 10 cells"},
		{"all of two",
			generate.Spec{Shapes: []puzzle.Shape{shape(2, 2), shape(3, 3)}, Way: generate.All},
			"one shape"},
		{"too deep", generate.Spec{
			Shapes: []puzzle.Shape{shape(3, 3)}, Way: generate.Depth,
			Moves: generate.Range{Min: 32, Max: 40},
		}, "at most 31 moves from the goal, not 32 to 40"},
		{"deeper than promised", generate.Spec{
			Shapes: []puzzle.Shape{shape(3, 3)}, Way: generate.Depth,
			Moves:  generate.Range{Min: 9, Max: 9},
			Within: true, Bound: func(puzzle.Shape) puzzle.Bound { return puzzle.AtMost(8) },
		}, "9 moves are more than the 8"},
		{"not to be found", generate.Spec{
			Shapes: []puzzle.Shape{{Rows: 4, Cols: 3}}, Way: generate.Depth,
			Moves: generate.Range{Min: 200, Max: 200},
		}, "found no 4x3 board 200 moves"},
	} {
		tt.spec.Goal, tt.spec.Solver = puzzle.BlankLast.Goal, exact
		if tt.spec.Shapes[0].Cells() > 10 {
			tt.spec.Solver = search
		}
		g, err := generate.New(t.Context(), tt.spec)
		if err == nil {
			_, err = g.Puzzles(1, 1).Decode(make([]puzzle.Puzzle, 1))
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The source ends with the context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g, err := generate.New(ctx, generate.Spec{Shapes: []puzzle.Shape{shape(3, 3)}})
	if err != nil {
		t.Fatal(err)
	}
	src := g.Puzzles(1, 3)
	ps := make([]puzzle.Puzzle, 2)
	for _, want := range []struct {
		n   int
		err error
	}{{2, nil}, {1, nil}, {0, io.EOF}} {
		if n, err := src.Decode(ps); n != want.n || err != want.err {
			t.Errorf("Decode = %d, %v, want %d, %v", n, err, want.n, want.err)
		}
	}
	cancel()
	if n, err := g.Puzzles(1, 3).Decode(ps); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel Decode = %d, %v, want canceled", n, err)
	}
}
