package formats

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An Answer is how the solution of a puzzle is written.
type Answer struct {
	Solved     pattern.Pattern
	Unsolvable pattern.Pattern // "": the judge has no such puzzle
	TooLong    pattern.Pattern // no solution is within the bound; "": solutions are given all the same
	Between    string          // between two answers
	Step       Step            // how {path} writes a move
	StepEnd    string          // behind each but the last
	Each       pattern.Pattern // of one of {boards}, in this notation:
	Board      Notation
}

// unsolvable returns the answer to an unsolvable puzzle, a usual one where the
// judge has none.
func (a *Answer) ToUnsolvable() pattern.Pattern {
	switch {
	case a.Unsolvable != "":
		return a.Unsolvable
	case a.Wants() == puzzle.WantLength:
		return "-1\n"
	default:
		return "unsolvable\n"
	}
}

// A step is how a move is written: as one of four words, or as what moves.
type Step struct {
	Up, Down, Left, Right string
	Kind                  StepKind
}

type StepKind uint8

const (
	ByWord StepKind = iota
	ByTile          // the number of the tile that moves
	ByCell          // its row and column, from 0
)

// Ways to write a step.
var (
	lowerCase = Step{Up: "u", Down: "d", Left: "l", Right: "r"}
	upperCase = Step{Up: "U", Down: "D", Left: "L", Right: "R"}
	ofTile    = Step{Kind: ByTile}
	ofCell    = Step{Kind: ByCell}
)

// word returns the word for a move.
func (s *Step) Word(m puzzle.Move) string {
	switch m {
	case puzzle.Up:
		return s.Up
	case puzzle.Down:
		return s.Down
	case puzzle.Left:
		return s.Left
	default:
		return s.Right
	}
}

// Wants returns how much of a solution the answer shows.
func (a *Answer) Wants() puzzle.Want {
	switch {
	case a.Solved.Has(pattern.Path), a.Solved.Has(pattern.Boards):
		return puzzle.WantPath
	case a.Solved.Has(pattern.Moves), a.TooLong != "":
		return puzzle.WantLength
	default:
		return puzzle.WantDecision
	}
}

// OneLine reports whether every answer is a line.
func (a *Answer) OneLine() bool {
	for _, p := range []pattern.Pattern{a.Solved, a.ToUnsolvable(), a.TooLong} {
		if strings.Count(string(p), "\n") > 1 {
			return false
		}
	}
	return !a.Solved.Has(pattern.Boards) && a.StepEnd != "\n" && a.Between == ""
}

// An Encoder makes the text of answers. Several goroutines may use it at once.
type Encoder struct {
	*Answer
	solved, unsolvable, tooLong, each []pattern.Piece
	letters                           *[256]byte // of the moves, if a step is a letter and nothing behind it
}

// NewEncoder returns an encoder that answers the puzzles of format from as
// format to does. It returns an error if to has no way to.
func NewEncoder(from, to *Format) (*Encoder, error) {
	a := &to.Answer
	refuse := func(why string) error {
		return fmt.Errorf("%s can't answer %s: %s", to.Name, from.Name, why)
	}
	switch shape := from.Shapes.Min; {
	case a.Each.Has(pattern.Size) && !from.Shapes.Square:
		return nil, refuse(fmt.Sprintf(
			"it writes the size of a board as one number, and %v boards are not square", from.Shapes))
	case shape.Spare > 0 && a.Wants() == puzzle.WantPath:
		return nil, refuse("a move does not say which blank it is of")
	case shape.Spare > 0 && a.Wants() == puzzle.WantDecision:
		return nil, refuse("parity does not decide with several blanks")
	}
	e := &Encoder{
		Answer: a, solved: a.Solved.Pieces(), unsolvable: a.ToUnsolvable().Pieces(),
		tooLong: a.TooLong.Pieces(), each: a.Each.Pieces(),
	}
	if a.letters() {
		e.letters = new([256]byte)
		for _, m := range puzzle.UDLR {
			e.letters[m] = a.Step.Word(m)[0]
		}
	}
	return e, nil
}

// Encode writes the answer to p, the nth of its stream from 1: the solution if
// err is nil, and else the text that stands for err, "gave up" or "malformed" if
// it is no result of the game. It may change p.Start, and needs no p for a
// malformed record. Errors of w are kept in w.
func (e *Encoder) Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error) {
	if n > 1 && e.Between != "" {
		w.WriteString(e.Between)
	}
	switch {
	case err == nil:
		e.write(w, e.solved, n, p, &s)
	case err == puzzle.ErrUnsolvable: // errors.Is costs more than the answer
		e.write(w, e.unsolvable, n, p, &s)
	case err == puzzle.ErrTooLong:
		e.write(w, e.tooLong, n, p, &s)
	case errors.Is(err, puzzle.ErrMalformed):
		e.write(w, malformed, n, p, &s)
	default:
		e.write(w, gaveUp, n, p, &s)
	}
}

// The answers to records that have none, in every format.
var (
	malformed = pattern.Pattern("malformed\n").Pieces()
	gaveUp    = pattern.Pattern("gave up\n").Pieces()
)

// write writes an answer as a pattern has it.
func (e *Encoder) write(w *bufio.Writer, ps []pattern.Piece, n int64, p *puzzle.Puzzle, s *puzzle.Solution) {
	if len(ps) == 1 && ps[0].Field == pattern.Text {
		w.WriteString(ps[0].Text)
		return
	}
	buf := room(w, usualAnswer)
	for i := range ps {
		switch ps[i].Field {
		case pattern.Text:
			buf = append(buf, ps[i].Text...)
		case pattern.Number:
			buf = strconv.AppendInt(buf, n, 10)
		case pattern.Moves:
			buf = strconv.AppendInt(buf, int64(s.Moves), 10)
		case pattern.Bound:
			most, _ := p.Bound.Moves()
			buf = strconv.AppendInt(buf, int64(most), 10)
		case pattern.ID:
			buf = strconv.AppendInt(buf, idOf(p, n), 10)
		case pattern.Path:
			if e.letters != nil {
				buf = e.appendLetters(buf, s.Path)
				continue
			}
			w.Write(buf)
			e.writePath(w, p, s.Path)
			buf = w.AvailableBuffer()
		case pattern.Boards:
			w.Write(buf)
			e.writeBoards(w, p, s.Path)
			buf = w.AvailableBuffer()
		}
	}
	w.Write(buf)
}

// idOf returns the number that the source of p, the nth of its stream, gives it.
func idOf(p *puzzle.Puzzle, n int64) int64 {
	if p.ID > 0 {
		return int64(p.ID)
	}
	return n
}

// usualAnswer is how many bytes an answer in text has mostly, at most.
const usualAnswer = 128

func (e *Encoder) appendLetters(to []byte, path puzzle.Path) []byte {
	if e.letters[puzzle.Up] == byte(puzzle.Up) {
		return append(to, path.Letters()...)
	}
	for _, m := range path {
		to = append(to, e.letters[m])
	}
	return to
}

func writeInt(w *bufio.Writer, n int64) {
	w.Write(strconv.AppendInt(w.AvailableBuffer(), n, 10))
}

func (e *Encoder) writePath(w *bufio.Writer, p *puzzle.Puzzle, path puzzle.Path) {
	b := p.Start
	blank := b.Blank()
	for i, m := range path {
		if i > 0 {
			w.WriteString(e.StepEnd)
		}
		from := blank
		blank, _ = b.Slide(blank, m)
		switch e.Step.Kind {
		case ByWord:
			w.WriteString(e.Step.Word(m))
		case ByTile:
			writeInt(w, int64(b.Tiles[from]))
		case ByCell:
			writeInt(w, int64(blank/b.Cols))
			w.WriteByte(' ')
			writeInt(w, int64(blank%b.Cols))
		}
	}
}

// writeBoards writes the boards from start to goal. Where all tiles are of one
// width, a move swaps two of them in the text of the board before.
func (e *Encoder) writeBoards(w *bufio.Writer, p *puzzle.Puzzle, path puzzle.Path) {
	blank := p.Start.Blank()
	width, right, down := e.Board.steps(p.Start.Shape)
	if width == 0 {
		e.writeBoard(w, p.Start)
		for _, m := range path {
			blank, _ = p.Start.Slide(blank, m)
			e.writeBoard(w, p.Start)
		}
		return
	}
	var small [256]byte // spares common boards an allocation
	text, at := e.appendBoard(small[:0], p.Start)
	at += len(e.Board.Open) + len(e.Board.OpenRow) + blank/p.Start.Cols*down + blank%p.Start.Cols*right
	by := [256]int{puzzle.Up: -down, puzzle.Down: down, puzzle.Left: -right, puzzle.Right: right}
	w.Write(append(room(w, len(text)), text...))
	for _, m := range path {
		to := at + by[m]
		for i := range width {
			text[at+i], text[to+i] = text[to+i], text[at+i]
		}
		at = to
		w.Write(append(room(w, len(text)), text...))
	}
}

// room returns w.AvailableBuffer, with room for n bytes if w can have so many.
func room(w *bufio.Writer, n int) []byte {
	buf := w.AvailableBuffer()
	if cap(buf) < n {
		w.Flush() // w keeps its error
		buf = w.AvailableBuffer()
	}
	return buf
}

func (e *Encoder) writeBoard(w *bufio.Writer, b puzzle.Board) {
	buf, _ := e.appendBoard(w.AvailableBuffer(), b)
	w.Write(buf)
}

// appendBoard appends a board as Answer.Each has it, and returns where in the
// text it begins.
func (e *Encoder) appendBoard(buf []byte, b puzzle.Board) (to []byte, at int) {
	for _, piece := range e.each {
		switch piece.Field {
		case pattern.Text:
			buf = append(buf, piece.Text...)
		case pattern.Size:
			buf = strconv.AppendInt(buf, int64(b.Rows), 10)
		case pattern.Board:
			at = len(buf)
			buf = e.Board.append(buf, b)
		}
	}
	return buf, at
}
