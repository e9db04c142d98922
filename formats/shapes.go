package formats

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// Shapes are the board shapes that a format allows.
type Shapes struct {
	Min, Max puzzle.Shape
	Square   bool
	Odd      bool // an odd number of rows
}

func fixed(rows, cols int) Shapes { return only(puzzle.Shape{Rows: rows, Cols: cols}) }

func only(s puzzle.Shape) Shapes {
	return Shapes{Min: s, Max: s, Square: s.Rows == s.Cols && s.Walls == 0}
}

func square(least, most int) Shapes {
	s := rectangle(least, most)
	s.Square = true
	return s
}

func odd(s Shapes) Shapes {
	s.Odd = true
	return s
}

func rectangle(least, most int) Shapes {
	return Shapes{
		Min: puzzle.Shape{Rows: least, Cols: least},
		Max: puzzle.Shape{Rows: most, Cols: most},
	}
}

// Allow reports whether the format has boards of that shape.
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
