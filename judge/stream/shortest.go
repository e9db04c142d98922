package stream

import (
	"errors"
	"fmt"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/greedy"
	"tilejudge/solver/puzzle"
)

// newSolver returns a solver with these options.
func (a *Answerer) newSolver(o solver.Options) (solver.Solver, error) {
	switch {
	case a.Shortest != nil:
		return algorithms.NewAllShortest(o), nil
	case a.Answers != nil:
		return &greedy.Shorten{Options: o}, nil
	default:
		return algorithms.New(a.Algorithm, o)
	}
}

// findsShortest returns an error if all shortest paths are asked for, and can't be found.
func (a *Answerer) findsShortest(want puzzle.Want) error {
	switch {
	case a.Shortest == nil:
		return nil
	case a.Options.Metric != puzzle.SingleTile:
		return a.refuseShortest(fmt.Errorf("found the metric %v, expected %v", a.Options.Metric,
			puzzle.SingleTile))
	case a.Options.Weight > solver.Once:
		return a.refuseShortest(errors.New("with a weight, paths are not shortest ones"))
	case a.algorithm().Finds != algorithms.Canonical || !a.algorithm().Heuristic:
		return a.refuseShortest(fmt.Errorf("found the algorithm %s, expected auto or idastar",
			a.Algorithm))
	case want == puzzle.WantDecision:
		return a.refuseShortest(errors.New("the format asks only whether there is a path"))
	case want != puzzle.WantPath && a.Objects != nil:
		return a.refuseShortest(errBlanks)
	default:
		return nil
	}
}

var errBlanks = errors.New("a move does not say which blank it is of")

// refuseShortest returns an error about the option that asks for all shortest paths.
func (a *Answerer) refuseShortest(why error) error {
	if a.Shortest.Count {
		return &OptionError{"count-optimal", why}
	}
	return &OptionError{"all-optimal", why}
}
