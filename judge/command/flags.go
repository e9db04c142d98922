package command

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/stream"
	"tilejudge/solver"
)

// Flags of several commands.
var (
	inputFormat = formatNamed(&cli.StringFlag{
		Name: "format", Category: "Input", Aliases: []string{"f"},
		Usage: "the input is in `FORMAT` (see formats); detected if not given",
	})
	keepGoing = &cli.BoolFlag{
		Name: "keep-going", Category: "Input", Aliases: []string{"k"},
		Usage: "go on after a malformed puzzle",
	}
	workersFlag = &cli.IntFlag{
		Name: "workers", Category: "Search", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0),
		DefaultText: "all cores",
		Usage:       "work on `N` puzzles at once, or on parts of a hard one; up to 64 or all cores",
	}
	outputFlag = &cli.StringFlag{
		Name: "output", Category: "Output", Aliases: []string{"o"},
		Usage: "write to `FILE`, not to standard output",
	}
)

// formatNamed returns a flag as one that takes the name of a format.
func formatNamed(f *cli.StringFlag) cli.Flag { return app.OneOf("format", formats.Names, f) }

// bundledFlag is --cases of a command that does that with bundled puzzles.
func bundledFlag(does string) cli.Flag {
	return app.Offer(cases.Names, &cli.StringFlag{
		Name: "cases", Category: "Input",
		Usage: does + " the bundled puzzles `NAME`, " + bundledNames,
	})
}

// maxWorkers is how many there are at most: more than cores gain nothing, and each
// has its share of memory.
var maxWorkers = max(runtime.NumCPU(), 64)

// bundledNames is which puzzles --cases takes.
const bundledNames = "such as korf-100, deepest-15 or a format"

func solveCommand() *app.Command {
	return &app.Command{
		Name:      "solve",
		Category:  solving,
		Usage:     "answer the puzzles in files, or on standard input",
		ArgsUsage: "[FILE...]",
		Description: `
Answers come in the order of the puzzles, one for each, as the judge of the format wants
them. Each is written as soon as those before it are. Without --format the format is detected; where
several fit that are answered differently, the error lists them.

A puzzle that is given up has the line "gave up". A malformed one ends the stream, or with
--keep-going has the line "malformed" and does not count among the puzzles that a list announces.
An answer of more moves than the judge promises is written and reported.

On boards of up to 10 cells auto uses a table once that pays, and IDA* before. On others it searches
with linear conflict and then with pattern databases; where the format takes any path and no brief
search finds a shortest one, with greedy. Large tables (see tables) are used by themselves.`,
		Action: solve,
		Flags:  solveFlags(),
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "every puzzle has an answer"},
			{Code: app.ExitFailed,
				Meaning: "a puzzle was malformed, was given up, or needs more moves" +
					" than its judge allows"},
		},
		Examples: []app.Example{{
			Command: `printf '2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n' | tilejudge solve -f poj-1077`,
			Output:  "ullddrurdllurdruldr\nunsolvable",
		}, {
			Command: `echo '[[4,1,2],[5,0,3]]' | tilejudge solve    # the format is detected`,
			Output:  "5",
		}, {
			Command: "tilejudge solve --cases deepest -a bibfs --to leetcode-773",
			Output:  "31\n31",
		}},
	}
}

// solveFlags declares the flags of solve, which newJob reads.
func solveFlags() []cli.Flag {
	return []cli.Flag{
		inputFormat,
		bundledFlag("solve"),
		keepGoing,
		formatNamed(&cli.StringFlag{
			Name: "to", Category: "Output",
			Usage: "answer as the judge of `FORMAT` wants it (default: the input's)",
		}),
		outputFlag,
		&cli.BoolFlag{
			Name: "stats", Category: "Output", Usage: "print a summary to standard error",
		},
		app.OneOf("algorithm", algorithmNames, &cli.StringFlag{
			Name: "algorithm", Category: "Search", Aliases: []string{"a"},
			Value: solver.Algorithms[0].Name,
			Usage: "search with the algorithm `NAME` (see algorithms)",
		}),
		app.Offer(solver.HeuristicNames, &cli.StringFlag{
			Name: "heuristic", Category: "Search",
			Usage: "for astar, idastar and auto: the heuristic `NAME`, such as manhattan," +
				" linear-conflict or pdb (see algorithms)",
		}),
		&cli.StringFlag{
			Name: "weight", Category: "Search",
			Usage: "for astar and idastar, where any path will do: find one of at most `W` times" +
				" the fewest moves, sooner",
		},
		workersFlag,
		tablesDirFlag,
		&cli.Int64Flag{
			Name: "node-limit", Category: "Limits",
			Usage: "give a puzzle up after `N` expanded boards (0, the default: never)",
		},
		&cli.DurationFlag{
			Name: "time-limit", Category: "Limits",
			Usage: "give a puzzle up after a `TIME` such as 500ms (0, the default: never)",
		},
		&cli.StringFlag{
			Name: "memory-limit", Category: "Limits",
			Usage: "let all searches together hold at most `SIZE`, such as 2GiB, shared evenly by" +
				" the workers (default: a quarter of the memory of the machine or container)",
		},
		&cli.IntFlag{
			Name: "window", Category: "Limits", Value: 1 << 16,
			Usage: "read at most `N` puzzles ahead of the answers",
		},
	}
}

// newJob reads the flags.
func newJob(c *cli.Context) (*job, error) {
	j := &job{Answerer: stream.Answerer{Algorithm: c.String("algorithm")}, complain: complainer(c)}
	var err error
	if j.format, err = formatFlag(c, "format"); err != nil {
		return nil, err
	}
	if j.to, err = formatFlag(c, "to"); err != nil {
		return nil, err
	}
	if err := j.readLimits(c); err != nil {
		return nil, err
	}
	if j.tables, err = solveTables(c); err != nil {
		return nil, err
	}
	j.Options.Tables = stored(j.tables)
	if err := j.readHeuristic(c); err != nil {
		return nil, err
	}
	if err := j.readWeight(c); err != nil {
		return nil, err
	}
	j.output, err = newOutput(c)
	return j, err
}

// formatFlag returns the format that a flag names, or nil if it is not set.
func formatFlag(c *cli.Context, flag string) (*formats.Format, error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	f, err := formats.Lookup(c.String(flag))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return f, nil
}

// neededFormat is formatFlag for a flag that must be set.
func neededFormat(c *cli.Context, flag string) (*formats.Format, error) {
	f, err := formatFlag(c, flag)
	if err == nil && f == nil {
		err = fmt.Errorf("--%s: found none, expected a format (see formats)", flag)
	}
	return f, err
}

// complainer returns a function that prints an error.
func complainer(c *cli.Context) func(error) {
	return func(err error) { fmt.Fprintf(c.App.ErrWriter, "%s: %v\n", c.App.Name, err) }
}

// readLimits reads the flags that are numbers.
func (j *job) readLimits(c *cli.Context) error {
	err := atLeast(c, least{"workers", 1}, least{"window", 1}, least{"node-limit", 0}, least{"time-limit", 0})
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
	// The collector must not leave dead memory beside what searches may hold.
	debug.SetMemoryLimit(int64(memory) + 64<<20)
	workers := min(c.Int("workers"), maxWorkers)
	j.Options.NodeLimit = c.Int64("node-limit")
	j.Options.Cores = workers
	j.Options.MemoryLimit = max(int64(memory)/int64(workers), 1)
	j.Batch = judge.Batch{
		Workers: workers, Window: min(c.Int("window"), 1<<20),
		TimeLimit: c.Duration("time-limit"),
		KeepGoing: c.Bool("keep-going"),
	}
	return nil
}

// A least is the least that a flag, a whole number or a time, can be.
type least struct {
	flag  string
	value int64
}

// atLeast returns an error for the first flag that is less than it can be.
func atLeast(c *cli.Context, all ...least) error {
	for _, l := range all {
		if v := reflect.ValueOf(c.Value(l.flag)); v.Int() < l.value {
			return fmt.Errorf("--%s: found %v, expected at least %d", l.flag, v, l.value)
		}
	}
	return nil
}

// memoryLimit returns the flag of that name, in bytes.
func memoryLimit(c *cli.Context, most uint64) (uint64, error) {
	size := c.String("memory-limit")
	bytes, err := humanize.ParseBytes(size)
	if err != nil || bytes == 0 || bytes > most {
		return 0, fmt.Errorf("--memory-limit: found %q, expected a size such as 512MiB", size)
	}
	return bytes, nil
}

// readHeuristic reads the flag and makes sure that it has a use.
func (j *job) readHeuristic(c *cli.Context) error {
	i := slices.Index(algorithmNames(), j.Algorithm)
	if !c.IsSet("heuristic") {
		return nil
	}
	if !solver.Algorithms[i].Heuristic {
		return fmt.Errorf("--heuristic: %s uses none", j.Algorithm)
	}
	if err := setHeuristic(&j.Options, c.String("heuristic")); err != nil {
		return fmt.Errorf("--heuristic: %w", err)
	}
	return nil
}

// setHeuristic sets a heuristic, and makes sure that tables it names are there.
func setHeuristic(o *solver.Options, heuristic string) (err error) {
	o.Heuristic, o.Patterns, err = solver.ParseHeuristic(heuristic)
	switch {
	case errors.Is(err, solver.ErrUnknown):
		return app.Unknown("heuristic", heuristic, solver.HeuristicNames())
	case err != nil || o.Patterns == nil || o.Patterns.Spec == nil:
		return err
	}
	if table := o.Patterns.Spec.Name; o.Tables == nil || o.Tables(table) == nil {
		return fmt.Errorf("%s needs the tables %s, which are not there; \"%s tables build %s\" builds them",
			heuristic, table, name, table)
	}
	return nil
}

// readWeight reads the flag and makes sure that it has a use.
func (j *job) readWeight(c *cli.Context) (err error) {
	if !c.IsSet("weight") {
		return nil
	}
	if j.Options.Weight, err = solver.ParseWeight(c.String("weight")); err != nil {
		return fmt.Errorf("--weight: found %q, %w", c.String("weight"), err)
	}
	for _, a := range solver.Algorithms {
		if a.Name == j.Algorithm && !a.Weight {
			return fmt.Errorf("--weight: %s uses none; astar and idastar do", j.Algorithm)
		}
	}
	if _, err := solver.New(j.Algorithm, j.Options); err != nil {
		return fmt.Errorf("--weight: %w", err)
	}
	return nil
}
