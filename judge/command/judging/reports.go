package judging

import (
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
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/draw"
	"tilejudge/judge/report"
	"tilejudge/judge/scratch"
	"tilejudge/judge/show"
)

// reportFlags declares the flags of commands that give verdicts. newReports reads
// them.
func reportFlags(maxReports int) []cli.Flag {
	return []cli.Flag{
		app.Offer(report.Names, &cli.StringSliceFlag{
			Name: "report", Category: "Report",
			Usage: "report as `FORMAT`: " + strings.Join(report.Names(), ", ") +
				" (a page with a player for each failure); FORMAT=FILE writes it to a file as" +
				" well; may be repeated",
		}),
		app.OneOf("setting", report.ColourNames, &cli.StringFlag{
			Name: "color", Category: "Report", Value: "auto",
			Usage: "color text `WHEN`: auto, always or never; this overrides NO_COLOR," +
				" CLICOLOR_FORCE and FORCE_COLOR",
		}),
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
	}
}

// reports is a report.Reporter that passes verdicts to several: one writes to standard
// output, the others to files.
type reports struct {
	all      []report.Reporter
	files    []*os.File
	spools   []*scratch.Spool
	terminal bool           // standard output is one
	progress *progress.Line // nil: none is shown
}

// A target is a value of --report.
type target struct{ format, file string } // file "": standard output

// newReports reads the flags into options and opens the files, which empties them. So
// call it when all else in the command line is known to be right. It refuses files that
// are inputs.
func newReports(c *cli.Context, o report.Options, inputs []string) (*reports, error) {
	targets, err := readReportFlags(c, &o)
	if err != nil {
		return nil, err
	}
	r := &reports{terminal: stdio.IsTerminal(c.App.Writer)}
	for _, t := range targets {
		if t.file != "" && stdio.IsInput(c, t.file, inputs) {
			return nil, fmt.Errorf("--report: %s is an input", t.file)
		}
	}
	for _, t := range targets {
		if err := r.add(c, t, o); err != nil {
			return nil, errors.Join(err, r.closeFiles())
		}
	}
	// The progress line would wipe out a line that is only half written.
	whole := !r.terminal || targets[0].format == "text" && (o.Programs || o.Held())
	if whole && !o.Quiet {
		r.progress = progress.New(c.App.ErrWriter)
	}
	return r, nil
}

// readReportFlags sets the options that are flags, and returns what --report names.
func readReportFlags(c *cli.Context, o *report.Options) (targets []target, err error) {
	o.Quiet, o.Verbose, o.MaxReports = c.Bool("quiet"), c.Bool("verbose"), c.Int("max-reports")
	o.Colour, err = report.Colour(c.String("color"), os.Getenv, stdio.IsTerminal(c.App.Writer))
	switch {
	case err != nil:
		return nil, fmt.Errorf("--color: %w", err)
	case o.Quiet && o.Verbose:
		return nil, errors.New("--quiet and --verbose exclude each other")
	case o.MaxReports < 0:
		return nil, fmt.Errorf("--max-reports: found %d, expected at least 0", o.MaxReports)
	}
	return parseTargets(c.StringSlice("report"))
}

// scenes returns what draws the failures in a format, for reports.
func scenes(f *formats.Format) func(*judge.Result) *draw.Scene {
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
func (r *reports) add(c *cli.Context, t target, o report.Options) error {
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
	r.all = append(r.all, one)
	return err
}

// has reports whether a file is open for a report, under this name or another.
func (r *reports) has(name string) bool {
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
func (r *reports) Wants(v judge.Verdict) bool {
	return slices.ContainsFunc(r.all, func(one report.Reporter) bool { return one.Wants(v) })
}

// Case passes the result to the reports that want it, even if one of them fails.
func (r *reports) Case(result *judge.Result) error {
	if r.terminal {
		r.progress.Clear()
	}
	var errs []error
	for _, one := range r.all {
		if one.Wants(result.Verdict) {
			errs = append(errs, one.Case(result))
		}
	}
	return errors.Join(errs...)
}

// Close ends all reports, even if one fails, and closes the files.
func (r *reports) Close(s report.Summary) error {
	r.progress.Clear()
	var errs []error
	for _, one := range r.all {
		errs = append(errs, one.Close(s))
	}
	return errors.Join(append(errs, r.closeFiles())...)
}

func (r *reports) closeFiles() error {
	var errs []error
	for _, f := range r.files {
		errs = append(errs, f.Close())
	}
	for _, s := range r.spools {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
