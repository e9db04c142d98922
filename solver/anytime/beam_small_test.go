package anytime

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// What a beam knows of each board, its value included, is what its tiles say.
func TestSmallBeamStates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	shapes := []puzzle.Shape{{Rows: 2, Cols: 8}, {Rows: 5, Cols: 3}, {Rows: 9, Cols: 10}}
	for _, shape := range shapes {
		s := shuffledSearch(t, rng, shape)
		eachLayer(&smallBeam{share: int32(shape.Rows % 2)}, s, 20, func(b *smallBeam) {
			for i, got := range b.leaves.states {
				tiles := b.leaves.tiles[i*b.stride:][:shape.Cells()]
				want := b.state(tiles, int(got.blank))
				if want.last = got.last; got != want {
					t.Fatalf("%v: %v: %+v, want %+v", shape, tiles, got, want)
				}
			}
		})
	}
}

// A path is only ever replaced by a shorter one, also by a narrow beam after a wide one.
func TestBeamsImprove(t *testing.T) {
	shape := puzzle.Shape{Rows: 6, Cols: 6}
	s := &improvement{Search: *shuffledSearch(t, rand.New(rand.NewPCG(2, 2)), shape)}
	s.first, s.entry, s.bound, s.widest = slices.Clone(s.At), s.Blank, math.MaxInt, maxWidth
	last := math.MaxInt
	for _, width := range []int{16, 300, 20, 1000, 400} {
		s.tryBeam(width, false)
		if !s.solved || len(s.path) > last {
			t.Fatalf("width %d: %d moves after %d", width, len(s.path), last)
		}
		last = len(s.path)
		at, blank := slices.Clone(s.first), s.entry
		for _, m := range s.path {
			to, _ := s.Step(blank, m)
			at[blank], at[to], blank = at[to], at[blank], to
		}
		if !slices.IsSorted(at) {
			t.Fatalf("width %d: the path leads to %v", width, at)
		}
	}
}

// shuffledSearch returns a search for a random board of a shape.
func shuffledSearch(t *testing.T, rng *rand.Rand, shape puzzle.Shape) *search.Search {
	t.Helper()
	goal := puzzle.BlankLast.Goal(shape)
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	for {
		tiles := p.Start.Tiles
		rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		s := &search.Search{}
		switch err := s.Begin(context.Background(), p, &solver.Options{}); err {
		case nil:
			return s
		case puzzle.ErrUnsolvable:
		default:
			t.Fatal(err)
		}
	}
}

// eachLayer runs a beam, calls visit after each move, and returns the path.
func eachLayer(b *smallBeam, s *search.Search, width int, visit func(*smallBeam)) puzzle.Path {
	visited := 0
	return b.run(s, width, func(int) int {
		if b.moves > visited {
			visit(b)
			visited = b.moves
		}
		return width
	})
}
