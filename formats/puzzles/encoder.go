package puzzles

import (
	"bufio"
	"strconv"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// An Encoder writes puzzles in a format, so that a Decoder reads the same ones
// again. It writes records only; a Writer also writes what comes before and after them.
type Encoder struct {
	board  *formats.Notation
	record []pattern.Piece
}

// NewEncoder returns an encoder for the format.
func NewEncoder(f *formats.Format) *Encoder {
	return &Encoder{&f.Board, f.Record.Pieces()}
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
			to = e.board.Append(to, p.Start)
		case pattern.Goal:
			to = e.board.Append(to, p.Goal.Board)
		}
	}
	return to
}
