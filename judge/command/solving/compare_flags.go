package solving

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver"
	"tilejudge/solver/compare"
	"tilejudge/solver/compare/plot"
	"tilejudge/solver/stored"
)

// Limits on each search of compare. They are the same on every machine, so that the
// same searches give up.
const (
	compareNodes  = 100_000_000
	compareMemory = "512MiB"
)

// compareFlags are the flags of compare, which newComparison reads.
var compareFlags = []cli.Flag{
	flags.InputFormat,
	flags.Cases("compare on"),
	app.Offer(compare.SearchNames, &cli.StringFlag{
		Name: "algorithms", Category: "Search", Aliases: []string{"algorithm", "a"},
		Value:       compare.Textbook,
		DefaultText: "bfs, bibfs, and astar and idastar with several heuristics",
		Usage: "compare the searches in a `LIST` with commas; a search is ALGORITHM," +
			" ALGORITHM/HEURISTIC or ALGORITHM/HEURISTIC/WEIGHT",
	}),
	&cli.IntFlag{
		Name: "repeat", Category: "Search", Value: 1,
		Usage: "run each search `N` times, and take the shortest time",
	},
	&cli.Int64Flag{
		Name: "node-limit", Category: "Limits", Value: compareNodes,
		Usage: "give up a search after `N` expanded boards; 0: never",
	},
	&cli.StringFlag{
		Name: "time-limit", Category: "Limits", Value: "0",
		Usage: "give up a search after a `TIME`, in seconds or with a unit, such as 500ms" +
			" (0, the default: never)",
	},
	&cli.StringFlag{
		Name: "memory-limit", Category: "Limits", Value: compareMemory,
		Usage: "give up a search that would hold more than `SIZE` of boards",
	},
	flags.KeepGoing,
	tablesDirFlag,
	&cli.BoolFlag{Name: "json", Category: "Output", Usage: "print the figures as JSON"},
	schema.Flag("--json", "Output"),
	&cli.StringFlag{
		Name: "csv", Category: "Output",
		Usage: "write the figures to `FILE` as well",
	},
	&cli.StringFlag{
		Name: "plot", Category: "Output",
		Usage: "draw a measure by length, and save it as `FILE`, a .svg, .png or .pdf",
	},
	app.Offer(func() []string { return []string{htmlReport} }, &cli.StringFlag{
		Name: "report", Category: "Output",
		Usage: "write a page with plots, tables and what they mean, as `FORMAT=FILE`: html=FILE",
	}),
	app.Offer(compare.MeasureNames, &cli.StringFlag{
		Name: "measure", Category: "Output",
		Usage: "print the tables of the measures in a `LIST` with commas, and let --plot draw the" +
			" first: " + strings.Join(compare.MeasureNames(), ", ") + " (default: all; expanded)",
	}),
	flags.Output,
}

// newComparison reads the flags.
func newComparison(c *cli.Context) (r *comparison, err error) {
	r = &comparison{
		keepGoing: c.Bool("keep-going"),
		newBar:    func() *progress.Bar { return progress.New(c.App.ErrWriter) },
		asJSON:    c.Bool("json"), csv: c.String("csv"), plot: c.String("plot"),
	}
	complain := stdio.Complainer(c)
	r.complain = func(err error) {
		r.progress.Clear()
		complain(err)
	}
	if r.format, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if r.race, err = newRace(c); err != nil {
		return nil, err
	}
	r.add = r.race.Run
	if r.measures, err = measuresFlag(c); err != nil {
		return nil, err
	}
	if c.IsSet("plot") {
		if r.kind, err = plot.KindOf(r.plot); err != nil {
			return nil, fmt.Errorf("--plot: %w", err)
		}
	}
	if r.report, err = reportFile(c); err != nil {
		return nil, err
	}
	if err := r.checkFiles(c); err != nil {
		return nil, err
	}
	r.output, err = stdio.NewOutput(c)
	return r, err
}

// htmlReport is how a value of --report begins.
const htmlReport = "html="

// reportFile reads --report, and returns the name of its file, or "".
func reportFile(c *cli.Context) (string, error) {
	value := c.String("report")
	file, ok := strings.CutPrefix(value, htmlReport)
	switch {
	case !c.IsSet("report"):
		return "", nil
	case !ok, file == "":
		return "", fmt.Errorf("--report: found %q, expected html=FILE", value)
	default:
		return file, nil
	}
}

// measuresFlag reads --measure. It returns nil if that is not set.
func measuresFlag(c *cli.Context) (measures []compare.Measure, err error) {
	if !c.IsSet("measure") {
		return nil, nil
	}
	for name := range strings.SplitSeq(c.String("measure"), ",") {
		m, err := compare.LookupMeasure(strings.TrimSpace(name))
		if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
			return nil, fmt.Errorf("--measure: %w%s", err, app.Suggest(unknown.Name, unknown.Known))
		}
		measures = append(measures, m)
	}
	return measures, nil
}

// checkFiles makes sure, before hours of searches, that the figures can be written: all
// files differ, and each can be opened.
func (r *comparison) checkFiles(c *cli.Context) error {
	var before []string
	for _, flag := range []string{"output", "csv", "plot", "report"} {
		file := strings.TrimPrefix(c.String(flag), htmlReport)
		switch {
		case file == "":
			continue
		case stdio.IsInput(c, file, c.Args().Slice()):
			return fmt.Errorf("--%s: %s is an input", flag, file)
		case slices.ContainsFunc(before, func(b string) bool { return stdio.SameFile(c, b, file) }):
			return fmt.Errorf("--%s: %s is written to already", flag, file)
		}
		before = append(before, file)
		if err := stdio.CanWrite(file); err != nil && file != "-" {
			return fmt.Errorf("--%s: %w", flag, err)
		}
	}
	return nil
}

// newRace reads the flags about the searches and their limits.
func newRace(c *cli.Context) (*compare.Race, error) {
	err := cmp.Or(flags.AtLeast(c, 1, "repeat"), flags.AtLeast(c, 0, "node-limit"))
	if err != nil {
		return nil, err
	}
	timeLimit, err := flags.Time(c, "time-limit")
	if err != nil {
		return nil, err
	}
	memory, err := memoryLimit(c, 1<<40)
	if err != nil {
		return nil, err
	}
	store, err := solveTables(c)
	if err != nil {
		return nil, err
	}
	o := solver.Options{
		NodeLimit: c.Int64("node-limit"), MemoryLimit: int64(memory),
		Tables: stored.All.In(store), TableFault: stored.All.Faults(store),
	}
	searches, err := parseSearches(c.String("algorithms"), o)
	if err != nil {
		return nil, fmt.Errorf("--algorithms: %w", err)
	}
	race, err := compare.NewRace(searches, o)
	if err != nil {
		return nil, err
	}
	race.Repeat, race.TimeLimit = c.Int("repeat"), timeLimit
	return race, nil
}

// parseSearches returns the searches in a list. The stored tables that they name must be
// there.
func parseSearches(list string, o solver.Options) ([]compare.Search, error) {
	searches, err := compare.ParseSearches(list)
	if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
		return nil, fmt.Errorf("%w%s", err, app.Suggest(unknown.Name, unknown.Known))
	}
	if err != nil {
		return nil, err
	}
	for _, s := range searches {
		if s.Heuristic == "" {
			continue
		}
		if err := setHeuristic(&o, s.Heuristic); err != nil {
			return nil, err
		}
	}
	return searches, nil
}
