package generate

import (
	"errors"
	"fmt"

	"tilejudge/solver/puzzle"
)

// prepareAll numbers the boards of the way All.
func (g *Generator) prepareAll() error {
	if len(g.Shapes) != 1 || g.Unsolvable != 0 && g.Unsolvable != 100 {
		return errors.New("all boards of one shape are made, " +
			"either the solvable ones or the unsolvable ones")
	}
	r := newStream(g.Seed, 0)
	goal := g.kinds[0].goalOf(&r)
	g.kinds[0].goal = func() *puzzle.Goal { return goal }
	return nil
}

// Len returns how many puzzles there are with the way All.
func (g *Generator) Len() (int64, error) {
	from, to, _, err := g.all()
	return int64(to - from), err
}

// all returns the range of the wanted boards; to is excluded. It counts in the levels or,
// if l is nil, in the ranks of all boards of the shape.
func (g *Generator) all() (from, to int, l *levels, err error) {
	shape := g.Shapes[0]
	goal := g.kinds[0].goal()
	p := puzzle.Puzzle{Start: goal.Board, Bound: g.bound(shape)}
	if g.Unsolvable > 0 || g.Moves == AnyDistance && !g.Unsolved && (!g.Within || p.Bound == 0) {
		return 0, shape.Boards(), nil, nil
	}
	if l, err = g.levelsOf(goal); err != nil {
		return 0, 0, nil, err
	}
	from, to, err = g.span(l, &p)
	return from, to, l, err
}

// nth makes a puzzle of the way All.
func (g *Generator) nth(number int64, p *puzzle.Puzzle) error {
	shape := g.Shapes[0]
	fit(&p.Start, shape)
	p.Goal, p.Bound, p.ID = g.kinds[0].goal(), g.bound(shape), 0
	from, to, l, err := g.all()
	n := int64(from) + number - 1
	switch {
	case err != nil:
		return err
	case number < 1 || n >= int64(to):
		return fmt.Errorf("%w: there are %d", ErrNone, to-from)
	case l != nil:
		n = int64(l.numbers[n])
	}
	numbered(int(n), p.Goal, &p.Start)
	if g.Unsolvable > 0 {
		i, j := lastTiles(p.Start)
		swap(&p.Start, i, j)
	}
	return nil
}
