package batching

import (
	"cmp"
	"context"
	"os"

	"github.com/sourcegraph/conc/pool"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/solving"
	"tilejudge/solver/tables"
)

// runCommand declares batch run.
func runCommand(version string) *app.Command {
	return &app.Command{
		Name:      "run",
		Usage:     "do the parts that are missing here, without an engine",
		ArgsUsage: "DIR",
		Description: `
It does what the jobs of an engine would do, several parts at once, and ends once all are done or
one has failed. Run it again after any failure, or on several machines that share the directory.`,
		Action: func(c *cli.Context) error { return runParts(c, version) },
		Flags: []cli.Flag{
			app.AtLeast(1, &cli.IntFlag{
				Name: "workers", Category: "Batch", Aliases: []string{"j"}, DefaultText: "all cores",
				Usage: "do `N` parts at once",
			}),
			forceVersion,
		},
	}
}

// runParts does all parts that are missing.
func runParts(c *cli.Context, version string) error {
	b, t, err := sameBatch(c, version)
	if err != nil {
		return err
	}
	for _, spec := range missingTables(b) {
		if err := solving.BuildTable(c, tables.New(b.TablesDir()), spec); err != nil {
			return err
		}
	}
	if b.Unit > 0 {
		return splitWork(c, b, t)
	}
	todo, err := b.Todo()
	if err != nil {
		return err
	}
	cores := flags.Cores(cmp.Or(c.Int("workers"), cluster.CoresOf(os.Getenv)))
	workers := pool.New().WithContext(c.Context).WithCancelOnError().WithFirstError().
		WithMaxGoroutines(cores)
	for _, part := range todo {
		workers.Go(func(ctx context.Context) error {
			t, err := taskFor(b)
			if err != nil || ctx.Err() != nil {
				return err
			}
			t.setWorkers(1)
			return t.do(c, b, part)
		})
	}
	return workers.Wait()
}
