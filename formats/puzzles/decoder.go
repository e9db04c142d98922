// Package puzzles reads the puzzles of a format from bytes, and writes, converts
// and validates them. It solves nothing.
//
// A Decoder reads a stream of puzzles, an Encoder writes them so that a Decoder
// reads the same ones again. Detect tells which format an input has, a Validator
// whether a judge could have it, and a Converter makes the puzzles of one format
// those of another:
//
//	d := puzzles.NewDecoder(os.Stdin, "stdin", f)
//	n, err := d.Decode(ps) // as io.Reader's Read: n puzzles, then err
package puzzles

import (
	"cmp"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Decoder reads a stream of puzzles. It holds little more than one record in
// memory.
type Decoder struct {
	r      reader
	state  state
	left   int  // puzzles that the count promises; without one, none
	total  int  // the count
	faults int  // malformed records so far
	resume bool // the last record was malformed: find the next
}

// state is where in the stream a decoder is.
type state uint8

const (
	atHead   state = iota // before what comes before the puzzles
	atRecord              // more puzzles may come
	atTail                // none may
	atEnd                 // and the end has been looked at
)

// maxCount is the largest number of puzzles that a stream may announce.
const maxCount = 1_000_000_000

// NewDecoder returns a decoder for the format. The name of the input is for
// messages.
func NewDecoder(in io.Reader, name string, f *formats.Format) *Decoder {
	return &Decoder{r: newReader(in, name, f)}
}

// AnswerAs sets the bounds of the puzzles that come without one of their own to
// those of the format that answers are given in.
func (d *Decoder) AnswerAs(f *formats.Format) {
	r := &d.r
	if r.limits == nil {
		if r.limits = f.Limit; f.MostBound() > 0 {
			r.limits = formats.AtMost(f.MostBound())
		}
		r.alone = r.alone && r.limits == nil
	}
}

// Decode fills ps with the next puzzles and returns how many. It reuses the
// memory of their Start.Tiles; the goals are the decoder's, and are shared. It
// waits for input only for the first puzzle, and then returns those that are
// at hand.
//
// The error is about what comes after these puzzles: nil if more may come,
// io.EOF at the end of the input, a *formats.SyntaxError if the next record is
// malformed, or an error of the reader. After a *formats.SyntaxError, Decode goes
// on where Resume says.
func (d *Decoder) Decode(ps []puzzle.Puzzle) (n int, err error) {
	r := &d.r
	r.Wait = true
	if d.resume {
		d.resume = false
		r.findRecord()
	}
	for n < len(ps) {
		r.Wait = n == 0
		ready := (d.state == atRecord || d.frame()) && r.skipSpace()
		if ready && r.puzzle(&ps[n]) {
			n++
			if d.left--; d.left == 0 && r.Count {
				d.state = atTail
			}
			continue
		}
		if r.stopped {
			r.stopped, d.state = false, atTail
			continue // to see that nothing follows
		}
		if d.state < atTail && r.bad == nil {
			r.Rewind(0) // not all of it is here yet
		}
		break
	}
	if r.bad == nil && n == 0 && r.End == io.EOF && len(ps) > 0 {
		d.atEOF()
	}
	switch {
	case r.bad != nil:
		err, r.bad = r.bad, nil
		d.resume = d.state == atRecord
		d.faults++ // which may be a puzzle, or junk between two
		return n, err
	case n > 0 || len(ps) == 0 || r.End == nil:
		return n, nil
	default:
		return 0, cmp.Or(r.Err(), io.EOF)
	}
}

// Line returns the line on which the puzzle read last begins, from 1.
func (d *Decoder) Line() int {
	line, _ := d.r.Place(d.r.Mark)
	return line
}

// frame reads what comes before and after the puzzles. It returns false if no
// puzzle is next.
func (d *Decoder) frame() bool {
	r := &d.r
	switch d.state {
	case atHead:
		return r.skipSpace() && d.head()
	case atTail:
		if r.skipSpace() {
			d.state = atEnd
			what := fmt.Sprintf("the end of the input: the count of puzzles is %d", d.total)
			if r.Stop != "" {
				what = fmt.Sprintf("the end of the input, behind %s", r.Stop)
			}
			return r.fault(0, what)
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
		r.skipHeader()
	}
	if r.Count {
		count, ok := r.number("the number of puzzles", 0, maxCount)
		if !ok {
			if r.bad != nil {
				d.state = atRecord // for as long as there are some
				d.left = maxCount
			}
			return false
		}
		d.left, d.total = count, count
	}
	d.state = atRecord
	if r.Count && d.left == 0 {
		d.state = atTail
		return d.frame()
	}
	return true
}

// atEOF finds out whether the input ends too soon.
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
	case d.state <= atRecord && r.Stop != "":
		d.state = atEnd
		r.fault(r.Offset(), fmt.Sprintf("a puzzle or %s, the end of the list", r.Stop))
	}
}
