package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An AnswerDecoder reads the answers of a stream, as an Encoder writes them.
// Blanks at the ends of lines, and a missing line end at the end of the input, do
// not matter.
type AnswerDecoder struct {
	*Format
	name string
	input
	kinds   []answerKind
	each    []pattern.Piece
	limit   int               // bytes of an answer
	letters *[256]puzzle.Move // of a step that is a letter, with nothing behind it; 0: none

	n       int64          // of the answer at hand
	p       *puzzle.Puzzle // that it answers
	sol     puzzle.Solution
	room    puzzle.Path  // memory for the path
	listed  bool         // sol.Moves has been read
	at      puzzle.Board // where the moves read so far lead
	blank   int
	lenient bool // of a form that is not the judge's, read what can be meant
	noting  bool // keep what is missed
	miss    miss // of the pattern tried last
	worst   miss // the furthest of all patterns tried
}

// An answerKind is one of the answers that a format has.
type answerKind struct {
	pieces []pattern.Piece
	result error // that it stands for; nil: a solution
}

// A miss is the furthest byte, counted from the mark, that is not what a
// pattern has there, and the start of its word.
type miss struct {
	at, word int
	want     string
}

// How many bytes one answer may have: of moves, and of boards.
const (
	movesLimit  = 8 << 20
	boardsLimit = 64 << 20
)

// NewAnswerDecoder returns a decoder for answers in the format. The name of the
// input is for messages.
func NewAnswerDecoder(in io.Reader, name string, f *Format) *AnswerDecoder {
	a := &f.Answer
	d := &AnswerDecoder{Format: f, name: name, input: input{in: in, wait: true}, each: a.Each.Pieces(), limit: movesLimit}
	if len(d.each) > 0 {
		d.limit = boardsLimit
	}
	d.kinds = []answerKind{{a.ToUnsolvable().Pieces(), puzzle.ErrUnsolvable}}
	if a.TooLong != "" {
		d.kinds = append(d.kinds, answerKind{a.TooLong.Pieces(), puzzle.ErrTooLong})
	}
	d.kinds = append(d.kinds, answerKind{a.Solved.Pieces(), nil},
		answerKind{malformed, puzzle.ErrMalformed}, answerKind{gaveUp, puzzle.ErrGaveUp})
	if a.letters() {
		d.letters = new([256]puzzle.Move)
		for _, m := range puzzle.UDLR {
			d.letters[a.Step.Word(m)[0]] = m
		}
	}
	return d
}

// Decode reads the answer to p, the nth of its stream from 1; p is nil for a
// malformed record. It returns the solution, which is not replayed and may be in
// the memory of buf; puzzle.ErrUnsolvable, ErrTooLong, ErrGaveUp or ErrMalformed
// if that is the answer; a *SyntaxError if there is no such answer, after which
// it goes on with the next line that may begin one; or io.EOF if the input has
// ended before it.
//
// Where an answer can be told, but its form is not the judge's, form is a
// *SyntaxError that says in what: in a word's case, or in what stands around it.
func (d *AnswerDecoder) Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (s puzzle.Solution, err, form error) {
	d.skipMark()
	d.n, d.p, d.room = n, p, buf
	d.mark = d.pos
	if _, ok := d.peek(); !ok {
		if d.end != io.EOF {
			return puzzle.Solution{}, fmt.Errorf("%s: %w", d.name, d.end), nil
		}
		return puzzle.Solution{}, io.EOF, nil
	}
	if k := d.readAny(); k != nil {
		return d.sol, d.resultOf(k), nil
	}
	d.lenient = true
	k := d.readAny()
	d.lenient = false
	switch {
	case k != nil:
		sol, pos := d.sol, d.pos-d.mark
		sol.Path = slices.Clone(sol.Path) // it is read again
		form = d.syntaxError([]answerKind{*k})
		d.pos = d.mark + pos
		return sol, d.resultOf(k), form
	case d.end != nil && d.end != io.EOF:
		return puzzle.Solution{}, fmt.Errorf("%s: %w", d.name, d.end), nil
	}
	err = d.syntaxError(d.kinds)
	d.pos = d.mark
	d.resync()
	return puzzle.Solution{}, err, nil
}

// Line returns the line on which the answer read last begins, from 1.
func (d *AnswerDecoder) Line() int {
	line, _ := d.place(d.mark)
	return line
}

// readAny reads an answer of any kind, and returns which: nil if there is none.
func (d *AnswerDecoder) readAny() *answerKind {
	for i := range d.kinds {
		k := &d.kinds[i]
		if (d.p != nil || k.result == puzzle.ErrMalformed) && d.read(k) {
			return k
		}
	}
	return nil
}

// resultOf returns what an answer of some kind stands for.
func (d *AnswerDecoder) resultOf(k *answerKind) error {
	if k.result == puzzle.ErrUnsolvable && d.Answer.TooLong != "" &&
		d.Answer.TooLong == d.Answer.Unsolvable && d.p.Solvable() {
		return puzzle.ErrTooLong
	}
	return k.result
}

// syntaxError tells what these kinds of answers miss, by reading them again.
func (d *AnswerDecoder) syntaxError(kinds []answerKind) error {
	d.noting, d.worst = true, miss{at: -1}
	for _, k := range kinds {
		ours := k.result == puzzle.ErrMalformed || k.result == puzzle.ErrGaveUp // no judge's
		if d.miss = (miss{at: -1}); ours == (d.p == nil) && !d.read(&k) && d.miss.at >= d.worst.at {
			d.worst = d.miss
		}
	}
	d.noting = false
	return d.misses(d.mark+d.worst.word, d.worst.want)
}

// lineLimit is how many bytes of a line, or of white space at the end, are
// skipped. A longer one has no end, as that of /dev/zero.
const lineLimit = 1 << 28

// resync skips lines up to one that may begin an answer. Those that could be read
// as the answer at hand are part of it.
func (d *AnswerDecoder) resync() {
	if d.Answer.OneLine() {
		d.skipRest()
		return
	}
	read := d.buf[d.mark : d.mark+max(d.worst.at, 0)]
	if n := bytes.LastIndexByte(read, '\n') + 1; n > 0 {
		d.pos += n
		d.mark = d.pos
	} else {
		d.skipRest()
	}
	for {
		if _, ok := d.peek(); !ok || slices.ContainsFunc(d.kinds, d.mayBegin) {
			return
		}
		d.skipRest()
	}
}

// skipRest skips the rest of a line, or of the input if the line is too long.
func (d *AnswerDecoder) skipRest() {
	if !d.skipLineUpTo(lineLimit) {
		d.end = io.EOF
	}
}

// mayBegin reports whether what comes may be an answer of that kind.
func (d *AnswerDecoder) mayBegin(k answerKind) bool {
	first := k.pieces[0]
	word, _, _ := strings.Cut(strings.TrimSpace(first.Text), " ")
	from := d.pos - d.mark
	defer func() { d.pos = d.mark + from }()
	switch c, _ := d.peek(); {
	case first.Field == pattern.Text:
		return d.word(word)
	case first.Field == pattern.Path:
		return true
	default:
		return '0' <= c && c <= '9'
	}
}

// End makes sure that nothing but white space is left. It returns a
// *SyntaxError for anything else, or for white space without an end, or an error
// of the reader.
func (d *AnswerDecoder) End() error {
	d.skipMark()
	for skipped := 0; skipped <= lineLimit; {
		rest := bytes.TrimLeft(d.buf[d.pos:], " \t\n\v\f\r")
		skipped += len(d.buf) - len(rest) - d.pos
		d.pos = len(d.buf) - len(rest)
		d.mark = d.pos
		switch {
		case len(rest) > 0:
			return d.misses(d.pos, "the end of the answers")
		case d.more():
		case d.end != io.EOF:
			return fmt.Errorf("%s: %w", d.name, d.end)
		default:
			return nil
		}
	}
	line, col := d.place(d.pos)
	return &SyntaxError{d.name, line, col, errors.New("found white space only, expected the end of the answers")}
}

// misses returns the error that something else is expected at a place in buf.
func (d *AnswerDecoder) misses(at int, want string) error {
	line, col := d.place(at)
	return &SyntaxError{d.name, line, col, fmt.Errorf("found %s, expected %s", found(d.buf[at:]), want)}
}

// read reads an answer of this kind. If it returns false, pos is anywhere.
func (d *AnswerDecoder) read(k *answerKind) bool {
	ps := k.pieces
	optional := k.result == nil && len(ps) > 1 // else the words are all that tells
	d.pos = d.mark
	d.sol, d.listed = puzzle.Solution{}, false
	if d.lenient && ps[0].Field != pattern.Path {
		d.skipEmptyLines()
	}
	if d.n > 1 && d.Answer.Between != "" && !d.text(d.Answer.Between, false) {
		return false
	}
	for i := range ps {
		ok := true
		switch piece := &ps[i]; piece.Field {
		case pattern.Text:
			ok = d.text(piece.Text, optional)
		case pattern.Number:
			ok = d.given("the number of the answer", int(d.n))
		case pattern.ID:
			ok = d.given("the number of the puzzle", int(idOf(d.p, d.n)))
		case pattern.Bound:
			most, _ := d.p.Bound.Moves()
			ok = d.given("the most moves", most)
		case pattern.Moves:
			d.sol.Moves, ok = d.number("a number of moves")
			d.listed = ok
		case pattern.Path:
			ok = d.path(i+1 < len(ps) && strings.HasPrefix(ps[i+1].Text, "]"))
		case pattern.Boards:
			ok = d.boards()
		}
		if !ok {
			return false
		}
	}
	return !d.lenient || d.restIsStray()
}
