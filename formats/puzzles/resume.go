package puzzles

import (
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// A boundary says where reading resumes after a malformed record. In most formats any white space
// may stand anywhere, so a boundary is a guess from the layout that people use.
type boundary uint8

const (
	afterLine   boundary = iota // for records of one line
	afterRows                   // for boards of a fixed shape
	afterBoards                 // for two boards of a fixed shape
	beforeSize                  // for boards after their size
	beforeArray                 // for JSON arrays
	beforeWord                  // for records that begin with a word
	afterSide                   // for boards whose first row tells their size
	afterValue                  // for records that are JSON
)

// boundaries says what each boundary is.
var boundaries = [...]string{
	afterLine: "the next line",
	afterRows: `the next line, if the line before or one of the next lines is a puzzle by
itself, or if the malformed puzzle is not laid out in rows; otherwise after its last row: at an
empty line or a line that is a puzzle, or after as many lines as a puzzle has, or after fewer or
up to two more lines if more well-formed puzzles follow there (it looks at three)`,
	afterBoards: `an empty line; or after as many lines as a puzzle has, or after fewer or up
to two more lines if more well-formed puzzles follow there (it looks at three)`,
	beforeSize: `the next line with only a size, if a row or a well-formed puzzle follows it, or
the next line with a size and all tiles of a board`,
	beforeArray: `the next line; or, if the malformed puzzle leaves a bracket open, the next
line that opens an array`,
	beforeWord: "the next line that begins as a puzzle does",
	afterSide:  "an empty line, or after as many lines as the first line has tiles",
	afterValue: "the next value, or the next line if the malformed puzzle is no JSON",
}

// Resume says where reading resumes after a malformed record of the format.
func Resume(f *formats.Format) string {
	text := boundaries[boundaryOf(f)]
	if f.OneLine() {
		text += `.
A line that is a puzzle by itself is never part of another. A line that begins with a puzzle
is malformed as a whole if it goes on with something that is nothing like one`
	}
	return text
}

// boundaryOf returns the boundary of a format.
func boundaryOf(f *formats.Format) boundary {
	words := f.Record.Words()
	switch {
	case f.JSON != formats.NoJSON:
		return afterValue
	case f.PDDL != nil:
		return beforeWord
	case words[0].Field == pattern.Text && words[0].Text != "{":
		return beforeWord
	case words[0].Field == pattern.Size, words[0].Field == pattern.Rows,
		words[0].Field == pattern.Cols, words[0].Field == pattern.Tiles:
		return beforeSize
	case f.Board.OpenRow != "":
		return beforeArray
	case f.RowTellsSize():
		return afterSide
	case words[0].Field == pattern.ID, strings.HasPrefix(f.Board.Between, ","), f.SizeInBoard():
		return afterLine
	case f.Boards() > 1:
		return afterBoards
	default:
		return afterRows
	}
}

// findRecord moves from the mark of a malformed record to the next boundary.
func (r *reader) findRecord() {
	r.Rewind(0)
	defer func() { r.midLine, r.stood = false, unknown }()
	switch boundaryOf(r.Format) {
	case afterLine:
		r.SkipLine()
	case afterRows, afterBoards:
		r.skipRows()
	case afterSide:
		for rows := len(fieldsOf(r.peekLine())); rows > 0; rows-- {
			if r.SkipLine(); len(fieldsOf(r.peekLine())) == 0 {
				return
			}
		}
	case afterValue:
		r.skipJSON()
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
			if bytes.HasPrefix(r.peekLine(), []byte(cmp.Or(r.words[0].Text, "(define"))) {
				return
			}
		}
	}
}

// skipArray skips the line at the mark. If that line leaves a bracket open, it also skips the lines
// up to the next one that opens an array. It returns how many boards begin on the first line, or 1
// if none begins there.
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

// skipRows skips the lines of a malformed record. The record ends at an empty line, or before a
// line that is a puzzle by itself; otherwise at the line end that the most well-formed puzzles
// follow, at most two lines beyond the usual size of a record. If the first line does not look like
// a row, or if the lines around it are puzzles by themselves, skipRows skips the first line only.
func (r *reader) skipRows() {
	if r.stood == onOneLine {
		r.SkipLine()
		return
	}
	wrong := r.word
	lines, perLine := r.usualLines()
	ends, toPuzzle := r.rowEnds(lines, perLine)
	switch n := len(ends) - 1; {
	case n < 0, toPuzzle && r.stood == unknown:
		r.SkipLine()
	case n <= lines && r.Boards() == 1:
		r.Rewind(ends[n])
	default:
		r.Rewind(r.bestEnd(ends, min(lines, n), wrong))
	}
}

// rowEnds returns the ends of the lines that may belong to the malformed record: ends[k] is where k
// lines end, counted from the mark. It returns nil if the first line does not look like a row. It
// stops before a line that is a puzzle by itself; then toPuzzle is true.
func (r *reader) rowEnds(lines, perLine int) (ends []int, toPuzzle bool) {
	oneBoard := r.Boards() == 1
	ends = []int{0}
	extra := min(2, lines-1) // lines beyond the usual number: fewer than a puzzle has
	for len(ends) <= lines+extra {
		line, next, whole := r.lineAt(ends[len(ends)-1])
		words := len(r.fields(line))
		// A line is a row if its number of tiles is closer to a row's than to a board's.
		tiles := r.tiles(line)
		if !whole || len(ends) == 1 && oneBoard && (tiles == 0 || 2*tiles > perLine*(1+lines)) {
			return nil, false
		}
		if words == 0 {
			break
		}
		if r.lines && len(ends) > 1 && r.isPuzzle(ends[len(ends)-1], next) {
			return ends, true
		}
		ends = append(ends, next)
	}
	return ends, false
}

// bestEnd returns the end that the most well-formed puzzles follow. Among ends that are equally
// good it prefers ends[usual], and then the end nearest to that. The wrong word of the record
// begins at wrong, counted from the mark.
func (r *reader) bestEnd(ends []int, usual, wrong int) int {
	n, oneBoard := len(ends)-1, r.Boards() == 1
	best, bestFollow := usual, 1 // behind other ends, a single puzzle may be chance
	for off := range 2 * n {
		k := usual - off // off 0 is usual; then come ends below and above it in turn
		if k < 1 {
			k = usual - k + 1
		}
		if k > n {
			continue
		}
		follow := r.countWellFormed(ends[k], 3)
		likely := ends[k] == wrong && oneBoard // the wrong word may be the first of the next puzzle
		if likely {
			follow++
		}
		if follow > bestFollow || follow == bestFollow && likely {
			best, bestFollow = k, follow
		}
	}
	return ends[best]
}

// countWellFormed returns how many well-formed puzzles follow each other from a byte on, counted
// from the mark. It stops at limit, and counts the end of the input as a puzzle. It leaves Pos at
// the mark, and changes r.word.
func (r *reader) countWellFormed(at, limit int) (n int) {
	defer func() {
		r.bad, r.stopped = nil, false
		r.Rewind(0)
	}()
	for r.Rewind(at); n < limit; n++ {
		if _, more := r.next(); !more {
			if r.End == io.EOF {
				n++
			}
			return n
		}
		r.Pos--
		if !r.puzzle(&r.trial) {
			if r.stopped {
				n += 2 // the line that ends a list is hardly there by chance
			}
			return n
		}
	}
	return n
}

// tiles returns how many tiles a line seems to have.
func (r *reader) tiles(line []byte) int {
	if r.Board.Glyphs == "" {
		return len(fieldsOf(line))
	}
	n, written := 0, r.Board.Glyphs+r.Board.Wall
	for _, c := range line {
		if strings.IndexByte(written, c) >= 0 {
			n++
		}
	}
	return n
}

// usualLines returns how many lines a record of a fixed shape usually has, and how many tiles each
// line has. A single board is taken to be laid out in rows, even if the format says otherwise.
func (r *reader) usualLines() (lines, perLine int) {
	shape := r.Shapes.Min
	boards := r.Boards()
	if r.Board.Glued() || boards > 1 && r.Board.BetweenRows != "\n" {
		if r.Board.Wall != "" {
			return boards, shape.Cells()
		}
		return boards, shape.Open()
	}
	if r.Board.ByColumn {
		return boards * shape.Cols, shape.Rows
	}
	return boards * shape.Rows, shape.Cols
}

// atSize reports whether a record seems to begin at the mark, with a size and what may follow it.
func (r *reader) atSize() bool {
	sizes := 1
	colsFirst := r.words[0].Field == pattern.Cols
	if r.Record.Has(pattern.Cols) {
		sizes = 2
	}
	line, next, _ := r.lineAt(0)
	words := bytes.FieldsFunc(bytes.Join(r.fields(line), []byte(" ")), func(c rune) bool {
		return c == ' ' || strings.ContainsRune(r.ends, c)
	})
	if r.words[0].Field == pattern.Tiles {
		cell, _, _ := r.lineAt(next)
		return len(words) == 1 && len(r.fields(cell)) == 1 || r.countWellFormed(0, 1) > 0
	}
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
	if colsFirst != r.Board.ByColumn && n > 0 {
		n = cells / n // tiles in a line
	}
	if len(words) != sizes {
		return len(words) == cells+sizes
	}
	row, _, _ := r.lineAt(next)
	tiles := len(r.fields(row))
	// A row of two tiles looks like two sizes: then a whole puzzle must follow.
	return tiles > 1 && (sizes == 1 || tiles == n) || r.countWellFormed(0, 1) > 0
}
