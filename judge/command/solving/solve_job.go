package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/tables"
)

// A job is one run of solve: how to answer the puzzles, and the counts of the answers.
type job struct {
	*stream.Answerer
	options  SolveOptions
	format   *formats.Format // nil: to be detected
	to       *formats.Format // nil: the input's
	tables   *tables.Store   // nil: the system names no directory for them
	output   *stdio.Output
	complain func(error)
	stats    stream.Stats
	newBar   func() *progress.Bar
	progress *progress.Bar // of the input; nil: none is shown

	// answersTo begins to read the answers to be shortened, which are in the given format; nil:
	// there are none to shorten.
	answersTo func(*formats.Format)
}

// unshortened are the flags of solve that do not go with --shorten.
var unshortened = []string{
	"algorithm", "heuristic", "weight", "metric", "require", "all-optimal", "count-optimal",
	"keep-going", "cases",
}

// shorten shortens the answers in a file to the puzzles of one input.
func (j *job) shorten(c *cli.Context, name string) error {
	for _, flag := range unshortened {
		if c.IsSet(flag) {
			return fmt.Errorf("--shorten and --%s exclude each other", flag)
		}
	}
	inputs := c.Args().Slice()
	switch {
	case len(inputs) > 1:
		return fmt.Errorf("--shorten: found %d files of puzzles, expected one", len(inputs))
	case name == "-" && (len(inputs) == 0 || inputs[0] == "-"):
		return errors.New("--shorten: only one of the files can be standard input")
	case stdio.IsInput(c, c.String("output"), []string{name}):
		return fmt.Errorf("--output: %s is an input", c.String("output"))
	}
	given, err := stdio.Open(c, name)
	if err != nil {
		return err
	}
	defer given.Close()
	j.answersTo = func(f *formats.Format) {
		j.Answers = answers.NewDecoder(given, stdio.Name(name), f)
	}
	return stdio.EachPuzzles(c, j.input)
}

// input answers the puzzles of one input, which are in the format f if it is not nil.
func (j *job) input(ctx context.Context, in io.Reader, name string, f *formats.Format) error {
	format := cmp.Or(j.format, f)
	terminal := stdio.AtTerminal(in)
	if terminal {
		j.complain(stdio.Waiting(format))
	}
	if format == nil {
		var err error
		if format, in, err = stdio.Detect(ctx, in, name, "format", j.to, j.complain); err != nil {
			return stdio.OrTo(err)
		}
	}
	to := cmp.Or(j.to, format)
	format, in = stdio.Uncounted(format, in, name, j.complain)
	if j.answersTo != nil {
		j.answersTo(to)
	}
	if err := optionError(j.Check(format, to)); err != nil {
		return err
	}
	if err := j.output.Open(); err != nil {
		return err
	}
	if j.Objects != nil {
		j.Objects.File = name
	}
	j.Batch.Report = j.reporter(name)
	if !terminal {
		j.showProgress(ctx, name, format)
	}
	if (j.options.AllOptimal || j.options.CountOptimal) && stdio.IsTerminal(os.Stderr) {
		defer j.tellCounting(name, countingPatience)()
	}
	out := io.Writer(j.output)
	if j.output.OnTerminal() {
		out = j.progress.Writer(out)
	}
	stats, err := j.Run(ctx, in, name, format, to, out)
	j.progress.End()
	j.stats.Add(stats)
	if errors.As(err, new(*formats.SyntaxError)) {
		j.complain(err)
		return app.ErrFailed
	}
	return err
}

// showProgress shows how many puzzles of an input are answered.
func (j *job) showProgress(ctx context.Context, name string, f *formats.Format) {
	j.progress = j.newBar()
	j.progress.Count(func() int64 { return progress.Puzzles(ctx, name, f) })
	if j.Batch.Answered = nil; j.progress == nil {
		return
	}
	j.progress.Nodes(j.Options.Live.Load)
	done := int64(0)
	j.progress.ShowCount(done, 0)
	j.Batch.Answered = func(puzzles int64) {
		done += puzzles
		j.progress.ShowCount(done, 0)
	}
}

// reporter returns a Batch.Report for the input with that name.
func (j *job) reporter(name string) func(error) {
	return func(err error) {
		if !errors.As(err, new(*formats.SyntaxError)) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		j.complain(err)
	}
}

// optionError returns the error with the flag that it is about.
func optionError(err error) error {
	if wrong := (*stream.OptionError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("--%w", err)
	}
	return err
}

// printStats prints the summary of --stats, for a run with that weight.
func printStats(w io.Writer, s stream.Stats, weight solver.Weight) {
	moves := "moves"
	if weight > solver.Once {
		moves = fmt.Sprintf("moves, at most %v times the fewest", weight)
	}
	seconds := max(s.Time, time.Nanosecond).Seconds()
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	type row struct {
		name  string
		value any
	}
	rows := []row{
		{"puzzles", s.Puzzles()},
		{"solved", s.Solved},
		{"too long", s.TooLong},
		{"unsolvable", s.Unsolvable},
		{"gave up", s.GaveUp},
		{"malformed", s.Malformed},
		{moves, s.Moves},
	}
	if s.Bounded > 0 {
		ratio := float64(s.BoundedMoves) / float64(s.LowerBound)
		rows = append(rows, row{fmt.Sprintf("lower bound on %d", s.BoundedMoves), s.LowerBound},
			row{"ratio", fmt.Sprintf("%.3f", ratio)})
	}
	rows = append(rows,
		row{"nodes", s.Nodes},
		row{"seconds", fmt.Sprintf("%.3f", seconds)},
		row{"puzzles/s", fmt.Sprintf("%.0f", float64(s.Puzzles())/seconds)},
	)
	for _, row := range rows {
		fmt.Fprintf(t, "%s\t%v\t\n", row.name, row.value)
	}
	t.Flush()
}
