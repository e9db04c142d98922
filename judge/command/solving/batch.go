package solving

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// Trial returns a function that solves a puzzle as solve would, for an estimate of its time. It
// returns an error if the options do not fit the format, or a batch.
func (o *SolveOptions) Trial(c *cli.Context, from *formats.Format) (
	func(context.Context, *puzzle.Puzzle) error, error,
) {
	job, err := newJob(c, *o, nil)
	switch {
	case err != nil:
		return nil, err
	case job.Shortest != nil:
		return nil, errors.New("--all-optimal and --count-optimal are not for a batch, which" +
			" records one path of a puzzle")
	}
	to := cmp.Or(job.to, from)
	if err := optionError(job.Check(from, to)); err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		return job.Try(ctx, from, to, p)
	}, nil
}

// Predictor returns what predicts how long searches with these options take, or nil if that can't
// be told.
func (o *SolveOptions) Predictor(c *cli.Context) (*stream.Predictor, error) {
	if o.TablesIn() == nil || o.Weight > 0 || o.TimeLimit > 0 || o.NodeLimit > 0 {
		return nil, nil
	}
	job, err := newJob(c, *o, nil)
	if err != nil || job.Options.Metric != puzzle.SingleTile {
		return nil, err
	}
	return job.NewPredictor(), nil
}

// Part does a part of a batch.
func (o *SolveOptions) Part(c *cli.Context, a *cluster.Attempt) error {
	job, err := newJob(c, *o, nil)
	if err != nil {
		return err
	}
	from, err := declared.Lookup(a.Batch.Format)
	if err != nil {
		return err
	}
	job.Batch.Report = job.reporter(a.Batch.Files[0].Name)
	job.Options.Keep = a.Batch.Keep
	return optionError(a.Solve(c.Context, job.Answerer, cmp.Or(job.to, from)))
}

// Split returns a function that does a part of the batch, and shares the long iterations of its
// search with other workers through share.
func (o *SolveOptions) Split(c *cli.Context, b *cluster.Batch, share solver.Sharing) (
	func(context.Context, *cluster.Attempt) error, error,
) {
	alone := *o
	alone.Workers = 1
	job, err := newJob(c, alone, nil)
	if err != nil {
		return nil, err
	}
	from, err := declared.Lookup(b.Format)
	if err != nil {
		return nil, err
	}
	job.Batch.Report = job.reporter(b.Files[0].Name)
	job.Options.Share, job.Options.Keep = share, b.Keep
	return func(ctx context.Context, a *cluster.Attempt) error {
		return optionError(a.Solve(ctx, job.Answerer, cmp.Or(job.to, from)))
	}, nil
}

// Splits returns an error if searches with these options can't be split.
func (o *SolveOptions) Splits() error {
	auto, ida := algorithms.All[0].Name, "idastar"
	pdb := o.Algorithm == ida && strings.HasPrefix(o.Heuristic, "pdb")
	switch {
	case o.TimeLimit > 0 || o.NodeLimit > 0:
		return errors.New("--split: found a limit on each search, which several workers share")
	case o.Metric == puzzle.MultiTile.String():
		return errors.New("--split: found the metric multi-tile, expected moves of single tiles")
	case o.Weight > 0:
		return errors.New("--split: found --weight, expected searches for shortest paths")
	case o.Heuristic != "" && !strings.HasPrefix(o.Heuristic, "pdb"),
		!pdb && cmp.Or(o.Algorithm, auto) != auto:
		return errors.New("--split: found another search, expected auto," +
			" or idastar with the heuristic pdb")
	}
	return nil
}

// TablesIn returns the option that names the directory of the tables, or nil if these options look
// up no table.
func (o *SolveOptions) TablesIn() *string {
	auto, ida := algorithms.All[0].Name, "idastar"
	if a := cmp.Or(o.Algorithm, auto); a != auto && a != ida ||
		o.Heuristic != "" && !strings.HasPrefix(o.Heuristic, "pdb") {
		return nil
	}
	return &o.TablesDir
}

// Merge does what solve does, with the solutions that the parts recorded in place of searches.
func (o *SolveOptions) Merge(c *cli.Context, r *cluster.Records, out *stdio.Output) error {
	onAllCores := *o
	onAllCores.Workers = 0 // o has those of a part
	job, err := newJob(c, onAllCores, nil)
	if err != nil {
		return err
	}
	from, err := declared.Lookup(r.Batch.Format)
	if err != nil {
		return err
	}
	in, err := r.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	job.Batch.Recorded, job.output = r, out
	err = job.input(c.Context, in, r.Batch.Files[0].Name, from)
	job.stats.Time = r.Time()
	return job.finish(c, err)
}

// Trial is SolveOptions.Trial for compare.
func (o *CompareOptions) Trial(c *cli.Context, _ *formats.Format) (
	func(context.Context, *puzzle.Puzzle) error, error,
) {
	r, err := newComparison(c, *o)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		_, err := r.race.Measure(ctx, p)
		return err
	}, nil
}

// Part does a part of a batch.
func (o *CompareOptions) Part(c *cli.Context, a *cluster.Attempt) error {
	r, err := newComparison(c, *o)
	if err != nil {
		return err
	}
	return a.Compare(c.Context, r.race)
}

// Merge does what compare does, with the figures that the parts recorded in place of searches.
func (o *CompareOptions) Merge(c *cli.Context, r *cluster.Records, out *stdio.Output) error {
	comparison, err := newComparison(c, *o)
	if err != nil {
		return err
	}
	format, err := declared.Lookup(r.Batch.Format)
	if err != nil {
		return err
	}
	comparison.output = out
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
		return comparison.input(c.Context, in, r.Batch.Files[0].Name, format)
	})
}
