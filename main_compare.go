package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/compare"
	"tilejudge/solver/puzzle"
)

// Limits on each search of compare. They are numbers of their own, not shares of
// the machine, so that who gives up does not depend on it.
const (
	compareNodes  = 100_000_000
	compareMemory = "512MiB"
)

// compareDefault are the searches of a textbook's table.
const compareDefault = "bfs,bibfs,astar/hamming,astar/manhattan,astar/linear-conflict," +
	"idastar/manhattan,idastar/linear-conflict"

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "run puzzles through several algorithms and heuristics, and show what each takes",
		ArgsUsage: "[FILE...]",
		Action:    comparePuzzles,
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "format", Aliases: []string{"f"},
				Usage: "`FORMAT` of the input (see formats); detected if not given",
			},
			&cli.StringFlag{Name: "cases", Usage: "compare on the bundled puzzles of that `NAME`"},
			&cli.StringFlag{
				Name: "algorithms", Aliases: []string{"algorithm", "a"}, Value: compareDefault,
				Usage: "`LIST` of ALGORITHM, ALGORITHM/HEURISTIC or ALGORITHM/HEURISTIC/WEIGHT, with commas",
			},
			&cli.IntFlag{
				Name: "repeat", Value: 1, Usage: "search `N` times, and take the shortest time",
			},
			&cli.Int64Flag{
				Name: "node-limit", Value: compareNodes,
				Usage: "give a search up after `N` expanded boards (0: never)",
			},
			&cli.DurationFlag{Name: "time-limit", Usage: "give a search up after a `TIME` such as 10s (0: never)"},
			&cli.StringFlag{
				Name: "memory-limit", Value: compareMemory,
				Usage: "give a search up that would hold more than `SIZE` of boards",
			},
			keepGoing,
			&cli.BoolFlag{Name: "json", Usage: "print the figures as JSON"},
			&cli.StringFlag{Name: "csv", Usage: "write the figures to `FILE` as well"},
			&cli.StringFlag{
				Name: "plot", Usage: "draw a measure by length, and save it as `FILE`, .svg or .png",
			},
			&cli.StringFlag{
				Name: "measure", Value: compare.Measures[0].Name,
				Usage: "`NAME` of what --plot draws: " + strings.Join(compare.MeasureNames(), ", "),
			},
			outputFlag,
		},
	}
}

// A comparison is one run of compare: what runs, and where the figures go.
type comparison struct {
	format    *formats.Format // nil: to be detected
	race      *compare.Race
	keepGoing bool
	complain  func(error)

	output    *output
	asJSON    bool
	csv, plot string // files, or ""
	image     compare.Image
	measure   compare.Measure
}

// comparePuzzles runs the puzzles of each input through all searches, and prints
// what they took.
func comparePuzzles(c *cli.Context) (err error) {
	r, err := newComparison(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, r.output.close()) }()
	inputs := c.Args().Slice()
	switch {
	case c.IsSet("cases") && len(inputs) > 0:
		return errors.New("--cases takes the place of files")
	case c.IsSet("cases"):
		err = r.bundled(c.Context, c.String("cases"))
	case len(inputs) == 0 && isTerminal(c.App.Reader):
		return errors.New("puzzles are missing: name a file, or bundled ones with --cases NAME")
	default:
		err = eachInput(c, inputs, func(in io.Reader, name string) error {
			return r.input(c.Context, in, name)
		})
	}
	interrupted := c.Context.Err() != nil
	switch {
	case err == nil && r.race.Figures.Puzzles == 0:
		return errors.New("the input has no solvable puzzle")
	case err != nil && !errors.Is(err, errFailed) && !interrupted:
		return err
	}
	shown := r.show() // what there is, though a puzzle was malformed
	if interrupted {
		return err
	}
	return cmp.Or(shown, err)
}

// newComparison reads the flags.
func newComparison(c *cli.Context) (r *comparison, err error) {
	r = &comparison{
		keepGoing: c.Bool("keep-going"), complain: complainer(c),
		asJSON: c.Bool("json"), csv: c.String("csv"), plot: c.String("plot"),
	}
	if r.format, err = formatFlag(c, "format"); err != nil {
		return nil, err
	}
	if r.race, err = newRace(c); err != nil {
		return nil, err
	}
	if r.measure, err = compare.LookupMeasure(c.String("measure")); err != nil {
		return nil, wrongName("measure", err)
	}
	if c.IsSet("plot") {
		if r.image, err = compare.ImageOf(r.plot); err != nil {
			return nil, fmt.Errorf("--plot: %w", err)
		}
	}
	for _, flag := range []string{"csv", "plot"} {
		if file := c.String(flag); file != "" && isInput(c, file, c.Args().Slice()) {
			return nil, fmt.Errorf("--%s: %s is an input", flag, file)
		}
	}
	r.output, err = newOutput(c)
	return r, err
}

// newRace reads the flags that say what is to run.
func newRace(c *cli.Context) (*compare.Race, error) {
	nodes, limit, repeat := c.Int64("node-limit"), c.Duration("time-limit"), c.Int("repeat")
	memory, err := humanize.ParseBytes(c.String("memory-limit"))
	switch {
	case repeat < 1:
		return nil, fmt.Errorf("--repeat: found %d, expected at least 1", repeat)
	case nodes < 0:
		return nil, fmt.Errorf("--node-limit: found %d, expected at least 0", nodes)
	case limit < 0:
		return nil, fmt.Errorf("--time-limit: found %v, expected at least 0", limit)
	case err != nil || memory == 0 || memory > 1<<40:
		return nil, fmt.Errorf("--memory-limit: found %q, expected a size such as 512MiB", c.String("memory-limit"))
	}
	searches, err := compare.ParseSearches(c.String("algorithms"))
	if err != nil {
		return nil, wrongName("algorithms", err)
	}
	race, err := compare.NewRace(searches, solver.Options{NodeLimit: nodes, MemoryLimit: int64(memory)})
	if err != nil {
		return nil, err
	}
	race.Repeat, race.TimeLimit = repeat, limit
	return race, nil
}

// wrongName says what is wrong with a flag, and which name may be meant.
func wrongName(flag string, err error) error {
	hint := ""
	if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
		hint = suggest(unknown.Name, unknown.Known)
	}
	return fmt.Errorf("--%s: %w%s", flag, err, hint)
}

// bundled compares on the puzzles of a file in cases.
func (r *comparison) bundled(ctx context.Context, name string) error {
	in, f, err := bundled(name)
	if err != nil {
		return err
	}
	r.format = cmp.Or(r.format, f)
	return r.input(ctx, in, "cases/"+name)
}

// input compares on the puzzles of one input.
func (r *comparison) input(ctx context.Context, in io.Reader, name string) error {
	format := r.format
	if format == nil {
		// All that read alike will do: answers are not written.
		var err error
		if format, in, err = detect(ctx, in, name, "format", formats.All[0]); err != nil {
			return err
		}
	}
	dec := formats.NewDecoder(in, name, format)
	ps := make([]puzzle.Puzzle, 1)
	var failed error
	for {
		n, err := dec.Decode(ps)
		if n > 0 {
			if err := r.run(ctx, &ps[0]); err != nil {
				return err
			}
		}
		switch {
		case err == nil:
		case err == io.EOF:
			return failed
		case !errors.Is(err, puzzle.ErrMalformed):
			return err
		default:
			r.complain(err)
			if failed = errFailed; !r.keepGoing {
				return failed
			}
		}
	}
}

// run runs one puzzle. Searches that disagree are a fault of ours.
func (r *comparison) run(ctx context.Context, p *puzzle.Puzzle) error {
	err := r.race.Run(ctx, p)
	if errors.Is(err, compare.ErrDisagree) {
		f := r.race.Figures
		return &judge.Fault{Puzzle: f.Puzzles + f.Unsolvable + 1, Start: p.Start, Value: err}
	}
	return err
}

// show writes all that was asked for.
func (r *comparison) show() error {
	if err := r.output.open(); err != nil {
		return err
	}
	f := r.race.Figures
	write := f.WriteText
	if r.asJSON {
		write = f.WriteJSON
	}
	if err := write(r.output.w); err != nil {
		return err
	}
	if r.csv != "" {
		if err := save(r.csv, f.WriteCSV); err != nil {
			return err
		}
	}
	if r.plot == "" {
		return nil
	}
	return save(r.plot, func(w io.Writer) error {
		if err := f.Plot(w, r.image, r.measure); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
		return nil
	})
}

// save writes a file, once all that it is to hold is there.
func save(file string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}
