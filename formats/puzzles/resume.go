package puzzles

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
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

// Resume says where reading resumes after a malformed record of the format.
func Resume(f *formats.Format) string { return boundaryOf(f).String() }

func boundaryOf(f *formats.Format) boundary {
	words := f.Record.Words()
	switch {
	case words[0].Field == pattern.Text && words[0].Text != "{":
		return beforeWord
	case words[0].Field == pattern.Size, words[0].Field == pattern.Rows:
		return beforeSize
	case f.Board.Open != "":
		return beforeArray
	case words[0].Field == pattern.ID, f.Board.Between == ",":
		return afterLine
	default:
		return afterRows
	}
}

// findRecord moves from the mark of a malformed record to the next boundary.
func (r *reader) findRecord() {
	r.Rewind(0)
	switch boundaryOf(r.Format) {
	case afterLine:
		r.SkipLine()
	case afterRows:
		r.skipRows()
	case beforeSize:
		for r.SkipLine(); r.skipSpace(); r.SkipLine() {
			if r.atSize() {
				return
			}
		}
	case beforeArray:
		for boards := r.Boards(); boards > 0; {
			boards -= r.skipArray()
		}
	case beforeWord:
		for r.SkipLine(); r.skipSpace(); r.SkipLine() {
			if bytes.HasPrefix(r.peekLine(), []byte(r.words[0].Text)) {
				return
			}
		}
	}
}

// skipArray skips the line at the mark and, if that leaves a bracket open, those
// up to the next one that opens an array. It returns how many boards begin on
// the first line, and one if none does.
func (r *reader) skipArray() (boards int) {
	line := bytes.Join(fieldsOf(r.peekLine()), nil)
	open := 0
	for _, c := range line {
		switch c {
		case '[', '{':
			open++
		case ']', '}':
			open--
		}
	}
	for r.SkipLine(); open > 0 && r.skipSpace(); r.SkipLine() {
		words := bytes.Join(fieldsOf(r.peekLine()), nil)
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
func (r *reader) skipRows() {
	wrong := r.word
	lines, perLine := r.usualLines()
	ends := r.rowEnds(lines, perLine)
	switch n := len(ends) - 1; {
	case n < 0:
		r.SkipLine()
	case n <= lines && r.Boards() == 1:
		r.Rewind(ends[n])
	default:
		r.Rewind(r.likeliest(ends, min(lines, n), wrong))
	}
}

// rowEnds returns where the lines end that may be of a malformed record, counted
// from the mark, behind 0. It returns none if the first does not look like a row.
func (r *reader) rowEnds(lines, perLine int) []int {
	alone := r.Boards() == 1
	ends := []int{0}         // ends[k] is the end of line k
	extra := min(2, lines-1) // lines that are too many, but no puzzle
	for len(ends) <= lines+extra {
		line, next, whole := r.lineAt(ends[len(ends)-1])
		words := len(r.fields(line))
		// A row's tiles are nearer in number to a row than to all.
		tiles := r.tiles(line)
		if !whole || len(ends) == 1 && alone && (tiles == 0 || 2*tiles > perLine*(1+lines)) {
			return nil
		}
		if words == 0 {
			break
		}
		ends = append(ends, next)
	}
	return ends
}

// likeliest returns the end, of some, that most well-formed puzzles follow: the
// usual one or, of others as good, the nearest to it. The wrong word of the record
// stands at a place counted from the mark.
func (r *reader) likeliest(ends []int, usual, wrong int) int {
	n, alone := len(ends)-1, r.Boards() == 1
	best, most := usual, 1 // elsewhere one may be chance
	for off := range 2 * n {
		k := usual - off // the usual one, then those nearest to it
		if k < 1 {
			k = usual - k + 1
		}
		if k > n {
			continue
		}
		follow := r.follow(ends[k], 3)
		likely := ends[k] == wrong && alone // the wrong tile is the first of the next puzzle
		if likely {
			follow++
		}
		if follow > most || follow == most && likely {
			best, most = k, follow
		}
	}
	return ends[best]
}

// follow returns how many well-formed puzzles, of so many, follow each other from
// a byte counted from the mark; the end of the input is like one. It leaves Pos
// at the mark, and changes r.word.
func (r *reader) follow(at, most int) (n int) {
	defer func() {
		r.bad, r.stopped = nil, false
		r.Rewind(0)
	}()
	for r.Rewind(at); n < most; n++ {
		if _, more := r.next(); !more {
			if r.End == io.EOF {
				n++
			}
			return n
		}
		r.Pos--
		if !r.puzzle(&r.trial) {
			if r.stopped {
				n += 2 // what ends a list is no chance
			}
			return n
		}
	}
	return n
}

// tiles returns about how many tiles a line has.
func (r *reader) tiles(line []byte) int {
	if r.Board.Glyphs == "" {
		return len(fieldsOf(line))
	}
	n := 0
	for _, c := range line {
		if strings.IndexByte(r.Board.Glyphs, c) >= 0 {
			n++
		}
	}
	return n
}

// usualLines returns how many lines a record of a fixed shape mostly has, and
// how many tiles a line. A lone board may be laid out in rows, whatever the
// format says.
func (r *reader) usualLines() (lines, perLine int) {
	shape := r.Shapes.Min
	boards := r.Boards()
	if r.Board.Glued() || boards > 1 && r.Board.BetweenRows != "\n" {
		return boards, shape.Open()
	}
	return boards * shape.Rows, shape.Cols
}

// atSize reports whether a size stands at the mark, with what may follow it.
func (r *reader) atSize() bool {
	sizes := 1
	if r.words[1].Field == pattern.Cols {
		sizes = 2
	}
	line, next, _ := r.lineAt(0)
	words := r.fields(line)
	if r.Stop != "" && string(bytes.Join(words, []byte(" "))) == r.Stop {
		return true
	}
	cells, n := 1, 0
	for _, w := range words[:min(sizes, len(words))] {
		var err error
		n, err = strconv.Atoi(string(w))
		if err != nil || n < min(r.Shapes.Min.Rows, r.Shapes.Min.Cols) || n > r.Shapes.Max.Cells() {
			return false
		}
		if cells *= n; sizes == 1 {
			cells *= n
		}
	}
	if len(words) != sizes {
		return len(words) == cells+sizes
	}
	row, _, _ := r.lineAt(next)
	tiles := len(r.fields(row))
	// A row of two looks like two sizes.
	return tiles > 1 && (sizes == 1 || tiles == n) || r.follow(0, 1) > 0
}
