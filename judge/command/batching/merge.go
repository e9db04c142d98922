package batching

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// mergeCommand declares batch merge.
func mergeCommand(version string) *app.Command {
	return &app.Command{
		Name:      "merge",
		Usage:     "write the answers, once all parts are done",
		ArgsUsage: "DIR",
		Description: `
First it checks that every part is there and whole, and that the input has not changed; it names
the first part that fails. Then it writes what one process would have written, with the same
messages and the same exit status. Only times differ, and the nodes of --stats where tables are
built, since each part counts its own. Nothing is removed: merging again writes the same. If the
output is a symbolic link, the file takes the place of the link.`,
		Action: func(c *cli.Context) error { return merge(c, version) },
		Flags:  []cli.Flag{flags.Output, forceVersion},
	}
}

// merge writes the answers of a batch.
func merge(c *cli.Context, version string) (err error) {
	b, t, err := sameBatch(c, version)
	if err != nil {
		return err
	}
	out, err := stdio.NewOutput(c)
	if err != nil {
		return err
	}
	out.ReplaceLink = true
	if stdio.IsInput(c, c.String("output"), b.Needed()) {
		return fmt.Errorf("--output: %s is an input", c.String("output"))
	}
	r, err := b.Records(c.Context)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Dir(), err)
	}
	defer r.Close()
	if err := out.Open(); err != nil {
		return err
	}
	defer func() { err = out.Close(err) }()
	return t.Merge(c, r, out)
}
