package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
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
		printStats(c.App.ErrWriter, job.stats, job.options.Weight)
	}
	if err == nil && job.stats.Failed() > 0 {
		return app.Failed
	}
	return err
}

// A job is one run of solve: how to answer, and what came of it.
type job struct {
	format    *formats.Format // nil: to be detected
	to        *formats.Format // nil: the input's
	algorithm string
	finds     solver.Quality // of the algorithm
	options   solver.Options
	tables    *tables.Store // nil: there is no place for any
	batch     judge.Batch
	solvers   map[purpose]solver.Solver
	output    *output
	complain  func(error)
	stats     judge.Stats
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
	enc, err := answers.NewEncoder(format, to)
	if err != nil {
		return err
	}
	if j.batch.Solver, err = j.solver(format, to); err != nil {
		return err
	}
	if err := j.output.open(); err != nil {
		return err
	}
	j.batch.Report = func(err error) {
		if !errors.As(err, new(*formats.SyntaxError)) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		j.complain(err)
	}
	dec := puzzles.NewDecoder(in, name, format)
	dec.AnswerAs(to)
	stats, err := j.batch.Run(ctx, dec, enc, j.output.w)
	j.stats.Add(stats)
	if errors.As(err, new(*formats.SyntaxError)) {
		j.complain(err)
		return app.Failed
	}
	return err
}

// A purpose is what makes solvers differ within a run.
type purpose struct {
	answers *formats.Format
	anyPath bool // both formats take any
}

// solver returns the solver for puzzles of one format, answered as another has it.
func (j *job) solver(from, to *formats.Format) (solver.Solver, error) {
	use := purpose{to, from.Rule == formats.AnyPath && to.Rule == formats.AnyPath}
	s := j.solvers[use]
	if s == nil {
		if err := j.findsFor(from, to, use.anyPath); err != nil {
			return nil, err
		}
		if err := j.servesFormat(from); err != nil {
			return nil, err
		}
		o := j.options
		o.Order, o.Want = to.Order, to.Answer.Wants()
		o.AnyPath, o.StopAtBound = use.anyPath, to.Answer.TooLong != ""
		var err error
		if s, err = solver.New(j.algorithm, o); err != nil {
			return nil, err
		}
		j.solvers[use] = s
	}
	return s, nil
}

// findsFor returns an error if the algorithm does not find what the formats
// ask for.
func (j *job) findsFor(from, to *formats.Format, anyPath bool) error {
	flag, finder := "algorithm", j.algorithm
	if j.finds == solver.Bounded {
		flag, finder = "weight", fmt.Sprintf("%s with weight %v", finder, j.options.Weight)
	}
	switch {
	case to.Rule == formats.Decision || anyPath:
		return nil
	case to.Rule == formats.Least && j.finds < solver.Canonical:
		return fmt.Errorf("--%s: %s asks for the lexicographically smallest path, which %s does not find",
			flag, to.Name, finder)
	case j.finds < solver.Shortest:
		if to.Rule == formats.AnyPath {
			to = from
		}
		hint := ""
		if flag == "weight" {
			hint = " (compare takes it in any format)"
		}
		return fmt.Errorf("--%s: %s asks for shortest paths, which %s does not find%s",
			flag, to.Name, finder, hint)
	default:
		return nil
	}
}

// servesFormat returns an error if the patterns that were chosen are for none of a
// format's boards.
func (j *job) servesFormat(f *formats.Format) error {
	p := j.options.Patterns
	if p == nil {
		return nil
	}
	shape := p.Serves().Shape
	if f.Shapes.Allow(shape) || f.Shapes.Allow(puzzle.Shape{Rows: shape.Cols, Cols: shape.Rows}) {
		return nil
	}
	return fmt.Errorf("--heuristic: %s is for %dx%d boards, and those of %s are %v",
		p.Name, shape.Cols, shape.Rows, f.Name, f.Shapes)
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

// exampleFormat returns the format that a bundled file names in a line
// "Format: NAME", or else is named after. It may be nil: then it is to be detected.
func exampleFormat(name string, data []byte) (*formats.Format, error) {
	for line := range strings.Lines(string(txtar.Parse(data).Comment)) {
		if format, ok := strings.CutPrefix(strings.TrimSpace(line), "Format: "); ok {
			return formats.Lookup(format)
		}
	}
	f, _ := formats.Lookup(name)
	return f, nil
}

// example returns the puzzles of a bundled file and the answers to them.
func example(data []byte) (input, answer string) {
	for _, f := range txtar.Parse(data).Files {
		switch f.Name {
		case "input":
			input = string(f.Data)
		case "answer":
			answer = string(f.Data)
		}
	}
	return input, answer
}
