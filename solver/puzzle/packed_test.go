package puzzle_test

import (
	"math/rand/v2"
	"testing"

	"tilejudge/solver/puzzle"
)

// A packed board has the tiles of the board, is solvable if the board is, and is converted as the
// board is.
func TestPacked(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []puzzle.Shape{
		{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 3, Cols: 3},
		{Rows: 2, Cols: 4}, {Rows: 5, Cols: 2},
	} {
		if !shape.Packable() {
			t.Fatalf("%v is not packable", shape)
		}
		for range 200 {
			p := puzzle.Puzzle{Start: shuffled(shape, rnd)}
			p.Goal, _ = puzzle.NewGoal(shuffled(shape, rnd))
			packed := p.Start.Pack()
			for cell, tile := range p.Start.Tiles {
				if got := packed >> (4 * cell) & 15; got != puzzle.Packed(tile) {
					t.Fatalf("%v packed has %d in cell %d", p.Start, got, cell)
				}
			}
			if got := puzzle.NewPackedGoal(p.Goal).Solvable(packed); got != p.Solvable() {
				t.Fatalf("%v to %v: solvable: %v", p.Start, p.Goal.Board, got)
			}
			to, _ := puzzle.NewGoal(shuffled(shape, rnd))
			c, err := puzzle.NewConversion(p.Goal, func(s puzzle.Shape) *puzzle.Goal {
				if s != shape {
					return nil
				}
				return to
			})
			if err != nil {
				continue
			}
			if got, want := c.Packed().Board(packed), c.Puzzle(&p).Start.Pack(); got != want {
				t.Fatalf("%v becomes %x, want %x", p.Start, got, want)
			}
		}
	}
}

// shuffled returns a random board.
func shuffled(s puzzle.Shape, rnd *rand.Rand) puzzle.Board {
	b := puzzle.Board{Shape: s}
	for _, t := range rnd.Perm(s.Cells()) {
		b.Tiles = append(b.Tiles, puzzle.Tile(t))
	}
	return b
}
