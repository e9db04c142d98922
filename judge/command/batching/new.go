package batching

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// newCommand declares batch new.
func newCommand(version string) *app.Command {
	return &app.Command{
		Name:      "new",
		Usage:     "cut an input into parts",
		ArgsUsage: "DIR FILE... [-- FLAG...]",
		Description: `
FILE has the puzzles; for check the files with the answers, and perhaps the expected ones, follow.
What stands behind -- are flags of the command. The directory must be on a file system with hard
links, such as NFS, Lustre or CephFS, that all machines share; batch new tries that. The same
command again changes nothing, and a directory that has another batch is refused. So is a malformed
puzzle, unless --keep-going stands behind --, or check is to give its verdict on it.

Without --parts it solves a sample of the puzzles, for up to --sample-time. Then it makes parts that
take about a minute each, but at least ten for each of --slots, and at most 1,000: many sites do not
let an array have more.`,
		Action: func(c *cli.Context) error { return newBatch(c, version) },
		Flags: []cli.Flag{
			app.OneOf("command", taskNames, &cli.StringFlag{
				Name: "command", Category: "Batch", Value: "solve",
				Usage: "do `COMMAND`: solve, check or compare",
			}),
			flags.InputFormat,
			&cli.IntFlag{
				Name: "parts", Category: "Batch", Aliases: []string{"n"},
				DefaultText: "by a sample of the puzzles",
				Usage:       "make `N` parts with about as many puzzles each",
			},
			&cli.BoolFlag{
				Name: "copy", Category: "Batch",
				Usage: "copy the files into DIR, for machines that do not share them",
			},
			&cli.IntFlag{
				Name: "slots", Category: "Sample", Value: 10,
				Usage: "suggest parts for a cluster that does `N` at once",
			},
			&cli.StringFlag{
				Name: "sample-time", Category: "Sample", Value: "10s",
				Usage: "solve the sample for up to `TIME`",
			},
		},
	}
}

// A request is what batch new is asked for.
type request struct {
	cluster.Spec
	dir       string
	task      *task
	keepGoing bool
	trial     trial
}

// newBatch makes a batch.
func newBatch(c *cli.Context, version string) error {
	err := cmp.Or(flags.AtLeast(c, 1, "slots"), flags.AtLeast(c, 0, "parts"))
	if err != nil {
		return err
	}
	if c.IsSet("parts") && c.Int("parts") == 0 || c.Int("parts") > cluster.MaxParts {
		return fmt.Errorf("--parts: found %d, expected a number from 1 to %d",
			c.Int("parts"), cluster.MaxParts)
	}
	r, err := newRequest(c, version)
	if err != nil {
		return err
	}
	if err := r.openFiles(c); err != nil {
		return err
	}
	in, err := cluster.Read(c.Context, r.dir, r.Spec, c.Int("parts"), r.keepGoing)
	if errors.As(err, new(*formats.SyntaxError)) {
		stdio.Complainer(c)(err)
		return app.ErrFailed
	}
	if err != nil {
		return err
	}
	parts, hint, err := r.parts(c, in)
	if err != nil {
		return err
	}
	b, err := in.Create(parts)
	if err != nil {
		return err
	}
	stdio.Complainer(c)(fmt.Errorf("%s: %s of %s%s", r.dir,
		english.Plural(len(b.Parts), "part", ""), english.Plural(int(in.Puzzles), "puzzle", ""), hint))
	return nil
}

// newRequest reads the arguments, and tries the flags of the task.
func newRequest(c *cli.Context, version string) (*request, error) {
	args := c.Args().Slice()
	end := slices.IndexFunc(args, func(arg string) bool {
		return len(arg) > 1 && arg[0] == '-' // a flag of the task
	})
	if end < 0 {
		end = len(args)
	}
	t, err := taskOf(c.String("command"))
	if err != nil {
		return nil, err
	}
	files := args[min(1, end):end]
	if least := t.files - 1; len(files) < max(least, 1) || len(files) > t.files {
		return nil, fmt.Errorf("batch new: expected the directory of the batch and %s; found %s",
			[]string{1: "a file of puzzles", 3: "the files that check takes"}[t.files],
			english.Plural(end, "argument", ""))
	}
	r := &request{dir: filepath.Clean(args[0]), task: t, Spec: cluster.Spec{
		Version: version, Command: t.Name, Flags: slices.Clip(args[end:]),
	}}
	if format, err := flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	} else if format != nil {
		if r.Format, err = r.keep(format); err != nil {
			return nil, err
		}
	}
	for _, name := range files {
		r.Files = append(r.Files, cluster.File{Name: stdio.Name(name), Path: name})
	}
	return r, r.checkFlags(c)
}

// checkFlags returns an error for flags of the task that are wrong, or useless in a batch.
func (r *request) checkFlags(c *cli.Context) error {
	refuse := func(inner *cli.Context) error {
		if inner.NArg() > 0 {
			return fmt.Errorf("found %q behind --, expected flags of %s",
				inner.Args().First(), r.Command)
		}
		for _, name := range r.task.refused {
			if inner.IsSet(name) {
				return fmt.Errorf("--%s: a batch takes it before --, or does without it", name)
			}
		}
		if dir := inner.String("tables-dir"); dir != "" && !filepath.IsAbs(dir) {
			return fmt.Errorf("--tables-dir: found %q, expected an absolute path:"+
				" the parts run in other directories", dir)
		}
		r.keepGoing = inner.Bool("keep-going")
		return r.keepAnswers(inner)
	}
	flagsOnly := r.Spec
	flagsOnly.Format = ""
	return r.task.within(c, io.Discard, &flagsOnly, nil, refuse)
}

// keep returns what the parts call a format: its name, or the copy of the file that declares it.
func (r *request) keep(f *formats.Format) (name string, err error) {
	if _, err := formats.Lookup(f.Name); err == nil {
		return f.Name, nil
	}
	file, err := cluster.Declare(r.dir, f)
	if err != nil {
		return "", err
	}
	r.Formats = append(r.Formats, file)
	return filepath.Abs(filepath.Join(r.dir, file.Path))
}

// keepAnswers keeps the format of --to, if that is a flag of the task.
func (r *request) keepAnswers(inner *cli.Context) error {
	f, err := flags.ReadFormat(inner, "to")
	if err != nil || f == nil {
		return err
	}
	name, err := r.keep(f)
	if err == nil && name != f.Name {
		r.Flags = append(r.Flags, "--to", name) // the last one counts
	}
	return err
}
