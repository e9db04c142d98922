// Package solving has the commands that solve puzzles and compare searches: solve,
// compare, tables and algorithms.
package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/tables"
)

// Solve declares the command solve.
func Solve() *app.Command {
	return &app.Command{
		Name:      "solve",
		Category:  "Solve",
		Usage:     "answer the puzzles in files, or on standard input",
		ArgsUsage: "[FILE...]",
		Description: `
Answers come in the order of the puzzles, in the form that the judge of the format wants.
Each is written as soon as all answers before it are. Without --format the format is detected: if
several formats can read the input, by the exact layout of its first puzzle. If that fits several
formats whose answers differ, the error lists them.

A puzzle that is given up gets the line "gave up". A malformed puzzle ends the run. With
--keep-going it gets the line "malformed", and does not count where an input begins with the number
of its puzzles. An answer with more moves than the judge promises is written and reported.

With --to, which paths will do and how long they may be is up to the judge of that format, not to
the input's. With --require any, a large board gets a path at once where the judge asks for a
shortest one.

The algorithm auto solves boards of up to 10 cells with IDA*, and with a table of all distances once
there are puzzles enough. It searches larger boards with linear conflict, then with pattern
databases. If any path will do, and a brief search finds no shortest one, it uses greedy. With
--time-limit or a --node-limit above 20,000 it uses anytime there, which goes on to look for shorter
paths until the limit ends it. Then --stats tells a lower bound on the moves of these paths.
Large tables are used if they are built (see tables).

With --trace text, it tells how astar, idastar, bfs or bibfs (-a; astar if none is named) works on
one small puzzle: the boards that it expands, those that they lead to, and what becomes of each:
queued, known by as short a path, or cut because g+h is above the bound of the iteration. The boards
are those of the search itself: as many are expanded. --trace html=FILE writes that as a page to go
through step by step, with the open list or the path, and the iterations.

With --all-optimal each puzzle gets the number of its shortest paths on a line, and then the answer
of the format for each of these paths, in the format's order; unsolvable puzzles get their usual
text. --count-optimal writes the number alone, also where the format has no path. It does not list
the paths to count them, so the number may be huge. Both remember the boards that the paths pass,
and give up a puzzle where these exceed the --memory-limit.

With --metric multi-tile a slide of several tiles in a line is one move. Of the paths with the
fewest slides it finds the first in the format's order, and writes it move by move, as paths always
are. So it may have more of these moves than a judge accepts. A 15-puzzle takes a second on average
once tables are made, which takes some seconds; the hardest take hours.

With --shorten FILE the answers in FILE, one for each puzzle of the one input, are made shorter:
parts of a path are replaced by shortest paths between their ends, longer and longer parts, up to
the whole path or a limit (about a million nodes if none is set). No answer gets longer. One that is
wrong is reported, and its puzzle gets "gave up".

With --json each record has a JSON object on a line, whatever the format: its number and line, start
and goal row by row (0 is the blank, null a wall), and a status: solved, solvable (where only that
is asked), unsolvable, too_long, gave_up or malformed. A path has its moves, twice: as those of the
blank in "path", and as those of the tiles in "tile_path". "optimal" says that no path is shorter,
and "canonical" that it is the first of these in "order". --json-schema prints the schema. The
objects are the same in each run, as all answers are. --stats adds nodes and time_us, which vary:
auto searches a puzzle or looks it up, whichever is faster by then.`,
		Action: schema.Or(schema.Answers, solve),
		Flags:  slices.Concat(solveFlags, traceFlags),
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "every puzzle has an answer"},
			{Code: app.ExitFailed,
				Meaning: "a puzzle was malformed, was given up, or needs more moves" +
					" than its judge allows"},
		},
		Examples: []app.Example{{
			Command: `printf '2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n'` +
				" | tilejudge solve -f poj-1077",
			Output: "ullddrurdllurdruldr\nunsolvable",
		}, {
			Command: `echo '8 6 7 2 5 4 3 x 1' |` +
				" tilejudge solve -f poj-1077 --all-optimal --limit 2",
			Output: "40\nuulddrruuldldrruuldldrruullddrr\nuurdlldrrullurrdldluurddluurrdd",
		}, {
			Command: `echo '[[4,1,2],[5,0,3]]' | tilejudge solve    # the format is detected`,
			Output:  "5",
		}, {
			Command: "tilejudge solve --cases deepest -a bibfs --to leetcode-773",
			Output:  "31\n31",
		}, {
			Command: "echo '1 2 3 4 5 6 7 x 8' | tilejudge solve -f poj-1077 --trace text -a idastar",
			Output: `idastar with manhattan: puzzle 1 (stdin:1)

bound 1

1. g 0 + h 1 = 1
 1  2  3    1  2  3           1  2  3           1  2  3
 4  5  6    4  ·  6           4  5  6           4  5  6
 7  ·  8    7 [5] 8           · [7] 8           7 [8] ·
 expanded   u 1+2=3 > 1 cut   l 1+2=3 > 1 cut   r 1+0=1 goal

the goal is 1 move away (r): 1 board expanded, 3 generated`,
		}, {
			Command: "tilejudge generate -f 42-npuzzle --shape 9x9 --seed 1 2>&- | " +
				"tilejudge solve -f 42-npuzzle --require any | head -n 1",
			Output: "Number of moves: 1480",
		}},
	}
}

// solve answers the puzzles of each input in turn.
func solve(c *cli.Context) (err error) {
	if c.IsSet("trace") {
		return traceSearch(c)
	}
	job, err := newJob(c)
	if err != nil {
		return err
	}
	defer func() { err = job.output.Close(err) }()
	if err := stdio.CasesOrFiles(c); err != nil {
		return err
	}
	if given := c.String("shorten"); given != "" {
		return job.finish(c, job.shorten(c, given))
	}
	return job.finish(c, stdio.EachPuzzles(c, job.input))
}

// finish reports on a run that ended with an error, or with nil, and returns its outcome.
func (j *job) finish(c *cli.Context, err error) error {
	hintAtTables(c.App.ErrWriter, j.tables, j.stats.Nodes)
	if c.Bool("stats") {
		printStats(c.App.ErrWriter, j.stats, j.Options.Weight)
	}
	if err == nil && j.stats.Failed() > 0 {
		return app.ErrFailed
	}
	return err
}

// A job is one run of solve: how to answer the puzzles, and the counts of the answers.
type job struct {
	stream.Answerer
	format   *formats.Format // nil: to be detected
	to       *formats.Format // nil: the input's
	tables   *tables.Store   // nil: the system names no directory for them
	output   *stdio.Output
	complain func(error)
	stats    judge.Stats
	newBar   func() *progress.Bar
	progress *progress.Bar // of the input; nil: none is shown

	// answersTo sets the answers to be shortened, which are in a format; nil: there are none.
	answersTo func(*formats.Format)
}

// unshortened are the flags of solve about what --shorten does not do.
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
	if stdio.AtTerminal(in) {
		j.complain(stdio.Waiting(format))
	}
	if format == nil {
		var err error
		if format, in, err = stdio.Detect(ctx, in, name, "format", j.to); err != nil {
			return stdio.OrTo(err)
		}
	}
	to := cmp.Or(j.to, format)
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
	if !stdio.AtTerminal(in) {
		j.showProgress(ctx, name, format)
	}
	stats, err := j.Run(ctx, in, name, format, to, j.output)
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
func printStats(w io.Writer, s judge.Stats, weight solver.Weight) {
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
