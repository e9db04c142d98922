package answers

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An Encoder writes answers. Several goroutines may use one at once.
type Encoder struct {
	answer                      *formats.Answer
	solved, unsolvable, tooLong []pattern.Piece
	first, each                 []pattern.Piece // of boards
	letters                     *[256]byte      // the letter of each move; nil: not isLetters
	actions                     *actions        // nil: moves are not actions
	packed                      *packedLetters
}

// NewEncoder returns an encoder that answers puzzles of the format from in the format to. It
// returns an error if to can't express these answers.
func NewEncoder(from, to *formats.Format) (*Encoder, error) {
	a := &to.Answer
	refuse := func(why string) error {
		return fmt.Errorf("%s can't answer %s: %s", to.Name, from.Name, why)
	}
	switch shape := from.Shapes.Min; {
	case (a.First + a.Each).Has(pattern.Size) && !from.Shapes.Square:
		return nil, refuse(fmt.Sprintf(
			"it writes the size of a board as one number, and %v boards are not square",
			from.Shapes))
	case shape.Spare > 0 && a.Wants() == puzzle.WantPath:
		return nil, refuse("a move does not say which blank it is of")
	case shape.Spare > 0 && a.Wants() == puzzle.WantDecision:
		return nil, refuse("parity does not decide with several blanks")
	}
	e := &Encoder{
		answer: a, solved: a.Solved.Pieces(), unsolvable: a.ToUnsolvable().Pieces(),
		tooLong: a.TooLong.Pieces(), actions: newActions(&a.Step),
		first: cmp.Or(a.First, a.Each).Pieces(), each: a.Each.Pieces(),
	}
	if isLetters(a) {
		e.letters = new([256]byte)
		for _, m := range puzzle.UDLR {
			e.letters[m] = a.Step.Word(m)[0]
		}
	}
	e.packed = newPackedLetters(e.letters, to.Order)
	return e, nil
}

// Encode writes the answer to p, the nth puzzle of its stream from 1. The answer is the solution s
// if err is nil, and otherwise the text for err: "malformed" for puzzle.ErrMalformed, and "gave up"
// for an error for which no format has a text. Encode may change p.Start; p may be nil for a
// malformed record. w keeps its errors.
func (e *Encoder) Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error) {
	if n > 1 && e.answer.Between != "" {
		w.WriteString(e.answer.Between)
	}
	switch {
	case err == nil:
		e.write(w, e.solved, n, p, &s)
	case err == puzzle.ErrUnsolvable: // errors.Is takes longer than writing the answer
		e.write(w, e.unsolvable, n, p, &s)
	case err == puzzle.ErrTooLong:
		e.write(w, e.tooLong, n, p, &s)
	case errors.Is(err, puzzle.ErrMalformed):
		e.write(w, malformed, n, p, &s)
	default:
		e.write(w, gaveUp, n, p, &s)
	}
}

// The answers, in every format, to a malformed record and to a puzzle that the solver gave up.
var (
	malformed = pattern.Pattern("malformed\n").Pieces()
	gaveUp    = pattern.Pattern("gave up\n").Pieces()
)

// write writes an answer of the pieces of a pattern.
func (e *Encoder) write(
	w *bufio.Writer, ps []pattern.Piece, n int64, p *puzzle.Puzzle, s *puzzle.Solution,
) {
	if len(ps) == 1 && ps[0].Field == pattern.Text {
		w.WriteString(ps[0].Text)
		return
	}
	buf := availableBuffer(w, usualAnswer)
	for i := range ps {
		switch ps[i].Field {
		case pattern.Text:
			buf = append(buf, ps[i].Text...)
		case pattern.Number:
			buf = strconv.AppendInt(buf, n, 10)
		case pattern.Moves:
			moves := s.Moves
			if e.answer.RunsOfTiles() {
				moves = s.Path.Slides()
			}
			buf = strconv.AppendInt(buf, int64(moves), 10)
		case pattern.Bound:
			bound, _ := p.Bound.Moves()
			buf = strconv.AppendInt(buf, int64(bound), 10)
		case pattern.ID:
			buf = strconv.AppendInt(buf, p.IDOr(n), 10)
		case pattern.Figure:
			buf = append(buf, '0')
		case pattern.Board:
			buf = e.answer.Board.Append(buf, p.Start)
		case pattern.Path:
			if e.letters != nil && len(s.Path) <= longPath {
				buf = e.appendLetters(buf, s.Path)
				continue
			}
			w.Write(buf)
			if e.letters != nil {
				e.writeLetters(w, s.Path)
			} else {
				e.writePath(w, p, s.Path)
			}
			buf = w.AvailableBuffer()
		case pattern.Boards:
			w.Write(buf)
			e.writeBoards(w, p, s.Path)
			buf = w.AvailableBuffer()
		}
	}
	w.Write(buf)
}

// usualAnswer is enough bytes for most answers, paths included.
const usualAnswer = 128

// longPath is how many moves are written at once.
const longPath = 16 << 10

// writeLetters writes a path of one letter for each move. It writes in parts, so that the text of a
// long path takes no memory. A run of equal moves stays in one part.
func (e *Encoder) writeLetters(w *bufio.Writer, path puzzle.Path) {
	for len(path) > 0 {
		n := min(longPath, len(path))
		for n < len(path) && path[n] == path[n-1] {
			n++
		}
		w.Write(e.appendLetters(availableBuffer(w, n), path[:n]))
		path = path[n:]
	}
}

// appendLetters appends a path of one letter for each move.
func (e *Encoder) appendLetters(to []byte, path puzzle.Path) []byte {
	if e.answer.Runs {
		return e.appendRuns(to, path)
	}
	if e.letters[puzzle.Up] == byte(puzzle.Up) {
		return append(to, path.Letters()...)
	}
	for _, m := range path {
		to = append(to, e.letters[m])
	}
	return to
}

// appendRuns appends a path as runs of equal moves: a letter for each run, and the number of its
// moves if that is more than 1.
func (e *Encoder) appendRuns(to []byte, path puzzle.Path) []byte {
	for len(path) > 0 {
		n := 1
		for n < len(path) && path[n] == path[0] {
			n++
		}
		to = append(to, e.letters[path[0]])
		if n > 1 {
			to = strconv.AppendInt(to, int64(n), 10)
		}
		path = path[n:]
	}
	return to
}

// availableBuffer returns w.AvailableBuffer. It flushes w first if the buffer has no room for n
// bytes.
func availableBuffer(w *bufio.Writer, n int) []byte {
	buf := w.AvailableBuffer()
	if cap(buf) < n {
		w.Flush() // w keeps its error
		buf = w.AvailableBuffer()
	}
	return buf
}
