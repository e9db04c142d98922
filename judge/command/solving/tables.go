package solving

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// tablesDirFlag is --tables-dir.
func tablesDirFlag(to *string) cli.Flag {
	return app.Read(func(dir string) error {
		if dir == "" {
			return errors.New("found no directory")
		}
		return nil
	}, &cli.StringFlag{
		Name: "tables-dir", Category: "Tables", Destination: to,
		Usage: "keep tables in `DIR` (default: $TILEJUDGE_TABLES, or tilejudge/tables" +
			" in the user's cache directory)",
	})
}

var allTables = &cli.BoolFlag{
	Name: "all", Category: "Tables", Usage: "take all tables, without a NAME",
}

// Tables declares the command tables.
func Tables() *app.Command {
	return &app.Command{
		Name:     "tables",
		Category: "Solve",
		Usage:    "list, build, verify or remove large tables, which speed up searches",
		Description: `
Tables are large pattern databases. Once they are built, solve, check and run use them,
and all processes share them. 4x4 is for 15-puzzles (275 MiB on disk; building it takes half a
minute on two cores, and 1.6 GiB of memory), 4x5 for 19-puzzles and 5x5 for 24-puzzles. Other boards
of up to 25 cells, and goals whose blank is in no corner, have small pattern databases, which
searches build when they need them: with these a random 19-puzzle takes tens of millions of nodes.

Tables are in the user's cache directory, or in the one that --tables-dir or TILEJUDGE_TABLES
names. A file that is truncated, was changed or is not a table is never used, nor is a file that
another user, except root, owns or can write. An interrupted build leaves no table.`,
		Examples: []app.Example{
			{
				Command: "tilejudge tables list 4x4 --tables-dir none",
				Output: `none
  4x4        275 MiB  absent
            patterns of 7 and 8 tiles, for goals with the blank in a corner
            speeds up 15-puzzles: one of 80 moves takes 0.6 s, not 26`,
			},
			{Command: "tilejudge tables build 4x4"},
			{Command: "tilejudge tables remove --all"},
		},
		Subcommands: tablesCommands,
	}
}

// tablesCommands are the subcommands of tables.
var tablesCommands = []*app.Command{
	{
		Name:      "list",
		Usage:     "list the tables, and say which are built",
		ArgsUsage: "[NAME...]",
		Values:    tableNames,
		Action:    schema.Or(schema.Tables, listTables),
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name: "json", Category: "Tables", Usage: "print JSON, with all that is known",
			},
			schema.Flag("--json", "Tables"),
			tablesDirFlag(nil),
		},
	},
	{
		Name:      "build",
		Usage:     "build tables",
		ArgsUsage: "NAME...",
		Values:    tableNames,
		Action:    buildTables,
		Flags: []cli.Flag{
			allTables,
			&cli.BoolFlag{
				Name: "force", Category: "Tables",
				Usage: "build even tables that are there and good",
			},
			&cli.BoolFlag{
				Name: "no-wait", Category: "Tables",
				Usage: "fail if another process is building a table",
			},
			tablesDirFlag(nil),
		},
	},
	{
		Name:      "verify",
		Usage:     "read tables, or all that are built, and compare their checksums",
		ArgsUsage: "[NAME...]",
		Values:    tableNames,
		Action:    verifyTables,
		Flags:     []cli.Flag{tablesDirFlag(nil)},
	},
	{
		Name:      "remove",
		Usage:     "remove tables from the disk",
		ArgsUsage: "NAME...",
		Values:    tableNames,
		Action:    removeTables,
		Flags:     []cli.Flag{allTables, tablesDirFlag(nil)},
	},
}

func tableNames() []string { return stored.All.Names() }

// newStore returns the tables in a directory; "": that of TILEJUDGE_TABLES, or of the user's
// cache.
func newStore(c *cli.Context, dir string) (*tables.Store, error) {
	if dir == "" {
		var err error
		if dir, err = tables.DefaultDir(); err != nil {
			return nil, err
		}
	}
	s := tables.New(dir)
	s.Refused = func(err error) {
		advice := "build it again, or remove it"
		if errors.Is(err, tables.ErrUnsafe) {
			advice = "change its owner or its mode"
		}
		stdio.Complainer(c)(fmt.Errorf("%w; it is not used: %s", err, advice))
	}
	return s, nil
}

// solveTables returns the tables for solve and compare, or nil if none are named and the system
// names no directory for them.
func solveTables(c *cli.Context, dir string) (*tables.Store, error) {
	s, err := newStore(c, dir)
	if err != nil && dir == "" {
		return nil, nil
	}
	return s, err
}

// chosenTables returns the tables whose names are arguments, or all if there are none, and
// where they are.
func chosenTables(c *cli.Context) ([]*tables.Spec, *tables.Store, error) {
	name := func(spec *tables.Spec) string { return spec.Name }
	specs, err := stdio.Chosen(c, "table", stored.All, name)
	if err != nil {
		return nil, nil, err
	}
	s, err := newStore(c, c.String("tables-dir"))
	return specs, s, err
}

// namedTables is chosenTables for commands that take all tables only with --all.
func namedTables(c *cli.Context) ([]*tables.Spec, *tables.Store, error) {
	if c.Bool("all") == (c.NArg() > 0) {
		return nil, nil, fmt.Errorf("tables %s: name tables, or give --all", c.Command.Name)
	}
	return chosenTables(c)
}

// verifyTables verifies the named tables, or else those that are built, and prints a line for each.
func verifyTables(c *cli.Context) error {
	specs, s, err := chosenTables(c)
	if err != nil {
		return err
	}
	var failed error
	for _, spec := range specs {
		if err := c.Context.Err(); err != nil {
			return err
		}
		result := "good"
		switch err := s.Verify(c.Context, spec); {
		case c.Context.Err() != nil:
			return c.Context.Err()
		case errors.Is(err, tables.ErrAbsent) && c.NArg() == 0:
			continue
		case err != nil:
			result, failed = err.Error(), app.ErrFailed
		}
		if _, err := fmt.Fprintf(c.App.Writer, "%s: %s\n", spec.Name, result); err != nil {
			return err
		}
	}
	return failed
}

// removeTables removes tables. It complains about a missing table only if the user named it.
func removeTables(c *cli.Context) error {
	specs, s, err := namedTables(c)
	if err != nil {
		return err
	}
	var failed error
	for _, spec := range specs {
		switch removed, err := s.Remove(spec); {
		case err != nil:
			return err
		case !removed && !c.Bool("all"):
			stdio.Complainer(c)(fmt.Errorf("%s: %w", spec.Name, tables.ErrAbsent))
			failed = app.ErrFailed
		}
	}
	return cmp.Or(s.Sweep(), failed)
}

// muchSearch is the number of expanded boards, some ten seconds of search, from which on it is
// worth a minute to build a table that saves most of them.
const muchSearch = 300_000_000

// hintAtTables tells the user which absent tables would have saved much time. It decides by nodes,
// which are the same on every machine, not by time, which also passes while the program waits for
// input.
func hintAtTables(w io.Writer, s *tables.Store, nodes int64) {
	if s == nil || nodes < muchSearch {
		return
	}
	for _, spec := range s.Absent() {
		fmt.Fprintf(w, "%s: the searches expanded %s boards; \"%s tables build %s\""+
			" (once, %s on the disk) speeds up %s\n", app.Program, humanize.Comma(nodes),
			app.Program, spec.Name, humanize.IBytes(uint64(spec.Size)), spec.Speeds)
	}
}

// buildTables builds tables, one after the other.
func buildTables(c *cli.Context) error {
	specs, s, err := namedTables(c)
	if err != nil {
		return err
	}
	for _, spec := range specs {
		if err := BuildTable(c, s, spec); err != nil {
			return err
		}
	}
	return nil
}

// BuildTable builds a table and says what it does on standard error.
func BuildTable(c *cli.Context, s *tables.Store, spec *tables.Spec) error {
	say := func(format string, args ...any) {
		fmt.Fprintf(c.App.ErrWriter, "%s: %s: %s\n",
			app.Program, spec.Name, fmt.Sprintf(format, args...))
	}
	var begin time.Time
	var line *progress.Bar
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
	line.End()
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
