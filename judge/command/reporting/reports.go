// Package reporting has the flags of commands that give verdicts, writes their reports, and shows
// the first failures.
package reporting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
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

// Options say what to report, and how.
type Options struct {
	Report       []string `json:"report,omitempty"` // each FORMAT or FORMAT=FILE
	Colour       string   `json:"color,omitempty"`  // a name; "": auto
	Points       float64  `json:"points,omitempty"` // for all cases; 0: one a case
	Quiet        bool     `json:"quiet,omitempty"`
	Verbose      bool     `json:"verbose,omitempty"`
	MaxReports   int      `json:"max_reports,omitempty"` // 0: all
	ShowFailures int      `json:"show_failures"`         // -1: one, if a person reads text
}

// Flags are the flags of commands that give verdicts. maxReports is the default of --max-reports.
func (o *Options) Flags(maxReports int) []cli.Flag {
	return []cli.Flag{
		app.Offer(report.Names, app.List(&o.Report, &cli.StringSliceFlag{
			Name: "report", Category: "Report",
			Usage: "report as `FORMAT`: " + strings.Join(report.Names(), ", ") +
				"; FORMAT=FILE writes it to a file as well; may be repeated; html is a page with" +
				" a player for each failure, and the last three are about one hand-in: with --answers," +
				" FORMAT=DIR writes a file for each",
		})),
		flags.Colour(&o.Colour, "Report"),
		schema.Flag("--report json", "Report"),
		app.Read(checkPoints, &cli.Float64Flag{
			Name: "points", Category: "Report", DefaultText: "one a case", Destination: &o.Points,
			Usage: "give `N` points for all cases together, to a class and in reports for one",
		}),
		&cli.BoolFlag{
			Name: "quiet", Category: "Report", Aliases: []string{"q"}, Destination: &o.Quiet,
			Usage: "print the counts only",
		},
		&cli.BoolFlag{
			Name: "verbose", Category: "Report", Aliases: []string{"v"}, Destination: &o.Verbose,
			Usage: "print more of each case",
		},
		app.AtLeast(0, &cli.IntFlag{
			Name: "max-reports", Category: "Report", Value: maxReports, Destination: &o.MaxReports,
			Usage: "show at most `N` failures, and count the others; 0: show all",
		}),
		app.AtLeast(0, &cli.IntFlag{
			Name: "show-failures", Category: "Report", Value: -1, DefaultText: "1",
			Destination: &o.ShowFailures,
			Usage: "below the text, on standard error, show the puzzles of the first `N` failures," +
				" the answers to them, and what would have been right; 0: show none",
		}),
	}
}

// checkPoints returns an error unless the points are above 0, and no more than get exact shares.
func checkPoints(text string) error {
	const maxPoints = 1e6
	points, err := strconv.ParseFloat(text, 64)
	if err == nil && !(points > 0 && points <= maxPoints) {
		return fmt.Errorf("found %v, expected more than 0 and at most %.0f", points, maxPoints)
	}
	return err
}

// Reports is a report.Reporter that passes verdicts to several: one writes to standard
// output, the others to files.
type Reports struct {
	Progress *progress.Bar // of the run; nil: none is shown
	Failures *Failures     // to be shown below the reports; nil: none are

	all      []report.Reporter
	files    []*os.File
	spools   []*scratch.Spool
	terminal bool // the first report goes to a terminal
	always   bool // files are colored, too
}

// A target is a value of --report.
type target struct{ format, file string } // file "": standard output

// New opens the files of the reports, which empties them. So call it when all else in the command
// line is known to be right. It refuses files that are inputs. The first report goes to out.
func (o *Options) New(
	c *cli.Context, out io.Writer, details report.Options, inputs []string,
) (*Reports, error) {
	terminal := stdio.IsTerminal(out)
	targets, err := o.fill(&details, terminal)
	if err != nil {
		return nil, err
	}
	r := &Reports{terminal: terminal, always: o.Colour == "always"}
	switch {
	case o.ShowFailures >= 0:
		r.Failures = &Failures{limit: o.ShowFailures, out: c.App.ErrWriter}
	case !o.Quiet && targets[0].format == "text":
		r.Failures = &Failures{limit: 1, out: c.App.ErrWriter}
	}
	if err := refuseInputs(c, targets, inputs); err != nil {
		return nil, err
	}
	for _, t := range targets {
		if err := r.add(t, out, details); err != nil {
			return nil, errors.Join(err, r.Abandon())
		}
	}
	// The progress line would wipe out a line that is only half written.
	whole := !terminal || targets[0].format == "text" && (details.Programs || details.Held())
	if whole && !o.Quiet {
		r.Progress = progress.New(c.App.ErrWriter)
	}
	return r, nil
}

// Check returns what New says about the options and the arguments, without opening files.
func (o *Options) Check(c *cli.Context) error {
	targets, err := o.fill(new(report.Options), false)
	if err != nil {
		return err
	}
	return refuseInputs(c, targets, c.Args().Slice())
}

// refuseInputs returns an error if a report would replace an input.
func refuseInputs(c *cli.Context, targets []target, inputs []string) error {
	for _, t := range targets {
		if t.file != "" && stdio.IsInput(c, t.file, inputs) {
			return fmt.Errorf("--report: %s is an input", t.file)
		}
	}
	return nil
}

// GradeOne reports whether a report is one about the hand-in of a student.
func (o *Options) GradeOne() bool {
	return slices.ContainsFunc(o.Report, func(value string) bool {
		format, _, _ := strings.Cut(value, "=")
		return report.IsOfOne(format)
	})
}

// fill fills in the details of reports, and returns the targets.
func (o *Options) fill(to *report.Options, terminal bool) (targets []target, err error) {
	to.Getenv, to.Maximum = os.Getenv, o.Points
	to.Quiet, to.Verbose, to.MaxReports = o.Quiet, o.Verbose, o.MaxReports
	if to.Colour, err = flags.ReadColour(o.Colour, terminal); err != nil {
		return nil, err
	}
	if o.Quiet && o.Verbose {
		return nil, errors.New("--quiet and --verbose exclude each other")
	}
	return parseTargets(o.Report)
}

// Scenes returns the function with which reports draw failures in a format.
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
func (r *Reports) add(t target, w io.Writer, o report.Options) error {
	if o.Class && t.file != "" && report.IsOfOne(t.format) {
		o.Class, o.Maximum = false, 0 // points are scaled already
		h := &handIns{t.format, t.file, o}
		if _, err := h.open(io.Discard, "a hand-in"); err != nil {
			return err // no file has been made yet
		}
		r.all = append(r.all, h)
		return os.MkdirAll(t.file, 0o777)
	}
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
		o.Colour = r.always
	}
	if t.format == "junit" {
		s := new(scratch.Spool)
		r.spools = append(r.spools, s)
		o.Spool = s
	}
	one, err := report.New(t.format, w, o)
	switch {
	case err != nil && o.Class && report.IsOfOne(t.format):
		return fmt.Errorf("--report: %w; %s=DIR writes a file for each", err, t.format)
	case err != nil:
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

// End is Close for a run that ended with an error, or nil. If all is well, it shows failures to the
// checker's answers, too. failed is the first error of a report.
func (r *Reports) End(
	ctx context.Context, k *checker.Checker, s report.Summary, err, failed error,
) error {
	s.Time = time.Since(s.Begin)
	if err != nil {
		s.Stopped = Stopped(err)
	}
	if err = cmp.Or(err, failed, r.Close(s)); err == nil {
		err = r.Failures.Show(ctx, k)
	}
	return err
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
