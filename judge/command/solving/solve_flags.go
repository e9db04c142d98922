package solving

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync/atomic"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/stream"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// SolveOptions are the options of solve, beside the files.
type SolveOptions struct {
	stream.Options
	To        string `json:"to,omitempty"` // the format of the answers; "": the input's
	TablesDir string `json:"tables_dir,omitempty"`
}

// flags are the flags of solve.
func (o *SolveOptions) flags() []cli.Flag {
	return []cli.Flag{
		flags.InputFormat(),
		flags.Goal("Input"),
		flags.Cases("solve"),
		flags.KeepGoing(&o.KeepGoing),
		flags.Format(&cli.StringFlag{
			Name: "to", Category: "Output", Destination: &o.To,
			Usage: "answer as the judge of `FORMAT` wants it (default: the input's)",
		}),
		app.OneOf("rule", puzzle.RuleNames, &cli.StringFlag{
			Name: "require", Category: "Output", Destination: &o.Require,
			Usage: "find paths of the `RULE`: any, shortest, or least, the lexicographically" +
				" smallest of the shortest (default: what the format of the answers asks for)",
		}),
		&cli.BoolFlag{
			Name: "all-optimal", Category: "Output", Destination: &o.AllOptimal,
			Usage: "write the number of shortest paths of each puzzle, and then an answer for each" +
				" path",
		},
		&cli.BoolFlag{
			Name: "count-optimal", Category: "Output", Destination: &o.CountOptimal,
			Usage: "write the number of shortest paths of each puzzle, and nothing else",
		},
		app.AtLeast(0, &cli.Int64Flag{
			Name: "limit", Category: "Output", Destination: &o.Limit,
			Usage: "with --all-optimal, write at most `N` paths of a puzzle (0, the default: all)",
		}),
		&cli.StringFlag{
			Name: "shorten", Category: "Input",
			Usage: "do not solve the puzzles, but shorten the answers in `FILE`, which are in the" +
				" format of --to",
		},
		flags.Output,
		&cli.BoolFlag{
			Name: "json", Category: "Output", Destination: &o.JSON,
			Usage: "write each answer as a JSON object on a line, with puzzle, path and lower bound",
		},
		schema.Flag("--json", "Output"),
		&cli.BoolFlag{
			Name: "stats", Category: "Output", Destination: &o.Stats,
			Usage: "print a summary to standard error; with --json, also write the nodes and the" +
				" time of each search",
		},
		app.OneOf("algorithm", algorithmNames, &cli.StringFlag{
			Name: "algorithm", Category: "Search", Aliases: []string{"a"},
			Value: algorithms.All[0].Name, Destination: &o.Algorithm,
			Usage: "search with the algorithm `NAME` (see algorithms)",
		}),
		app.Checked(solver.HeuristicNames, checkHeuristic, &cli.StringFlag{
			Name: "heuristic", Category: "Search", Destination: &o.Heuristic,
			Usage: "search with the heuristic `NAME`, such as manhattan, linear-conflict or pdb" +
				" (see algorithms), in astar, idastar or auto",
		}),
		app.Read(o.readWeight, &cli.StringFlag{
			Name: "weight", Category: "Search",
			Usage: "with astar or idastar, if any path will do: find one sooner, of at most `W`" +
				" times the fewest moves",
		}),
		app.OneOf("metric", puzzle.MetricNames, &cli.StringFlag{
			Name: "metric", Category: "Search", Value: puzzle.SingleTile.String(),
			Destination: &o.Metric,
			Usage: "find paths with the fewest moves of the `METRIC`: single-tile, or multi-tile," +
				" where a slide of several tiles in a line is one move",
		}),
		flags.Workers(&o.Workers),
		tablesDirFlag(&o.TablesDir),
		app.AtLeast(0, &cli.Int64Flag{
			Name: "node-limit", Category: "Limits", Destination: &o.NodeLimit,
			Usage: "give up a puzzle after `N` expanded boards, or write the best path so far" +
				" if anytime has one (0, the default: never)",
		}),
		flags.Time(&o.TimeLimit, &cli.StringFlag{
			Name: "time-limit", Category: "Limits", Aliases: []string{"timeout"},
			Usage: "give up a puzzle after a `TIME`, in seconds or with a unit, such as 500ms, or" +
				" write the best path so far if anytime has one (0, the default: never)",
		}),
		flags.Size(&o.MemoryLimit, math.MaxUint64, &cli.StringFlag{
			Name: "memory-limit", Category: "Limits",
			Usage: "let all searches together hold at most `SIZE`, such as 2GiB, which the workers" +
				" share evenly (default: a quarter of the memory of the machine or container)",
		}),
		app.AtLeast(1, &cli.IntFlag{
			Name: "window", Category: "Limits", Value: 1 << 16, Destination: &o.Window,
			Usage: "read at most `N` puzzles ahead of the answers",
		}),
	}
}

// readWeight reads --weight.
func (o *SolveOptions) readWeight(text string) (err error) {
	if o.Weight, err = solver.ParseWeight(text); err != nil {
		return fmt.Errorf("found %q, %w", text, err)
	}
	return nil
}

// checkHeuristic returns an error if there is no heuristic with that name.
func checkHeuristic(name string) error {
	_, _, err := solver.ParseHeuristic(name)
	if errors.Is(err, solver.ErrUnknown) {
		return app.Unknown("heuristic", name, solver.HeuristicNames())
	}
	return err
}

// newJob returns the run of solve that the options ask for, without its output. The format is that
// of the input, or nil if it is not known yet.
func newJob(c *cli.Context, o SolveOptions, f *formats.Format) (*job, error) {
	switch {
	case o.AllOptimal && o.CountOptimal:
		return nil, errors.New("--all-optimal and --count-optimal exclude each other")
	case o.Limit > 0 && !o.AllOptimal:
		return nil, errors.New("--limit is for --all-optimal")
	}
	j := &job{
		options: o, format: f, newBar: func() *progress.Bar { return progress.New(c.App.ErrWriter) },
	}
	complain := stdio.Complainer(c)
	j.complain = func(err error) {
		j.progress.Clear()
		complain(err)
	}
	o.Workers = flags.Cores(o.Workers)
	o.MemoryLimit = cmp.Or(o.MemoryLimit, usualMemory(f, o.Workers))
	// The searches may hold that much. Without this, the garbage collector could let as much dead
	// memory stand beside it.
	debug.SetMemoryLimit(o.MemoryLimit + 64<<20)
	var err error
	if o.To != "" {
		if j.to, err = flags.LookupFormat(o.To); err != nil {
			return nil, fmt.Errorf("--to: %w", err)
		}
	}
	if j.tables, err = solveTables(c, o.TablesDir); err != nil {
		return nil, err
	}
	if j.Answerer, err = stream.New(o.Options, j.tables); err != nil {
		return nil, optionError(err)
	}
	j.Options.Live = new(atomic.Int64)
	if err := needTables(o.Heuristic, j.Options.Tables); err != nil {
		return nil, fmt.Errorf("--heuristic: %w", err)
	}
	return j, nil
}

// usualMemory returns how many bytes the searches of all workers may hold: a quarter of the memory
// of the machine or container. All 3x3 boards take less than 64 MiB. For them it asks for no size,
// which takes longer than to solve a puzzle.
func usualMemory(f *formats.Format, workers int) int64 {
	if f != nil && f.Shapes.Max.Cells() <= 9 {
		return max(1<<30, int64(workers)*64<<20)
	}
	total := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	bytes, err := total()
	if err != nil {
		return 1 << 30
	}
	return int64(min(bytes/4, math.MaxInt64/2))
}

// needTables returns an error if a heuristic names tables that are not there.
func needTables(heuristic string, there func(string) []byte) error {
	_, patterns, err := solver.ParseHeuristic(heuristic)
	if err != nil || patterns == nil || patterns.Spec == nil {
		return nil
	}
	if table := patterns.Spec.Name; there == nil || there(table) == nil {
		return fmt.Errorf("%s needs the tables %s, which are not there;"+
			" \"%s tables build %s\" builds them", heuristic, table, app.Program, table)
	}
	return nil
}
