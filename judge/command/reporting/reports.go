// Package reporting has the flags of commands that give verdicts, writes their reports, and shows
// the first failures.
package reporting

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/program/scratch"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/report"
	"tilejudge/judge/view/show"
)

// Flags declares the flags of commands that give verdicts. New reads them. maxReports is the
// default of --max-reports.
func Flags(maxReports int) []cli.Flag {
	return []cli.Flag{
		app.Offer(report.Names, &cli.StringSliceFlag{
			Name: "report", Category: "Report",
			Usage: "report as `FORMAT`: " + strings.Join(report.Names(), ", ") +
				"; FORMAT=FILE writes it to a file as well; may be repeated; html is a page with" +
				" a player for each failure, and the last three are for classes",
		}),
		flags.Colour("Report"),
		schema.Flag("--report json", "Report"),
		&cli.Float64Flag{
			Name: "points", Category: "Report", DefaultText: "one a case",
			Usage: "give `N` points for all cases together, to a class and in reports for one",
		},
		&cli.BoolFlag{
			Name: "quiet", Category: "Report", Aliases: []string{"q"},
			Usage: "print the counts only",
		},
		&cli.BoolFlag{
			Name: "verbose", Category: "Report", Aliases: []string{"v"},
			Usage: "print more of each case",
		},
		&cli.IntFlag{
			Name: "max-reports", Category: "Report", Value: maxReports,
			Usage: "show at most `N` failures, and count the others; 0: show all",
		},
		&cli.IntFlag{
			Name: "show-failures", Category: "Report", Value: 1,
			Usage: "below the text, on standard error, show the puzzles of the first `N` failures," +
				" the answers to them, and what would have been right; 0: show none",
		},
	}
}

// maxPoints is the most that --points takes: more digits would get lost.
const maxPoints = 1e6

// Reports is a report.Reporter that passes verdicts to several: one writes to standard
// output, the others to files.
type Reports struct {
	Progress *progress.Bar // of the run; nil: none is shown
	Failures *Failures     // to be shown below the reports; nil: none are

	all      []report.Reporter
	files    []*os.File
	spools   []*scratch.Spool
	terminal bool // standard output is one
}

// A target is a value of --report.
type target struct{ format, file string } // file "": standard output

// New reads the flags into options and opens the files, which empties them. So call it when
// all else in the command line is known to be right. It refuses files that are inputs.
func New(c *cli.Context, o report.Options, inputs []string) (*Reports, error) {
	targets, err := readFlags(c, &o)
	if err != nil {
		return nil, err
	}
	r := &Reports{terminal: stdio.IsTerminal(c.App.Writer)}
	// Where no person reads standard output, failures are shown only if that is asked for.
	if c.IsSet("show-failures") || !o.Quiet && targets[0].format == "text" {
		r.Failures = &Failures{limit: c.Int("show-failures"), out: c.App.ErrWriter}
	}
	for _, t := range targets {
		if t.file != "" && stdio.IsInput(c, t.file, inputs) {
			return nil, fmt.Errorf("--report: %s is an input", t.file)
		}
	}
	for _, t := range targets {
		if err := r.add(c, t, o); err != nil {
			return nil, errors.Join(err, r.Abandon())
		}
	}
	// The progress line would wipe out a line that is only half written.
	whole := !r.terminal || targets[0].format == "text" && (o.Programs || o.Held())
	if whole && !o.Quiet {
		r.Progress = progress.New(c.App.ErrWriter)
	}
	return r, nil
}

// CheckFlags returns what New says about the flags, without the files.
func CheckFlags(c *cli.Context) error {
	_, err := readFlags(c, new(report.Options))
	return err
}

// readFlags sets the options that are flags, and returns what --report names.
func readFlags(c *cli.Context, o *report.Options) (targets []target, err error) {
	o.Getenv, o.Maximum = os.Getenv, c.Float64("points")
	o.Quiet, o.Verbose, o.MaxReports = c.Bool("quiet"), c.Bool("verbose"), c.Int("max-reports")
	if o.Colour, err = flags.ReadColour(c, stdio.IsTerminal(c.App.Writer)); err != nil {
		return nil, err
	}
	if o.Quiet && o.Verbose {
		return nil, errors.New("--quiet and --verbose exclude each other")
	}
	if err := flags.AtLeast(c, 0, "max-reports", "show-failures"); err != nil {
		return nil, err
	}
	if c.IsSet("points") && !(o.Maximum > 0 && o.Maximum <= maxPoints) {
		return nil, fmt.Errorf("--points: found %v, expected more than 0 and at most %.0f",
			o.Maximum, maxPoints)
	}
	return parseTargets(c.StringSlice("report"))
}

// Scenes returns what draws the failures in a format, for reports.
func Scenes(f *formats.Format) func(*judge.Result) *draw.Scene {
	s := &show.Show{Format: f}
	return func(r *judge.Result) *draw.Scene {
		if r.Finding.Puzzle == nil {
			return nil
		}
		return s.Judged(r.Finding, r.File)
	}
}

// parseTargets returns the values of --report. The first goes to standard output.
func parseTargets(values []string) ([]target, error) {
	targets := []target{{format: "text"}}
	for i, value := range values {
		format, file, named := strings.Cut(value, "=")
		switch {
		case !slices.Contains(report.Names(), format):
			return nil, fmt.Errorf("--report: %w", app.Unknown("format", format, report.Names()))
		case named && file == "":
			return nil, fmt.Errorf("--report: found %q, expected a file after =", value)
		case !named || file == "-":
			if i > 0 && slices.ContainsFunc(values[:i], toStdout) {
				return nil, errors.New("--report: only one can go to standard output")
			}
			targets[0].format = format
			continue
		}
		file = filepath.Clean(file)
		if slices.ContainsFunc(targets, func(t target) bool { return t.file == file }) {
			return nil, fmt.Errorf("--report: two reports go to %s", file)
		}
		targets = append(targets, target{format, file})
	}
	return targets, nil
}

func toStdout(value string) bool {
	_, file, named := strings.Cut(value, "=")
	return !named || file == "-"
}

// add opens a report.
func (r *Reports) add(c *cli.Context, t target, o report.Options) error {
	w := c.App.Writer
	if t.file != "" {
		if r.has(t.file) {
			return fmt.Errorf("--report: two reports go to %s", t.file)
		}
		// If it were open for reading as well, a pipe that no one reads would stay open.
		f, err := os.OpenFile(t.file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return err
		}
		r.files = append(r.files, f)
		w = f
		o.Colour = c.String("color") == "always"
	}
	if t.format == "junit" {
		s := new(scratch.Spool)
		r.spools = append(r.spools, s)
		o.Spool = s
	}
	one, err := report.New(t.format, w, o)
	if err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	r.all = append(r.all, one)
	return nil
}

// has reports whether a file is open for a report, under this name or another.
func (r *Reports) has(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	return slices.ContainsFunc(r.files, func(f *os.File) bool {
		open, err := f.Stat()
		return err == nil && os.SameFile(open, info)
	})
}

// Wants reports whether any of the reports wants results with the verdict.
func (r *Reports) Wants(v judge.Verdict) bool {
	return r.Failures.wants(v) ||
		slices.ContainsFunc(r.all, func(one report.Reporter) bool { return one.Wants(v) })
}

// Case passes the result to the reports that want it, even if one of them fails.
func (r *Reports) Case(result *judge.Result) error {
	if r.terminal {
		r.Progress.Clear()
	}
	r.Failures.add(result)
	var errs []error
	for _, one := range r.all {
		if one.Wants(result.Verdict) {
			errs = append(errs, one.Case(result))
		}
	}
	return errors.Join(errs...)
}

// Close ends all reports, even if one fails, and closes the files.
func (r *Reports) Close(s report.Summary) error {
	r.Progress.End()
	var errs []error
	for _, one := range r.all {
		errs = append(errs, one.Close(s))
	}
	return errors.Join(append(errs, r.Abandon())...)
}

// Abandon closes the files and leaves the reports unfinished. It is for runs that never began.
func (r *Reports) Abandon() error {
	r.Progress.End()
	var errs []error
	for _, f := range r.files {
		errs = append(errs, f.Close())
	}
	for _, s := range r.spools {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}

// Stopped says why not all cases were judged.
func Stopped(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return err.Error()
}
