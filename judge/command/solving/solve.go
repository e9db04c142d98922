// Package solving has the commands that solve puzzles and compare searches: solve,
// compare, tables and algorithms.
package solving

import (
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
)

// Solve declares the command solve.
func Solve(o *SolveOptions) *app.Command {
	return &app.Command{
		Name:      "solve",
		Category:  "Solve",
		Usage:     "answer the puzzles in files, or on standard input",
		ArgsUsage: "[FILE...]",
		Description: `
Answers come in the order of the puzzles, in the form that the judge of the format wants. Each is
written as soon as all answers before it are. Without --format the format is detected. If several
formats can read the input, the exact layout of its first puzzle decides. If the layout fits
several formats whose answers differ, the error lists them.

A puzzle that is given up gets the line "gave up". A malformed puzzle ends the run. With
--keep-going it gets the line "malformed", and does not count where an input begins with the number
of its puzzles. An answer with more moves than the judge promises is written and reported.

With --to, which paths will do and how long they may be is up to the judge of that format, not to
the input's. With --require any, a large board gets a path at once where the judge asks for a
shortest one.

The algorithm auto solves boards of up to 10 cells with IDA*, and with a table of all distances
once there are enough puzzles. It searches larger boards with linear conflict, then with pattern
databases. If any path will do, and a brief search finds no shortest one, it uses greedy. With
--time-limit or a --node-limit above 20,000 it uses anytime instead, which goes on to look for
shorter paths until the limit ends it. Then --stats tells a lower bound on the moves of these
paths. Large tables are used if they are built (see tables).

With --trace text, it tells how astar, idastar, bfs or bibfs (-a; astar if none is named) works on
one small puzzle: the boards that it expands, their neighbours, and what becomes of each neighbour:
queued, known by as short a path, or cut because g+h is above the bound of the iteration. The
search itself expands the same boards. --trace html=FILE writes that as a page to go through step
by step, with the tree of the boards so far, the open list or the path, the iterations, and h
against the true distance, which is known for boards of up to 10 cells and for those on the path.

With --all-optimal each puzzle gets the number of its shortest paths on a line, and then the answer
of the format for each of these paths, in the format's order; unsolvable puzzles get their usual
text. --count-optimal writes the number alone, also where the format has no path. It does not list
the paths to count them, so the number may be huge. Both remember the boards that the paths pass,
and give up a puzzle if these boards exceed the --memory-limit.

With --metric multi-tile a slide of several tiles in a line is one move. Of the paths with the
fewest slides it finds the first in the format's order, and writes it move by move, as paths always
are. So it may have more of these moves than a judge accepts. A 15-puzzle takes a second on average
once tables are made, which takes some seconds; the hardest take hours.

With --shorten FILE the answers in FILE, one for each puzzle of the one input, are made shorter:
parts of a path are replaced by shortest paths between their ends, longer and longer parts, up to
the whole path or a limit (about a million nodes if none is set). No answer gets longer. A wrong
answer is reported, and its puzzle gets "gave up".

With --json each record has a JSON object on a line, whatever the format: its number and line,
start and goal row by row (0 is the blank, null a wall), and a status: solved, solvable (where only
that is asked), unsolvable, too_long, gave_up or malformed. A path has its moves twice: the blank's
in "path", and the tiles' in "tile_path". "optimal" says that no path is shorter, and "canonical"
that it is the first of these in "order". --json-schema prints the schema. The objects are the same
in each run, as all answers are. --stats adds nodes and time_us, which vary: auto searches a puzzle
or looks it up, whichever is faster by then.`,
		Action: schema.Or(schema.Answers, func(c *cli.Context) error { return solve(c, *o) }),
		Flags:  slices.Concat(o.flags(), traceFlags),
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
			Command: "tilejudge generate -f 42-npuzzle --shape 9x9 --seed 1 2>&- |\n" +
				"tilejudge solve -f 42-npuzzle --require any | head -n 1",
			Output: "Number of moves: 1480",
		}},
	}
}

// solve answers the puzzles of each input in turn.
func solve(c *cli.Context, o SolveOptions) (err error) {
	if c.IsSet("trace") {
		return traceSearch(c)
	}
	f, err := flags.ReadFormat(c, "format")
	if err != nil {
		return err
	}
	job, err := newJob(c, o, f)
	if err != nil {
		return err
	}
	if job.output, err = stdio.NewOutput(c); err != nil {
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
	if j.options.Stats {
		printStats(c.App.ErrWriter, j.stats, j.Options.Weight)
	}
	if err == nil && j.stats.Failed() > 0 {
		return app.ErrFailed
	}
	return err
}
