package puzzle

import "fmt"

// A Symmetry turns or mirrors a rectangle. Its bits tell what to do, in this order:
// exchange rows and columns, reverse the order of the rows, reverse that of the columns.
type Symmetry uint8

const (
	transposed Symmetry = 1 << iota
	upsideDown
	leftToRight
)

// Symmetries lists all eight: the identity, the half turn, the four that
// exchange rows and columns, and the two that mirror.
var Symmetries = [...]Symmetry{
	0, upsideDown | leftToRight,
	transposed | upsideDown | leftToRight, transposed,
	transposed | leftToRight, transposed | upsideDown,
	upsideDown, leftToRight,
}

// Shape returns the turned or mirrored shape.
func (y Symmetry) Shape(s Shape) Shape {
	to := s
	if y&transposed != 0 {
		to.Rows, to.Cols = s.Cols, s.Rows
	}
	to.Walls = 0
	for c := 0; s.Walls>>c != 0; c++ {
		if s.IsWall(c) {
			to.Walls |= 1 << y.Cell(s, c)
		}
	}
	return to
}

// Cell returns the cell to which a cell of a shape is taken.
func (y Symmetry) Cell(s Shape, cell int) int {
	row, col, rows, cols := cell/s.Cols, cell%s.Cols, s.Rows, s.Cols
	if y&transposed != 0 {
		row, col, rows, cols = col, row, cols, rows
	}
	if y&upsideDown != 0 {
		row = rows - 1 - row
	}
	if y&leftToRight != 0 {
		col = cols - 1 - col
	}
	return row*cols + col
}

// Move returns the turned or mirrored move.
func (y Symmetry) Move(m Move) Move {
	const middle = 4 // of 3x3 cells
	from := Shape{Rows: 3, Cols: 3}
	to, _ := from.Step(middle, m)
	turned := y.Cell(from, to)
	for _, m := range UDLR {
		if to, _ := from.Step(middle, m); to == turned {
			return m
		}
	}
	panic("a symmetry separates neighbours")
}

// A Conversion turns puzzles with one goal into equivalent puzzles with another goal. It
// turns or mirrors the board and renumbers the tiles, so paths are turned or mirrored too
// and keep their lengths.
type Conversion struct {
	Symmetry
	from, to *Goal
	tile     []Tile    // tile[t] is the new number of tile t
	cell     []int32   // cell[c] is where cell c is taken
	move     [256]Move // move[m] is what m becomes
}

// NewConversion returns a conversion from one goal to another. to returns the other goal for a
// shape, or nil if there is none. NewConversion tries Symmetries in their order, and returns an
// error if none takes the blank of one goal to the blank of the other.
func NewConversion(from *Goal, to func(Shape) *Goal) (*Conversion, error) {
	var refused *Goal
	for _, y := range Symmetries {
		goal := to(y.Shape(from.Shape))
		if goal == nil {
			continue
		}
		if c := newConversion(y, from, goal); c != nil {
			return c, nil
		}
		if refused == nil {
			refused = goal
		}
	}
	if refused == nil {
		return nil, fmt.Errorf("no goal for %v boards", from.Shape)
	}
	return nil, &SymmetryError{from, refused}
}

// A SymmetryError says that no symmetry takes the blank of one goal to that of another.
type SymmetryError struct{ From, To *Goal }

func (e *SymmetryError) Error() string {
	return e.Drawn(fmt.Sprint(e.From.Tiles), fmt.Sprint(e.To.Tiles))
}

// Drawn returns the text of the error with these drawings of the goals.
func (e *SymmetryError) Drawn(from, to string) string {
	return fmt.Sprintf("no symmetry of %v boards takes the blank of the goal %s to that of the"+
		" goal %s", e.From.Shape, from, to)
}

func newConversion(y Symmetry, from, to *Goal) *Conversion {
	c := &Conversion{
		Symmetry: y, from: from, to: to,
		tile: make([]Tile, from.MaxTile()+1), cell: make([]int32, from.Cells()),
	}
	for cell, t := range from.Tiles {
		c.cell[cell] = int32(y.Cell(from.Shape, cell))
		renamed := to.Tiles[c.cell[cell]]
		if (t == Blank) != (renamed == Blank) {
			return nil
		}
		if t != Wall {
			c.tile[t] = renamed
		}
	}
	for _, m := range UDLR {
		c.move[m] = y.Move(m)
	}
	return c
}

// Puzzle returns the puzzle that p becomes. The goal of p must be the old goal.
func (c *Conversion) Puzzle(p *Puzzle) *Puzzle {
	q := *p
	q.Start = p.Start.Clone()
	c.Change(&q)
	return &q
}

// Change does what Puzzle does, in place.
func (c *Conversion) Change(p *Puzzle) {
	var small [16]Tile // on the stack
	old := append(small[:0], p.Start.Tiles...)
	p.Start.Shape, p.Goal = c.to.Shape, c.to
	for cell, t := range old {
		if t != Wall {
			t = c.tile[t]
		}
		p.Start.Tiles[c.cell[cell]] = t
	}
}

// Path changes, in place, a path of the old puzzle to the path of the new one.
func (c *Conversion) Path(path Path) {
	for i, m := range path {
		path[i] = c.move[m]
	}
}
