package fsm

import (
	"fmt"
	"slices"
	"testing"

	"tilejudge/solver/puzzle"
)

// Up to its length, the machine accepts exactly the strings that have no smaller
// duplicate: plain breadth-first search knows them.
func TestAcceptsNoDuplicates(t *testing.T) {
	for _, tt := range []struct {
		shape  puzzle.Shape
		length int
	}{
		{puzzle.Shape{Rows: 1, Cols: 4}, 5},
		{puzzle.Shape{Rows: 2, Cols: 3}, 14},
		{puzzle.Shape{Rows: 3, Cols: 3}, 11},
		{puzzle.Picture("###", "#.#", "###", "###"), 14},
		{puzzle.Shape{Rows: 4, Cols: 4}, 8},
		{puzzle.Shape{Rows: 5, Cols: 5}, 7},
	} {
		for _, order := range []puzzle.Order{puzzle.UDLR, puzzle.DLRU} {
			m := New(tt.shape, order, tt.length)
			for blank := range tt.shape.Cells() {
				want := smallest(tt.shape, order, blank, tt.length)
				got := m.strings(order, uint32(blank), "", tt.length)
				if !slices.Equal(got, want) {
					t.Errorf("%v, order %v, blank in cell %d: %d strings, want %d",
						tt.shape, order, blank, len(got), len(want))
				}
			}
		}
	}
}

// strings returns what the machine accepts in a state after a string, in order.
func (m *Machine) strings(order puzzle.Order, state uint32, path string, length int) []string {
	all := []string{path}
	if len(path) == length {
		return all
	}
	for k, to := range m.Next[state] {
		if to != Reject {
			all = append(all, m.strings(order, to, path+order[k].String(), length)...)
		}
	}
	return all
}

// smallest returns, for each board within length moves, the smallest of the
// shortest strings that lead there, in the order in which Machine.strings finds
// them.
func smallest(shape puzzle.Shape, order puzzle.Order, blank, length int) []string {
	start := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	for c := range start.Tiles {
		start.Tiles[c] = puzzle.Tile((c - blank + shape.Cells()) % shape.Cells())
	}
	type found struct {
		puzzle.Board
		path string
	}
	seen := map[string]bool{fmt.Sprint(start.Tiles): true}
	layer := []found{{start, ""}}
	accepted := map[string]bool{"": true}
	for range length {
		var next []found
		for _, f := range layer { // in order, so the first string to a board is the smallest
			for _, m := range order {
				b := f.Board.Clone()
				if _, ok := b.Slide(b.Blank(), m); ok && !seen[fmt.Sprint(b.Tiles)] {
					seen[fmt.Sprint(b.Tiles)] = true
					next = append(next, found{b, f.path + m.String()})
					accepted[f.path+m.String()] = true
				}
			}
		}
		layer = next
	}
	var all []string
	var walk func(path string)
	walk = func(path string) {
		if accepted[path] {
			all = append(all, path)
			for _, m := range order {
				walk(path + m.String())
			}
		}
	}
	walk("")
	return all
}
