package judge

import (
	"context"
	"errors"
	"fmt"

	"tilejudge/solver/puzzle"
)

// Points are given out of a maximum.
type Points struct{ Given, Of float64 }

// Times returns the points, scaled.
func (p Points) Times(factor float64) Points { return Points{p.Given * factor, p.Of * factor} }

// Earned returns the points of a result.
func (r *Result) Earned() Points {
	switch {
	case r.Points != nil:
		return *r.Points
	case r.Verdict == AC:
		return Points{1, 1}
	default:
		return Points{0, 1}
	}
}

// Earned returns the share of the puzzle's points that the answer earns, from 0 to 1.
func (f *Finding) Earned() float64 {
	switch {
	case f.Verdict != AC:
		return 0
	case f.Excess == 0:
		return 1
	default:
		return float64(f.Answer.Moves-f.Excess) / float64(f.Answer.Moves)
	}
}

// rate sets the excess of an accepted path. The verdict is JE if nobody knows how many moves are
// enough.
func (r *Rules) rate(ctx context.Context, f *Finding, p *puzzle.Puzzle, given, known *Reply) {
	if r.Want != puzzle.WantPath || given.Err != nil {
		return
	}
	best, err := r.best(ctx, p, known)
	switch {
	case err != nil && ctx.Err() != nil:
		f.Verdict = undecided
	case errors.Is(err, puzzle.ErrGaveUp):
		f.Verdict = JE
		f.Message = fmt.Sprintf("can't be rated: the solver %v; expected answers would tell", err)
	case err == nil:
		f.Excess = max(given.Moves-best.Moves, 0)
	}
}
