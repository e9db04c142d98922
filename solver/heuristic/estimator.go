package heuristic

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// An Estimator tells the value of a heuristic for one board at a time. Searches change the
// value move by move instead, so they are much faster. It is for one goroutine.
type Estimator struct {
	Heuristic solver.Heuristic
	Patterns  *pdb.Choice // as in Options

	search   search.Search
	estimate Estimate
	pdbs     Cache
}

// Value returns the heuristic's lower bound on the moves of a puzzle. It returns
// puzzle.ErrUnsolvable if parity says so, and an error that wraps puzzle.ErrGaveUp if the
// heuristic does not take the board.
func (e *Estimator) Value(p *puzzle.Puzzle) (int, error) {
	o := solver.Options{Heuristic: e.Heuristic, Patterns: e.Patterns}
	if err := e.search.Begin(context.Background(), p, &o); err != nil {
		return 0, err
	}
	return e.estimate.Begin(&e.search, e.Heuristic, &e.pdbs, &o)
}
