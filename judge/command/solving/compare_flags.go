package solving

import (
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

// CompareOptions are the options of compare, beside the files.
type CompareOptions struct {
	compare.Options
	KeepGoing bool   `json:"keep_going,omitempty"` // after a malformed puzzle
	TablesDir string `json:"tables_dir,omitempty"`
	JSON      bool   `json:"json,omitempty"`
	CSV       string `json:"csv,omitempty"` // a file, as the next two; "": none
	Plot      string `json:"plot,omitempty"`
	Page      string `json:"page,omitempty"`
	Puzzles   string `json:"puzzles,omitempty"`  // a file for the figures of each puzzle; "": none
	Measures  string `json:"measures,omitempty"` // names with commas; "": all
}

// flags are the flags of compare.
func (o *CompareOptions) flags() []cli.Flag {
	return []cli.Flag{
		flags.InputFormat(),
		flags.Goal("Input"),
		flags.Cases("compare on"),
		app.Checked(compare.SearchNames, checkSearches, &cli.StringFlag{
			Name: "algorithms", Category: "Search", Aliases: []string{"algorithm", "a"},
			Value: compare.Textbook, Destination: &o.Searches,
			DefaultText: "bfs, bibfs, and astar and idastar with several heuristics",
			Usage: "compare the searches in a `LIST` with commas; a search is ALGORITHM," +
				" ALGORITHM/HEURISTIC or ALGORITHM/HEURISTIC/WEIGHT",
		}),
		app.AtLeast(1, &cli.IntFlag{
			Name: "repeat", Category: "Search", Value: 1, Destination: &o.Repeat,
			Usage: "run each search `N` times, and take the shortest time",
		}),
		app.AtLeast(0, &cli.Int64Flag{
			Name: "node-limit", Category: "Limits", Value: compareNodes, Destination: &o.NodeLimit,
			Usage: "give up a search after `N` expanded boards; 0: never",
		}),
		flags.Time(&o.TimeLimit, &cli.StringFlag{
			Name: "time-limit", Category: "Limits", Aliases: []string{"timeout"},
			Usage: "give up a search after a `TIME`, in seconds or with a unit, such as 500ms" +
				" (0, the default: never)",
		}),
		flags.Size(&o.MemoryLimit, 1<<40, &cli.StringFlag{
			Name: "memory-limit", Category: "Limits", Value: compareMemory,
			Usage: "give up a search that would hold more than `SIZE` of boards",
		}),
		flags.KeepGoing(&o.KeepGoing),
		tablesDirFlag(&o.TablesDir),
		&cli.BoolFlag{
			Name: "json", Category: "Output", Destination: &o.JSON,
			Usage: "print the figures as JSON",
		},
		schema.Flag("--json", "Output"),
		&cli.StringFlag{
			Name: "csv", Category: "Output", Destination: &o.CSV,
			Usage: "write the figures to `FILE` as well",
		},
		app.Checked(nil, checkPlot, &cli.StringFlag{
			Name: "plot", Category: "Output", Destination: &o.Plot,
			Usage: "draw a measure by length, and save it as `FILE`, a .svg, .png or .pdf; or save" +
				" the plots in a list of NAME=FILE with commas",
		}),
		app.Checked(reportForms, o.readReport, &cli.StringFlag{
			Name: "report", Category: "Output",
			Usage: "write a page with plots, tables and what they mean, as `FORMAT=FILE`: html=FILE;" +
				" csv=FILE has the figures of each puzzle that plots show",
		}),
		app.Checked(compare.MeasureNames, checkMeasures, &cli.StringFlag{
			Name: "measure", Category: "Output", Destination: &o.Measures,
			Usage: "print the tables of the measures in a `LIST` with commas, and let --plot draw" +
				" the first: " + strings.Join(compare.MeasureNames(), ", ") +
				" (default: all; expanded)",
		}),
		flags.Output,
	}
}

// checkSearches returns an error if a list of searches is wrong.
func checkSearches(list string) error {
	_, err := compare.ParseSearches(list)
	return suggesting(err)
}

func checkPlot(value string) error {
	for _, one := range plotsOf(value) {
		if _, err := plot.KindOf(one.file); err != nil {
			return err
		}
		if err := compare.CheckPicture(one.name); err != nil && one.name != "" {
			return suggesting(err)
		}
	}
	return nil
}

// A plotFile is a plot that --plot asks for.
type plotFile struct{ name, file string } // name "": the first measure that is chosen

// plotsOf reads --plot: FILE, or a list of NAME=FILE with commas.
func plotsOf(value string) (all []plotFile) {
	if name, _, ok := strings.Cut(value, "="); !ok || compare.CheckPicture(name) != nil &&
		strings.ContainsAny(name, "./") {
		return []plotFile{{"", value}}
	}
	for one := range strings.SplitSeq(value, ",") {
		name, file, _ := strings.Cut(one, "=")
		all = append(all, plotFile{name, file})
	}
	return all
}

func checkMeasures(list string) error {
	_, err := compare.ParseMeasures(list)
	return suggesting(err)
}

// suggesting adds the name that may be meant to an error about an unknown name.
func suggesting(err error) error {
	if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
		return fmt.Errorf("%w%s", err, app.Suggest(unknown.Name, unknown.Known))
	}
	return err
}

// The beginnings of values of --report.
const (
	htmlReport = "html="
	csvReport  = "csv="
)

// reportForms returns the beginnings of values of --report.
func reportForms() []string { return []string{htmlReport, csvReport} }

// readReport reads --report.
func (o *CompareOptions) readReport(value string) error {
	for form, to := range map[string]*string{htmlReport: &o.Page, csvReport: &o.Puzzles} {
		if file, ok := strings.CutPrefix(value, form); ok && file != "" {
			*to = file
			return nil
		}
	}
	return fmt.Errorf("found %q, expected html=FILE or csv=FILE", value)
}

// newComparison returns the run of compare that the options ask for, without its output.
func newComparison(c *cli.Context, o CompareOptions) (r *comparison, err error) {
	r = &comparison{
		options: o,
		newBar:  func() *progress.Bar { return progress.New(c.App.ErrWriter) },
	}
	r.columns = stdio.Columns(c)
	complain := stdio.Complainer(c)
	r.complain = func(err error) {
		r.progress.Clear()
		complain(err)
	}
	store, err := solveTables(c, o.TablesDir)
	if err != nil {
		return nil, err
	}
	searches, err := compare.ParseSearches(o.Searches)
	if err != nil {
		return nil, fmt.Errorf("--algorithms: %w", err)
	}
	for _, s := range searches {
		if err := needTables(s.Heuristic, stored.All.In(store)); err != nil {
			return nil, fmt.Errorf("--algorithms: %w", err)
		}
	}
	if r.race, err = compare.New(o.Options, store); err != nil {
		return nil, err
	}
	r.add = r.race.Run
	if o.Measures != "" {
		if r.measures, err = compare.ParseMeasures(o.Measures); err != nil {
			return nil, err
		}
	}
	return r, r.checkFiles(c)
}

// checkFiles makes sure, before hours of searches, that the figures can be written: all
// files differ, and each can be opened.
func (r *comparison) checkFiles(c *cli.Context) error {
	var before []string
	type target struct{ flag, file string }
	targets := []target{{"output", c.String("output")}, {"csv", r.options.CSV}}
	for _, one := range plotsOf(r.options.Plot) {
		targets = append(targets, target{"plot", one.file})
	}
	for _, f := range append(targets, target{"report", r.options.Page + r.options.Puzzles}) {
		switch {
		case f.file == "":
			continue
		case stdio.IsInput(c, f.file, c.Args().Slice()):
			return fmt.Errorf("--%s: %s is an input", f.flag, f.file)
		case slices.ContainsFunc(before, func(b string) bool { return stdio.SameFile(c, b, f.file) }):
			return fmt.Errorf("--%s: %s is written to already", f.flag, f.file)
		}
		before = append(before, f.file)
		if err := stdio.CanWrite(f.file); err != nil && f.file != "-" {
			return fmt.Errorf("--%s: %w", f.flag, err)
		}
	}
	return nil
}
