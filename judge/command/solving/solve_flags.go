package solving

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// solveFlags are the flags of solve, which newJob reads.
var solveFlags = []cli.Flag{
	flags.InputFormat,
	flags.Cases("solve"),
	flags.KeepGoing,
	flags.Format(&cli.StringFlag{
		Name: "to", Category: "Output",
		Usage: "answer as the judge of `FORMAT` wants it (default: the input's)",
	}),
	app.OneOf("rule", puzzle.RuleNames, &cli.StringFlag{
		Name: "require", Category: "Output",
		Usage: "find paths of the `RULE`: any, shortest, or least, the lexicographically smallest" +
			" of the shortest (default: what the format of the answers asks for)",
	}),
	&cli.BoolFlag{
		Name: "all-optimal", Category: "Output",
		Usage: "write the number of shortest paths of each puzzle, and then an answer for each" +
			" path",
	},
	&cli.BoolFlag{
		Name: "count-optimal", Category: "Output",
		Usage: "write the number of shortest paths of each puzzle, and nothing else",
	},
	&cli.Int64Flag{
		Name: "limit", Category: "Output",
		Usage: "with --all-optimal, write at most `N` paths of a puzzle (0, the default: all)",
	},
	&cli.StringFlag{
		Name: "shorten", Category: "Input",
		Usage: "do not solve the puzzles, but shorten the answers in `FILE`, which are in the" +
			" format of --to",
	},
	flags.Output,
	&cli.BoolFlag{
		Name: "json", Category: "Output",
		Usage: "write each answer as a JSON object on a line, with puzzle, path and lower bound",
	},
	schema.Flag("--json", "Output"),
	&cli.BoolFlag{
		Name: "stats", Category: "Output",
		Usage: "print a summary to standard error; with --json, also write the nodes and the" +
			" time of each search",
	},
	app.OneOf("algorithm", algorithmNames, &cli.StringFlag{
		Name: "algorithm", Category: "Search", Aliases: []string{"a"},
		Value: solver.Algorithms[0].Name,
		Usage: "search with the algorithm `NAME` (see algorithms)",
	}),
	app.Offer(solver.HeuristicNames, &cli.StringFlag{
		Name: "heuristic", Category: "Search",
		Usage: "search with the heuristic `NAME`, such as manhattan, linear-conflict or pdb" +
			" (see algorithms), in astar, idastar or auto",
	}),
	&cli.StringFlag{
		Name: "weight", Category: "Search",
		Usage: "with astar or idastar, if any path will do: find one sooner, of at most `W`" +
			" times the fewest moves",
	},
	app.OneOf("metric", puzzle.MetricNames, &cli.StringFlag{
		Name: "metric", Category: "Search", Value: puzzle.SingleTile.String(),
		Usage: "find paths with the fewest moves of the `METRIC`: single-tile, or multi-tile," +
			" where a slide of several tiles in a line is one move",
	}),
	flags.Workers,
	tablesDirFlag,
	&cli.Int64Flag{
		Name: "node-limit", Category: "Limits",
		Usage: "give up a puzzle after `N` expanded boards, or write the best path so far" +
			" if anytime has one (0, the default: never)",
	},
	&cli.StringFlag{
		Name: "time-limit", Category: "Limits", Value: "0",
		Usage: "give up a puzzle after a `TIME`, in seconds or with a unit, such as 500ms, or" +
			" write the best path so far if anytime has one (0, the default: never)",
	},
	&cli.StringFlag{
		Name: "memory-limit", Category: "Limits",
		Usage: "let all searches together hold at most `SIZE`, such as 2GiB, which the workers" +
			" share evenly (default: a quarter of the memory of the machine or container)",
	},
	&cli.IntFlag{
		Name: "window", Category: "Limits", Value: 1 << 16,
		Usage: "read at most `N` puzzles ahead of the answers",
	},
}

// newJob reads the flags.
func newJob(c *cli.Context) (*job, error) {
	j := &job{newBar: progress.Beside(c)}
	complain := stdio.Complainer(c)
	j.complain = func(err error) {
		j.progress.Clear()
		complain(err)
	}
	j.Algorithm = c.String("algorithm")
	if c.Bool("json") {
		j.Objects = &answers.Objects{Effort: c.Bool("stats")}
	}
	var err error
	if j.format, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if j.to, err = flags.ReadFormat(c, "to"); err != nil {
		return nil, err
	}
	if rule, ok := puzzle.ParseRule(c.String("require")); ok {
		j.Require = &rule
	}
	j.Options.Metric, _ = puzzle.ParseMetric(c.String("metric"))
	if err := j.readShortest(c); err != nil {
		return nil, err
	}
	if err := j.readLimits(c); err != nil {
		return nil, err
	}
	if j.tables, err = solveTables(c); err != nil {
		return nil, err
	}
	j.Options.Tables, j.Options.TableFault = stored.All.In(j.tables), stored.All.Faults(j.tables)
	if err := j.readHeuristic(c); err != nil {
		return nil, err
	}
	if err := j.readWeight(c); err != nil {
		return nil, err
	}
	j.output, err = stdio.NewOutput(c)
	return j, err
}

// readShortest reads the flags about all shortest paths.
func (j *job) readShortest(c *cli.Context) error {
	all, count := c.Bool("all-optimal"), c.Bool("count-optimal")
	switch {
	case all && count:
		return errors.New("--all-optimal and --count-optimal exclude each other")
	case c.IsSet("limit") && !all:
		return errors.New("--limit is for --all-optimal")
	case all || count:
		j.Shortest = &answers.Shortest{Count: count, Limit: c.Int64("limit")}
	}
	return flags.AtLeast(c, 0, "limit")
}

// readLimits reads the flags about workers and limits.
func (j *job) readLimits(c *cli.Context) error {
	err := cmp.Or(flags.AtLeast(c, 1, "workers", "window"), flags.AtLeast(c, 0, "node-limit"))
	if err != nil {
		return err
	}
	timeLimit, err := flags.Time(c, "time-limit")
	if err != nil {
		return err
	}
	memory := uint64(1 << 30)
	total := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	if c.IsSet("memory-limit") {
		if memory, err = memoryLimit(c, math.MaxUint64); err != nil {
			return err
		}
	} else if bytes, err := total(); err == nil {
		memory = bytes / 4
	}
	memory = min(memory, math.MaxInt64/2)
	// The garbage collector must not let dead memory stand beside what searches may hold.
	debug.SetMemoryLimit(int64(memory) + 64<<20)
	workers := min(c.Int("workers"), flags.MaxWorkers)
	j.Options.NodeLimit = c.Int64("node-limit")
	j.Options.Cores = workers
	j.Options.MemoryLimit = max(int64(memory)/int64(workers), 1)
	j.Batch = judge.Batch{
		Workers: workers, Window: min(c.Int("window"), 1<<20),
		TimeLimit: timeLimit,
		KeepGoing: c.Bool("keep-going"),
	}
	return nil
}

// memoryLimit returns --memory-limit in bytes. It must not be 0 or above the maximum.
func memoryLimit(c *cli.Context, maximum uint64) (uint64, error) {
	size := c.String("memory-limit")
	bytes, err := humanize.ParseBytes(size)
	if err != nil || bytes == 0 || bytes > maximum {
		return 0, fmt.Errorf("--memory-limit: found %q, expected a size such as 512MiB", size)
	}
	return bytes, nil
}

// readHeuristic reads --heuristic, which the algorithm must take.
func (j *job) readHeuristic(c *cli.Context) error {
	if !c.IsSet("heuristic") {
		return nil
	}
	if !j.algorithm().Heuristic {
		return fmt.Errorf("--heuristic: %s uses none", j.Algorithm)
	}
	if err := setHeuristic(&j.Options, c.String("heuristic")); err != nil {
		return fmt.Errorf("--heuristic: %w", err)
	}
	return nil
}

// algorithm returns the algorithm that was chosen.
func (j *job) algorithm() solver.Algorithm {
	return solver.Algorithms[slices.Index(algorithmNames(), j.Algorithm)]
}

// setHeuristic sets a heuristic. The tables that it names must be there.
func setHeuristic(o *solver.Options, heuristic string) (err error) {
	o.Heuristic, o.Patterns, err = solver.ParseHeuristic(heuristic)
	switch {
	case errors.Is(err, solver.ErrUnknown):
		return app.Unknown("heuristic", heuristic, solver.HeuristicNames())
	case err != nil || o.Patterns == nil || o.Patterns.Spec == nil:
		return err
	}
	if table := o.Patterns.Spec.Name; o.Tables == nil || o.Tables(table) == nil {
		return fmt.Errorf("%s needs the tables %s, which are not there;"+
			" \"%s tables build %s\" builds them", heuristic, table, app.Program, table)
	}
	return nil
}

// readWeight reads --weight, which the algorithm must take.
func (j *job) readWeight(c *cli.Context) (err error) {
	if !c.IsSet("weight") {
		return nil
	}
	if j.Options.Weight, err = solver.ParseWeight(c.String("weight")); err != nil {
		return fmt.Errorf("--weight: found %q, %w", c.String("weight"), err)
	}
	if !j.algorithm().Weight {
		return fmt.Errorf("--weight: %s uses none; astar and idastar do", j.Algorithm)
	}
	if _, err := solver.New(j.Algorithm, j.Options); err != nil {
		return fmt.Errorf("--weight: %w", err)
	}
	return nil
}
