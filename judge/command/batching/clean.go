package batching

import (
	"fmt"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
)

// cleanCommand declares batch clean.
func cleanCommand() *app.Command {
	return &app.Command{
		Name:      "clean",
		Usage:     "remove what parts that are done need no more",
		ArgsUsage: "DIR",
		Description: `
It removes the journals of all attempts at these parts, except attempts that have shown a sign of
life within 5 minutes, the units of split searches and, once all parts are done, the small tables
that the jobs kept. What batch merge reads stays, and so do the messages of the jobs.`,
		Action: func(c *cli.Context) error {
			b, err := batchOf(c)
			if err != nil {
				return err
			}
			n, err := b.Clean(b.Now())
			if err != nil {
				return err
			}
			stdio.Complainer(c)(fmt.Errorf("%s: removed %s", b.Dir(),
				english.Plural(n, "file or directory", "files and directories")))
			return nil
		},
	}
}
