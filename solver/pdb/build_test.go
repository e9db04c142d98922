package pdb

import (
	"context"
	"errors"
	"testing"

	"tilejudge/solver/puzzle"
)

// Every entry of a table is what a plain search over all cells of the tiles and the
// blank finds.
func TestBuild(t *testing.T) {
	for _, p := range []Pattern{
		{puzzle.Shape{Rows: 3, Cols: 3}, 0, []int{1, 2, 3, 4}},
		{puzzle.Shape{Rows: 3, Cols: 3}, 8, []int{7, 0, 4, 2}},
		{puzzle.Shape{Rows: 3, Cols: 3}, 4, []int{8}},
		{puzzle.Shape{Rows: 2, Cols: 4}, 1, []int{5, 0, 3}},
		{puzzle.Shape{Rows: 4, Cols: 2}, 2, []int{1, 3, 5, 7, 0}},
		{puzzle.Shape{Rows: 4, Cols: 4}, 5, []int{15, 1, 4}},
		{puzzle.Shape{Rows: 2, Cols: 7}, 13, []int{0, 6, 3}},
		{puzzle.Shape{Rows: 5, Cols: 5}, 0, []int{24, 7}},
	} {
		table := make([]byte, p.Bytes())
		var last, total int64
		err := Build(context.Background(), p, table, func(done, of int64) {
			last, total = done, of
		})
		if err != nil || last != total || total == 0 {
			t.Errorf("Build(%v) = %v, progress %d of %d", p, err, last, total)
		}
		plain := search(p)
		if len(plain) != p.Entries() {
			t.Fatalf("%v: %d placements, want %d", p, len(plain), p.Entries())
		}
		for i, moves := range plain {
			manhattan := 0
			for j, c := range moves.cells {
				manhattan += distances(p)[j][c]
			}
			want := byte(min((moves.moves-manhattan)/2, 15))
			if got := table[i/2] >> (i % 2 * 4) & 15; got != want {
				t.Errorf("%v: tiles at %v: %d, want %d", p, moves.cells, got, want)
			}
		}
	}
}

// A placed is a placement and the fewest moves to the goal.
type placed struct {
	cells []int
	moves int
}

// search returns the moves from all placements, by 0-1 breadth-first search.
func search(p Pattern) map[int]placed {
	type state struct {
		cells [maxTiles]int8
		blank int
	}
	k := len(p.Tiles)
	found := make(map[int]placed)
	goal := state{blank: p.Blank}
	for i, t := range p.Tiles {
		goal.cells[i] = int8(t)
	}
	seen := make(map[state]bool)
	for moves, layer := 0, []state{goal}; len(layer) > 0; moves++ {
		var next []state
		for len(layer) > 0 {
			s := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if seen[s] {
				continue
			}
			seen[s] = true
			cells := make([]int, k)
			for i := range cells {
				cells[i] = int(s.cells[i])
			}
			if i := p.Index(cells); found[i].cells == nil {
				found[i] = placed{cells, moves}
			}
			for _, m := range puzzle.UDLR {
				to, ok := p.Shape.Step(s.blank, m)
				if !ok {
					continue
				}
				n, paid := s, false
				for i := range n.cells[:k] {
					if int(n.cells[i]) == to {
						n.cells[i], paid = int8(s.blank), true
					}
				}
				n.blank = to
				if paid {
					next = append(next, n)
				} else {
					layer = append(layer, n)
				}
			}
		}
		layer = next
	}
	return found
}

// Patterns that can have no table are refused, and a cancelled context ends a build.
func TestBuildRefuses(t *testing.T) {
	shape := puzzle.Shape{Rows: 4, Cols: 4}
	for _, p := range []Pattern{
		{shape, 0, nil},
		{shape, 0, []int{1, 2, 0}},
		{shape, 0, []int{1, 2, 1}},
		{shape, 0, []int{16}},
		{shape, 0, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{puzzle.Shape{Rows: 5, Cols: 6}, 0, []int{1}},
		{puzzle.Picture("###", "#.#", "###"), 0, []int{1}},
	} {
		if err := Build(context.Background(), p, nil, nil); err == nil {
			t.Errorf("Build(%v) gives no error", p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := Pattern{shape, 0, []int{1, 2, 3, 4}}
	table := make([]byte, p.Bytes())
	err := Build(ctx, p, table, func(int64, int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Build = %v, want Canceled", err)
	}
}
