package formats

import (
	"errors"
	"fmt"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Promise returns an error if p breaks a promise of the judge. It does not search, so it
// does not find out whether p needs more moves than Limit.
func (f *Format) Promise(p *puzzle.Puzzle) error {
	bound, _ := p.Bound.Moves()
	switch {
	case !f.HasShape(p.Start.Shape):
		return fmt.Errorf("found %v, expected an odd number of rows or of columns", p.Start.Shape)
	case f.MaxBound > 0 && bound > f.MaxBound:
		return fmt.Errorf("found a bound of %d moves, expected %d at most", bound, f.MaxBound)
	case f.Unsolved && p.Start.Equal(p.Goal.Board):
		return errors.New("found a puzzle that is solved, expected one that is not")
	case !f.HasUnsolvable() && !p.Solvable():
		return errors.New("found an unsolvable puzzle, expected a solvable one")
	default:
		return nil
	}
}

// PromisePacked reports whether boards with this goal are known to keep all promises of the judge.
// If it returns false, only Promise or a search can tell.
func (f *Format) PromisePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	if f.Unsolved || f.MaxBound > 0 || f.PromisesBound() || !f.HasShape(goal.Shape) {
		return false
	}
	if f.HasUnsolvable() {
		return true
	}
	g := puzzle.NewPackedGoal(goal)
	for _, b := range boards {
		if !g.Solvable(b) {
			return false
		}
	}
	return true
}

// HasShape reports whether the judge has boards of that shape.
func (f *Format) HasShape(s puzzle.Shape) bool {
	return f.Shapes.Allow(s) && (!f.OddSide || s.Rows%2 == 1 || s.Cols%2 == 1)
}

// HasUnsolvable reports whether the judge has unsolvable puzzles.
func (f *Format) HasUnsolvable() bool { return f.Answer.Unsolvable != "" }

// Bound returns the bound of puzzles of a shape whose records give none.
func (f *Format) Bound(s puzzle.Shape) puzzle.Bound { return f.Limit.Bound(s) }

// Admits returns an error if answers of the format do not show enough to be judged by a rule other
// than its own.
func (f *Format) Admits(r puzzle.Rule) error {
	switch f.Answer.Wants() {
	case puzzle.WantDecision:
		return fmt.Errorf("answers of %s have no moves", f.Name)
	case puzzle.WantLength:
		if r != Shortest {
			return fmt.Errorf("answers of %s are the least numbers of moves", f.Name)
		}
	}
	return nil
}

// PromisesBound reports whether the judge promises that no puzzle needs more moves than its bound.
func (f *Format) PromisesBound() bool { return f.Limit != nil && f.Answer.TooLong == "" }

// A Number is a field of a record that has a number.
type Number struct {
	Field    pattern.Field
	Name     string
	Min, Max int                      // limits that the judge promises
	Of       func(*puzzle.Puzzle) int // returns the number in the record of a puzzle
}

// tilesOf returns the number of tiles of a puzzle.
func tilesOf(p *puzzle.Puzzle) int { return p.Start.Cells() - 1 }

// blankOf returns the cell of the blank in the goal of a puzzle, or -1 for the last.
func blankOf(p *puzzle.Puzzle) int {
	if cell := p.Goal.Cell(puzzle.Blank); cell < p.Start.Cells()-1 {
		return cell
	}
	return -1
}

// Numbers returns the numbers of a record for which the judge promises limits.
func (f *Format) Numbers() (ns []Number) {
	rowsOf := func(p *puzzle.Puzzle) int { return p.Start.Rows }
	smallest, largest := f.Shapes.Min, f.Shapes.Max
	colsOf := func(p *puzzle.Puzzle) int { return p.Start.Cols }
	boundOf := func(p *puzzle.Puzzle) int {
		moves, _ := p.Bound.Moves()
		return moves
	}
	for _, field := range f.Record.Fields() {
		switch field {
		case pattern.Size:
			ns = append(ns, Number{field, "n", smallest.Rows, largest.Rows, rowsOf})
		case pattern.Rows:
			ns = append(ns, Number{field, "rows", smallest.Rows, largest.Rows, rowsOf})
		case pattern.Cols:
			ns = append(ns, Number{field, "cols", smallest.Cols, largest.Cols, colsOf})
		case pattern.Tiles:
			ns = append(ns, Number{field, "n", smallest.Cells() - 1, largest.Cells() - 1, tilesOf})
		case pattern.BlankCell:
			ns = append(ns, Number{field, "blank", -1, largest.Cells() - 2, blankOf})
		case pattern.Bound:
			ns = append(ns, Number{field, "bound", 0, f.MaxBound, boundOf})
		}
	}
	return ns
}
