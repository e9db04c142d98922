package generate

import (
	"errors"
	"fmt"

	"tilejudge/solver/puzzle"
)

// levelsOf returns the levels around a goal.
func (g *Generator) levelsOf(goal *puzzle.Goal) (*levels, error) {
	id := levelsID{goal.Shape, goal.Cell(puzzle.Blank)}
	if g.levels[id] == nil {
		l, err := newLevels(g.ctx, g.Solver, goal)
		if err != nil {
			return nil, err
		}
		g.levels[id] = l
	}
	return g.levels[id], nil
}

// Deepest returns how many moves the farthest board of a small shape needs to the
// goal of puzzle 1.
func (g *Generator) Deepest() (int, error) {
	if !Small(g.Shapes[0]) {
		return 0, fmt.Errorf("%w: the deepest %v board is not known", ErrNone, g.Shapes[0])
	}
	r := newStream(g.Seed, 1)
	l, err := g.levelsOf(g.goal(&r, g.spaces[g.Shapes[0]]))
	if err != nil {
		return 0, err
	}
	return l.deepest(), nil
}

// span returns which numbers of the levels have the distances that are wanted.
func (g *Generator) span(l *levels, p *puzzle.Puzzle) (from, to int, err error) {
	least, most := g.Moves.Least, l.deepest()
	if bound, ok := p.Bound.Moves(); g.Within && ok {
		most = min(most, bound)
	}
	if g.Moves == Farthest {
		least = most
	} else if least > most {
		return 0, 0, fmt.Errorf("%w: %v boards are at most %d moves from the goal, not %v",
			ErrNone, p.Start.Shape, most, g.Moves)
	} else {
		most = min(most, g.Moves.Most)
	}
	if g.Unsolved {
		least = max(least, 1)
	}
	if least > most {
		return 0, 0, fmt.Errorf("%w: it would be solved as it stands", ErrNone)
	}
	return l.from[least], l.from[most+1], nil
}

// atDepth draws one of the boards at the distances that are wanted, each with the
// same probability.
func (g *Generator) atDepth(r *stream, p *puzzle.Puzzle) error {
	l, err := g.levelsOf(p.Goal)
	if err != nil {
		return err
	}
	from, to, err := g.span(l, p)
	if err == nil {
		numbered(int(l.numbers[from+r.below(to-from)]), p.Goal, &p.Start)
	}
	return err
}

// search finds a board at a distance: it walks away from the goal until a
// shortest way back is at least as long, and goes back along that. Without a
// path to go along, it takes the board if the distance is one of those wanted,
// and else starts anew.
func (g *Generator) search(r *stream, p *puzzle.Puzzle) error {
	want := g.Moves
	if bound, ok := p.Bound.Moves(); g.Within && ok {
		want.Most = min(want.Most, bound)
	}
	q := puzzle.Puzzle{Start: p.Start, Goal: p.Goal} // less the bound
	target, farthest := r.within(want), 0
	var last slide
	depth := -1 // the walk begins at the goal
	for range mostSolved {
		if depth < 0 || depth > target {
			copy(q.Start.Tiles, p.Goal.Tiles)
			last = walk(r, &q.Start, target, slide{})
		} else {
			last = walk(r, &q.Start, 2*(target-depth), last)
		}
		sol, err := g.Solver.Solve(g.ctx, &q, g.path)
		g.path = sol.Path
		switch {
		case g.ctx.Err() != nil:
			return g.ctx.Err()
		case errors.Is(err, puzzle.ErrGaveUp):
			depth = -1
			continue
		case err != nil:
			return err
		}
		depth = sol.Moves
		farthest = max(farthest, depth)
		if depth >= target && len(sol.Path) == depth {
			goBack(&q.Start, sol.Path[:depth-target])
			return nil
		}
		if want.Least <= depth && depth <= want.Most {
			return nil
		}
	}
	return fmt.Errorf(
		"%w: found no %v board %d moves from the goal in %d tries; the farthest takes %d", ErrNone,
		p.Start.Shape, target, mostSolved, farthest)
}

// goBack makes the moves of a path.
func goBack(b *puzzle.Board, path puzzle.Path) {
	blank := b.Blank()
	for _, m := range path {
		blank, _ = b.Slide(blank, m)
	}
}
