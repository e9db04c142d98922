package words

import (
	"fmt"
	"slices"
	"testing"

	"tilejudge/solver/puzzle"
)

// Of all words up to the length, the automaton takes those alone that no other
// word can replace: plain breadth-first search knows them.
func TestTakesNoOtherWords(t *testing.T) {
	for _, tt := range []struct {
		shape  puzzle.Shape
		length int
	}{
		{puzzle.Shape{Rows: 1, Cols: 4}, 5},
		{puzzle.Shape{Rows: 2, Cols: 3}, 14},
		{puzzle.Shape{Rows: 3, Cols: 3}, 11},
		{puzzle.Shape{Rows: 4, Cols: 4}, 8},
		{puzzle.Shape{Rows: 5, Cols: 5}, 7},
	} {
		for _, order := range []puzzle.Order{puzzle.UDLR, puzzle.DLRU} {
			a := New(tt.shape, order, tt.length)
			for blank := range tt.shape.Cells() {
				want := leastWords(tt.shape, order, blank, tt.length)
				got := a.words(order, uint32(blank), "", tt.length)
				if !slices.Equal(got, want) {
					t.Errorf("%v, order %v, blank in cell %d: %d words, want %d",
						tt.shape, order, blank, len(got), len(want))
				}
			}
		}
	}
}

// words returns what the automaton takes in a state, after a word, in order.
func (a *Automaton) words(order puzzle.Order, state uint32, word string, length int) []string {
	all := []string{word}
	if len(word) == length {
		return all
	}
	for k, to := range a.Next[state] {
		if to != None {
			all = append(all, a.words(order, to, word+order[k].String(), length)...)
		}
	}
	return all
}

// leastWords returns for each board within length moves the least of the
// shortest words that lead there, in the order in which words finds them.
func leastWords(shape puzzle.Shape, order puzzle.Order, blank, length int) []string {
	start := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	for c := range start.Tiles {
		start.Tiles[c] = puzzle.Tile((c - blank + shape.Cells()) % shape.Cells())
	}
	type found struct {
		puzzle.Board
		word string
	}
	seen := map[string]bool{fmt.Sprint(start.Tiles): true}
	layer := []found{{start, ""}}
	taken := map[string]bool{"": true}
	for range length {
		var next []found
		for _, f := range layer { // in order, so the first word to a board is the least
			for _, m := range order {
				b := f.Board.Clone()
				if _, ok := b.Slide(b.Blank(), m); ok && !seen[fmt.Sprint(b.Tiles)] {
					seen[fmt.Sprint(b.Tiles)] = true
					next = append(next, found{b, f.word + m.String()})
					taken[f.word+m.String()] = true
				}
			}
		}
		layer = next
	}
	var all []string
	var walk func(word string)
	walk = func(word string) {
		if taken[word] {
			all = append(all, word)
			for _, m := range order {
				walk(word + m.String())
			}
		}
	}
	walk("")
	return all
}
