package puzzles

import (
	"bufio"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Writer writes an input: the number of puzzles if the format begins with it, the
// puzzles, and the line that ends the list if the format has one. It buffers, so that
// nothing is sure to be written before Flush or Close. A failed write is kept, and all
// calls after it return its error.
type Writer struct {
	format  *formats.Format
	encoder *Encoder
	out     *bufio.Writer // to w
	records *bufio.Writer // out, or to the spool
	spool   Spool         // nil: the records go straight to w
	next    int64         // number of the next puzzle
	written int64         // puzzles so far
}

// A Spool holds the puzzles of a Writer that learns their number last. Write appends
// to it, and WriteTo copies all of it.
type Spool interface {
	io.Writer
	io.WriterTo
}

const writeBuffer = 64 << 10 // bytes

// NewWriter returns a Writer of n puzzles. The caller must write as many: the Writer
// does not count along.
func NewWriter(w io.Writer, f *formats.Format, n int64) *Writer {
	p := newWriter(w, f)
	if f.Count {
		fmt.Fprintln(p.out, n)
	}
	return p
}

// NewSpoolingWriter returns a Writer of any number of puzzles. If the format begins with
// their number, they wait in the spool until Close, and w gets nothing before. The spool
// must be empty; the caller closes it.
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

// NumberFrom sets the number of the next puzzle, which is 1 at first. Formats that number
// their puzzles write it for those that have no number of their own.
func (w *Writer) NumberFrom(n int64) { w.next = n }

// Write writes a puzzle.
func (w *Writer) Write(p *puzzle.Puzzle) error {
	w.encoder.Encode(w.records, w.next, p)
	w.next++
	w.written++
	_, err := w.records.Write(nil) // a bufio.Writer returns the error that it keeps
	return err
}

// Flush writes what is buffered to w, or to the spool. A list that has to stop half-way
// can be left as it is after Flush, without Close.
func (w *Writer) Flush() error { return w.records.Flush() }

// Close writes all that is left, and what stands before and behind the puzzles. It closes
// neither w nor the spool.
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
