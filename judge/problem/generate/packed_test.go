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
				boards := make([]puzzle.Packed, 500)
				_, _, pack, _ := g.Numbers(11, 1000).Split(len(boards))
				if goal, _ := pack(boards); !g.MakePacked(goal, boards) {
					t.Fatal(s, goal)
				}
				var p puzzle.Puzzle
				for i, b := range boards {
					if err := g.Puzzle(int64(11+i), &p); err != nil || p.Start.Pack() != b {
						t.Fatalf("%v, puzzle %d: %x, want %v, %v", s, 11+i, b, p.Start, err)
					}
				}
			}
		}
	}
}

// Parts of numbers go back, and those behind them, if one is not kept.
func TestNumbers(t *testing.T) {
	g, err := generate.New(t.Context(), generate.Spec{
		Shapes: []puzzle.Shape{shape(4, 4)}, Goal: puzzle.BlankLast.Goal,
	})
	if err != nil || g.Packs() {
		t.Fatal(err)
	}
	src := g.Numbers(1, 30)
	_, _, _, one := src.Split(10)
	_, decode, _, two := src.Split(10)
	count, _, _, three := src.Split(20)
	ps := make([]puzzle.Puzzle, 20)
	if decode(ps); ps[0].ID != 11 || ps[9].ID != 20 || count != 10 {
		t.Errorf("the second part is from %d to %d, the third has %d", ps[0].ID, ps[9].ID, count)
	}
	if !one(true) || two(false) {
		t.Error("the first part goes back, or the second does not")
	}
	n, err := src.Decode(ps)
	if three(true) || n != 20 || err != nil || ps[0].ID != 11 {
		t.Errorf("%d numbers from %d, %v, want 20 from 11", n, ps[0].ID, err)
	}
}
