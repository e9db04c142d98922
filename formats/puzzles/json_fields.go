package puzzles

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// jsonFields reads the fields of a record that jsonValue has found.
func (r *reader) jsonFields(p *puzzle.Puzzle) bool {
	least := r.Shapes.Min
	shape, known := least, least == r.Shapes.Max
	for i, f := range r.json.Fields {
		from := r.json.found[i]
		if from < 0 {
			continue
		}
		r.Rewind(from)
		ok := true
		switch f.Field {
		case pattern.Board:
			ok = r.jsonBoard(&p.Start, shape, known)
		case pattern.Goal:
			b := puzzle.Board{}
			if ok = r.jsonBoard(&b, p.Start.Shape, true); ok {
				p.Goal, _ = puzzle.NewGoal(b) // no error: the tiles have been checked
			}
		case pattern.Expected:
			ok = r.jsonExpected(p)
		default:
			known = known || f.Field != pattern.ID && f.Field != pattern.Bound
			ok = r.field(pattern.Piece{Field: f.Field}, p, &shape)
		}
		if !ok {
			return false
		}
		r.told(pattern.Piece{Field: f.Field}, from, p)
	}
	return true
}

// jsonBoard reads a board: an array of rows, or of tiles. If its shape is not known, it tells its
// shape; then one without rows is square.
func (r *reader) jsonBoard(b *puzzle.Board, shape puzzle.Shape, known bool) bool {
	at := r.Offset()
	text := r.Buf[r.Pos:]
	if text[0] != '[' {
		return r.fault(at, "a board: an array of rows, or of tiles")
	}
	boards, told := &r.json.flat, arrayShape(text)
	if first := bytes.TrimLeftFunc(text[1:], isSpaceRune); first[0] == '[' {
		boards = &r.json.nested
	} else if n := told.Rows; known {
		told = shape
	} else if told.Rows = side(n); told.Rows*told.Rows == n {
		told.Cols = told.Rows
	}
	switch {
	case !known && !r.HasShape(told):
		return r.fault(at, fmt.Sprintf("a board of %v tiles", r.Shapes))
	case !known:
		shape = told
	}
	r.setShape(b, shape)
	all := r.Format
	defer func() { r.Format = all }()
	r.Format = boards.Format
	return boards.read(r, b)
}

func isSpaceRune(c rune) bool { return c < 0x80 && window.IsSpace(byte(c)) }

// side returns the least number of rows of a square board that has room for some tiles.
func side(tiles int) (rows int) {
	for rows*rows < tiles {
		rows++
	}
	return rows
}

// arrayShape returns the number of elements of an array of JSON, and that of the first of them if
// it is an array too.
func arrayShape(text []byte) (s puzzle.Shape) {
	depth := 0
	s = puzzle.Shape{Rows: 1, Cols: 1}
	for i := range text {
		switch c := text[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ',' && depth == 1:
			s.Rows++
		case c == ',' && s.Rows == 1:
			s.Cols++
		}
		if depth == 0 {
			break
		}
	}
	return s
}

// jsonExpected reads the expected number of moves: a number, an array of moves, a text with a
// letter or a word for each move, or null.
func (r *reader) jsonExpected(p *puzzle.Puzzle) bool {
	switch r.Buf[r.Pos] {
	case 'n':
		return r.skim(0, 0)
	case '[', '"':
	default:
		return r.field(pattern.Piece{Field: pattern.Expected}, p, nil)
	}
	from := r.Pos
	r.skim(0, 0) // it has been read before
	var value any
	json.Unmarshal(r.Buf[from:r.Pos], &value) // no error, likewise
	moves := 0
	switch value := value.(type) {
	case []any:
		moves = len(value)
	case string:
		if moves = len(strings.Fields(value)); moves == 1 {
			moves = len(value)
		}
		if strings.ContainsFunc(value, func(c rune) bool { return '0' <= c && c <= '9' }) {
			return r.fault(from-r.Mark, "a number of moves, an array of moves, or letters or words")
		}
	}
	if moves > 0 {
		p.Answer = &puzzle.Answer{Moves: moves}
	}
	return true
}
