// Package puzzle is the sliding-tile game itself: boards, moves, goals, parity
// and replay. It searches for nothing and reads no text.
//
// A board has rows x cols cells in row-major order, cell 0 top left. One cell
// is blank; a move names the way in which the blank travels:
//
//	p := puzzle.Puzzle{Start: board, Goal: puzzle.BlankLast.Goal(board.Shape)}
//	if p.Solvable() { err := p.Replay(puzzle.Path("ul")) … }
package puzzle

import (
	"fmt"
	"slices"
)

// A Tile is the number of a tile, from 1; 0 is the blank.
type Tile = int32

// Blank is the number of the blank.
const Blank Tile = 0

// A Shape is the size of a board in cells.
type Shape struct {
	Rows, Cols int
}

// Cells returns the number of cells, the blank included.
func (s Shape) Cells() int { return s.Rows * s.Cols }

// String returns the shape as rows x columns, "3x4".
func (s Shape) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// Step returns the cell that a blank at cell reaches by m, and false if m
// leaves the board or is no move.
func (s Shape) Step(cell int, m Move) (to int, ok bool) {
	row, col := cell/s.Cols, cell%s.Cols
	switch m {
	case Up:
		row--
	case Down:
		row++
	case Left:
		col--
	case Right:
		col++
	default:
		return 0, false
	}
	if row < 0 || row >= s.Rows || col < 0 || col >= s.Cols {
		return 0, false
	}
	return row*s.Cols + col, true
}

// A Board is the tiles of Shape.Cells() cells in row-major order. A proper
// board has each number from 0 to Cells()-1 once.
type Board struct {
	Shape
	Tiles []Tile
}

// Clone returns a copy that shares no memory with b.
func (b Board) Clone() Board {
	return Board{b.Shape, slices.Clone(b.Tiles)}
}

// Equal reports whether both boards have the same shape and tiles.
func (b Board) Equal(o Board) bool {
	return b.Shape == o.Shape && slices.Equal(b.Tiles, o.Tiles)
}

// Blank returns the cell of the blank, or -1 if there is none.
func (b Board) Blank() int { return slices.Index(b.Tiles, Blank) }

// Slide moves the blank, which is at cell, by m, and returns its new cell. It
// returns false and leaves the board alone if m leaves the board.
func (b Board) Slide(cell int, m Move) (to int, ok bool) {
	to, ok = b.Step(cell, m)
	if ok {
		b.Tiles[cell], b.Tiles[to] = b.Tiles[to], b.Tiles[cell]
	}
	return to, ok
}

// An Arrangement is a way to lay out the tiles of a goal, for any shape.
type Arrangement uint8

// The arrangements. The zero value is none.
const (
	_         Arrangement = iota
	BlankLast             // 1 2 3 … in row-major order, then the blank
)

// String describes the arrangement to a person.
func (a Arrangement) String() string {
	return [...]string{"none", "1 2 3 … row by row, the blank last"}[a]
}

// Goal returns the goal of shape s in this arrangement.
func (a Arrangement) Goal(s Shape) *Goal {
	tiles := make([]Tile, s.Cells())
	switch a {
	case BlankLast:
		for c := range len(tiles) - 1 {
			tiles[c] = Tile(c + 1)
		}
	default:
		panic("no such arrangement")
	}
	g, err := NewGoal(Board{s, tiles})
	if err != nil {
		panic(err) // only a shape without cells comes here
	}
	return g
}

// A Goal is the board that a puzzle asks for. It never changes after NewGoal,
// so that any number of puzzles and goroutines can share it.
type Goal struct {
	Board
	cell []int32 // cell[tile] is where the goal has the tile
}

// NewGoal returns the goal b, which it takes over. It returns an error if b is
// not a proper board.
func NewGoal(b Board) (*Goal, error) {
	n := b.Cells()
	if b.Rows < 1 || b.Cols < 1 || len(b.Tiles) != n {
		return nil, fmt.Errorf("goal: %d tiles for a board of %v cells", len(b.Tiles), b.Shape)
	}
	g := &Goal{b, make([]int32, n)}
	for i := range g.cell {
		g.cell[i] = -1
	}
	for c, t := range b.Tiles {
		if t < 0 || int(t) >= n {
			return nil, fmt.Errorf("goal: tile %d is not one of 0 to %d", t, n-1)
		}
		if g.cell[t] >= 0 {
			return nil, fmt.Errorf("goal: tile %d appears twice", t)
		}
		g.cell[t] = int32(c)
	}
	return g, nil
}

// Cell returns the cell that tile t, or the blank, has in the goal.
func (g *Goal) Cell(t Tile) int { return int(g.cell[t]) }
