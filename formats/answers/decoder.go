// Package answers writes the answers to puzzles as a format has them, and reads
// them back. It neither finds nor replays them.
//
// An Encoder writes the answers of a stream, a Decoder reads them:
//
//	e, err := answers.NewEncoder(f, f) // to puzzles of format f, as it has them
//	e.Encode(w, 1, &puzzle, solution, nil)
package answers

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Decoder reads the answers of a stream, as an Encoder writes them. Blanks at
// the ends of lines, and a missing line end at the end of the input, do not matter.
type Decoder struct {
	r     reader
	kinds []kind
	worst miss // the furthest of all kinds tried
}

// A kind is one of the answers that a format has.
type kind struct {
	pieces []pattern.Piece
	result error // that it stands for; nil: a solution
}

// How many bytes one answer may have: of moves, and of boards.
const (
	movesLimit  = 8 << 20
	boardsLimit = 64 << 20
)

// NewDecoder returns a decoder for answers in the format. The name of the input
// is for messages.
func NewDecoder(in io.Reader, name string, f *formats.Format) *Decoder {
	a := &f.Answer
	d := &Decoder{r: reader{
		Window: window.Window{In: in, Name: name, Wait: true},
		Answer: a, each: a.Each.Pieces(), limit: movesLimit,
	}}
	if len(d.r.each) > 0 {
		d.r.limit = boardsLimit
	}
	d.kinds = []kind{{a.ToUnsolvable().Pieces(), puzzle.ErrUnsolvable}}
	if a.TooLong != "" {
		d.kinds = append(d.kinds, kind{a.TooLong.Pieces(), puzzle.ErrTooLong})
	}
	d.kinds = append(d.kinds, kind{a.Solved.Pieces(), nil},
		kind{malformed, puzzle.ErrMalformed}, kind{gaveUp, puzzle.ErrGaveUp})
	if isLetters(a) {
		d.r.letters = new([256]puzzle.Move)
		for _, m := range puzzle.UDLR {
			d.r.letters[a.Step.Word(m)[0]] = m
		}
	}
	return d
}

// Decode reads the answer to p, the nth of its stream from 1; p is nil for a
// malformed record. It returns the solution, which is not replayed and may be in
// the memory of buf; puzzle.ErrUnsolvable, ErrTooLong, ErrGaveUp or ErrMalformed
// if that is the answer; a *formats.SyntaxError if there is no such answer, after
// which it goes on with the next line that may begin one; or io.EOF if the input
// has ended before it.
//
// Where an answer can be told, but its form is not the judge's, form is a
// *formats.SyntaxError that says in what: in a word's case, or in what stands
// around it.
func (d *Decoder) Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (
	s puzzle.Solution, err, form error,
) {
	r := &d.r
	r.SkipBOM()
	r.n, r.p, r.room = n, p, buf
	r.Mark = r.Pos
	if _, ok := r.peek(); !ok {
		return puzzle.Solution{}, cmp.Or(r.Err(), io.EOF), nil
	}
	if k := d.readAny(); k != nil {
		return r.sol, d.resultOf(k), nil
	}
	r.lenient = true
	k := d.readAny()
	r.lenient = false
	if k != nil {
		sol, behind := r.sol, r.Offset()
		sol.Path = slices.Clone(sol.Path) // it is read again
		form = d.syntaxError([]kind{*k})
		r.Rewind(behind)
		return sol, d.resultOf(k), form
	}
	if err := r.Err(); err != nil {
		return puzzle.Solution{}, err, nil
	}
	err = d.syntaxError(d.kinds)
	d.resync()
	return puzzle.Solution{}, err, nil
}

// Line returns the line on which the answer read last begins, from 1.
func (d *Decoder) Line() int {
	line, _ := d.r.Place(d.r.Mark)
	return line
}

// End makes sure that nothing but white space is left. It returns a
// *formats.SyntaxError for anything else, or for white space without an end, or
// an error of the reader.
func (d *Decoder) End() error {
	r := &d.r
	r.SkipBOM()
	for skipped := 0; skipped <= lineLimit; {
		rest := bytes.TrimLeft(r.Buf[r.Pos:], " \t\n\v\f\r")
		skipped += len(r.Buf) - len(rest) - r.Pos
		r.Pos = len(r.Buf) - len(rest)
		r.Mark = r.Pos
		if len(rest) > 0 {
			return r.Mismatch(r.Pos, "the end of the answers")
		}
		if !r.More() {
			return r.Err()
		}
	}
	return r.Malformed(r.Pos, errors.New("found white space only, expected the end of the answers"))
}

// readAny reads an answer of any kind, and returns which: nil if there is none.
func (d *Decoder) readAny() *kind {
	for i := range d.kinds {
		k := &d.kinds[i]
		if (d.r.p != nil || k.result == puzzle.ErrMalformed) && d.r.answer(k) {
			return k
		}
	}
	return nil
}

// resultOf returns what an answer of some kind stands for.
func (d *Decoder) resultOf(k *kind) error {
	a := d.r.Answer
	if k.result == puzzle.ErrUnsolvable && a.TooLong != "" && a.TooLong == a.Unsolvable &&
		d.r.p.Solvable() {
		return puzzle.ErrTooLong
	}
	return k.result
}

// syntaxError tells what these kinds of answers miss, by reading them again.
func (d *Decoder) syntaxError(kinds []kind) error {
	r := &d.r
	r.noting, d.worst = true, miss{at: -1}
	for _, k := range kinds {
		ours := k.result == puzzle.ErrMalformed || k.result == puzzle.ErrGaveUp // no judge's
		r.miss = miss{at: -1}
		if ours == (r.p == nil) && !r.answer(&k) && r.miss.at >= d.worst.at {
			d.worst = r.miss
		}
	}
	r.noting = false
	return r.Mismatch(r.Mark+d.worst.word, d.worst.want)
}

// lineLimit is how many bytes of a line, or of white space at the end, are
// skipped. A longer one has no end, as that of /dev/zero.
const lineLimit = 1 << 28

// resync skips lines up to one that may begin an answer. Those that could be read
// as the answer at hand are part of it.
func (d *Decoder) resync() {
	r := &d.r
	r.Rewind(0)
	if r.OneLine() {
		d.skipLine()
		return
	}
	read := r.Buf[r.Mark : r.Mark+max(d.worst.at, 0)]
	if n := bytes.LastIndexByte(read, '\n') + 1; n > 0 {
		r.Pos += n
		r.Mark = r.Pos
	} else {
		d.skipLine()
	}
	for {
		if _, ok := r.peek(); !ok || slices.ContainsFunc(d.kinds, r.mayBegin) {
			return
		}
		d.skipLine()
	}
}

// skipLine skips the rest of a line, or of the input if the line is too long.
func (d *Decoder) skipLine() {
	if !d.r.SkipLineUpTo(lineLimit) {
		d.r.End = io.EOF
	}
}
