package main

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

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
)

// Flags of several commands.
var (
	inputFormat = &cli.StringFlag{
		Name: "format", Aliases: []string{"f"},
		Usage: "`FORMAT` of the input (see formats); detected if not given",
	}
	keepGoing = &cli.BoolFlag{
		Name: "keep-going", Aliases: []string{"k"},
		Usage: "go on after a malformed puzzle",
	}
	workersFlag = &cli.IntFlag{
		Name: "workers", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0),
		Usage: "work on `N` puzzles at once, or on parts of a hard one",
	}
	outputFlag = &cli.StringFlag{
		Name: "output", Aliases: []string{"o"},
		Usage: "write to `FILE`, not to standard output",
	}
)

// maxWorkers is how many there are at most: more than cores gain nothing, and each
// has its share of memory.
var maxWorkers = max(runtime.NumCPU(), 64)

// bundledNames is which puzzles --cases takes.
const bundledNames = "as korf-100, korf-felner-50, deepest-15, deepest, or of a format"

// solveFlags declares the flags of solve, which newJob reads.
func solveFlags() []cli.Flag {
	return []cli.Flag{
		inputFormat,
		&cli.StringFlag{Name: "to", Usage: "answer as `FORMAT` does"},
		&cli.StringFlag{
			Name: "algorithm", Aliases: []string{"a"}, Value: solver.Algorithms[0].Name,
			Usage: "`NAME` of the algorithm (see algorithms)",
		},
		&cli.StringFlag{
			Name:  "heuristic",
			Usage: "`NAME` of the heuristic, such as manhattan, linear-conflict or pdb (see algorithms)",
		},
		&cli.StringFlag{
			Name: "weight",
			Usage: "find a path of at most `W` times the fewest moves, sooner (astar and idastar," +
				" where any path will do)",
		},
		workersFlag,
		&cli.IntFlag{
			Name: "window", Value: 1 << 16,
			Usage: "read at most `N` puzzles ahead of the answers",
		},
		&cli.Int64Flag{
			Name:  "node-limit",
			Usage: "give a puzzle up after `N` expanded boards (0: never)",
		},
		&cli.DurationFlag{
			Name:  "time-limit",
			Usage: "give a puzzle up after a `TIME` such as 500ms (0: never)",
		},
		&cli.StringFlag{
			Name: "memory-limit",
			Usage: "let searches hold at most `SIZE`, such as 2GiB, shared evenly by the workers" +
				" (default: a quarter of the memory)",
		},
		tablesDirFlag,
		keepGoing,
		&cli.BoolFlag{Name: "stats", Usage: "print a summary to standard error"},
		outputFlag,
		&cli.StringFlag{Name: "cases", Usage: "solve the bundled puzzles of that `NAME`, " + bundledNames},
	}
}

// newJob reads the flags.
func newJob(c *cli.Context) (*job, error) {
	j := &job{
		algorithm: c.String("algorithm"),
		solvers:   make(map[purpose]solver.Solver),
		complain:  complainer(c),
	}
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
	j.options.Tables = tableSpecs.In(j.tables)
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
		return nil, fmt.Errorf("--%s: %w%s", flag, err, suggest(c.String(flag), formatNames()))
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
	j.options.NodeLimit = c.Int64("node-limit")
	j.options.Cores = workers
	j.options.MemoryLimit = max(int64(memory)/int64(workers), 1)
	j.batch = judge.Batch{
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
	i := slices.Index(algorithmNames(), j.algorithm)
	if i < 0 {
		return fmt.Errorf("--algorithm: unknown algorithm %q%s",
			j.algorithm, suggest(j.algorithm, algorithmNames()))
	}
	j.finds = solver.Algorithms[i].Finds
	if !c.IsSet("heuristic") {
		return nil
	}
	if !solver.Algorithms[i].Heuristic {
		return fmt.Errorf("--heuristic: %s uses none", j.algorithm)
	}
	if err := setHeuristic(&j.options, c.String("heuristic")); err != nil {
		return fmt.Errorf("--heuristic: %w", err)
	}
	return nil
}

// setHeuristic sets a heuristic, and makes sure that tables it names are there.
func setHeuristic(o *solver.Options, heuristic string) (err error) {
	o.Heuristic, o.Patterns, err = solver.ParseHeuristic(heuristic)
	switch {
	case errors.Is(err, solver.ErrUnknown):
		return fmt.Errorf("unknown heuristic %q%s", heuristic, suggest(heuristic, solver.HeuristicNames()))
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
	if j.options.Weight, err = solver.ParseWeight(c.String("weight")); err != nil {
		return fmt.Errorf("--weight: found %q, %w", c.String("weight"), err)
	}
	for _, a := range solver.Algorithms {
		if a.Name == j.algorithm && !a.Weight {
			return fmt.Errorf("--weight: %s uses none; astar and idastar do", j.algorithm)
		}
	}
	if j.options.Weight > solver.Once {
		j.finds = solver.Bounded
	}
	if _, err := solver.New(j.algorithm, j.options); err != nil {
		return fmt.Errorf("--weight: %w", err)
	}
	return nil
}
