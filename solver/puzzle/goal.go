package puzzle

import (
	"encoding/json"
	"fmt"
	"slices"
)

// An Arrangement is a rule for the order of the tiles in goals of any shape.
type Arrangement uint8

// The arrangements. The zero value is none.
const (
	_          Arrangement = iota
	BlankLast              // 1 2 3 … in row-major order, then the blank
	BlankFirst             // the blank, then 1 2 3 … in row-major order
	BlankEnds              // a blank, 1 2 3 … in row-major order, a blank
	Snail                  // 1 2 3 … clockwise and inwards, the blank innermost
	Clock                  // 1 to 12 clockwise around 5x3 cells, 12 on top, the blank in the middle
	Ring                   // 1 to 8 clockwise from the upper right of 3x3, the blank in the middle
	Descending             // … 3 2 1 in row-major order, then the blank
	Given                  // each puzzle has a goal of its own
)

// String describes the arrangement to a person.
func (a Arrangement) String() string {
	return [...]string{
		"none",
		BlankLast:  "1 2 3 … row by row, the blank last",
		BlankFirst: "the blank, then 1 2 3 … row by row",
		BlankEnds:  "a blank, then 1 2 3 … row by row, then a blank",
		Snail:      "1 2 3 … clockwise and inwards, the blank innermost",
		Clock:      "1 to 12 as on the face of a clock, the blank in the middle",
		Ring:       "1 to 8 clockwise from the upper right corner, the blank in the middle",
		Descending: "… 3 2 1 row by row, the blank last",
		Given:      "given with each puzzle",
	}[a]
}

// Goal returns the goal of shape s in this arrangement. It panics if the arrangement is
// Given or is not for that shape.
func (a Arrangement) Goal(s Shape) *Goal {
	g, err := NewGoal(Board{s, a.tiles(s)})
	if err != nil {
		panic(err) // a caller's bug
	}
	return g
}

func (a Arrangement) tiles(s Shape) []Tile {
	switch a {
	case BlankLast:
		return inRows(s, 1)
	case BlankFirst, BlankEnds:
		return inRows(s, 0)
	case Snail:
		return inSnail(s)
	case Clock:
		return []Tile{
			11, 12, 1,
			10, Wall, 2,
			9, 0, 3,
			8, Wall, 4,
			7, 6, 5,
		}
	case Descending:
		tiles := inRows(s, 0)
		slices.Reverse(tiles)
		return tiles
	case Ring:
		return []Tile{7, 8, 1, 6, 0, 2, 5, 4, 3}
	default:
		panic("an arrangement without a goal")
	}
}

// InOrder returns the goal 1 2 3 … in row-major order with the blank in a cell, on a shape
// without walls and with one blank. It panics if there is no such cell.
func InOrder(s Shape, blank int) *Goal {
	tiles := inRows(s, 1)
	copy(tiles[blank+1:], tiles[blank:])
	tiles[blank] = Blank
	g, err := NewGoal(Board{s, tiles})
	if err != nil {
		panic(err) // a caller's bug
	}
	return g
}

// InOrder reports whether the tiles of the goal are 1 2 3 … in row-major order, wherever the
// blank is.
func (g *Goal) InOrder() bool {
	next := Tile(1)
	for _, t := range g.Tiles {
		if t > Blank {
			if t != next {
				return false
			}
			next++
		}
	}
	return true
}

// inRows numbers the cells in row-major order from first on. Cells with a number that is
// not a tile become blanks.
func inRows(s Shape, first Tile) []Tile {
	tiles := make([]Tile, s.Cells())
	next := first
	for c := range tiles {
		switch {
		case s.IsWall(c):
			tiles[c] = Wall
			continue
		case next <= s.MaxTile():
			tiles[c] = next
		}
		next++
	}
	return tiles
}

// inSnail numbers the cells along a walk that turns right wherever it can't go straight
// on.
func inSnail(s Shape) []Tile {
	tiles := make([]Tile, s.Cells())
	turns := [...]Move{Right, Down, Left, Up}
	cell, turn := 0, 0
	for t := 1; t < len(tiles); t++ {
		tiles[cell] = Tile(t)
		to, ok := s.Step(cell, turns[turn])
		if !ok || tiles[to] != 0 {
			turn = (turn + 1) % len(turns)
			to, _ = s.Step(cell, turns[turn])
		}
		cell = to
	}
	return tiles
}

// A Goal is the board that a puzzle asks for. It never changes, so any number of puzzles
// and goroutines can share it.
type Goal struct {
	Board
	cell []int32 // cell[tile] is the tile's cell
	odd  int     // parity of the permutation of the tiles
	ways ways    // of the blank
}

// NewGoal returns the goal b, and keeps its tiles. It returns an error if b is not a proper
// board.
func NewGoal(b Board) (*Goal, error) {
	if b.Rows < 1 || b.Cols < 1 || b.Spare < 0 || b.MaxTile() < 0 || len(b.Tiles) != b.Cells() {
		return nil, fmt.Errorf("goal: %d tiles for a board of %v cells", len(b.Tiles), b.Shape)
	}
	g := &Goal{Board: b, cell: make([]int32, b.MaxTile()+1), ways: waysOf(b.Shape)}
	for i := range g.cell {
		g.cell[i] = -1
	}
	blanks := 0
	for c, t := range b.Tiles {
		switch {
		case b.IsWall(c) != (t == Wall):
			return nil, fmt.Errorf(
				"goal: cell %d has %d, but board and shape must have the same walls", c, t)
		case t == Wall:
		case t < 0 || t > b.MaxTile():
			return nil, fmt.Errorf("goal: tile %d is not one of 0 to %d", t, b.MaxTile())
		case t == Blank:
			if blanks++; blanks == 1 {
				g.cell[Blank] = int32(c)
			}
		case g.cell[t] >= 0:
			return nil, fmt.Errorf("goal: tile %d appears twice", t)
		default:
			g.cell[t] = int32(c)
		}
	}
	if blanks != 1+b.Spare {
		return nil, fmt.Errorf("goal: %d blanks, want %d", blanks, 1+b.Spare)
	}
	if b.Spare == 0 {
		g.odd = parity(b.Tiles, b.MaxTile())
	}
	return g, nil
}

// UnmarshalJSON reads the board of a goal, and returns the error of NewGoal if it is not a
// proper one.
func (g *Goal) UnmarshalJSON(text []byte) error {
	var b Board
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	goal, err := NewGoal(b)
	if err != nil {
		return err
	}
	*g = *goal
	return nil
}

// Cell returns the cell that tile t, or the first blank, has in the goal.
func (g *Goal) Cell(t Tile) int { return int(g.cell[t]) }
