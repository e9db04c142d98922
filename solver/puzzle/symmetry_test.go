package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"tilejudge/solver/puzzle"
)

// The eight symmetries differ, and each takes neighbours to neighbours: the turned move
// leads to the turned cell.
func TestSymmetries(t *testing.T) {
	walled := puzzle.Picture("##.", "###", "#.#", "###")
	for _, s := range []puzzle.Shape{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4}, walled} {
		images := make(map[string]bool)
		for _, y := range puzzle.Symmetries {
			to := y.Shape(s)
			var image strings.Builder
			for c := range s.Cells() {
				image.WriteByte(byte('a' + y.Cell(s, c)))
				if s.IsWall(c) != to.IsWall(y.Cell(s, c)) {
					t.Errorf("symmetry %d takes cell %d of %v from wall to none", y, c, s)
				}
				for _, m := range puzzle.UDLR {
					next, ok := s.Step(c, m)
					turned, turnedOK := to.Step(y.Cell(s, c), y.Move(m))
					if ok != turnedOK || ok && turned != y.Cell(s, next) {
						t.Errorf("symmetry %d: %v from cell %d of %v becomes %v to %d, %v", y, m, c,
							s, y.Move(m), turned, turnedOK)
					}
				}
			}
			images[image.String()+to.String()] = true
		}
		if len(images) != 8 {
			t.Errorf("%v has %d symmetries, want 8", s, len(images))
		}
	}
}

func TestGoals(t *testing.T) {
	diamond := puzzle.Picture("..#..", ".###.", "#####", ".###.", "..#..")
	diamond.Spare = 1
	for _, tt := range []struct {
		a     puzzle.Arrangement
		shape puzzle.Shape
		want  []puzzle.Tile
	}{
		{puzzle.BlankLast, puzzle.Shape{Rows: 2, Cols: 3}, []puzzle.Tile{1, 2, 3, 4, 5, 0}},
		{puzzle.BlankFirst, puzzle.Shape{Rows: 2, Cols: 3}, []puzzle.Tile{0, 1, 2, 3, 4, 5}},
		{puzzle.Snail, puzzle.Shape{Rows: 2, Cols: 2}, []puzzle.Tile{1, 2, 0, 3}},
		{puzzle.Snail, puzzle.Shape{Rows: 3, Cols: 3}, []puzzle.Tile{1, 2, 3, 8, 0, 4, 7, 6, 5}},
		{puzzle.Snail, puzzle.Shape{Rows: 4, Cols: 4}, []puzzle.Tile{1, 2, 3, 4, 12, 13, 14, 5, 11,
			0, 15, 6, 10, 9, 8, 7}},
		{puzzle.BlankEnds, diamond, []puzzle.Tile{-1, -1, 0, -1, -1, -1, 1, 2, 3, -1, 4, 5, 6, 7, 8,
			-1, 9, 10, 11, -1, -1, -1, 0, -1, -1}},
	} {
		if got := tt.a.Goal(tt.shape).Tiles; !slices.Equal(got, tt.want) {
			t.Errorf("goal of %v: %v is %v, want %v", tt.shape, tt.a, got, tt.want)
		}
	}
}

// With walls, parity and dead ends tell exactly which boards moves can reach.
func TestSolvableAmongWalls(t *testing.T) {
	for _, shape := range []puzzle.Shape{
		puzzle.Picture("##.", "###"),        // a dead end at a corner
		puzzle.Picture("#..", "###", ".##"), // a dead end two cells long
		puzzle.Picture(".#.", "###", ".##"),
		puzzle.Picture("##.#", "####"), // two dead ends
	} {
		goal := puzzle.BlankLast.Goal(shape)
		reached := reachable(goal.Board)
		solvable := 0
		permute(goal.Tiles, func(tiles []puzzle.Tile) {
			b := puzzle.Board{Shape: shape, Tiles: tiles}
			p := puzzle.Puzzle{Start: b, Goal: goal}
			if p.Solvable() {
				solvable++
			}
			if p.Solvable() != reached[key(tiles)] {
				t.Fatalf("%v, %b to %v: Solvable() = %v", tiles, shape.Walls, goal.Tiles,
					p.Solvable())
			}
		})
		if solvable != len(reached) || solvable < 12 {
			t.Errorf("%v: %d boards are solvable, %d can be reached", shape, solvable, len(reached))
		}
	}
}

func key(tiles []puzzle.Tile) string {
	var b strings.Builder
	for _, t := range tiles {
		b.WriteByte(byte('b' + t))
	}
	return b.String()
}

// reachable returns all boards that can be reached by moves.
func reachable(from puzzle.Board) map[string]bool {
	seen := map[string]bool{key(from.Tiles): true}
	for todo := []puzzle.Board{from}; len(todo) > 0; todo = todo[1:] {
		for _, m := range puzzle.UDLR {
			b := todo[0].Clone()
			if _, ok := b.Slide(b.Blank(), m); ok && !seen[key(b.Tiles)] {
				seen[key(b.Tiles)] = true
				todo = append(todo, b)
			}
		}
	}
	return seen
}

// permute calls use with each arrangement of the tiles around the walls.
func permute(tiles []puzzle.Tile, use func([]puzzle.Tile)) {
	tiles = slices.Clone(tiles)
	var place func(i int)
	place = func(i int) {
		if i == len(tiles) {
			use(tiles)
			return
		}
		if tiles[i] == puzzle.Wall {
			place(i + 1)
			return
		}
		for j := i; j < len(tiles); j++ {
			if tiles[j] != puzzle.Wall {
				tiles[i], tiles[j] = tiles[j], tiles[i]
				place(i + 1)
				tiles[i], tiles[j] = tiles[j], tiles[i]
			}
		}
	}
	place(0)
}
