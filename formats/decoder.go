package formats

import (
	"fmt"
	"io"
	"slices"

	"tilejudge/formats/pattern"
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
	name   string
	words  []pattern.Piece                    // of Format.Record
	board  func(*Decoder, *puzzle.Board) bool // of Format.Board
	alone  bool                               // a record is a board, of one shape; the goal is the last of goals
	limits Limits                             // on the moves of a solution
	input

	state  state
	left   int          // puzzles that the count promises
	total  int          // the count
	faults int          // malformed records so far
	resume bool         // the last record was malformed: find the next
	bad    *SyntaxError // of this record
	limit  int          // bytes of a record
	goals  goals
	seen   []uint64      // bit tile%64 of seen[tile/64] is set if this board has the tile
	blanks int           // blanks that this board has so far
	word   int           // where the word at hand begins, counted from the mark
	trial  puzzle.Puzzle // of wellFormed
}

// state is where in the stream a decoder is.
type state uint8

const (
	atHead   state = iota // before what comes before the puzzles
	atRecord              // more puzzles may come
	atTail                // none may
	atEnd                 // and the end has been looked at
)

// A record may have limitBase bytes, and limitPerCell more for each cell of
// the largest board: room for comments that nobody writes, and no more.
const (
	limitBase    = 64 << 10
	limitPerCell = 16
)

// maxCount is the largest number of puzzles that a stream may announce.
const maxCount = 1_000_000_000

// NewDecoder returns a decoder for the format. The name of the input is for
// messages.
func NewDecoder(in io.Reader, name string, f *Format) *Decoder {
	d := &Decoder{
		Format: f, name: name, input: input{in: in, comment: f.Comment},
		words: f.Record.Words(), board: f.Board.reader(f.Shapes), limits: f.Limit,
		limit: limitBase + limitPerCell*f.boards()*f.Shapes.Max.Cells(),
		goals: newGoals(f.Goal),
	}
	d.alone = len(d.words) == 1 && f.Shapes.Min == f.Shapes.Max && f.Goal != puzzle.Given &&
		f.Stop == "" && d.limits == nil
	if d.alone {
		d.goals.of(f.Shapes.Min)
	}
	return d
}

// AnswerAs sets the bounds of the puzzles that come without one of their own to
// those of the format that answers are given in.
func (d *Decoder) AnswerAs(f *Format) {
	if d.limits == nil {
		if d.limits = f.Limit; f.Record.Has(pattern.Bound) {
			d.limits = AtMost(maxBound)
		}
		d.alone = d.alone && d.limits == nil
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
// at the boundary that Format.Resume describes.
func (d *Decoder) Decode(ps []puzzle.Puzzle) (n int, err error) {
	d.wait = true
	if d.resume {
		d.resume = false
		d.findRecord()
	}
	for n < len(ps) {
		d.wait = n == 0
		ready := (d.state == atRecord || d.frame()) && d.skipSpace()
		if ready && d.puzzle(&ps[n]) {
			n++
			if d.Count {
				d.countDown()
			}
			continue
		}
		if ready && d.state == atTail {
			continue // to see that nothing follows
		}
		if d.state < atTail && d.bad == nil {
			d.pos = d.mark // not all of it is here yet
		}
		break
	}
	if d.bad == nil && n == 0 && d.end == io.EOF && len(ps) > 0 {
		d.atEOF()
	}
	switch {
	case d.bad != nil:
		err, d.bad = d.bad, nil
		d.resume = d.state == atRecord
		d.faults++ // which may be a puzzle, or junk between two
		return n, err
	case n > 0 || len(ps) == 0 || d.end == nil:
		return n, nil
	case d.end == io.EOF:
		return 0, io.EOF
	default:
		return 0, fmt.Errorf("%s: %w", d.name, d.end)
	}
}

// Line returns the line on which the puzzle read last begins, from 1.
func (d *Decoder) Line() int {
	line, _ := d.place(d.mark)
	return line
}

// puzzle reads one record, or what stands in its place at the end. If it
// returns false, the record is malformed and d.bad says why, or there is none,
// or the input ends or would have to be waited for.
func (d *Decoder) puzzle(p *puzzle.Puzzle) bool {
	if d.Stop != "" {
		from := d.pos - d.mark
		switch stop := d.stop(); {
		case stop:
			d.state = atTail
			return false
		case d.cutOff():
			return false
		}
		d.pos = d.mark + from
	}
	shape := d.Shapes.Min
	p.Bound, p.ID = 0, 0
	d.setShape(&p.Start, shape)
	if d.alone { // what follows takes longer than to read a small board
		p.Goal = d.goals.last
		return d.board(d, &p.Start)
	}
	for _, w := range d.words {
		if !d.field(w, p, &shape) {
			return false
		}
	}
	if d.Goal != puzzle.Given {
		p.Goal = d.goals.of(p.Start.Shape)
	}
	if p.Bound == 0 && d.limits != nil {
		p.Bound = d.limits.Bound(p.Start.Shape)
	}
	return true
}

// field reads a word or field of a record. The shape is what is known of the
// board's.
func (d *Decoder) field(w pattern.Piece, p *puzzle.Puzzle, shape *puzzle.Shape) (ok bool) {
	switch w.Field {
	case pattern.Text:
		return d.expect(w.Text)
	case pattern.Size:
		shape.Rows, ok = d.number("a board size", shape.Rows, d.Shapes.Max.Rows)
		if ok && d.Shapes.Odd && shape.Rows%2 == 0 {
			return d.fault(d.word, "an odd board size")
		}
		shape.Cols = shape.Rows
		d.setShape(&p.Start, *shape)
	case pattern.Rows:
		shape.Rows, ok = d.number("a number of rows", shape.Rows, d.Shapes.Max.Rows)
	case pattern.Cols:
		shape.Cols, ok = d.number("a number of columns", shape.Cols, d.Shapes.Max.Cols)
		d.setShape(&p.Start, *shape)
	case pattern.Bound:
		var most int
		most, ok = d.number("a number of moves", 0, maxCount)
		p.Bound = puzzle.AtMost(most)
	case pattern.ID:
		p.ID, ok = d.number("the puzzle's number", 0, maxCount)
	case pattern.Rest:
		return d.restOfLine()
	case pattern.Board:
		return d.board(d, &p.Start)
	case pattern.Goal:
		b := puzzle.Board{Shape: p.Start.Shape, Tiles: make([]puzzle.Tile, len(p.Start.Tiles))}
		if ok = d.board(d, &b); ok {
			p.Goal, _ = puzzle.NewGoal(b) // the reader has seen to it that it is one
		}
	}
	return ok
}

// setShape makes a board one of that shape, with room for its tiles.
func (d *Decoder) setShape(b *puzzle.Board, s puzzle.Shape) {
	b.Shape = s
	b.Tiles = slices.Grow(b.Tiles[:0], s.Cells())[:s.Cells()]
}

// begin prepares d.tile for a board.
func (d *Decoder) begin(b *puzzle.Board) {
	d.blanks = 0
	if n := (len(b.Tiles) + 63) / 64; len(d.seen) < n {
		d.seen = make([]uint64, n)
	} else {
		clear(d.seen[:n])
	}
}
