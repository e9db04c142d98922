package formats

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// Shapes are the board shapes that a format allows.
type Shapes struct {
	Min, Max puzzle.Shape
	Square   bool // as many rows as columns
	Odd      bool // an odd number of rows
}

// fixed allows one shape.
func fixed(rows, cols int) Shapes { return only(puzzle.Shape{Rows: rows, Cols: cols}) }

// only allows one shape. It may have walls.
func only(s puzzle.Shape) Shapes {
	return Shapes{Min: s, Max: s, Square: s.Rows == s.Cols && s.Walls == 0}
}

// square allows squares whose side is from minSide to maxSide.
func square(minSide, maxSide int) Shapes {
	s := rectangle(minSide, maxSide)
	s.Square = true
	return s
}

// odd allows the shapes of s that have an odd number of rows.
func odd(s Shapes) Shapes {
	s.Odd = true
	return s
}

// rectangle allows rectangles whose sides are from minSide to maxSide.
func rectangle(minSide, maxSide int) Shapes {
	return Shapes{
		Min: puzzle.Shape{Rows: minSide, Cols: minSide},
		Max: puzzle.Shape{Rows: maxSide, Cols: maxSide},
	}
}

// Allow reports whether the shape is one of s.
func (s Shapes) Allow(shape puzzle.Shape) bool {
	if s.Min == s.Max {
		return shape == s.Min
	}
	return shape.Walls == 0 && shape.Spare == 0 && (!s.Square || shape.Rows == shape.Cols) &&
		(!s.Odd || shape.Rows%2 == 1) &&
		s.Min.Rows <= shape.Rows && shape.Rows <= s.Max.Rows &&
		s.Min.Cols <= shape.Cols && shape.Cols <= s.Max.Cols
}

// String describes the shapes to a person.
func (s Shapes) String() string {
	if s.Min == s.Max {
		return s.Min.String()
	}
	text := fmt.Sprintf("%v to %v", s.Min, s.Max)
	if s.Square {
		text += ", square"
	}
	if s.Odd {
		text += ", odd"
	}
	return text
}
