package batching

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
)

// todoCommand declares batch todo.
func todoCommand() *app.Command {
	return &app.Command{
		Name:      "todo",
		Usage:     "list the parts that are missing",
		ArgsUsage: "DIR",
		Description: `
It prints them as engines take the numbers of an array, such as 3,7-9, and nothing if all are
done.`,
		Action: func(c *cli.Context) error {
			b, err := batchOf(c)
			if err != nil {
				return err
			}
			parts, err := b.Todo()
			if err != nil || len(parts) == 0 {
				return err
			}
			_, err = fmt.Fprintln(c.App.Writer, cluster.FormatParts(parts))
			return err
		},
	}
}
