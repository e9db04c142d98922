package batching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/dustin/go-humanize/english"
	"github.com/sourcegraph/conc/pool"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// workCommand declares batch work.
func workCommand(version string) *app.Command {
	return &app.Command{
		Name:        "work",
		Usage:       "do one part, as a job of an engine",
		ArgsUsage:   "DIR",
		Description: workDescription(),
		Action:      func(c *cli.Context) error { return work(c, version) },
		Flags: []cli.Flag{
			&cli.IntFlag{
				Name: "part", Category: "Batch",
				Usage: "do part `N`, from 1 (default: the number that the engine gave this job)",
			},
			&cli.StringFlag{
				Name: "of", Category: "Batch",
				Usage: "take the part from a `LIST` such as 3,7-9: its Nth, for engines whose" +
					" jobs are numbered without gaps",
			},
			app.AtLeast(1, &cli.IntFlag{
				Name: "workers", Category: "Batch", Aliases: []string{"j"},
				DefaultText: "the cores that the engine gave this job",
				Usage:       "work on `N` puzzles at once",
			}),
			forceVersion,
		},
	}
}

func workDescription() string {
	text := `
A part that is done already ends at once, with exit status 0. So does one that another attempt has
done first. A job that is killed leaves the answers that were ready; the next attempt at its part
goes on behind them.

For a batch of new --split, each job does whatever is left of any puzzle, and ends once all are
done: --part and the engine's number do not count.

Users of a group can work on one batch together: its directory must belong to the group, with a mode
that new files inherit the group (chmod g+ws), and each user must let the group write (umask 002).
They must trust each other: who may write in the directory can change the options of the batch, the
files that merge writes, and the answers.

Without --part, the part is the number that the engine gave this job. The first of these variables
that is set counts; a message says so if another one disagrees:

`
	for _, e := range cluster.Engines {
		if e.Variable == "" {
			continue
		}
		text += fmt.Sprintf("  %-28s %s, counted from %d\n", e.Variable, e.Name, e.Base)
	}
	return text
}

// work does a part.
func work(c *cli.Context, version string) error {
	b, t, err := sameBatch(c, version)
	if err != nil {
		return err
	}
	if err := needTables(c, b); err != nil {
		return err
	}
	if b.Unit > 0 {
		return splitWork(c, b, t)
	}
	part, err := partOf(c)
	if err != nil {
		return err
	}
	t.setWorkers(c.Int("workers"))
	return t.do(c, b, part)
}

// do does a part, unless it has been done.
func (t *task) do(c *cli.Context, b *cluster.Batch, part int) error {
	a, err := b.Begin(part)
	if errors.Is(err, cluster.ErrDone) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.End(t.Part(c, a))
}

// splitWork does whatever is left of a split batch, until all is done.
func splitWork(c *cli.Context, b *cluster.Batch, t *task) error {
	task, ok := t.options.(splitter)
	if !ok {
		return fmt.Errorf("%s: %s can't be split", b.Dir(), b.Command)
	}
	lengthenSlices()
	workers := pool.New().WithContext(c.Context).WithCancelOnError().WithFirstError()
	for range flags.Cores(cmp.Or(c.Int("workers"), cluster.CoresOf(os.Getenv))) {
		w := b.NewSplitWorker()
		solve, err := task.Split(c, b, w)
		if err != nil {
			return err
		}
		workers.Go(func(ctx context.Context) error { return w.Work(ctx, solve) })
	}
	return workers.Wait()
}

// setWorkers sets how many workers a task uses, if it can use several: the given number, or else
// the number that its own flags set, or else the number of cores that the engine gave this job.
func (t *task) setWorkers(given int) {
	if t.workers != nil {
		*t.workers = cmp.Or(given, *t.workers, cluster.CoresOf(os.Getenv))
	}
}

// partOf returns the part that this job is to do.
func partOf(c *cli.Context) (int, error) {
	number := c.Int("part")
	if !c.IsSet("part") {
		job, others, err := cluster.JobOf(os.Getenv)
		if err != nil {
			return 0, err
		}
		if job == nil {
			return 0, errors.New("batch work: no engine has numbered this job: name a part with --part")
		}
		for _, e := range others {
			stdio.Complainer(c)(fmt.Errorf("%s says %d, and %s something else, which does not count",
				job.Engine.Variable, job.Number, e.Variable))
		}
		number = job.Number
	}
	if !c.IsSet("of") {
		return number, nil
	}
	parts, err := cluster.ParseParts(c.String("of"))
	switch {
	case err != nil:
		return 0, fmt.Errorf("--of: %w", err)
	case number < 1 || number > len(parts):
		return 0, fmt.Errorf("--of: found no part for job %d in a list of %s", number,
			english.Plural(len(parts), "part", ""))
	}
	return parts[number-1], nil
}
