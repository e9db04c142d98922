package puzzles

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/pddl"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An Encoder writes puzzles in a format, so that a Decoder reads the same puzzles again. It writes
// records only; a Writer also writes what comes before and after the records.
type Encoder struct {
	board    *formats.Notation
	usual    *printer // writes boards in this notation; nil: no printer can
	record   []pattern.Piece
	lastCell bool // write the last cell of a board as its number, not as -1
	figure   byte // what to write for pattern.Figure
	pddl     *formats.PDDL
}

// NewEncoder returns an encoder for the format.
func NewEncoder(f *formats.Format) *Encoder { return newEncoder(f, &f.Board) }

// newEncoder returns an encoder that writes boards in a notation.
func newEncoder(f *formats.Format, n *formats.Notation) *Encoder {
	return &Encoder{
		board: n, usual: newPrinter(f, n), record: f.Record.Pieces(), figure: '0', pddl: f.PDDL,
	}
}

// Encode writes p, the nth puzzle from 1. Errors of w are kept in w.
func (e *Encoder) Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle) {
	w.Write(e.Append(w.AvailableBuffer(), n, p))
}

// Append appends p, the nth puzzle from 1, to a text.
func (e *Encoder) Append(to []byte, n int64, p *puzzle.Puzzle) []byte {
	for _, piece := range e.record {
		switch piece.Field {
		case pattern.Text:
			to = append(to, piece.Text...)
		case pattern.Size, pattern.Rows:
			to = strconv.AppendInt(to, int64(p.Start.Rows), 10)
		case pattern.Cols:
			to = strconv.AppendInt(to, int64(p.Start.Cols), 10)
		case pattern.Bound:
			bound, _ := p.Bound.Moves()
			to = strconv.AppendInt(to, int64(bound), 10)
		case pattern.ID:
			to = strconv.AppendInt(to, p.IDOr(n), 10)
		case pattern.Board:
			to = e.appendBoard(to, p.Start)
		case pattern.Tiles:
			to = strconv.AppendInt(to, int64(p.Start.Cells()-1), 10)
		case pattern.BlankCell:
			cell := p.Goal.Cell(puzzle.Blank)
			if cell == p.Start.Cells()-1 && !e.lastCell {
				cell = -1
			}
			to = strconv.AppendInt(to, int64(cell), 10)
		case pattern.Problem:
			to = pddl.Append(to, e.pddl, p)
		case pattern.Expected:
			moves := 0
			if p.Answer != nil {
				moves = p.Answer.Moves
			}
			to = strconv.AppendInt(to, int64(moves), 10)
		case pattern.Figure:
			to = append(to, e.figure)
		case pattern.Solvable:
			if !p.Solvable() {
				to = append(to, "un"...)
			}
			to = append(to, "solvable"...)
		case pattern.Goal:
			to = e.appendBoard(to, p.Goal.Board)
		}
	}
	return to
}

func (e *Encoder) appendBoard(to []byte, b puzzle.Board) []byte {
	if e.usual != nil {
		return e.usual.append(to, b.Tiles)
	}
	return e.board.Append(to, b)
}

// A Writer writes an input: the number of puzzles if the format begins with it, the puzzles, and
// the line that ends the list if the format has one. It buffers, so that nothing is sure to be
// written before Flush or Close. After a write has failed, all calls return its error.
type Writer struct {
	format  *formats.Format
	encoder *Encoder
	out     *bufio.Writer // to w
	records *bufio.Writer // out, or to the spool
	spool   Spool         // nil: the records go straight to w
	next    int64         // number of the next puzzle
	written int64         // puzzles so far
}

// A Spool holds the records of a Writer that learns the number of puzzles last. Write appends to
// the spool, and WriteTo copies all of it.
type Spool interface {
	io.Writer
	io.WriterTo
}

const writeBuffer = 64 << 10 // bytes

// NewWriter returns a Writer of n puzzles. The caller must write as many, which the Writer does not
// check.
func NewWriter(w io.Writer, f *formats.Format, n int64) *Writer {
	p := newWriter(w, f)
	if f.Count {
		fmt.Fprintln(p.out, n)
	}
	return p
}

// NewSpoolingWriter returns a Writer of any number of puzzles. If the format begins with their
// number, the puzzles wait in the spool, and w gets nothing before Close. The spool must be empty;
// the caller closes it.
func NewSpoolingWriter(w io.Writer, f *formats.Format, spool Spool) *Writer {
	p := newWriter(w, f)
	if f.Count {
		p.spool, p.records = spool, bufio.NewWriterSize(spool, writeBuffer)
	}
	return p
}

func newWriter(w io.Writer, f *formats.Format) *Writer {
	out := bufio.NewWriterSize(w, writeBuffer)
	return &Writer{format: f, encoder: NewEncoder(f), out: out, records: out, next: 1}
}

// NumberFrom sets the number of the next puzzle, which is 1 at first. Formats whose records have an
// {id} write that number for puzzles without an ID.
func (w *Writer) NumberFrom(n int64) { w.next = n }

// Write writes a puzzle.
func (w *Writer) Write(p *puzzle.Puzzle) error {
	w.encoder.Encode(w.records, w.next, p)
	w.next++
	w.written++
	_, err := w.records.Write(nil) // a bufio.Writer returns the error that it keeps
	return err
}

// WriteText writes the text of n puzzles, which the caller has encoded with Encoder, from number
// Next on.
func (w *Writer) WriteText(text []byte, n int64) error {
	w.next += n
	w.written += n
	_, err := w.records.Write(text)
	return err
}

// Next returns the number of the next puzzle.
func (w *Writer) Next() int64 { return w.next }

// Encoder returns what encodes the puzzles. Several goroutines may use it at once.
func (w *Writer) Encoder() *Encoder { return w.encoder }

// Numbered reports whether records have an {id}, so that the text of a puzzle without an ID depends
// on its number.
func (w *Writer) Numbered() bool { return w.format.Record.Has(pattern.ID) }

// Flush writes what is buffered to w, or to the spool. A caller that has to stop within a list
// calls Flush and no Close.
func (w *Writer) Flush() error { return w.records.Flush() }

// Close writes all that is left, and what stands before and after the puzzles. It closes neither w
// nor the spool.
func (w *Writer) Close() error {
	if err := w.Flush(); err != nil {
		return err
	}
	if w.spool != nil {
		fmt.Fprintln(w.out, w.written)
		if _, err := w.spool.WriteTo(w.out); err != nil {
			return err
		}
	}
	if w.format.Stop != "" {
		fmt.Fprintln(w.out, w.format.Stop)
	}
	return w.out.Flush()
}

// EncodeAll returns the text of an input with these puzzles.
func EncodeAll(f *formats.Format, ps []puzzle.Puzzle) string {
	var text strings.Builder
	w := NewWriter(&text, f, int64(len(ps)))
	for i := range ps {
		w.Write(&ps[i])
	}
	w.Close() // a strings.Builder takes all
	return text.String()
}

// Tee returns a Source of the puzzles of src that also writes each puzzle to w. If that fails, its
// Decode returns the error of w.
func Tee(src puzzle.Source, w *Writer) puzzle.Source { return &tee{src, w} }

type tee struct {
	src puzzle.Source
	w   *Writer
}

func (t *tee) Decode(ps []puzzle.Puzzle) (int, error) {
	n, err := t.src.Decode(ps)
	for i := range ps[:n] {
		if werr := t.w.Write(&ps[i]); werr != nil && err == nil {
			err = werr
		}
	}
	return n, err
}

// Copy writes all puzzles of src to w, and stops at the first error. It flushes nothing.
func Copy(w *Writer, src puzzle.Source) error {
	const maxCells, maxPuzzles = 1 << 16, 512 // to hold in memory at a time
	cells := w.format.Shapes.Max.Cells()
	ps := make([]puzzle.Puzzle, min(max(maxCells/cells, 1), maxPuzzles))
	src = Tee(src, w)
	for {
		switch _, err := src.Decode(ps); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}
