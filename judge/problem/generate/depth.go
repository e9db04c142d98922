package generate

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"tilejudge/solver/puzzle"
)

// knownLevels are the levels that generators share.
type knownLevels struct {
	mutex sync.Mutex
	known map[levelsID]*levels
}

// levelsOf returns the levels around a goal. It keeps them for the next call.
func (g *Generator) levelsOf(goal *puzzle.Goal) (*levels, error) {
	id := levelsID{goal.Shape, goal.Cell(puzzle.Blank)}
	k := g.levels
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.known[id] == nil {
		l, err := newLevels(g.ctx, g.Solver, goal)
		if err != nil {
			return nil, err
		}
		k.known[id] = l
	}
	return k.known[id], nil
}

// Deepest returns the distance of the boards farthest from the goal of puzzle 1. It
// returns ErrNone if the shape is not small.
func (g *Generator) Deepest() (int, error) {
	if !g.Shapes[0].Small() {
		return 0, fmt.Errorf("%w: the deepest %v board is not known", ErrNone, g.Shapes[0])
	}
	r := newStream(g.Seed, 1)
	l, err := g.levelsOf(g.kinds[0].goalOf(&r))
	if err != nil {
		return 0, err
	}
	return l.deepest(), nil
}

// span returns the range of indices into l.numbers with the boards at the distances that
// the Spec asks for: from included, to excluded.
func (g *Generator) span(l *levels, p *puzzle.Puzzle) (from, to int, err error) {
	nearest, farthest := g.Moves.Min, l.deepest()
	if bound, ok := p.Bound.Moves(); g.Within && ok {
		farthest = min(farthest, bound)
	}
	if g.Moves == Farthest {
		nearest = farthest
	} else if nearest > farthest {
		return 0, 0, fmt.Errorf("%w: %v boards are at most %d moves from the goal, not %v",
			ErrNone, p.Start.Shape, farthest, g.Moves)
	} else {
		farthest = min(farthest, g.Moves.Max)
	}
	if g.Unsolved {
		nearest = max(nearest, 1)
	}
	if nearest > farthest {
		return 0, 0, fmt.Errorf("%w: it would be solved already", ErrNone)
	}
	return l.from[nearest], l.from[farthest+1], nil
}

// atDepth draws one of the boards at the wanted distances, each with the same
// probability.
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

// search finds a board at a wanted distance. It walks away from the goal until the
// shortest path back is long enough, and then follows that path back to the distance. If
// the solver returns no path, it takes the board if its distance is wanted, and starts
// again otherwise.
func (g *Generator) search(r *stream, p *puzzle.Puzzle) error {
	want := g.Moves
	if bound, ok := p.Bound.Moves(); g.Within && ok {
		want.Max = min(want.Max, bound)
	}
	q := puzzle.Puzzle{Start: p.Start, Goal: p.Goal} // without the bound
	target, farthest, gaveUp := r.within(want), 0, 0
	var last slide
	depth := -1          // the walk begins at the goal
	var path puzzle.Path // memory for one path
	for try := range maxSolved {
		if depth < 0 || depth > target {
			copy(q.Start.Tiles, p.Goal.Tiles)
			last = walk(r, &q.Start, target, slide{})
		} else {
			// Walks get longer, to leave a region where all boards are too near.
			last = walk(r, &q.Start, 2*(target-depth)*max(1, try/4), last)
		}
		sol, err := g.Solver.Solve(g.ctx, &q, path)
		path, err = sol.Path, cmp.Or(g.ctx.Err(), err)
		if errors.Is(err, puzzle.ErrGaveUp) {
			if gaveUp++; gaveUp == maxGaveUp {
				break
			}
			depth = -1
			continue
		}
		if err != nil {
			return err
		}
		depth = sol.Moves
		farthest = max(farthest, depth)
		if depth >= target && len(sol.Path) == depth {
			goBack(&q.Start, sol.Path[:depth-target])
			return nil
		}
		if want.Min <= depth && depth <= want.Max {
			return nil
		}
	}
	return fmt.Errorf(
		"%w: found no %v board %d moves from the goal; the farthest that was found takes %d", ErrNone,
		p.Start.Shape, target, farthest)
}

// goBack makes the moves of a path on the board.
func goBack(b *puzzle.Board, path puzzle.Path) {
	blank := b.Blank()
	for _, m := range path {
		blank, _ = b.Slide(blank, m)
	}
}
