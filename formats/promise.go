package formats

import (
	"errors"
	"fmt"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Promise returns an error if p is none of the puzzles that the judge promises,
// as far as that shows without a search: Limit takes one.
func (f *Format) Promise(p *puzzle.Puzzle) error {
	most, _ := p.Bound.Moves()
	switch {
	case !f.HasShape(p.Start.Shape):
		return fmt.Errorf("found %v, expected an odd number of rows or of columns", p.Start.Shape)
	case f.MostBound() > 0 && most > f.MostBound():
		return fmt.Errorf("found a bound of %d moves, expected %d at most", most, f.MostBound())
	case f.Unsolved && p.Start.Equal(p.Goal.Board):
		return errors.New("found a puzzle that is solved, expected one that is not")
	case !f.HasUnsolvable() && !p.Solvable():
		return errors.New("found an unsolvable puzzle, expected a solvable one")
	default:
		return nil
	}
}

// HasShape reports whether the judge has boards of that shape.
func (f *Format) HasShape(s puzzle.Shape) bool {
	return f.Shapes.Allow(s) && (!f.OddSide || s.Rows%2 == 1 || s.Cols%2 == 1)
}

// HasUnsolvable reports whether the judge has unsolvable puzzles.
func (f *Format) HasUnsolvable() bool { return f.Answer.Unsolvable != "" }

// Bound returns the bound of puzzles of a shape that come without one of their own.
func (f *Format) Bound(s puzzle.Shape) puzzle.Bound { return f.Limit.Bound(s) }

// maxBound is the largest bound that a puzzle has in a format that gives one
// with each, and of one that comes without: POJ 2224's.
const maxBound = 15

// MostBound returns the largest bound that a puzzle comes with, or 0 if puzzles
// come without.
func (f *Format) MostBound() int {
	if !f.Record.Has(pattern.Bound) {
		return 0
	}
	return maxBound
}

// Within reports whether no puzzle of the judge needs more moves than its bound.
func (f *Format) Within() bool { return f.Limit != nil && f.Answer.TooLong == "" }

// A Number stands in a record beside the boards.
type Number struct {
	Name        string // as Format.Record has it
	Least, Most int    // that the judge promises
	Of          func(*puzzle.Puzzle) int
}

// Numbers returns those of a record that have limits.
func (f *Format) Numbers() (ns []Number) {
	rowsOf := func(p *puzzle.Puzzle) int { return p.Start.Rows }
	least, most := f.Shapes.Min, f.Shapes.Max
	for _, w := range f.Record.Words() {
		switch w.Field {
		case pattern.Size:
			ns = append(ns, Number{"n", least.Rows, most.Rows, rowsOf})
		case pattern.Rows:
			ns = append(ns, Number{"rows", least.Rows, most.Rows, rowsOf})
		case pattern.Cols:
			ns = append(ns, Number{"cols", least.Cols, most.Cols, func(p *puzzle.Puzzle) int {
				return p.Start.Cols
			}})
		case pattern.Bound:
			ns = append(ns, Number{"bound", 0, maxBound, func(p *puzzle.Puzzle) int {
				moves, _ := p.Bound.Moves()
				return moves
			}})
		}
	}
	return ns
}
