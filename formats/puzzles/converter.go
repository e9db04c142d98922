package puzzles

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Converter turns puzzles of one format into puzzles of another. Their paths stay the same, or
// are rotated or mirrored: see puzzle.Conversion. Several goroutines may use one at once.
type Converter struct {
	from, to *formats.Format
	blank    bool // records of the target have the cell of the blank in the goal
	goals    *knownGoals
	last     atomic.Pointer[usedConversion]
}

// A usedConversion is the conversion that was used last, for puzzles with a goal.
type usedConversion struct {
	goal *puzzle.Goal
	*puzzle.Conversion
	packed func() *puzzle.PackedConversion
}

// NewConverter returns a converter between the formats.
func NewConverter(from, to *formats.Format) *Converter {
	return &Converter{
		from: from, to: to, blank: to.Record.Has(pattern.BlankCell),
		goals: newGoals(to.Goal).knownGoals,
	}
}

// Convert returns the puzzle that p becomes, with its bound in the target format, and the
// conversion of its paths, which is nil if they stay the same. It returns an error if the target
// has no such shape, or if no symmetry maps one goal to the other.
func (c *Converter) Convert(p *puzzle.Puzzle) (*puzzle.Puzzle, *puzzle.Conversion, error) {
	q := *p
	q.Start = p.Start.Clone()
	conversion, err := c.Change(&q)
	if err != nil {
		return nil, nil, err
	}
	return &q, conversion, nil
}

// Change is Convert in place. If it returns an error, p is unchanged.
func (c *Converter) Change(p *puzzle.Puzzle) (*puzzle.Conversion, error) {
	anyGoal := c.to.Goal == puzzle.Given || c.blank && p.Goal.InOrder()
	if anyGoal && c.to.Shapes.Allow(p.Start.Shape) {
		p.Bound = c.bound(p)
		return nil, nil
	}
	used, err := c.use(p.Goal)
	if err != nil {
		return nil, err
	}
	used.Change(p)
	p.Bound = c.bound(p)
	return used.Conversion, nil
}

// ChangePacked is Change for packed boards that share a goal. It returns false if it can't convert
// them; then they are unchanged.
func (c *Converter) ChangePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	if c.to.Goal == puzzle.Given || c.blank || !goal.Packable() {
		return false
	}
	used, err := c.use(goal)
	if err != nil {
		return false
	}
	conversion := used.packed()
	for i, b := range boards {
		boards[i] = conversion.Board(b)
	}
	return true
}

// use returns the conversion of puzzles with that goal.
func (c *Converter) use(goal *puzzle.Goal) (*usedConversion, error) {
	if last := c.last.Load(); last != nil && goal == last.goal {
		return last, nil
	}
	conversion, err := c.conversion(goal)
	if e := (*puzzle.SymmetryError)(nil); errors.As(err, &e) {
		from, to := c.from.Board.Draw(e.From.Board), c.to.Board.Draw(e.To.Board)
		err = errors.New(e.Drawn(from, to))
	}
	if err != nil {
		return nil, fmt.Errorf("%s can't be made %s: %w", c.from.Name, c.to.Name, err)
	}
	used := &usedConversion{goal, conversion, sync.OnceValue(conversion.Packed)}
	c.last.Store(used)
	return used, nil
}

// bound returns the bound of p in the target format. If records of the target give bounds, it is
// the bound that p has, or the largest one that the target's judge allows.
func (c *Converter) bound(p *puzzle.Puzzle) puzzle.Bound {
	switch maxBound := c.to.MaxBound; {
	case maxBound == 0:
		return c.to.Bound(p.Start.Shape)
	case p.Bound.Allows(maxBound):
		return puzzle.AtMost(maxBound)
	default:
		return p.Bound
	}
}

// conversion returns a new conversion for a goal.
func (c *Converter) conversion(goal *puzzle.Goal) (*puzzle.Conversion, error) {
	for _, y := range puzzle.Symmetries {
		if c.to.Shapes.Allow(y.Shape(goal.Shape)) {
			return puzzle.NewConversion(goal, c.goalOf)
		}
	}
	return nil, fmt.Errorf("there are no %v boards there, but %v", goal.Shape, c.to.Shapes)
}

// goalOf returns the goal of the target for a shape. It returns nil if the target has no such
// shape, or if its puzzles give their goals.
func (c *Converter) goalOf(s puzzle.Shape) *puzzle.Goal {
	if !c.to.Shapes.Allow(s) || c.to.Goal == puzzle.Given {
		return nil
	}
	return c.goals.find(s)
}
