package generate_test

import (
	"testing"

	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// Packed boards are those of the puzzles with the same numbers.
func TestPacked(t *testing.T) {
	for _, s := range []puzzle.Shape{shape(2, 2), shape(2, 3), shape(3, 3), shape(5, 2)} {
		for _, goal := range []puzzle.Arrangement{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			for _, unsolvable := range []int{0, 30, 100} {
				g, err := generate.New(t.Context(), generate.Spec{
					Seed: 9, Shapes: []puzzle.Shape{s}, Goal: goal.Goal, Unsolvable: unsolvable,
					Unsolved: true,
				})
				if err != nil || !g.Packs() {
					t.Fatal(s, goal, err)
				}
				var p puzzle.Puzzle
				for i, b := range g.AppendPacked(nil, 11, 500) {
					if err := g.Puzzle(int64(11+i), &p); err != nil || p.Start.Pack() != b {
						t.Fatalf("%v, puzzle %d: %x, want %v, %v", s, 11+i, b, p.Start, err)
					}
				}
			}
		}
	}
}
