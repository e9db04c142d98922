package formats

import (
	"bytes"
	"slices"
	"strconv"
)

// A boundary is where reading resumes after a malformed record. White space
// says nothing in most formats, so this goes by the layout that people use.
type boundary uint8

const (
	_           boundary = iota
	afterRows            // boards of a fixed shape
	beforeSize           // boards behind their size
	beforeArray          // JSON arrays
)

// String describes the boundary to a person.
func (b boundary) String() string {
	return [...]string{
		afterRows: `the next line; or, if the malformed puzzle is laid out in rows, behind its last row:
where an empty line follows, or as many rows on as a board has, or fewer or one more
if there a puzzle begins that is well-formed`,
		beforeSize: `the next line with a size alone that a row or a well-formed puzzle follows, or with
a size and all tiles of a board`,
		beforeArray: `the next line; or, if the malformed one leaves a bracket open, the next line that
opens an array`,
	}[b]
}

// find moves d from the mark of a malformed record to the next boundary.
func (b boundary) find(d *Decoder) {
	d.pos = d.mark
	switch b {
	case afterRows:
		d.skipRows()
	case beforeSize:
		for d.skipLine(); d.skipSpace(); d.skipLine() {
			if d.atSize() {
				return
			}
		}
	case beforeArray:
		line := d.peekLine()
		open := bytes.Count(line, []byte("[")) > bytes.Count(line, []byte("]"))
		for d.skipLine(); open && d.skipSpace(); d.skipLine() {
			words := bytes.Join(fields(d.peekLine()), nil)
			if bytes.HasPrefix(words, []byte("[[")) || string(words) == "[" {
				return
			}
		}
	}
}

// skipRows skips the lines of a malformed board: one, unless it is a row.
func (d *Decoder) skipRows() {
	shape, wrong := d.Shapes.Min, d.word
	ends := []int{0} // ends[k] is the end of row k, counted from the mark
	for len(ends) <= shape.Rows+1 {
		line, next, whole := d.lineAt(ends[len(ends)-1])
		// A row's tiles are nearer in number to a row than to a board.
		tiles := d.Board.tiles(line)
		if !whole || tiles == 0 || 2*tiles > shape.Cols+shape.Cells() {
			break
		}
		ends = append(ends, next)
	}
	switch rows := len(ends) - 1; {
	case rows == 0:
		d.skipLine()
	case rows <= shape.Rows:
		d.pos += ends[rows]
	default:
		var tries []int
		if k := slices.Index(ends, wrong); k > 0 {
			tries = append(tries, k) // the wrong tile may be the first of the next puzzle
		}
		for k := shape.Rows; k > 0; k-- {
			tries = append(tries, k)
		}
		tries = append(tries, shape.Rows+1)
		rows = shape.Rows
		if k := slices.IndexFunc(tries, func(k int) bool { return d.wellFormed(ends[k]) }); k >= 0 {
			rows = tries[k]
		}
		d.pos = d.mark + ends[rows]
	}
}

// atSize reports whether a size stands at the mark, with what may follow it.
func (d *Decoder) atSize() bool {
	line, next, _ := d.lineAt(0)
	words := fields(line)
	n, err := strconv.Atoi(string(words[0])) // skipSpace has found a word
	if err != nil || len(words) > 1 {
		return err == nil && n >= d.Shapes.Min.Rows && len(words) == n*n+1
	}
	row, _, _ := d.lineAt(next)
	return len(fields(row)) > 1 || d.wellFormed(0)
}

// fields splits a text at white space as isSpace knows it: bytes.Fields knows more.
func fields(text []byte) [][]byte {
	return bytes.FieldsFunc(text, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
}

// wellFormed reports whether a puzzle begins at a byte counted from the mark.
// It changes neither mark nor pos.
func (d *Decoder) wellFormed(at int) bool {
	d.pos = d.mark + at
	d.record++
	ok := d.puzzle(&d.trial)
	d.bad = nil
	d.pos = d.mark
	return ok
}

// peekLine returns the line at pos, to which it moves the mark: see lineAt.
func (d *Decoder) peekLine() []byte {
	d.mark = d.pos
	line, _, _ := d.lineAt(0)
	return line
}

// lineAt returns the line that begins at a byte counted from the mark, without
// its end, and where the next one begins. If it is too long for a record, only
// its beginning is returned, and whole is false.
func (d *Decoder) lineAt(at int) (line []byte, next int, whole bool) {
	for {
		line := d.buf[d.mark+at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			return line[:i], at + i + 1, true
		}
		if len(line) >= d.limit {
			return line, at + len(line), false
		}
		if !d.input.more() {
			line = d.buf[d.mark+at:] // more has moved it
			return line, at + len(line), true
		}
	}
}
