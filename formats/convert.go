package formats

import (
	"bufio"
	"fmt"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A PuzzleEncoder writes puzzles in a format, so that a Decoder reads the same
// ones again. What stands before and behind all of them is left to the caller:
// see Format.Count and Format.Stop.
type PuzzleEncoder struct {
	*Format
	record []pattern.Piece
}

// NewPuzzleEncoder returns an encoder for the format.
func NewPuzzleEncoder(f *Format) *PuzzleEncoder {
	return &PuzzleEncoder{f, f.Record.Pieces()}
}

// maxBound is the largest bound that a puzzle has in a format that gives one
// with each, and of one that comes without: POJ 2224's.
const maxBound = 15

// Encode writes p, the nth puzzle from 1. Errors of w are kept in w.
func (e *PuzzleEncoder) Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle) {
	for _, piece := range e.record {
		switch piece.Field {
		case pattern.Text:
			w.WriteString(piece.Text)
		case pattern.Size, pattern.Rows:
			writeInt(w, int64(p.Start.Rows))
		case pattern.Cols:
			writeInt(w, int64(p.Start.Cols))
		case pattern.Bound:
			most, _ := p.Bound.Moves()
			writeInt(w, int64(most))
		case pattern.ID:
			writeInt(w, idOf(p, n))
		case pattern.Board:
			w.Write(e.Board.append(w.AvailableBuffer(), p.Start))
		case pattern.Goal:
			w.Write(e.Board.append(w.AvailableBuffer(), p.Goal.Board))
		}
	}
}

// A Converter makes the puzzles of one format those of another, with the same
// paths, or with them turned or mirrored: see puzzle.Conversion.
type Converter struct {
	from, to *Format
	goals    goals
	last     *puzzle.Conversion
	goal     *puzzle.Goal // that last is for
}

// NewConverter returns a converter between the formats.
func NewConverter(from, to *Format) *Converter {
	return &Converter{from: from, to: to, goals: newGoals(to.Goal)}
}

// Convert returns what p becomes, with the bound that the format has for it,
// and how its paths become those of the result: by nil if they stay as they are.
// It returns an error if the format has no such shape, or no symmetry makes the
// goals agree.
func (c *Converter) Convert(p *puzzle.Puzzle) (*puzzle.Puzzle, *puzzle.Conversion, error) {
	if c.to.Goal == puzzle.Given && c.to.Shapes.Allow(p.Start.Shape) {
		q := *p
		q.Bound = c.bound(&q)
		return &q, nil, nil
	}
	if c.last == nil || p.Goal != c.goal {
		conversion, err := c.conversion(p)
		if err != nil {
			return nil, nil, fmt.Errorf("%s can't be made %s: %w", c.from.Name, c.to.Name, err)
		}
		c.last, c.goal = conversion, p.Goal
	}
	q := c.last.Puzzle(p)
	q.Bound = c.bound(q)
	return q, c.last, nil
}

// bound returns the bound that the target has for p, which has that of its source.
func (c *Converter) bound(p *puzzle.Puzzle) puzzle.Bound {
	if !c.to.Record.Has(pattern.Bound) {
		return c.to.Limit.Bound(p.Start.Shape)
	}
	if p.Bound.Allows(maxBound) {
		return puzzle.AtMost(maxBound)
	}
	return p.Bound
}

func (c *Converter) conversion(p *puzzle.Puzzle) (*puzzle.Conversion, error) {
	for _, y := range puzzle.Symmetries {
		if c.to.Shapes.Allow(y.Shape(p.Start.Shape)) {
			return puzzle.NewConversion(p.Goal, c.goalOf)
		}
	}
	return nil, fmt.Errorf("there are no %v boards there, but %v", p.Start.Shape, c.to.Shapes)
}

// goalOf returns the goal that the target has for a shape, or nil.
func (c *Converter) goalOf(s puzzle.Shape) *puzzle.Goal {
	if !c.to.Shapes.Allow(s) || c.to.Goal == puzzle.Given {
		return nil
	}
	return c.goals.of(s)
}
