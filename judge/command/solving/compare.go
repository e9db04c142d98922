package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver"
	"tilejudge/solver/compare"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// Limits on each search of compare. They are numbers of their own, not shares of
// the machine, so that who gives up does not depend on it.
const (
	compareNodes  = 100_000_000
	compareMemory = "512MiB"
)

// Compare declares the command compare.
func Compare() *app.Command {
	return &app.Command{
		Name:      "compare",
		Usage:     "run puzzles through several searches, and show what each takes",
		Category:  "Solve",
		ArgsUsage: "[FILE...]",
		Description: `
For each length of a shortest solution, tables show the boards expanded and generated,
time, memory, and the effective branching factor of each search. The limits hold for one search
each, and do not depend on the machine. Stored tables serve a search that names them, as
idastar/pdb-7-8 does.`,
		Action: comparePuzzles,
		Examples: []app.Example{{
			Command: "tilejudge compare --cases poj-1077 -a bfs,astar/hamming,astar | sed -n 5,11p",
			Output: `Boards expanded
  moves  puzzles      bfs    astar      astar
                           hamming  manhattan
      0        1        0        0          0
     19        1   21,971    1,834        374
     31        1  181,347  124,268      6,896
    all        3   67,773   42,034      2,423`,
		}, {
			Command: "tilejudge compare --cases korf-100 -a idastar,idastar/pdb --plot plot.svg",
		}},
		Flags: []cli.Flag{
			flags.InputFormat,
			flags.Cases("compare on"),
			app.Offer(compare.SearchNames, &cli.StringFlag{
				Name: "algorithms", Category: "Search", Aliases: []string{"algorithm", "a"},
				Value: compare.Textbook, DefaultText: "those of textbooks",
				Usage: "compare the searches of a `LIST` of ALGORITHM, ALGORITHM/HEURISTIC or" +
					" ALGORITHM/HEURISTIC/WEIGHT, with commas",
			}),
			&cli.IntFlag{
				Name: "repeat", Category: "Search", Value: 1,
				Usage: "search `N` times, and take the shortest time",
			},
			&cli.Int64Flag{
				Name: "node-limit", Category: "Limits", Value: compareNodes,
				Usage: "give a search up after `N` expanded boards; 0: never",
			},
			&cli.DurationFlag{
				Name: "time-limit", Category: "Limits",
				Usage: "give a search up after a `TIME` such as 10s (0, the default: never)",
			},
			&cli.StringFlag{
				Name: "memory-limit", Category: "Limits", Value: compareMemory,
				Usage: "give a search up that would hold more than `SIZE` of boards",
			},
			flags.KeepGoing,
			tablesDirFlag,
			&cli.BoolFlag{Name: "json", Category: "Output", Usage: "print the figures as JSON"},
			&cli.StringFlag{
				Name: "csv", Category: "Output",
				Usage: "write the figures to `FILE` as well",
			},
			&cli.StringFlag{
				Name: "plot", Category: "Output",
				Usage: "draw a measure by length, and save it as `FILE`, .svg or .png",
			},
			app.OneOf("measure", compare.MeasureNames, &cli.StringFlag{
				Name: "measure", Category: "Output", Value: compare.Measures[0].Name,
				Usage: "let --plot draw the measure `NAME`: " +
					strings.Join(compare.MeasureNames(), ", "),
			}),
			flags.Output,
		},
	}
}

// A comparison is one run of compare: what runs, and where the figures go.
type comparison struct {
	format    *formats.Format // nil: to be detected
	race      *compare.Race
	keepGoing bool
	complain  func(error)

	output    *stdio.Output
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
	defer func() {
		run := err
		if c.Context.Err() != nil {
			run = nil // the figures are those of the puzzles so far
		}
		err = cmp.Or(err, r.output.Close(run))
	}()
	if err := stdio.CasesOrFiles(c); err != nil {
		return err
	}
	if !c.IsSet("cases") && c.NArg() == 0 && stdio.IsTerminal(c.App.Reader) {
		return errors.New("puzzles are missing: name a file, or bundled ones with --cases NAME")
	}
	err = stdio.EachPuzzles(c, r.input)
	interrupted := c.Context.Err() != nil
	switch {
	case err == nil && r.race.Figures.Puzzles == 0:
		return errors.New("the input has no solvable puzzle")
	case err != nil && !errors.Is(err, app.Failed) && !interrupted:
		return err
	}
	if shown := r.show(); !interrupted { // what there is, though a puzzle was malformed
		err = cmp.Or(shown, err)
	}
	return err
}

// newComparison reads the flags.
func newComparison(c *cli.Context) (r *comparison, err error) {
	r = &comparison{
		keepGoing: c.Bool("keep-going"), complain: stdio.Complainer(c),
		asJSON: c.Bool("json"), csv: c.String("csv"), plot: c.String("plot"),
	}
	if r.format, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if r.race, err = newRace(c); err != nil {
		return nil, err
	}
	if r.measure, err = compare.LookupMeasure(c.String("measure")); err != nil {
		return nil, fmt.Errorf("--measure: %w", err)
	}
	if c.IsSet("plot") {
		if r.image, err = compare.ImageOf(r.plot); err != nil {
			return nil, fmt.Errorf("--plot: %w", err)
		}
	}
	if err := r.checkFiles(c); err != nil {
		return nil, err
	}
	r.output, err = stdio.NewOutput(c)
	return r, err
}

// checkFiles makes sure that the figures can be written before hours of searches: each
// file is another, and can be opened.
func (r *comparison) checkFiles(c *cli.Context) error {
	var others []string
	for _, flag := range []string{"output", "csv", "plot"} {
		file := c.String(flag)
		switch {
		case file == "":
			continue
		case stdio.IsInput(c, file, c.Args().Slice()):
			return fmt.Errorf("--%s: %s is an input", flag, file)
		case slices.ContainsFunc(others, func(o string) bool { return stdio.SameFile(c, o, file) }):
			return fmt.Errorf("--%s: %s is written to already", flag, file)
		}
		others = append(others, file)
		if err := stdio.CanWrite(file); err != nil && file != "-" {
			return fmt.Errorf("--%s: %w", flag, err)
		}
	}
	return nil
}

// newRace reads the flags that say what is to run.
func newRace(c *cli.Context) (*compare.Race, error) {
	err := cmp.Or(flags.AtLeast(c, 1, "repeat"), flags.AtLeast(c, 0, "node-limit", "time-limit"))
	if err != nil {
		return nil, err
	}
	memory, err := memoryLimit(c, 1<<40)
	if err != nil {
		return nil, err
	}
	searches, err := compare.ParseSearches(c.String("algorithms"))
	if err != nil {
		hint := ""
		if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
			hint = app.Suggest(unknown.Name, unknown.Known)
		}
		return nil, fmt.Errorf("--algorithms: %w%s", err, hint)
	}
	store, err := solveTables(c)
	if err != nil {
		return nil, err
	}
	o := solver.Options{
		NodeLimit: c.Int64("node-limit"), MemoryLimit: int64(memory), Tables: stored.All.In(store),
	}
	if err := haveTables(searches, o); err != nil {
		return nil, fmt.Errorf("--algorithms: %w", err)
	}
	race, err := compare.NewRace(searches, o)
	if err != nil {
		return nil, err
	}
	race.Repeat, race.TimeLimit = c.Int("repeat"), c.Duration("time-limit")
	return race, nil
}

// haveTables returns an error if a search names stored tables that are not there.
func haveTables(searches []compare.Search, o solver.Options) error {
	for _, s := range searches {
		if s.Heuristic == "" {
			continue
		}
		if err := setHeuristic(&o, s.Heuristic); err != nil {
			return err
		}
	}
	return nil
}

// input compares on the puzzles of one input, which are in a format that may be nil.
func (r *comparison) input(ctx context.Context, in io.Reader, name string, f *formats.Format) error {
	format := cmp.Or(r.format, f)
	if format == nil {
		// All that read alike will do: answers are not written.
		var err error
		if format, in, err = stdio.Detect(ctx, in, name, "format", formats.All[0]); err != nil {
			return err
		}
	}
	dec := puzzles.NewDecoder(in, name, format)
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
			if failed = app.Failed; !r.keepGoing {
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
	if err := r.output.Open(); err != nil {
		return err
	}
	f := r.race.Figures
	write := f.WriteText
	if r.asJSON {
		write = f.WriteJSON
	}
	err := write(r.output)
	if err == nil && r.csv != "" {
		err = stdio.Save(r.csv, f.WriteCSV)
	}
	if err == nil && r.plot != "" {
		err = stdio.Save(r.plot, func(w io.Writer) error { return f.Plot(w, r.image, r.measure) })
	}
	if errors.Is(err, compare.ErrNoPlot) {
		err = fmt.Errorf("--plot: %w", err)
	}
	return err
}
