package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver"
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
		Action:    compare,
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
				Name: "measure", Value: measures[0].name,
				Usage: "`NAME` of what --plot draws: " + strings.Join(measureNames(), ", "),
			},
			outputFlag,
		},
	}
}

// compare runs the puzzles of each input through all algorithms, one search at a
// time, and prints what they took.
func compare(c *cli.Context) (err error) {
	r, err := newComparison(c)
	if err != nil {
		return err
	}
	show, err := newShow(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, show.output.close()) }()
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
	case err == nil && r.puzzles == 0:
		return errors.New("the input has no solvable puzzle")
	case err != nil && !errors.Is(err, errFailed) && !interrupted:
		return err
	}
	shown := show.all(r) // what there is, though a puzzle was malformed
	if interrupted {
		return err
	}
	return cmp.Or(shown, err)
}

// newComparison reads the flags that say what to run.
func newComparison(c *cli.Context) (*comparison, error) {
	r := &comparison{
		repeat: c.Int("repeat"), timeLimit: c.Duration("time-limit"),
		keepGoing: c.Bool("keep-going"), complain: complainer(c),
		lengths: make(map[int]int64),
	}
	var err error
	if r.format, err = formatFlag(c, "format"); err != nil {
		return nil, err
	}
	o := solver.Options{Want: puzzle.WantLength, NodeLimit: c.Int64("node-limit"), Effort: &r.effort}
	memory, err := humanize.ParseBytes(c.String("memory-limit"))
	switch {
	case r.repeat < 1:
		return nil, fmt.Errorf("--repeat: found %d, expected at least 1", r.repeat)
	case o.NodeLimit < 0:
		return nil, fmt.Errorf("--node-limit: found %d, expected at least 0", o.NodeLimit)
	case r.timeLimit < 0:
		return nil, fmt.Errorf("--time-limit: found %v, expected at least 0", r.timeLimit)
	case err != nil || memory == 0 || memory > 1<<40:
		return nil, fmt.Errorf("--memory-limit: found %q, expected a size such as 512MiB", c.String("memory-limit"))
	}
	o.MemoryLimit = int64(memory)
	for name := range strings.SplitSeq(c.String("algorithms"), ",") {
		one, err := newContender(strings.TrimSpace(name), o)
		if err != nil {
			return nil, fmt.Errorf("--algorithms: %w", err)
		}
		if slices.ContainsFunc(r.contenders, func(o *contender) bool { return o.name == one.name }) {
			return nil, fmt.Errorf("--algorithms: %s is there twice", one.name)
		}
		r.contenders = append(r.contenders, one)
	}
	r.together = make([][]meeting, len(r.contenders))
	for i := range r.together {
		r.together[i] = make([]meeting, len(r.contenders))
	}
	return r, nil
}

// newContender reads ALGORITHM, ALGORITHM/HEURISTIC or
// ALGORITHM/HEURISTIC/WEIGHT.
func newContender(name string, o solver.Options) (*contender, error) {
	words := strings.Split(name, "/")
	i := slices.IndexFunc(solver.Algorithms, func(a solver.Algorithm) bool { return a.Name == words[0] })
	if i < 0 {
		return nil, fmt.Errorf("unknown algorithm %q%s", words[0], suggest(words[0], searchNames()))
	}
	a := solver.Algorithms[i]
	switch {
	case !a.Effort:
		return nil, fmt.Errorf("%s does not count what it searches; these do: %s",
			a.Name, strings.Join(searchNames(), ", "))
	case len(words) > 1 && !a.Heuristic:
		return nil, fmt.Errorf("%s: %s uses no heuristic", name, a.Name)
	case len(words) > 3:
		return nil, fmt.Errorf("found %q, expected ALGORITHM/HEURISTIC/WEIGHT at most", name)
	}
	var err error
	if o.Heuristic = solver.Manhattan; len(words) > 1 {
		if o.Heuristic, err = solver.ParseHeuristic(words[1]); err != nil {
			return nil, fmt.Errorf("unknown heuristic %q%s", words[1], suggest(words[1], solver.Heuristics[1:]))
		}
	}
	if len(words) > 2 {
		if o.Weight, err = solver.ParseWeight(words[2]); err != nil {
			return nil, fmt.Errorf("%s: found weight %q, %w", name, words[2], err)
		}
	}
	one := &contender{algorithm: a.Name, byLength: make(map[int]*tally), reasons: make(map[string]int64)}
	one.name = a.Name
	if a.Heuristic {
		one.heuristic = o.Heuristic.String()
		one.name += "/" + one.heuristic
	}
	if o.Weight > solver.Once {
		one.weight = o.Weight
		one.name += "/" + o.Weight.String()
	}
	one.solver, err = solver.New(a.Name, o)
	return one, err
}

// searchNames returns the algorithms that count what they search.
func searchNames() (names []string) {
	for _, a := range solver.Algorithms {
		if a.Effort {
			names = append(names, a.Name)
		}
	}
	return names
}

// contenderNames returns what may stand in --algorithms, without weights.
func contenderNames() (names []string) {
	for _, a := range solver.Algorithms {
		switch {
		case a.Effort && a.Heuristic:
			for _, h := range solver.Heuristics[1:] {
				names = append(names, a.Name+"/"+h)
			}
		case a.Effort:
			names = append(names, a.Name)
		}
	}
	return names
}

// bundled compares on the puzzles of a file in cases.
func (r *comparison) bundled(ctx context.Context, name string) error {
	data, err := cases.Read(name)
	if err != nil {
		return fmt.Errorf("--cases: there are none called %q%s", name, suggest(name, caseNames()))
	}
	in, _ := example(data)
	if r.format == nil {
		r.format, _ = formats.Lookup(name)
	}
	return r.input(ctx, strings.NewReader(in), "cases/"+name)
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
	dec := puzzles.NewDecoder(in, name, format)
	ps := make([]puzzle.Puzzle, 1)
	failed := false
	for {
		n, err := dec.Decode(ps)
		if n > 0 {
			if err := r.add(ctx, &ps[0]); err != nil {
				return err
			}
		}
		switch {
		case err == nil:
		case err == io.EOF && failed:
			return errFailed
		case err == io.EOF:
			return nil
		case errors.Is(err, puzzle.ErrMalformed):
			r.complain(err)
			if !r.keepGoing {
				return errFailed
			}
			failed = true
		default:
			return err
		}
	}
}
