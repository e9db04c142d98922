package judging

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/view/report"
	"tilejudge/solver/puzzle"
)

// These are check for a batch, whose context has the flags of check.

// batchChecker is newChecker for the format of the batch, which its context has as a flag.
func batchChecker(c *cli.Context) (*checker.Checker, error) {
	format, err := flags.NeedFormat(c, "format")
	if err != nil {
		return nil, err
	}
	for _, flag := range []string{"answers", "only", "score"} {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("--%s: a batch grades no class", flag)
		}
	}
	return newChecker(c, format)
}

// CheckTrial returns what takes about as long as judging the answer to a puzzle can take.
func CheckTrial(c *cli.Context) (func(context.Context, *puzzle.Puzzle) error, error) {
	k, err := batchChecker(c)
	if err != nil {
		return nil, err
	}
	if err := reporting.CheckFlags(c); err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		_, err := k.Rules.Solver.Solve(ctx, p, nil)
		return err
	}, nil
}

// CheckPart does a part.
func CheckPart(c *cli.Context, a *cluster.Attempt) error {
	k, err := batchChecker(c)
	if err != nil {
		return err
	}
	if c.Int("show-failures") > 0 {
		k.Keep = reporting.KeptAnswer
	}
	return a.Check(c.Context, k)
}

// CheckRecords is check with the records of all parts in place of judging.
func CheckRecords(c *cli.Context, r *cluster.Records) error {
	k, err := batchChecker(c)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range r.Batch.Files {
		names = append(names, f.Name)
	}
	all, err := reporting.New(c, report.Options{
		Suite: names[0], Scene: reporting.Scenes(k.Format),
	}, names)
	if err != nil {
		return err
	}
	return reportFindings(c.Context, all, k, names[0],
		func(each func(*judge.Finding), _ judge.AcceptedFunc) (judge.Tally, error) {
			return r.Findings(each)
		})
}
