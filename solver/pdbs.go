package solver

import (
	"context"
	"math"
	"sync"

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
	a.once.Do(func() { a.team = newTeam(o.Cores) })
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	if !ok {
		return puzzle.Solution{}, errPattern
	}
	db, err := a.get(f.Corner, o, false)
	if err != nil {
		return puzzle.Solution{}, err
	}
	most, crew := math.MaxInt, a.team
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		most = moves
	}
	if o.NodeLimit > 0 {
		crew = nil // what a node limit allows must not depend on helpers
	}
	a.busy.Add(1)
	defer a.busy.Add(-1)
	if db.phases != nil {
		s := a.compounds.get()
		defer a.compounds.Put(s)
		s.h = db.phases
		s.begin(ctx, o, &f, buf)
		n, err := s.run(f.set(s.at[:], p), most, crew, f.skipsOf)
		return answer(s.spent(o, s.bytes()), n, s.path, o, err)
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	s.h, s.skips = db.heuristic, f.skips()
	s.begin(ctx, o, &f, buf)
	n, err := s.run(f.set(s.at[:], p), most, crew)
	return answer(s.spent(o, int64(len(s.at)+5*len(s.index)+len(s.path))), n, s.path, o, err)
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
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	return ok && a.has(f.Corner, o)
}
