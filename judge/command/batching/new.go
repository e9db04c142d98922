package batching

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

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
	o := new(newOptions)
	return &app.Command{
		Name:      "new",
		Usage:     "cut an input into parts",
		ArgsUsage: "DIR FILE... [-- FLAG...]",
		Description: `
FILE has the puzzles; for check the files with the answers, and perhaps the expected ones, follow.
What stands behind -- are flags of the command. The directory must be on a file system with hard
links, such as NFS, Lustre or CephFS, that all machines share; batch new tries that. The same
command again changes nothing, and a directory that has another batch is refused. A malformed
puzzle is refused, too, unless --keep-going stands behind --, or the command is check, which gives
a verdict on it.

Without --parts it solves a sample of the puzzles, for up to --sample-time, and tells how long one
core takes for all. A search by IDA* with pattern databases that does not end is predicted, from its
iterations and a short path: for one puzzle of ten, that is off by more than a factor of 10. Then
batch new makes parts that take about a minute each, but at least ten for each of --slots, and at
most 1,000: many sites do not let an array have more. Part 1 has the puzzle that looks hardest, by
its linear conflict, so that no such puzzle begins last; answers stay in the order of the input.

With --split each puzzle is a part, and solve's long searches with pattern databases are cut
further: any number of jobs search the subtrees of one puzzle together, in units of up to --unit. A
job that is killed loses its unit, which at first is short, and a search may take longer than any
job. Answers and nodes are those of one process, if all machines have the same tables; only the
brief search that auto may do first counts once or not at all.`,
		Action: func(c *cli.Context) error { return newBatch(c, version, o) },
		Flags: []cli.Flag{
			app.OneOf("command", taskNames, &cli.StringFlag{
				Name: "command", Category: "Batch", Value: "solve", Destination: &o.command,
				Usage: "do `COMMAND`: solve, check or compare",
			}),
			flags.InputFormat(),
			app.AtLeast(0, &cli.IntFlag{
				Name: "parts", Category: "Batch", Aliases: []string{"n"}, Destination: &o.parts,
				DefaultText: "by a sample of the puzzles",
				Usage:       "make `N` parts with about as many puzzles each",
			}),
			&cli.BoolFlag{
				Name: "split", Category: "Batch", Destination: &o.split,
				Usage: "let all jobs search the hard puzzles together, one after the other",
			},
			flags.PositiveTime(&o.unit, &cli.StringFlag{
				Name: "unit", Category: "Batch", Value: "1m",
				Usage: "with --split, let jobs put down what they found every `TIME`",
			}),
			forceVersion,
			&cli.BoolFlag{
				Name: "tables", Category: "Batch", Destination: &o.tables,
				Usage: "let the first job build the large tables that solve looks up, in DIR/tables",
			},
			&cli.BoolFlag{
				Name: "no-links", Category: "Batch", Destination: &o.noLinks,
				Usage: "do without hard links, on file systems that have none",
			},
			&cli.BoolFlag{
				Name: "copy", Category: "Batch", Destination: &o.copy,
				Usage: "copy the files into DIR, for machines that do not share them",
			},
			app.AtLeast(1, &cli.IntFlag{
				Name: "slots", Category: "Sample", Value: 10, Destination: &o.slots,
				Usage: "suggest parts for a cluster that does `N` at once",
			}),
			flags.PositiveTime(&o.sampleTime, &cli.StringFlag{
				Name: "sample-time", Category: "Sample", Value: "10s",
				Usage: "solve the sample for up to `TIME`",
			}),
		},
	}
}

// newOptions are what batch new is asked for, beside the files and the flags of the task.
type newOptions struct {
	command      string
	parts, slots int
	copy, split  bool
	noLinks      bool
	tables       bool
	unit         time.Duration
	sampleTime   time.Duration
}

// A request is one run of batch new.
type request struct {
	cluster.Spec
	*newOptions
	dir       string
	task      *task
	keepGoing bool
	trial     trial
}

// newBatch makes a batch.
func newBatch(c *cli.Context, version string, o *newOptions) error {
	if c.IsSet("parts") && o.parts == 0 || o.parts > cluster.MaxParts {
		return fmt.Errorf("--parts: found %d, expected a number from 1 to %d",
			o.parts, cluster.MaxParts)
	}
	r, err := newRequest(c, version, o)
	if err != nil {
		return err
	}
	if err := r.splits(c); err != nil {
		return err
	}
	if err := r.openFiles(c); err != nil {
		return err
	}
	in, err := cluster.Read(c.Context, r.dir, r.Spec, o.parts, r.keepGoing)
	if errors.As(err, new(*formats.SyntaxError)) {
		stdio.Complainer(c)(err)
		return app.ErrFailed
	}
	if err != nil {
		return err
	}
	if err := r.chooseTables(c, in); err != nil {
		return err
	}
	parts, hint, err := r.chooseParts(c, in)
	if err != nil {
		return err
	}
	b, err := in.Create(parts)
	if err != nil {
		return err
	}
	stdio.Complainer(c)(fmt.Errorf("%s: %s of %s%s", r.dir,
		english.Plural(b.Parts, "part", ""), english.Plural(int(in.Puzzles), "puzzle", ""), hint))
	return nil
}

// splits sets what a split batch needs, if one is asked for.
func (r *request) splits(c *cli.Context) error {
	task, ok := r.task.options.(splitter)
	switch {
	case !r.split && c.IsSet("unit"):
		return errors.New("--unit is for --split")
	case !r.split:
		return nil
	case !ok:
		return fmt.Errorf("--split is for solve, not for %s", r.Command)
	case r.parts > 0:
		return errors.New("--split and --parts exclude each other: each puzzle is a part")
	}
	r.parts, r.Unit = cluster.MaxParts, r.unit
	return task.Splits()
}

// newRequest reads the arguments, and tries the flags of the task.
func newRequest(c *cli.Context, version string, o *newOptions) (*request, error) {
	args := c.Args().Slice()
	end := slices.IndexFunc(args, func(arg string) bool {
		return len(arg) > 1 && arg[0] == '-' // a flag of the task
	})
	if end < 0 {
		end = len(args)
	}
	t, err := taskOf(o.command)
	if err != nil {
		return nil, err
	}
	files := args[min(1, end):end]
	if least := t.files - 1; len(files) < max(least, 1) || len(files) > t.files {
		return nil, fmt.Errorf("batch new: expected the directory of the batch and %s; found %s",
			[]string{1: "a file of puzzles", 3: "the files that check takes"}[t.files],
			english.Plural(end, "argument", ""))
	}
	r := &request{newOptions: o, dir: filepath.Clean(args[0]), task: t, Spec: cluster.Spec{
		Version: version, Build: build(), Command: t.Name, NoLinks: o.noLinks,
	}}
	if old, err := cluster.Open(r.dir); err == nil && c.Bool("force-version") {
		r.Version, r.Build = old.Version, old.Build
	}
	format, err := flags.ReadFormat(c, "format")
	if err != nil {
		return nil, err
	}
	if format != nil {
		if r.Format, err = r.keep(format); err != nil {
			return nil, err
		}
	}
	for _, name := range files {
		r.Files = append(r.Files, cluster.File{Name: stdio.Name(name), Path: name})
	}
	return r, r.readOptions(args[end:])
}

// readOptions reads flags of the task. It returns an error for one that is wrong, or useless in a
// batch.
func (r *request) readOptions(words []string) error {
	given, others, err := r.task.Parse(words)
	switch {
	case err != nil:
		return err
	case len(others) > 0:
		return fmt.Errorf("found %q behind --, expected flags of %s", others[0], r.Command)
	}
	for _, f := range r.task.refused {
		if _, ok := given[f[0]]; ok {
			return fmt.Errorf(f[1], f[0])
		}
	}
	if dir := given["tables-dir"]; dir != "" && !filepath.IsAbs(dir) {
		return fmt.Errorf("--tables-dir: found %q, expected an absolute path:"+
			" the parts run in other directories", dir)
	}
	r.keepGoing = given["keep-going"] == "true"
	if to := r.task.to; to != nil && *to != "" {
		f, err := flags.LookupFormat(*to)
		if err == nil {
			*to, err = r.keep(f)
		}
		if err != nil {
			return fmt.Errorf("--to: %w", err)
		}
	}
	r.Options, err = json.Marshal(r.task.options)
	return err
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
