// Package puzzles reads the puzzles of a format from bytes, and writes, converts
// and validates them. It solves nothing.
//
// A Decoder reads a stream of puzzles, and a Writer writes one so that a Decoder
// reads the same puzzles again. Detect tells which format an input has, a Validator
// whether a judge could have it, and a Converter turns puzzles of one format into
// puzzles of another:
//
//	d := puzzles.NewDecoder(os.Stdin, "stdin", f)
//	n, err := d.Decode(ps) // like Read of an io.Reader: n puzzles, then err
package puzzles

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Decoder reads a stream of puzzles. It holds little more than one record in
// memory.
type Decoder struct {
	r      reader
	state  state
	total  int   // the number of puzzles that the input announces; 0 if it announces none
	left   int   // how many of these have not been read
	faults int   // malformed records so far
	resume bool  // the last record was malformed: find the next one first
	most   int64 // puzzles that may still be read: see StopAfter
	splitter
}

// state tells where in the stream a decoder is.
type state uint8

const (
	atHead   state = iota // at the start: a heading or a number of puzzles may come
	atRecord              // more puzzles may come
	atTail                // no more puzzles may come
	atEnd                 // the end has been checked
)

// maxCount is the largest number of puzzles that a stream may announce.
const maxCount = 1_000_000_000

// maxFigure is the largest number in a record that says nothing about the puzzle.
const maxFigure = 999_999_999_999_999

// NewDecoder returns a decoder for the format. Error messages call the input name.
func NewDecoder(in io.Reader, name string, f *formats.Format) *Decoder {
	return &Decoder{r: newReader(in, name, f), most: math.MaxInt64}
}

// StopAfter makes Decode return io.EOF after that many puzzles, whatever follows. Call it before
// Decode and Split.
func (d *Decoder) StopAfter(puzzles int64) { d.most = puzzles }

// AnswerAs makes puzzles have the bounds of the format f, in which they will be answered. A puzzle
// whose record gives a bound keeps it.
func (d *Decoder) AnswerAs(f *formats.Format) {
	r := &d.r
	if r.limits = f.Limit; f.MaxBound > 0 {
		r.limits = formats.AtMost(f.MaxBound)
	}
	r.boardOnly = r.boardOnly && r.limits == nil
}

// TellLines makes Decode, and what Split returns, set the line of each puzzle, which takes some
// time. Call it before them.
func (d *Decoder) TellLines() { d.r.tellLines = true }

// Decode fills ps with the next puzzles and returns how many. It reuses the
// memory of their Start.Tiles. The goals belong to the decoder, and puzzles share them. Decode
// waits for input only for the first puzzle; after that it returns the puzzles whose
// input has arrived.
//
// The error is about what comes after these puzzles: nil if more may come,
// io.EOF at the end of the input, a *formats.SyntaxError if the next record is
// malformed, or an error of the reader. After a *formats.SyntaxError, the next call goes
// on where Resume says.
func (d *Decoder) Decode(ps []puzzle.Puzzle) (n int, err error) {
	if d.most == 0 {
		return 0, io.EOF
	}
	ps = ps[:min(int64(len(ps)), d.most)]
	r := &d.r
	r.Wait = true
	if d.resume {
		d.resume = false
		r.findRecord()
	}
	measuring, first := d.wanted && r.Guess.Lines == 0, 0
	for n < len(ps) && (n == 0 || !d.soon || !d.canSplit()) {
		r.Wait = n == 0
		ready := (d.state == atRecord || d.frame()) && r.skipSpace()
		if measuring && n == 0 {
			first = d.Line()
		}
		if ready && r.puzzle(&ps[n]) && (!r.lines || r.endRecord()) {
			n++
			d.most--
			if d.left--; d.left == 0 && r.Count {
				d.state = atTail
			}
			continue
		}
		if r.stopped {
			r.stopped, d.state = false, atTail
			continue // check that nothing follows
		}
		if d.state < atTail && r.bad == nil {
			r.Rewind(0) // the record is not complete yet
		}
		break
	}
	if measuring && n == len(ps) {
		d.measure(n, first)
	}
	if r.bad == nil && n == 0 && r.End == io.EOF && len(ps) > 0 {
		d.atEOF()
	}
	switch {
	case r.bad != nil:
		return n, d.malformed()
	case n > 0 || len(ps) == 0 || r.End == nil:
		return n, nil
	default:
		return 0, cmp.Or(r.Err(), io.EOF)
	}
}

// malformed returns the error of a malformed record, after which reading is to resume.
func (d *Decoder) malformed() error {
	err := d.r.bad
	d.r.bad = nil
	d.resume = d.state == atRecord
	d.faults++ // a malformed puzzle, or junk between two puzzles
	return err
}

// DecodeAll returns the puzzles of a text, each in memory of its own. With an error, it
// returns those before it. Messages call the text by the name.
func DecodeAll(f *formats.Format, text, name string) (all []puzzle.Puzzle, err error) {
	d := NewDecoder(strings.NewReader(text), name, f)
	for {
		ps := make([]puzzle.Puzzle, 16)
		n, err := d.Decode(ps)
		all = append(all, ps[:n]...)
		switch err {
		case nil:
		case io.EOF:
			return all, nil
		default:
			return all, err
		}
	}
}

// Line returns the line, from 1, on which the last puzzle begins.
func (d *Decoder) Line() int {
	return d.r.Window.Line(d.r.Mark)
}

// A Place is where a decoder can begin to read, in the middle of an input. The zero value is
// the start. Places can be stored as JSON.
type Place struct {
	formats.Place
	State  state // as in Decoder, as are the fields below
	Total  int
	Left   int
	Faults int
	// Where a malformed record ends depends on how the record before stood.
	MidLine bool     `json:",omitempty"`
	Stood   standing `json:",omitempty"`
	InList  bool     `json:",omitempty"`
}

// Place returns the place behind the last puzzle, or false if no decoder can begin there,
// because the last record was malformed.
func (d *Decoder) Place() (Place, bool) {
	r := &d.r
	return Place{
		Place: r.Next(), State: d.state, Total: d.total, Left: d.left, Faults: d.faults,
		MidLine: r.midLine, Stood: r.stood, InList: r.inList,
	}, !d.resume
}

// StartAt makes the decoder read on from a place that Place returned for the same input. Its
// reader must give only the bytes from there on. Call it before Decode.
func (d *Decoder) StartAt(at Place) {
	r := &d.r
	r.StartAt(at.Place)
	d.state, d.total, d.left, d.faults = at.State, at.Total, at.Left, at.Faults
	r.midLine, r.stood, r.inList = at.MidLine, at.Stood, at.InList
}

// frame reads what comes before and after the puzzles. It returns false if no
// puzzle comes next.
func (d *Decoder) frame() bool {
	r := &d.r
	switch d.state {
	case atHead:
		return r.skipSpace() && d.head()
	case atTail:
		if r.skipSpace() {
			what := fmt.Sprintf("the end of the input: the count of puzzles is %d", d.total)
			if r.Stop != "" {
				what = fmt.Sprintf("the end of the input, behind %s", r.Stop)
			}
			if r.fault(0, what); r.bad != nil {
				d.state = atEnd
			}
			return false
		}
	default:
		r.drain()
	}
	return false
}

// head reads what comes before the puzzles.
func (d *Decoder) head() bool {
	r := &d.r
	if r.Header != "" {
		if r.skipHeader(); r.heading > 0 {
			r.step("the heading", 0)
		}
	}
	if r.Count {
		from := r.Offset()
		count, ok := r.number("the number of puzzles", 0, maxCount)
		if !ok {
			if r.bad != nil {
				d.state = atRecord // without a number: until the end of the input
				d.left = maxCount
			}
			return false
		}
		r.step("the number of puzzles", from)
		blank, ok := r.skipBlanks()
		if !ok {
			return false
		}
		r.midLine = !blank
		d.left, d.total = count, count
	}
	d.state = atRecord
	if r.Count && d.left == 0 {
		d.state = atTail
		return d.frame()
	}
	return true
}

// atEOF makes it a fault if the input ends too soon.
func (d *Decoder) atEOF() {
	r := &d.r
	switch {
	case d.state == atHead && r.Count:
		d.state = atEnd
		r.fault(r.Offset(), "the number of puzzles")
	case d.state == atRecord && r.Count && d.total > 0:
		d.state = atEnd
		if d.left > d.faults {
			r.fault(r.Offset(), fmt.Sprintf("puzzle %d of %d", d.total-d.left+d.faults+1, d.total))
		}
	case d.state <= atRecord && r.inList && d.faults == 0:
		d.state = atEnd
		r.fault(r.Offset(), "a puzzle of the list")
	case d.state <= atRecord && r.Stop != "":
		d.state = atEnd
		r.fault(r.Offset(), fmt.Sprintf("a puzzle or %s, the end of the list", r.Stop))
	}
}
