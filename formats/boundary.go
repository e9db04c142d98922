package formats

import (
	"bytes"
	"io"
	"strconv"

	"tilejudge/formats/pattern"
)

// A boundary is where reading resumes after a malformed record. White space
// says nothing in most formats, so this goes by the layout that people use.
type boundary uint8

const (
	afterLine   boundary = iota // a record is a line
	afterRows                   // boards of a fixed shape
	beforeSize                  // boards behind their size
	beforeArray                 // JSON arrays
	beforeWord                  // records that begin with a word
)

// String describes the boundary to a person.
func (b boundary) String() string {
	return [...]string{
		afterLine: "the next line",
		afterRows: `the next line; or, if the malformed puzzle is laid out in rows or has two boards, behind
its last line: where an empty line follows, or as many lines on as a puzzle has, or fewer or
up to two more if most puzzles that are well-formed begin there (three are looked at)`,
		beforeSize: `the next line with a size alone that a row or a well-formed puzzle follows, or with
a size and all tiles of a board`,
		beforeArray: `the next line; or, if the malformed one leaves a bracket open, the next line that
opens an array`,
		beforeWord: "the next line that begins as a puzzle does",
	}[b]
}

// Resume says where reading resumes after a malformed record.
func (f *Format) Resume() string { return f.boundary().String() }

func (f *Format) boundary() boundary {
	words := f.Record.Words()
	switch {
	case words[0].Field == pattern.Text && words[0].Text != "{":
		return beforeWord
	case words[0].Field == pattern.Size, words[0].Field == pattern.Rows:
		return beforeSize
	case f.Board.Open != "":
		return beforeArray
	case words[0].Field == pattern.ID, f.Board.Layout == inCommas:
		return afterLine
	default:
		return afterRows
	}
}

// findRecord moves d from the mark of a malformed record to the next boundary.
func (d *Decoder) findRecord() {
	d.pos = d.mark
	switch d.boundary() {
	case afterLine:
		d.skipLine()
	case afterRows:
		d.skipRows()
	case beforeSize:
		for d.skipLine(); d.skipSpace(); d.skipLine() {
			if d.atSize() {
				return
			}
		}
	case beforeArray:
		for boards := d.boards(); boards > 0; {
			boards -= d.skipArray()
		}
	case beforeWord:
		for d.skipLine(); d.skipSpace(); d.skipLine() {
			if bytes.HasPrefix(d.peekLine(), []byte(d.words[0].Text)) {
				return
			}
		}
	}
}

// skipArray skips the line at the mark and, if that leaves a bracket open, those
// up to the next one that opens an array. It returns how many boards begin on
// the first line, and one if none does.
func (d *Decoder) skipArray() (boards int) {
	line := bytes.Join(fieldsOf(d.peekLine()), nil)
	open := 0
	for _, c := range line {
		switch c {
		case '[', '{':
			open++
		case ']', '}':
			open--
		}
	}
	for d.skipLine(); open > 0 && d.skipSpace(); d.skipLine() {
		words := bytes.Join(fieldsOf(d.peekLine()), nil)
		if bytes.HasPrefix(words, []byte("[[")) || bytes.HasPrefix(words, []byte("{")) ||
			string(words) == "[" && line[0] != '{' {
			break
		}
	}
	return max(bytes.Count(line, []byte("[[")), 1)
}

// skipRows skips the lines of a malformed record: up to an empty one or, within
// as many lines as a record has and two more, to where most well-formed puzzles
// follow. It is one line if that does not look like a row of the only board.
func (d *Decoder) skipRows() {
	wrong := d.word
	lines, perLine := d.usualLines()
	alone := d.boards() == 1
	ends := []int{0}         // ends[k] is the end of line k, counted from the mark
	extra := min(2, lines-1) // lines that are too many, but no puzzle
	for len(ends) <= lines+extra {
		line, next, whole := d.lineAt(ends[len(ends)-1])
		words := len(d.fields(line))
		// A row's tiles are nearer in number to a row than to all.
		tiles := d.Board.tiles(line)
		if !whole || len(ends) == 1 && alone && (tiles == 0 || 2*tiles > perLine*(1+lines)) {
			d.skipLine()
			return
		}
		if words == 0 {
			break
		}
		ends = append(ends, next)
	}
	n := len(ends) - 1
	if n <= lines && alone {
		d.pos = d.mark + ends[n]
		return
	}
	usual := min(lines, n)
	best, most := usual, 1 // elsewhere one may be chance
	for off := range 2 * n {
		k := usual - off // the usual one, then those nearest to it
		if k < 1 {
			k = usual - k + 1
		}
		if k > n {
			continue
		}
		follow := d.follow(ends[k], 3)
		likely := ends[k] == wrong && alone // the wrong tile is the first of the next puzzle
		if likely {
			follow++
		}
		if follow > most || follow == most && likely {
			best, most = k, follow
		}
	}
	d.pos = d.mark + ends[best]
}

// follow returns how many well-formed puzzles, of so many, follow each other from
// a byte counted from the mark; the end of the input is like one. It leaves pos
// at the mark, and changes d.word.
func (d *Decoder) follow(at, most int) (n int) {
	state := d.state
	d.pos = d.mark + at
	for n < most && d.state != atTail {
		if _, more := d.next(); !more {
			if d.end == io.EOF {
				n++
			}
			break
		}
		d.pos--
		switch {
		case d.puzzle(&d.trial):
			n++
		case d.state == atTail:
			n += 2 // what ends a list is no chance
		default:
			d.state = atTail // of this look
		}
	}
	d.bad, d.state = nil, state
	d.pos = d.mark
	return n
}

// usualLines returns how many lines a record of a fixed shape mostly has, and
// how many tiles a line. A lone board may be laid out in rows, whatever the
// format says.
func (d *Decoder) usualLines() (lines, perLine int) {
	shape := d.Shapes.Min
	boards := d.boards()
	if d.Board.Layout == glued || boards > 1 && d.Board.BetweenRows != "\n" {
		return boards, shape.Open()
	}
	return boards * shape.Rows, shape.Cols
}

// boards returns how many boards a record has.
func (f *Format) boards() (n int) {
	for _, w := range f.Record.Words() {
		if w.Field == pattern.Board || w.Field == pattern.Goal {
			n++
		}
	}
	return n
}

// atSize reports whether a size stands at the mark, with what may follow it.
func (d *Decoder) atSize() bool {
	sizes := 1
	if d.words[1].Field == pattern.Cols {
		sizes = 2
	}
	line, next, _ := d.lineAt(0)
	words := d.fields(line)
	if d.Stop != "" && string(bytes.Join(words, []byte(" "))) == d.Stop {
		return true
	}
	cells, n := 1, 0
	for _, w := range words[:min(sizes, len(words))] {
		var err error
		n, err = strconv.Atoi(string(w))
		if err != nil || n < min(d.Shapes.Min.Rows, d.Shapes.Min.Cols) || n > d.Shapes.Max.Cells() {
			return false
		}
		if cells *= n; sizes == 1 {
			cells *= n
		}
	}
	if len(words) != sizes {
		return len(words) == cells+sizes
	}
	row, _, _ := d.lineAt(next)
	tiles := len(d.fields(row))
	// A row of two looks like two sizes.
	return tiles > 1 && (sizes == 1 || tiles == n) || d.follow(0, 1) > 0
}

// fields returns the words of a line, less a comment.
func (d *Decoder) fields(line []byte) [][]byte {
	if d.comment != 0 {
		line, _, _ = bytes.Cut(line, []byte{d.comment})
	}
	return fieldsOf(line)
}

// fieldsOf splits a text at white space as isSpace knows it: bytes.Fields knows more.
func fieldsOf(text []byte) [][]byte {
	return bytes.FieldsFunc(text, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
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
