package anytime

import (
	"context"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A mender puts in place swaps that are far from each other, and cycles of cells all over the
// board, wherever the blank is. For swaps it takes few moves.
func TestMender(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 6))
	var m mender
	for _, tt := range []struct {
		rows, cols, swaps, cycle int
		moves                    int // at most
	}{
		{30, 30, 0, 0, 60},
		{30, 30, 0, 3, 1000},
		{30, 30, 2, 0, 400},
		{30, 30, 40, 0, 1500},
		{12, 40, 11, 4, 1500},
		{5, 60, 5, 1, 600},
		{9, 9, 3, 10, 1200},
		{16, 16, 0, 200, 12_000},
		{6, 6, 18, 0, 200},
	} {
		s := mixed(t, rng, puzzle.Shape{Rows: tt.rows, Cols: tt.cols}, tt.swaps, tt.cycle)
		first, blank := append([]uint16{}, s.At...), s.Blank
		path, ok := m.run(s, nil)
		if !ok || len(path) > tt.moves {
			t.Errorf("%+v: %d moves, %v", tt, len(path), ok)
		}
		for _, move := range path {
			to, _ := s.Step(blank, move)
			first[blank], first[to] = first[to], first[blank]
			blank = to
		}
		for c, tile := range first {
			if int(tile) != c {
				t.Fatalf("%+v: a tile is out of place after %d moves", tt, len(path))
			}
		}
	}
}

// mixed returns a search on a board in which swaps of neighbours and a cycle of cells are out of
// place, and the blank has gone to a random cell.
func mixed(t *testing.T, rng *rand.Rand, shape puzzle.Shape, swaps, cycle int) *search.Search {
	t.Helper()
	goal := puzzle.BlankLast.Goal(shape)
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	s := &search.Search{}
	if err := s.Begin(context.Background(), p, &solver.Options{}); err != nil {
		t.Fatal(err)
	}
	exchange := func(c, d int) { s.At[c], s.At[d] = s.At[d], s.At[c] }
	odd := false
	for range swaps {
		c := rng.IntN(s.Home - 1)
		if (c+1)%s.Cols != 0 {
			exchange(c, c+1)
			odd = !odd
		}
	}
	cells := rng.Perm(s.Home)[:cycle]
	for i := range max(0, cycle-1) {
		exchange(cells[i], cells[i+1])
		odd = !odd
	}
	if odd {
		exchange(0, 1)
	}
	for _, way := range []struct{ step, most int }{{1, s.Cols}, {s.Cols, s.Rows}} {
		for range rng.IntN(way.most) { // to the left, then up
			exchange(s.Blank, s.Blank-way.step)
			s.Blank -= way.step
		}
	}
	return s
}
