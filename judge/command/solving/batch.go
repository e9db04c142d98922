package solving

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/cluster"
	"tilejudge/solver/puzzle"
)

// These are solve and compare for a batch, whose context has their own flags.

// SolveTo returns the format of the answers that the flags name, or nil.
func SolveTo(c *cli.Context) (*formats.Format, error) {
	job, err := newJob(c)
	if err != nil {
		return nil, err
	}
	return job.to, nil
}

// SolveTrial returns what solves a puzzle as solve would, for an estimate of its time. It
// returns an error if the flags do not fit the format.
func SolveTrial(c *cli.Context) (func(context.Context, *puzzle.Puzzle) error, error) {
	job, err := newJob(c)
	if err != nil {
		return nil, err
	}
	switch {
	case job.Shortest != nil:
		return nil, errors.New("--all-optimal and --count-optimal are not for a batch, which" +
			" records one path of a puzzle")
	case c.IsSet("shorten"):
		return nil, errors.New("--shorten is not for a batch, whose parts have no answers")
	}
	to := cmp.Or(job.to, job.format)
	if err := optionError(job.Check(job.format, to)); err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		_, err := job.Record(ctx, &judge.List{*p}, job.format, to, discard{}, io.Discard)
		return err
	}, nil
}

// discard is a judge.Sink that writes nothing.
type discard struct{}

func (discard) Encode(*bufio.Writer, int64, *puzzle.Puzzle, puzzle.Solution, error) {}

// SolvePart does a part.
func SolvePart(c *cli.Context, a *cluster.Attempt) error {
	job, err := newJob(c)
	if err != nil {
		return err
	}
	job.Batch.Report = job.reporter(a.Batch.Files[0].Name)
	return optionError(a.Solve(c.Context, &job.Answerer, cmp.Or(job.to, job.format)))
}

// SolveRecords is solve with the records of all parts in place of searches.
func SolveRecords(c *cli.Context, r *cluster.Records) error {
	job, err := newJob(c)
	if err != nil {
		return err
	}
	in, err := r.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	job.Recorded = r.Solver()
	err = job.input(c.Context, in, r.Batch.Files[0].Name, nil)
	job.stats.Time = r.Time()
	return job.finish(c, err)
}

// CompareTrial is SolveTrial for compare.
func CompareTrial(c *cli.Context) (func(context.Context, *puzzle.Puzzle) error, error) {
	r, err := newComparison(c)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		_, err := r.race.Measure(ctx, p)
		return err
	}, nil
}

// ComparePart does a part.
func ComparePart(c *cli.Context, a *cluster.Attempt) error {
	r, err := newComparison(c)
	if err != nil {
		return err
	}
	return a.Compare(c.Context, r.race)
}

// CompareRecords is compare with the records of all parts in place of searches.
func CompareRecords(c *cli.Context, r *cluster.Records) error {
	comparison, err := newComparison(c)
	if err != nil {
		return err
	}
	comparison.add = func(context.Context, *puzzle.Puzzle) error {
		runs, err := r.Runs()
		if err != nil {
			return err
		}
		return comparison.race.Figures.Add(runs)
	}
	return comparison.finish(c, func() error {
		in, err := r.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		return comparison.input(c.Context, in, r.Batch.Files[0].Name, nil)
	})
}
