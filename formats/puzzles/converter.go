package puzzles

import (
	"fmt"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Converter makes the puzzles of one format those of another, with the same
// paths, or with them turned or mirrored: see puzzle.Conversion.
type Converter struct {
	from, to *formats.Format
	goals    goals
	last     *puzzle.Conversion
	goal     *puzzle.Goal // that last is for
}

// NewConverter returns a converter between the formats.
func NewConverter(from, to *formats.Format) *Converter {
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
	switch most := c.to.MostBound(); {
	case most == 0:
		return c.to.Bound(p.Start.Shape)
	case p.Bound.Allows(most):
		return puzzle.AtMost(most)
	default:
		return p.Bound
	}
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
