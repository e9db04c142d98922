package puzzles_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// goalOf returns a function that returns g for the shape of g, and nil for other shapes.
func goalOf(g *puzzle.Goal) func(puzzle.Shape) *puzzle.Goal {
	return func(s puzzle.Shape) *puzzle.Goal {
		if s != g.Shape {
			return nil
		}
		return g
	}
}

// sample returns all 2x3 boards, and some 3x3 and 4x4 boards.
func sample(rng *rand.Rand) (starts []puzzle.Board) {
	b := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 2, Cols: 3}).Board
	var place func(i int)
	place = func(i int) {
		if i == len(b.Tiles) {
			starts = append(starts, b.Clone())
			return
		}
		for j := i; j < len(b.Tiles); j++ {
			b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
			place(i + 1)
			b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
		}
	}
	place(0)
	for range 300 {
		b := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3}).Board.Clone()
		rng.Shuffle(len(b.Tiles), func(i, j int) {
			b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
		})
		starts = append(starts, b)
	}
	for i := range 40 {
		b := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4}).Board.Clone()
		for range 60 {
			b.Slide(b.Blank(), puzzle.UDLR[rng.IntN(4)])
		}
		if i%10 == 0 && b.Tiles[0] != puzzle.Blank && b.Tiles[1] != puzzle.Blank { // unsolvable
			b.Tiles[0], b.Tiles[1] = b.Tiles[1], b.Tiles[0]
		}
		starts = append(starts, b)
	}
	return starts
}

// A conversion keeps solvability and the exact distance, and a converted path solves the new
// puzzle. Converting back keeps the distance as well.
func TestConversionKeepsTheDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sv, err := algorithms.New("auto", solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solve := func(p *puzzle.Puzzle) (string, puzzle.Path) {
		s, err := sv.Solve(context.Background(), p, nil)
		return fmt.Sprint(s.Moves, err), s.Path
	}
	last, first := puzzle.BlankLast, puzzle.BlankFirst
	turned := func(s puzzle.Shape) puzzle.Shape { return puzzle.Shape{Rows: s.Cols, Cols: s.Rows} }
	for _, b := range sample(rng) {
		p := &puzzle.Puzzle{Start: b, Goal: last.Goal(b.Shape)}
		far, path := solve(p)
		for name, to := range map[string]*puzzle.Goal{
			"blank first": first.Goal(b.Shape),
			"transposed":  last.Goal(turned(b.Shape)),
			"both":        first.Goal(turned(b.Shape)),
		} {
			there, err := puzzle.NewConversion(p.Goal, goalOf(to))
			if err != nil {
				t.Fatal(err)
			}
			back, err := puzzle.NewConversion(to, goalOf(p.Goal))
			if err != nil {
				t.Fatal(err)
			}
			q := there.Puzzle(p)
			if got, _ := solve(q); got != far || q.Solvable() != p.Solvable() {
				t.Fatalf("%v, %s: %v: distance %s, want %s", b, name, q.Start, got, far)
			}
			if path != nil {
				turned := append(puzzle.Path(nil), path...)
				there.Path(turned)
				if err := q.Replay(turned); err != nil {
					t.Fatalf("%v, %s: %q becomes %q: %v", b, name, path, turned, err)
				}
			}
			if got, _ := solve(back.Puzzle(q)); got != far {
				t.Fatalf("%v, %s and back: distance %s, want %s", b, name, got, far)
			}
		}
	}
}

// A puzzle of any format can be converted to any other, or the error says that shapes or
// goals do not fit.
func TestConvertPairs(t *testing.T) {
	converted := 0
	for _, from := range formats.All {
		in := example(t, from)
		for _, to := range formats.All {
			c := puzzles.NewConverter(from, to)
			for _, p := range decode(t, from, in) {
				q, _, err := c.Convert(&p)
				if err != nil {
					text := err.Error()
					if !strings.Contains(text, "boards there") &&
						!strings.Contains(text, "no symmetry of") {
						t.Errorf("%s to %s: %v", from.Name, to.Name, err)
					}
					continue
				}
				converted++
				got := decode(t, to, puzzles.EncodeAll(to, []puzzle.Puzzle{*q}))
				if len(got) != 1 || !got[0].Start.Equal(q.Start) ||
					!got[0].Goal.Equal(q.Goal.Board) || got[0].Solvable() != p.Solvable() {
					t.Errorf("%s to %s: %v becomes %v", from.Name, to.Name, p.Start, got)
				}
			}
		}
	}
	if converted < 1000 {
		t.Errorf("%d conversions, want more", converted)
	}
}
