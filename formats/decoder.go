package formats

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A SyntaxError is one malformed record. Line and Col are 1-based; Col counts
// bytes. It is a puzzle.ErrMalformed.
type SyntaxError struct {
	Name      string // of the input
	Line, Col int
	Err       error // what was found and what was expected
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Col, e.Err)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Is makes a SyntaxError a puzzle.ErrMalformed.
func (e *SyntaxError) Is(target error) bool { return target == puzzle.ErrMalformed }

// A Decoder reads a stream of puzzles. It holds little more than one record in
// memory.
type Decoder struct {
	*Format
	name  string
	board func(*Decoder, *puzzle.Board) bool // of Format.Board
	input

	resume bool         // the last record was malformed: find the next
	bad    *SyntaxError // of this record
	limit  int          // bytes of a record
	goals  map[puzzle.Shape]*puzzle.Goal
	goal   *puzzle.Goal // of the last puzzle
	seen   []uint32     // seen[tile] == record if this record has the tile
	record uint32
	word   int           // where the word at hand begins, counted from the mark
	trial  puzzle.Puzzle // of wellFormed
}

// A record may have limitBase bytes, and limitPerCell more for each cell of
// the largest board: room for comments that nobody writes, and no more.
const (
	limitBase    = 64 << 10
	limitPerCell = 16
)

// NewDecoder returns a decoder for the format. The name of the input is for
// messages.
func NewDecoder(in io.Reader, name string, f *Format) *Decoder {
	cells := f.Shapes.Max.Cells()
	return &Decoder{
		Format: f, name: name, board: f.Board.reader(f.Shapes), input: input{in: in},
		limit: limitBase + limitPerCell*cells,
		goals: make(map[puzzle.Shape]*puzzle.Goal),
		seen:  make([]uint32, cells),
	}
}

// Decode fills ps with the next puzzles and returns how many. It reuses the
// memory of their Start.Tiles; the goals are the decoder's, and are shared. It
// waits for input only for the first puzzle, and then returns those that are
// at hand.
//
// The error is about what comes after these puzzles: nil if more may come,
// io.EOF at the end of the input, a *SyntaxError if the next record is
// malformed, or an error of the reader. After a *SyntaxError, Decode goes on
// at the boundary that Format.Resume names.
func (d *Decoder) Decode(ps []puzzle.Puzzle) (n int, err error) {
	d.wait = true
	if d.resume {
		d.resume = false
		d.Resume.find(d)
	}
	for ; n < len(ps); n++ {
		d.wait = n == 0
		if !d.skipSpace() {
			break
		}
		if d.record++; !d.puzzle(&ps[n]) {
			if d.bad != nil {
				err, d.bad, d.resume = d.bad, nil, true
				return n, err
			}
			d.pos = d.mark // not all of it is here yet
			break
		}
	}
	switch {
	case n > 0 || len(ps) == 0 || d.end == nil:
		return n, nil
	case d.end == io.EOF:
		return 0, io.EOF
	default:
		return 0, fmt.Errorf("%s: %w", d.name, d.end)
	}
}

// puzzle reads one record. If it returns false, the record is malformed and
// d.bad says why, or the input ends or would have to be waited for.
func (d *Decoder) puzzle(p *puzzle.Puzzle) bool {
	shape := d.Shapes.Min
	if d.Framing.Size {
		n, ok := d.number("a board size", shape.Rows, d.Shapes.Max.Rows)
		if !ok {
			return false
		}
		shape = puzzle.Shape{Rows: n, Cols: n}
	}
	p.Start.Shape = shape
	p.Start.Tiles = slices.Grow(p.Start.Tiles[:0], shape.Cells())[:shape.Cells()]
	if !d.board(d, &p.Start) {
		return false
	}
	if d.goal == nil || d.goal.Shape != shape {
		if d.goal = d.goals[shape]; d.goal == nil {
			d.goal = d.Goal.Goal(shape)
			d.goals[shape] = d.goal
		}
	}
	p.Goal = d.goal
	return true
}

// more is input.more, within the limit on a record.
func (d *Decoder) more() bool {
	if d.bad == nil && d.wait && len(d.buf)-d.mark >= d.limit {
		line, col := d.position(0)
		d.bad = &SyntaxError{d.name, line, col,
			fmt.Errorf("found a puzzle of more than %d bytes, expected a shorter one", d.limit)}
	}
	return d.bad == nil && d.input.more()
}

// next returns the next byte of the record that is no white space, and false
// if there is none.
func (d *Decoder) next() (c byte, ok bool) {
	for {
		for d.pos < len(d.buf) {
			c := d.buf[d.pos]
			d.pos++
			if !isSpace(c) {
				return c, true
			}
		}
		if !d.more() {
			return 0, false
		}
	}
}

// expect reads the byte c, with white space before it.
func (d *Decoder) expect(c byte) bool {
	got, ok := d.next()
	switch {
	case ok && got == c:
		return true
	case ok:
		return d.fault(d.pos-1-d.mark, strconv.Quote(string(c)))
	default:
		return d.short(strconv.Quote(string(c)))
	}
}

// number reads a number from least to most, of decimal digits.
func (d *Decoder) number(what string, least, most int) (n int, ok bool) {
	expected := func() string { return fmt.Sprintf("%s from %d to %d", what, least, most) }
	c, ok := d.next()
	if !ok {
		return 0, d.short(expected())
	}
	d.word = d.pos - 1 - d.mark
	for {
		n = n*10 + int(c-'0')
		if c < '0' || c > '9' || n > most {
			return 0, d.fault(d.word, expected())
		}
		if d.pos == len(d.buf) && !d.more() {
			if d.bad != nil || d.end != io.EOF {
				return 0, false
			}
			break
		}
		if c = d.buf[d.pos]; isSpace(c) || isPunctuation(c) {
			break // a comma between bare numbers is found out by the next
		}
		d.pos++
	}
	if n < least {
		return 0, d.fault(d.word, expected())
	}
	return n, true
}

// tile reads a number into a cell.
func (d *Decoder) tile(b *puzzle.Board, cell int) bool {
	t, ok := d.number("a tile", 0, b.Cells()-1)
	if !ok {
		return false
	}
	if d.seen[t] == d.record {
		return d.again(b, cell)
	}
	d.seen[t] = d.record
	b.Tiles[cell] = puzzle.Tile(t)
	return true
}

// again makes the record malformed: the word just read is a tile that the
// board has among its first cells. It returns false.
func (d *Decoder) again(b *puzzle.Board, cells int) bool {
	const most = 3 // alternatives to list
	has := make([]bool, b.Cells())
	for _, t := range b.Tiles[:cells] {
		has[t] = true
	}
	var missing []string
	for t := 0; t < len(has) && len(missing) < most; t++ {
		if !has[t] {
			missing = append(missing, d.Board.text(puzzle.Tile(t)))
		}
	}
	which := strings.Join(missing, ", ")
	if others := b.Cells() - cells - most; others > 0 {
		which += fmt.Sprintf(" or %d others", others)
	} else if i := strings.LastIndex(which, ", "); i >= 0 {
		which = which[:i] + " or" + which[i+1:]
	}
	line, _ := d.position(0)
	return d.fault(d.word, fmt.Sprintf("%s: the puzzle of line %d has that tile already", which, line))
}

// fault makes the record malformed: what stands at a byte, counted from the
// start of the record, is not what is expected. It returns false.
func (d *Decoder) fault(at int, expected string) bool {
	line, col := d.position(at)
	d.bad = &SyntaxError{d.name, line, col,
		fmt.Errorf("found %s, expected %s", d.found(d.buf[d.mark+at:]), expected)}
	return false
}

// short is the fault of a record that the end of the input cuts off. It is
// none if there may be more input. It returns false.
func (d *Decoder) short(expected string) bool {
	if d.bad == nil && d.end == io.EOF {
		return d.fault(d.pos-d.mark, expected)
	}
	return false
}

// found quotes the word with which a text begins, for a message.
func (d *Decoder) found(text []byte) string {
	const most = 20
	n := 0
	for n < min(len(text), most) && !isSpace(text[n]) && (n == 0 || !isPunctuation(text[n])) {
		n++
	}
	switch {
	case len(text) == 0:
		return "the end of the input"
	case n == most:
		return fmt.Sprintf("%q...", text[:n])
	default:
		return fmt.Sprintf("%q", text[:n])
	}
}

// isPunctuation reports whether c ends a word in an array of JSON.
func isPunctuation(c byte) bool { return c == '[' || c == ']' || c == ',' }

// position returns the line and column, from 1, of a byte that is counted from
// the start of the record.
func (d *Decoder) position(at int) (line, col int) {
	line, col = after(d.line, d.col, d.buf[:d.mark+at])
	return line + 1, col + 1
}
