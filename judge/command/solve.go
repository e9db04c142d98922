package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/tables"
)

// solve answers the puzzles of each input in turn.
func solve(c *cli.Context) (err error) {
	job, err := newJob(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, job.output.close()) }()
	if err := casesOrFiles(c); err != nil {
		return err
	}
	err = eachPuzzles(c, job.input)
	hintAtTables(c.App.ErrWriter, job.tables, job.stats.Nodes)
	if c.Bool("stats") {
		printStats(c.App.ErrWriter, job.stats, job.Options.Weight)
	}
	if err == nil && job.stats.Failed() > 0 {
		return app.Failed
	}
	return err
}

// A job is one run of solve: how to answer, and what came of it.
type job struct {
	stream.Answerer
	format   *formats.Format // nil: to be detected
	to       *formats.Format // nil: the input's
	tables   *tables.Store   // nil: there is no place for any
	output   *output
	complain func(error)
	stats    judge.Stats
}

// input answers the puzzles of one input, which are in a format that may be nil.
func (j *job) input(ctx context.Context, in io.Reader, name string, f *formats.Format) error {
	format := cmp.Or(j.format, f)
	if format == nil {
		var err error
		if format, in, err = detect(ctx, in, name, "format", j.to); err != nil {
			return err
		}
	}
	to := cmp.Or(j.to, format)
	if err := optionError(j.Check(format, to)); err != nil {
		return err
	}
	if err := j.output.open(); err != nil {
		return err
	}
	j.Batch.Report = func(err error) {
		if !errors.As(err, new(*formats.SyntaxError)) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		j.complain(err)
	}
	stats, err := j.Run(ctx, in, name, format, to, j.output.w)
	j.stats.Add(stats)
	if errors.As(err, new(*formats.SyntaxError)) {
		j.complain(err)
		return app.Failed
	}
	return err
}

// optionError says which flag an error is about.
func optionError(err error) error {
	if wrong := (*stream.OptionError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("--%w", err)
	}
	return err
}

// printStats writes the summary of --stats, of a run with that weight.
func printStats(w io.Writer, s judge.Stats, weight solver.Weight) {
	moves := "moves"
	if weight > solver.Once {
		moves = fmt.Sprintf("moves, at most %v times the fewest", weight)
	}
	seconds := max(s.Time, time.Nanosecond).Seconds()
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, row := range []struct {
		name  string
		value any
	}{
		{"puzzles", s.Puzzles()},
		{"solved", s.Solved},
		{"too long", s.TooLong},
		{"unsolvable", s.Unsolvable},
		{"gave up", s.GaveUp},
		{"malformed", s.Malformed},
		{moves, s.Moves},
		{"nodes", s.Nodes},
		{"seconds", fmt.Sprintf("%.3f", seconds)},
		{"puzzles/s", fmt.Sprintf("%.0f", float64(s.Puzzles())/seconds)},
	} {
		fmt.Fprintf(t, "%s\t%v\t\n", row.name, row.value)
	}
	t.Flush()
}
