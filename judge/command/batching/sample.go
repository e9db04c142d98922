package batching

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// A trial does what a task does with one puzzle.
type trial func(context.Context, *puzzle.Puzzle) error

// A predicting is an options whose searches may be predicted.
type predicting interface {
	// Predictor returns what predicts how long they take, or nil if that can't be told.
	Predictor(*cli.Context) (*stream.Predictor, error)
}

// An estimate is how long puzzles take one core.
type estimate struct {
	puzzles    int // that were tried
	predicted  int // those of them that were predicted
	unfinished int // those that were neither solved nor predicted: what was tried counts
	mean       time.Duration
	longest    time.Duration
}

// sample tries puzzles one after another, for sampleTime in all. Each may take an even share of the
// time that is left: half of the share to be solved, and half to be predicted.
func (r *request) sample(c *cli.Context, ps []puzzle.Puzzle) (e estimate, err error) {
	var predictor *stream.Predictor
	if o, ok := r.task.options.(predicting); ok {
		if predictor, err = o.Predictor(c); err != nil {
			return e, err
		}
	}
	if predictor != nil {
		predictor.Clock = processorTime
	}
	begin := time.Now()
	total := 0.0
	for i := range ps {
		left := r.sampleTime - time.Since(begin)
		if c.Context.Err() != nil || left <= 0 {
			break
		}
		share := left / time.Duration(len(ps)-i)
		if predictor != nil {
			share /= 2
		}
		took, ended := r.trial.within(c.Context, share, &ps[i])
		if !ended {
			e.unfinished++
		}
		if !ended && predictor != nil {
			if long := predict(c.Context, predictor, share, &ps[i]); long > 0 {
				e.predicted, e.unfinished, took = e.predicted+1, e.unfinished-1, long
			}
		}
		total += took.Seconds()
		e.longest = max(e.longest, took)
		e.puzzles++
	}
	if e.puzzles > 0 {
		e.mean = seconds(total / float64(e.puzzles))
	}
	return e, c.Context.Err()
}

// within tries a puzzle for a time, and reports how long cores worked and whether it ended.
func (t trial) within(
	ctx context.Context, limit time.Duration, p *puzzle.Puzzle,
) (took time.Duration, ended bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	begin := processorTime()
	t(ctx, p)
	return processorTime() - begin, ctx.Err() == nil
}

// predict searches for a time, and predicts how long the whole search takes.
func predict(
	ctx context.Context, by *stream.Predictor, limit time.Duration, p *puzzle.Puzzle,
) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return by.Predict(ctx, p)
}

// seconds returns a duration, at most half of the longest.
func seconds(s float64) time.Duration {
	return time.Duration(min(s*float64(time.Second), math.MaxInt64/2))
}

// coreTime says how long one core works.
func coreTime(d time.Duration) string {
	switch hours := d.Hours(); {
	case hours >= 10:
		return humanize.Comma(int64(hours)) + " core hours"
	case hours >= 1:
		return fmt.Sprintf("%.1f core hours", hours)
	case d < time.Second:
		return max(d.Round(time.Millisecond), time.Millisecond).String() + " of one core"
	default:
		return d.Round(time.Second).String() + " of one core"
	}
}

// leastPart is how long a part should take at least: an engine spends some 0.2 s on each.
const leastPart = 2 * time.Second

// longSearch is how long a search may take that one job of any site can end, on a slow machine too.
const longSearch = 10 * time.Minute

// chooseParts returns the number of parts that is asked for, or else suggests one and says why. For
// a split batch it says how long all puzzles may take.
func (r *request) chooseParts(
	c *cli.Context, in *cluster.Input,
) (parts int, hint string, err error) {
	if r.parts > 0 && r.Unit == 0 {
		return r.parts, "", nil
	}
	if old, err := cluster.Open(r.dir); err == nil {
		return max(r.parts, old.Parts), "", nil // the same batch keeps its number
	}
	s, err := r.sample(c, in.Sample)
	if err != nil {
		return 0, "", err
	}
	in.Expected = seconds(s.mean.Seconds() * float64(in.Puzzles))
	if r.parts > 0 {
		return r.parts, ", " + s.in(coreTime(in.Expected)+without(in)), nil
	}
	parts = int(min(in.Expected/time.Minute, cluster.MaxSuggested))
	parts = min(max(parts, 10*r.slots), cluster.MaxSuggested, int(in.Puzzles))
	parts = max(min(parts, int(min(in.Expected/leastPart, cluster.MaxSuggested))), 1)
	each := in.Expected / time.Duration(parts)
	long := each.Round(time.Millisecond).String() + " each"
	if each > time.Hour {
		long = coreTime(each) + " each"
	}
	if parts > 1 {
		long += ", " + coreTime(in.Expected) + " in all"
	}
	hint = ", " + s.in(long+without(in)) + "; --parts sets another number"
	if _, ok := r.task.options.(splitter); ok && s.longest > longSearch {
		hint += "; with --split all jobs search one puzzle together"
	}
	if in.Expected < time.Minute {
		hint += fmt.Sprintf("; %s without a batch is about as fast", r.Command)
	}
	return parts, hint, nil
}

// without says that a sample had no tables that a job is to build.
func without(in *cluster.Input) string {
	if len(in.Tables) == 0 {
		return ""
	}
	return " without the tables"
}

// in says that the work takes about as long as a text tells, and how that is known.
func (e estimate) in(long string) string {
	text := "about " + long
	if e.unfinished > 0 {
		text = fmt.Sprintf("more than %s, since %d of the sample took longer", long, e.unfinished)
	}
	text += fmt.Sprintf(", by a sample of %d", e.puzzles)
	if e.predicted > 0 {
		text += fmt.Sprintf(", %d of them predicted: one of ten is off by more than a factor of 10",
			e.predicted)
	}
	return text
}
