package batching

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
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

// leastPart is how long a part should take at least: an engine spends some 0.2 s on each.
const leastPart = 2 * time.Second

// chooseParts returns the number of parts that is asked for, or else suggests one and says why.
func (r *request) chooseParts(
	c *cli.Context, in *cluster.Input,
) (parts int, hint string, err error) {
	if r.parts > 0 {
		return r.parts, "", nil
	}
	if old, err := cluster.Open(r.dir); err == nil {
		return old.Parts, "", nil // if it is the same batch, so is the number
	}
	s := r.trial.sample(c.Context, in.Sample, r.sampleTime)
	if err := c.Context.Err(); err != nil {
		return 0, "", err
	}
	work := time.Duration(min(float64(s.mean)*float64(in.Puzzles), math.MaxInt64/2))
	parts = int(min(work/time.Minute, cluster.MaxSuggested))
	parts = min(max(parts, 10*r.slots), cluster.MaxSuggested, int(in.Puzzles))
	parts = max(min(parts, int(min(work/leastPart, cluster.MaxSuggested))), 1)
	each := (work / time.Duration(parts)).Round(time.Millisecond)
	long := fmt.Sprintf("about %v each", each)
	if s.unfinished > 0 {
		long = fmt.Sprintf("more than %v each, since %d of the sample took longer", each, s.unfinished)
	}
	hint = fmt.Sprintf(", %s, by a sample of %d; --parts sets another number", long, s.puzzles)
	if work < time.Minute {
		hint += fmt.Sprintf("; %s without a batch is about as fast", r.Command)
	}
	return parts, hint, nil
}
