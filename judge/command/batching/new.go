package batching

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
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

// openFiles finds the files, copies them if that is asked for, and detects the format.
func (r *request) openFiles(c *cli.Context) error {
	for i := range r.Files {
		f := &r.Files[i]
		isSame := func(o cluster.File) bool { return o.Path == "-" && f.Path == "-" }
		if slices.ContainsFunc(r.Files[i+1:], isSame) {
			return errors.New("batch new: only one of the files can be standard input")
		}
		if err := r.openFile(c, f); err != nil {
			return err
		}
		if i > 0 || r.Format != "" {
			continue
		}
		if err := r.detect(c, f); err != nil {
			return err
		}
	}
	return r.task.within(c, io.Discard, &r.Spec, nil, func(inner *cli.Context) (err error) {
		r.trial, err = r.task.trial(inner)
		return err
	})
}

// openFile sets the path of a file, and copies it if that is asked for.
func (r *request) openFile(c *cli.Context, f *cluster.File) error {
	toCopy := c.Bool("copy")
	if f.Path == "-" && !toCopy {
		return errors.New("standard input is read once, so a batch of it takes --copy")
	}
	in, err := stdio.Open(c, f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	head := make([]byte, 512)
	n, err := r.task.text(in).Read(head)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if toCopy {
		*f, err = cluster.Copy(r.dir, f.Name, io.MultiReader(bytes.NewReader(head[:n]), in))
		return err
	}
	if info, err := os.Stat(f.Path); err != nil || !info.Mode().IsRegular() {
		return cmp.Or(err, fmt.Errorf(
			"%s: it is not a regular file, which can be read again, so a batch of it takes --copy", f.Name))
	}
	f.Path, err = filepath.Abs(f.Path)
	return err
}

// detect sets the format of the puzzles in a file.
func (r *request) detect(c *cli.Context, f *cluster.File) error {
	path := f.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.dir, path)
	}
	in, err := stdio.Open(c, path)
	if err != nil {
		return err
	}
	defer in.Close()
	return r.task.within(c, io.Discard, &r.Spec, nil, func(inner *cli.Context) error {
		to, err := r.task.answersAs(inner)
		if err != nil {
			return err
		}
		format, _, err := stdio.Detect(c.Context, in, f.Name, "format", to)
		if err != nil {
			return err
		}
		r.Format, err = r.keep(format)
		return err
	})
}

// parts returns the number of parts that is asked for, or else suggests one and says why.
func (r *request) parts(c *cli.Context, in *cluster.Input) (parts int, hint string, err error) {
	if c.IsSet("parts") {
		return c.Int("parts"), "", nil
	}
	if old, err := cluster.Open(r.dir); err == nil {
		return len(old.Parts), "", nil // if it is the same batch, so is the number
	}
	limit, err := flags.PositiveTime(c, "sample-time")
	if err != nil {
		return 0, "", err
	}
	s := r.trial.sample(c.Context, in.Sample, limit)
	if err := c.Context.Err(); err != nil {
		return 0, "", err
	}
	work := time.Duration(min(float64(s.mean)*float64(in.Puzzles), math.MaxInt64/2))
	parts = int(min(work/time.Minute, cluster.MaxSuggested))
	parts = max(min(max(parts, 10*c.Int("slots")), cluster.MaxSuggested, int(in.Puzzles)), 1)
	each := (work / time.Duration(parts)).Round(time.Millisecond)
	long := fmt.Sprintf("about %v each", each)
	if s.unfinished > 0 {
		long = fmt.Sprintf("more than %v each, since %d of the sample took longer", each, s.unfinished)
	}
	return parts, fmt.Sprintf(", %s, by a sample of %d; --parts sets another number", long,
		s.puzzles), nil
}
