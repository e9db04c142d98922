package solver

import (
	"context"
	"math"
	"sync"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// patterns is IDA* with pattern databases: those that Options.Tables has, or
// else smaller ones that are made at first need.
type patterns struct {
	library
	pool      pool[patternSearch]
	compounds pool[compoundSearch]
	once      sync.Once
	*team
}

func (a *patterns) solve(
	ctx context.Context, p *puzzle.Puzzle, o *Options, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Spare > 0 {
		return puzzle.Solution{}, errBlanks
	}
	if !p.Solvable() {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	if !ok {
		return puzzle.Solution{}, errPattern
	}
	db, err := a.get(ctx, f.Corner, o, false)
	if err != nil {
		return puzzle.Solution{}, err
	}
	a.once.Do(func() { a.team = newTeam(o.Cores) })
	t := task{p, o, &f, buf, math.MaxInt, a.team}
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		t.most = moves
	}
	if o.NodeLimit > 0 {
		t.team = nil // what a node limit allows must not depend on helpers
	}
	a.busy.Add(1)
	defer a.busy.Add(-1)
	if db.phases != nil {
		return a.byPhases(ctx, &t, db.phases)
	}
	return a.byValues(ctx, &t, db.heuristic)
}

// A task is a puzzle in a frame, and what its search may use.
type task struct {
	*puzzle.Puzzle
	*Options
	frame *frame
	buf   puzzle.Path
	most  int   // moves
	team  *team // nil: one goroutine
}

func (a *patterns) byPhases(
	ctx context.Context, t *task, h *pdb.Phases,
) (puzzle.Solution, error) {
	s := a.compounds.get()
	defer a.compounds.Put(s)
	s.h = h
	s.begin(ctx, t.Options, t.frame, t.buf)
	skips := func(took int64) (skips, error) { return t.frame.skipsAfter(ctx, took, t.Options) }
	n, err := s.run(t.frame.set(s.at[:], t.Puzzle), t.most, t.team, skips)
	return answer(s.spent(t.Options, s.bytes()), n, s.path, t.Options, err)
}

func (a *patterns) byValues(
	ctx context.Context, t *task, h *pdb.Heuristic,
) (puzzle.Solution, error) {
	s := a.pool.get()
	defer a.pool.Put(s)
	s.begin(ctx, t.Options, t.frame, t.buf)
	var err error
	if s.skips, err = t.frame.skips(ctx, wordLength); err != nil {
		return puzzle.Solution{}, err
	}
	s.h = h
	n, err := s.run(t.frame.set(s.at[:], t.Puzzle), t.most, t.team)
	return answer(s.spent(t.Options, s.bytes()), n, s.path, t.Options, err)
}

// answer adds to what a search took what it found.
func answer(
	sol puzzle.Solution, moves int, path puzzle.Path, o *Options, err error,
) (puzzle.Solution, error) {
	if err != nil {
		return sol, err
	}
	if sol.Moves = moves; o.Want == puzzle.WantPath {
		sol.Path = path
	}
	return sol, nil
}

// take reports whether there are pattern databases for p.
func (a *patterns) take(p *puzzle.Puzzle, o *Options) bool {
	return o.hold(instantBytes) && pdb.HasInstant(p.Start.Shape)
}
