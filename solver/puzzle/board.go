// Package puzzle is the sliding-tile game itself: boards, moves, goals, parity and replay.
// It does not search and reads no text.
//
// A board has rows x cols cells in row-major order, cell 0 top left; some may be walls. One
// cell is blank. A move names the direction in which the blank travels:
//
//	p := puzzle.Puzzle{Start: board, Goal: puzzle.BlankLast.Goal(board.Shape)}
//	if p.Solvable() { err := p.Replay(puzzle.Path("ul")) … }
package puzzle

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A Tile is the number of a tile, from 1; 0 is the blank.
type Tile = int32

// Blank is the number of the blank, and Wall that of a cell where no tile can be.
const (
	Blank Tile = 0
	Wall  Tile = -1
)

// A Shape is the cells of a board: a rectangle, in rare cases with walls in it.
type Shape struct {
	Rows, Cols int
	Walls      uint64 // bit c is set if cell c is a wall; only the first 64 cells can be
	Spare      int    // blanks in addition to the one that every board has
}

// Picture returns the shape that has a cell for each "#" in the rows, and a wall for each
// other byte.
func Picture(rows ...string) Shape {
	s := Shape{Rows: len(rows), Cols: len(rows[0])}
	for r, row := range rows {
		for c := range s.Cols {
			if row[c] != '#' {
				s.Walls |= 1 << (r*s.Cols + c)
			}
		}
	}
	return s
}

// Draw returns the rows of which Picture makes the shape, in lines, with "." for walls.
func (s Shape) Draw() string {
	var b strings.Builder
	for cell := range s.Cells() {
		b.WriteByte("#."[s.Walls>>cell&1])
		if (cell+1)%s.Cols == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Cells returns the number of cells, walls and blanks included.
func (s Shape) Cells() int { return s.Rows * s.Cols }

// Open returns the number of cells that are not walls.
func (s Shape) Open() int { return s.Cells() - bits.OnesCount64(s.Walls) }

// SmallCells is the most cells that a Small shape has. 10 cells have 1,814,400
// solvable boards.
const SmallCells = 10

// Small reports whether the shape has few enough boards to visit all of them, and
// parity alone tells which are solvable: a full rectangle of 2x2 up to SmallCells
// cells with one blank.
func (s Shape) Small() bool {
	return s.Rows > 1 && s.Cols > 1 && s.Cells() <= SmallCells && s.Walls == 0 && s.Spare == 0
}

// Boards returns the number of solvable boards of a Small shape: half of all
// permutations, n!/2 for n cells.
func (s Shape) Boards() int {
	count := 1
	for i := 3; i <= s.Cells(); i++ {
		count *= i
	}
	return count
}

// Number returns how many cells that are no walls come before a cell in row-major order.
func (s Shape) Number(cell int) int {
	return cell - bits.OnesCount64(s.Walls&(1<<cell-1))
}

// MaxTile returns the highest number of a tile.
func (s Shape) MaxTile() Tile { return Tile(s.Open() - 1 - s.Spare) }

// IsWall reports whether a cell is a wall.
func (s Shape) IsWall(cell int) bool { return s.Walls>>cell&1 != 0 }

// String returns the shape as rows x columns, such as "3x4", with the number of cells if
// there are walls, and the number of blanks if there are several.
func (s Shape) String() string {
	text := fmt.Sprintf("%dx%d", s.Rows, s.Cols)
	if s.Walls != 0 {
		text += fmt.Sprintf(" with %d cells", s.Open())
	}
	if s.Spare > 0 {
		text += fmt.Sprintf(" and %d blanks", 1+s.Spare)
	}
	return text
}

// Step returns the cell that a blank in a cell reaches by m, and false if m leaves the
// board, runs into a wall or is not a move.
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
	to = row*s.Cols + col
	return to, !s.IsWall(to)
}

// A Board has the tiles in the cells of a shape, in row-major order. A proper board has
// each tile from 1 to Shape.MaxTile() once, Wall in its walls and Blank in the other
// cells.
type Board struct {
	Shape
	Tiles []Tile
}

// Clone returns a copy that shares no memory with b.
func (b Board) Clone() Board {
	return Board{b.Shape, slices.Clone(b.Tiles)}
}

// Transposed returns the board with rows and columns exchanged, in memory of its own.
func (b Board) Transposed() Board {
	t := Board{transposed.Shape(b.Shape), make([]Tile, len(b.Tiles))}
	for cell, tile := range b.Tiles {
		t.Tiles[transposed.Cell(b.Shape, cell)] = tile
	}
	return t
}

// Equal reports whether both boards have the same shape and tiles.
func (b Board) Equal(o Board) bool {
	return b.Shape == o.Shape && slices.Equal(b.Tiles, o.Tiles)
}

// Blank returns the cell of the blank, or -1 if there is none.
func (b Board) Blank() int { return slices.Index(b.Tiles, Blank) }

// Slide moves the blank, which is in a cell, by m, and returns its new cell. If Step
// returns false for m, so does Slide, and the board does not change.
func (b Board) Slide(cell int, m Move) (to int, ok bool) {
	to, ok = b.Step(cell, m)
	if ok {
		b.Tiles[cell], b.Tiles[to] = b.Tiles[to], b.Tiles[cell]
	}
	return to, ok
}
