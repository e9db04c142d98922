package batching

import (
	"context"
	"time"

	"tilejudge/solver/puzzle"
)

// A trial does what a task does with one puzzle.
type trial func(context.Context, *puzzle.Puzzle) error

// An estimate is how long puzzles take.
type estimate struct {
	puzzles    int // that were tried
	unfinished int // puzzles that took longer than they were given, which counts as their time
	mean       time.Duration
}

// sample tries puzzles for up to a limit. Each may take an even share of what is left.
func (t trial) sample(ctx context.Context, ps []puzzle.Puzzle, limit time.Duration) (e estimate) {
	begin := time.Now()
	var took time.Duration
	for i := range ps {
		left := limit - time.Since(begin)
		if ctx.Err() != nil || left <= 0 {
			break
		}
		share, cancel := context.WithTimeout(ctx, left/time.Duration(len(ps)-i))
		now := time.Now()
		t(share, &ps[i])
		took += time.Since(now)
		if share.Err() != nil {
			e.unfinished++
		}
		cancel()
		e.puzzles++
	}
	if e.puzzles > 0 {
		e.mean = took / time.Duration(e.puzzles)
	}
	return e
}
