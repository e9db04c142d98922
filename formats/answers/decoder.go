// Package answers writes the answers to puzzles in a format, and reads them back. It
// neither searches for solutions nor replays them.
//
// An Encoder writes the answers of a stream, a Decoder reads them:
//
//	e, err := answers.NewEncoder(f, f) // puzzles and answers are in format f
//	e.Encode(w, 1, &puzzle, solution, nil)
package answers

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Decoder reads the answers that an Encoder writes. It ignores spaces at the ends of lines,
// and a missing line end at the end of the input, even that of an empty path.
type Decoder struct {
	r      reader
	kinds  []kind
	solved *kind    // the one of these for a solution
	plain  bool     // answers are lines: of letters, or of one of the texts in kinds
	worst  mismatch // the one furthest into the answer, of all kinds tried
	ended  bool     // the empty end of the input has been taken for an empty path
	begin  int64    // where the last answer begins, in bytes
	junk   []byte   // how the last answer begins, if it can't be read and is skipped

	decoded int // calls of Decode
	splitter

	tolerated Tolerance
	letters   *[256]puzzle.Move // r.letters in any case
}

// A kind is one of the answers that a format has.
type kind struct {
	pieces []pattern.Piece
	result error // what it stands for; nil: a solution
}

// These are the maximum sizes in bytes of an answer that lists moves, and of one that lists
// boards. A board of many cells may have as many moves as mostMoves says.
const (
	movesLimit  = 8 << 20
	boardsLimit = 64 << 20
	manyCells   = 64 * 64
)

// mostMoves returns the most moves of a path on a board of a shape: 4 n^3 on one of n x n, where
// tiles brought home one by one take 8/3 n^3 on average (Parberry 2015).
func mostMoves(s puzzle.Shape) int { return max(movesLimit, 2*s.Cells()*(s.Rows+s.Cols)) }

// moveBytes returns the most bytes that a move takes.
func moveBytes(a *formats.Answer) int {
	const numbers = 16
	words := max(len(a.Step.Up), len(a.Step.Down), len(a.Step.Left), len(a.Step.Right))
	return max(words, numbers) + len(a.StepBegin) + len(a.StepEnd)
}

// NewDecoder returns a decoder for answers in the format. The name of the input
// is for messages.
func NewDecoder(in io.Reader, name string, f *formats.Format) *Decoder {
	a := &f.Answer
	d := &Decoder{r: reader{
		Window: window.Window{In: in, Name: name, Wait: true},
		Answer: a, first: cmp.Or(a.First, a.Each).Pieces(), each: a.Each.Pieces(),
		begin: a.StepBegin.Pieces(), limit: movesLimit,
		actions: newActions(&a.Step), stray: a.Step.Stray(),
	}}
	if len(d.r.each) > 0 {
		d.r.limit = boardsLimit
	}
	d.kinds = []kind{{a.ToUnsolvable().Pieces(), puzzle.ErrUnsolvable}}
	if a.UnsolvableToo != "" {
		d.kinds = append(d.kinds, kind{a.UnsolvableToo.Pieces(), puzzle.ErrUnsolvable})
	}
	if a.TooLong != "" {
		d.kinds = append(d.kinds, kind{a.TooLong.Pieces(), puzzle.ErrTooLong})
	}
	solved := len(d.kinds)
	d.kinds = append(d.kinds, kind{a.Solved.Pieces(), nil})
	if a.SolvedToo != "" {
		d.kinds = append(d.kinds, kind{a.SolvedToo.Pieces(), nil})
	}
	d.kinds = append(d.kinds, kind{malformed, puzzle.ErrMalformed}, kind{gaveUp, puzzle.ErrGaveUp})
	d.solved = &d.kinds[solved]
	if a.Figures {
		d.r.names = namesOf(d.kinds)
	}
	d.r.readWords()
	d.plain = d.r.letters != nil && d.isPlain()
	return d
}

// Decode reads the answer to p, the nth puzzle of its stream from 1; p is nil for a
// malformed record. It returns the solution, which is not replayed and may use
// the memory of buf. Otherwise err is
//   - puzzle.ErrUnsolvable, ErrTooLong, ErrGaveUp or ErrMalformed if that is the answer;
//   - a *formats.SyntaxError if the text is no answer. The next call goes on with the next line
//     that may begin an answer;
//   - io.EOF if the input ends before the answer, or the error of the reader.
//
// If the answer can be understood but is not written as the judge wants it, form is a
// *formats.SyntaxError that names the first difference, such as a word in capitals or
// text around the answer.
func (d *Decoder) Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (
	s puzzle.Solution, err, form error,
) {
	d.ready = 0
	if d.decoded++; d.wanted && d.r.Guess.Lines == 0 {
		defer d.measure()
	}
	r := &d.r
	open := d.open()
	r.SkipBOM()
	r.replaying.begin()
	r.n, r.p, r.pathBuf = n, p, buf
	if p != nil && p.Start.Cells() > manyCells && len(r.each) == 0 {
		r.limit = mostMoves(p.Start.Shape)
		if r.letters == nil {
			r.limit *= moveBytes(r.Answer)
		}
	}
	r.Mark = r.Pos
	d.junk = d.junk[:0]
	if n > 1 && r.Figures {
		d.skipFigures()
	}
	d.begin = r.Begin()
	if d.plain && p != nil {
		if k := d.readPlain(); k != nil && !d.overlooked(k) {
			return r.sol, d.resultOf(k), nil
		}
		r.Rewind(0)
	}
	if _, ok := r.peek(); !ok {
		if err := r.Err(); err != nil || open || d.ended || !d.mayLackLineEnd() {
			return puzzle.Solution{}, cmp.Or(err, io.EOF), nil
		}
		d.ended = true // only one line end may be missing
		return puzzle.Solution{Path: puzzle.Path{}}, nil, nil
	}
	if k := d.read(); k != nil {
		return r.whole(r.sol), d.resultOf(k), nil
	}
	if k, sol, form := d.readLeniently(); k != nil {
		return r.whole(sol), d.resultOf(k), form
	}
	if err := r.Err(); err != nil {
		return puzzle.Solution{}, err, nil
	}
	err = d.syntaxError(d.kinds)
	d.resync()
	r.made = nil
	return puzzle.Solution{}, err, nil
}

// Place returns the place behind the last answer. It returns false if no decoder can begin there,
// because the answer has no line end.
func (d *Decoder) Place() (formats.Place, bool) {
	return d.r.Next(), !d.open() && !d.ended
}

// StartAt makes the decoder read on from a place that Place returned for the same input. Its
// reader must give only the bytes from there on. Call it before Decode.
func (d *Decoder) StartAt(at formats.Place) { d.r.StartAt(at) }

// mayLackLineEnd reports whether the right answer has no text apart from its line end, for which
// the end of the input may stand: the puzzle is solved already, and the answer is only a path.
func (d *Decoder) mayLackLineEnd() bool {
	r := &d.r
	return r.emptyIsRight() && (r.n == 1 || r.Between == "" || d.tolerated.Space)
}

// open reports whether the last answer has no line end.
func (d *Decoder) open() bool {
	r := &d.r
	return r.Pos > r.Mark && r.Buf[r.Pos-1] != '\n'
}

// Line returns the line, from 1, on which the last answer begins.
func (d *Decoder) Line() int {
	if d.r.made != nil {
		return d.r.onLine
	}
	return d.r.Window.Line(d.r.Mark)
}

// Begin returns where the last answer begins, in bytes from the beginning of the input.
func (d *Decoder) Begin() int64 { return d.begin }

// End reads the rest of the input, which should be white space. It returns a
// *formats.SyntaxError for anything else and for endless white space, or
// the error of the reader.
func (d *Decoder) End() error {
	r := &d.r
	r.SkipBOM()
	r.Mark = r.Pos
	if d.skipFigures(); r.Figures && r.readName() == ownName {
		name := bytes.TrimSpace(r.Buf[r.Mark : r.Pos-1])
		r.Rewind(0)
		return r.Malformed(r.Pos, fmt.Errorf("found %w of %s, expected the end of the answers",
			puzzle.ErrTwice, name))
	}
	r.Rewind(0)
	if !d.skipSpace() {
		return r.Malformed(r.Pos,
			errors.New("found white space only, expected the end of the answers"))
	}
	if r.Pos < len(r.Buf) {
		r.ReadWord(r.Offset())
		return r.Mismatch(r.Pos, "the end of the answers")
	}
	return r.Err()
}

// read reads an answer in the judge's form, or in one that differs in what does not matter. It
// returns the kind, or nil.
func (d *Decoder) read() (k *kind) {
	if k = d.readAny(); k == nil || d.overlooked(k) {
		k = d.readTolerantly()
	}
	return k
}

// readAny reads an answer of any kind. It returns the kind, or nil if the text is of none.
func (d *Decoder) readAny() *kind {
	for i := range d.kinds {
		k := &d.kinds[i]
		if (d.r.p != nil || k.result == puzzle.ErrMalformed) && d.r.answer(k) {
			return k
		}
	}
	return nil
}

// readLeniently is readAny for an answer in another form. It returns the kind and the solution,
// and what is wrong with the form.
func (d *Decoder) readLeniently() (*kind, puzzle.Solution, error) {
	r := &d.r
	r.lenient = true
	k := d.readAny()
	r.lenient = false
	if k == nil {
		return nil, puzzle.Solution{}, nil
	}
	sol, end := r.sol, r.Offset()
	sol.Path = slices.Clone(sol.Path) // syntaxError reuses its memory
	form := d.syntaxError([]kind{*k})
	r.Rewind(end)
	return k, sol, form
}

// skipFigures skips figures before an answer.
func (d *Decoder) skipFigures() {
	r := &d.r
	if r.Figures && d.tolerated.Space {
		d.skipSpace()
	}
	r.Case = d.tolerated.Case
	r.skipFigures(d.kinds)
	r.Case = false
}

// skipSpace moves the mark over white space. It returns false if that is endless.
func (d *Decoder) skipSpace() bool {
	r := &d.r
	for skipped := 0; skipped <= lineLimit; {
		rest := bytes.TrimLeft(r.Buf[r.Pos:], whiteSpace)
		skipped += len(r.Buf) - len(rest) - r.Pos
		r.Pos = len(r.Buf) - len(rest)
		r.Mark = r.Pos
		if len(rest) > 0 || !r.More() {
			return true
		}
	}
	return false
}

// resultOf returns what an answer of kind k stands for. Where the same words stand for
// "unsolvable" and "too long", the puzzle decides.
func (d *Decoder) resultOf(k *kind) error {
	a := d.r.Answer
	if k.result == puzzle.ErrUnsolvable && a.TooLong != "" && a.TooLong == a.Unsolvable &&
		d.r.p.Solvable() {
		return puzzle.ErrTooLong
	}
	return k.result
}

// syntaxError returns why the text is none of these kinds of answers. It reads the text again
// as each kind, and reports the mismatch that is furthest into it.
func (d *Decoder) syntaxError(kinds []kind) error {
	r := &d.r
	r.explain, d.worst = true, mismatch{at: -1}
	for _, k := range kinds {
		ours := k.result == puzzle.ErrMalformed || k.result == puzzle.ErrGaveUp // not a judge's
		r.furthest = mismatch{at: -1}
		if ours == (r.p == nil) && !r.answer(&k) && r.furthest.at >= d.worst.at {
			d.worst = r.furthest
		}
	}
	r.explain = false
	r.ReadWord(d.worst.word)
	return r.Mismatch(r.Mark+d.worst.word, d.worst.expected)
}
