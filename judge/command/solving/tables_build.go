package solving

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/progress"
	"tilejudge/solver/tables"
)

// buildTables builds tables, one after the other.
func buildTables(c *cli.Context) error {
	specs, s, err := namedTables(c)
	if err != nil {
		return err
	}
	for _, spec := range specs {
		if err := buildTable(c, s, spec); err != nil {
			return err
		}
	}
	return nil
}

// buildTable builds a table and says what it does on standard error.
func buildTable(c *cli.Context, s *tables.Store, spec *tables.Spec) error {
	say := func(format string, args ...any) {
		fmt.Fprintf(c.App.ErrWriter, "%s: %s: %s\n",
			app.Program, spec.Name, fmt.Sprintf(format, args...))
	}
	var begin time.Time
	var line *progress.Line
	built, err := s.Build(c.Context, spec, tables.BuildOptions{
		Force: c.Bool("force"), NoWait: c.Bool("no-wait"),
		Waiting: func(who string) { say("waiting for %s", who) },
		Starting: func() {
			say("building: %s on the disk of %s, at most %s of memory",
				humanize.IBytes(uint64(spec.Size)), s.Dir(),
				humanize.IBytes(uint64(spec.Size+spec.Memory)))
			begin, line = time.Now(), progress.New(c.App.ErrWriter)
		},
		Progress: func(done, total int64) { line.ShowShare(done, total) },
	})
	line.Clear()
	switch {
	case err != nil:
		return err
	case built:
		say("built in %v", time.Since(begin).Round(100*time.Millisecond))
	default:
		say("it is there, and good")
	}
	return nil
}
