package judging

import (
	"context"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/view/report"
	"tilejudge/solver/puzzle"
)

// Trial returns a function that takes about as long as judging an answer to the puzzle can take. It
// returns an error if the options do not fit the format.
func (o *CheckOptions) Trial(c *cli.Context, f *formats.Format) (
	func(context.Context, *puzzle.Puzzle) error, error,
) {
	k, err := o.checker(f)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		_, err := k.Rules.Solver.Solve(ctx, p, nil)
		return err
	}, o.Reports.Check(c)
}

// Part does a part of a batch.
func (o *CheckOptions) Part(c *cli.Context, a *cluster.Attempt) error {
	f, err := declared.Lookup(a.Batch.Format)
	if err != nil {
		return err
	}
	k, err := o.checker(f)
	if err != nil {
		return err
	}
	if o.Reports.ShowFailures != 0 {
		k.Keep = reporting.KeptAnswer
	}
	return a.Check(c.Context, k)
}

// Merge does what check does, with the findings that the parts recorded in place of new ones.
func (o *CheckOptions) Merge(c *cli.Context, r *cluster.Records, out *stdio.Output) error {
	f, err := declared.Lookup(r.Batch.Format)
	if err != nil {
		return err
	}
	k, err := o.checker(f)
	if err != nil {
		return err
	}
	puzzles := r.Batch.Files[0].Name
	all, err := o.Reports.New(c, out, report.Options{
		Suite: puzzles, Scene: reporting.Scenes(f),
	}, r.Batch.Needed())
	if err != nil {
		return err
	}
	return reportFindings(c, all, k, puzzles,
		func(each func(*judge.Finding), _ checker.AcceptedFunc) (judge.Tally, error) {
			return r.Findings(each)
		})
}
