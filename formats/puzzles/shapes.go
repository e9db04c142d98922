package puzzles

import (
	"bytes"
	"fmt"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// lineShape looks ahead at the line of a board, and sets the shape that the line tells: the marks
// between rows tell the number of rows; without marks, the number of tiles must be a square, unless
// the line is only the first row.
func (r *reader) lineShape(b *puzzle.Board) bool {
	if _, ok := r.next(); !ok {
		return r.endsEarly("a board")
	}
	r.Pos--
	from := r.Offset()
	if !r.restOfLine() {
		return false
	}
	r.Rewind(from)
	line, _, _ := bytes.Cut(r.Buf[r.Pos:], []byte{'\n'})
	if r.comment != 0 {
		line, _, _ = bytes.Cut(line, []byte{r.comment})
	}
	shape, ok := r.shapeOf(line)
	if !ok || !r.Shapes.Allow(shape) {
		return r.fault(from, fmt.Sprintf("a line of %v tiles", r.Shapes))
	}
	r.setShape(b, shape)
	return true
}

// shapeOf returns the shape of the board on a line. ok is false if the line tells none.
func (r *reader) shapeOf(line []byte) (s puzzle.Shape, ok bool) {
	mark, n := r.Board.BetweenRows, len(fieldsOf(line))
	switch {
	case r.Board.Glyphs != "" && r.Board.Between == "":
		n = len(bytes.TrimSpace(line))
	case !window.IsSpace(mark[0]):
		first, _, _ := bytes.Cut(line, []byte(mark))
		return puzzle.Shape{
			Rows: 1 + bytes.Count(line, []byte(mark)), Cols: len(fieldsOf(first)),
		}, true
	}
	if r.RowTellsSize() {
		return puzzle.Shape{Rows: n, Cols: n}, true
	}
	side := 0
	for side*side < n {
		side++
	}
	return puzzle.Shape{Rows: side, Cols: side}, side*side == n
}
