package formats

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"

	"tilejudge/solver/puzzle"
)

// An Answer is how the solution of a puzzle is written. Answers are comparable.
type Answer interface {
	// NeedsPath reports whether the length of a solution is not enough.
	NeedsPath() bool
	// fits returns an error if the answer can't be given for boards of these shapes.
	fits(Shapes) error
	// writer returns a function that writes one answer, which ends a line. It
	// may change p.Start. The boards of the stream are of these shapes.
	writer(Shapes) func(w *bufio.Writer, p *puzzle.Puzzle, s puzzle.Solution)
	// none is the line for an unsolvable puzzle.
	none() string
}

// An Encoder makes the text of answers. Several goroutines may use it at once.
type Encoder struct {
	write func(*bufio.Writer, *puzzle.Puzzle, puzzle.Solution)
	none  string
}

// NewEncoder returns an encoder that answers the puzzles of format from as
// format to does. It returns an error if to has no way to.
func NewEncoder(from, to *Format) (*Encoder, error) {
	if err := to.Answer.fits(from.Shapes); err != nil {
		return nil, fmt.Errorf("%s can't answer %s: %w", to.Name, from.Name, err)
	}
	return &Encoder{to.Answer.writer(from.Shapes), to.Answer.none() + "\n"}, nil
}

// Encode writes the answer to p: the solution if err is nil, and else the line
// that stands for err, "gave up" or "malformed" if it is no result of the game.
// It may change p.Start, and needs no p for an error. Errors of w are kept in w.
func (e *Encoder) Encode(w *bufio.Writer, p *puzzle.Puzzle, s puzzle.Solution, err error) {
	switch {
	case err == nil:
		e.write(w, p, s)
	case err == puzzle.ErrUnsolvable: // errors.Is costs more than the answer
		w.WriteString(e.none)
	case errors.Is(err, puzzle.ErrMalformed):
		w.WriteString("malformed\n")
	default:
		w.WriteString("gave up\n")
	}
}

// letters is an answer of one line: the moves as letters u, d, l, r.
type letters struct{ unsolvable string }

func (letters) NeedsPath() bool   { return true }
func (letters) fits(Shapes) error { return nil }
func (a letters) none() string    { return a.unsolvable }

func (letters) writer(Shapes) func(*bufio.Writer, *puzzle.Puzzle, puzzle.Solution) {
	return func(w *bufio.Writer, _ *puzzle.Puzzle, s puzzle.Solution) {
		w.Write(s.Path.Letters())
		w.WriteByte('\n')
	}
}

// count is an answer of one line: the number of moves.
type count struct{ unsolvable string }

func (count) NeedsPath() bool   { return false }
func (count) fits(Shapes) error { return nil }
func (a count) none() string    { return a.unsolvable }

func (count) writer(Shapes) func(*bufio.Writer, *puzzle.Puzzle, puzzle.Solution) {
	return func(w *bufio.Writer, _ *puzzle.Puzzle, s puzzle.Solution) {
		w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(s.Moves), 10), '\n'))
	}
}

// boards is an answer of several lines: a header with the number of moves, and
// each board on the way, start and goal included, as Princeton's Board.toString
// has it.
type boards struct{ header, unsolvable string }

func (boards) NeedsPath() bool { return true }
func (a boards) none() string  { return a.unsolvable }

func (boards) fits(s Shapes) error {
	if !s.Square {
		return fmt.Errorf("it writes the size of a board as one number, and %v boards are not square", s)
	}
	return nil
}

func (a boards) writer(shapes Shapes) func(*bufio.Writer, *puzzle.Puzzle, puzzle.Solution) {
	texts := make([]string, shapes.Max.Cells())
	for t := range texts {
		texts[t] = fmt.Sprintf("%2d ", t)
	}
	return func(w *bufio.Writer, p *puzzle.Puzzle, s puzzle.Solution) {
		fmt.Fprintf(w, a.header+"\n", s.Moves)
		writeBoard(w, p.Start, texts)
		blank := p.Start.Blank()
		for _, m := range s.Path {
			blank, _ = p.Start.Slide(blank, m)
			writeBoard(w, p.Start, texts)
		}
	}
}

func writeBoard(w *bufio.Writer, b puzzle.Board, texts []string) {
	text := strconv.AppendInt(w.AvailableBuffer(), int64(b.Rows), 10)
	for c, t := range b.Tiles {
		if c%b.Cols == 0 {
			text = append(text, '\n')
		}
		text = append(text, texts[t]...)
	}
	w.Write(append(text, "\n\n"...))
}
