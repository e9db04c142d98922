package stream

import (
	"context"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/anytime"
	"tilejudge/solver/idastar"
	"tilejudge/solver/puzzle"
)

// A Predictor predicts how long searches by IDA* with pattern databases take.
type Predictor struct {
	Clock func() time.Duration // tells how long cores have worked

	search idastar.Solver
	short  anytime.Solver
	effort solver.Effort
}

// shortNodes is how many boards are expanded for a short path: some 30 ms of work.
const shortNodes = 200_000

// NewPredictor returns one for the searches of an answerer.
func (a *Answerer) NewPredictor() *Predictor {
	p := new(Predictor)
	p.search.Options = a.Options
	p.search.Heuristic, p.search.Want = solver.PatternDatabase, puzzle.WantLength
	p.search.Cores, p.search.Effort, p.search.Live = 1, &p.effort, nil
	p.short.NodeLimit, p.short.MemoryLimit = shortNodes, a.Options.MemoryLimit
	p.short.Want = puzzle.WantLength
	return p
}

// Predict returns how long one core takes for a puzzle. It searches until the context ends, and
// predicts how long the rest would take; 0: it can't tell.
func (p *Predictor) Predict(ctx context.Context, of *puzzle.Puzzle) time.Duration {
	path, err := p.short.Solve(ctx, of, nil)
	if err != nil {
		return 0
	}
	begin := p.Clock()
	_, err = p.search.Solve(ctx, of, nil)
	took := p.Clock() - begin
	if err == nil {
		return took
	}
	nodes := idastar.Predict(of.Start.Shape, p.effort.Rounds, path.Moves)
	if nodes == 0 || p.effort.Expanded == 0 {
		return 0
	}
	const longest = float64(1 << 62)
	return time.Duration(min(nodes/float64(p.effort.Expanded)*float64(took), longest))
}
