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
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/trace"
)

// traceFlags are those of solve that newTracing reads.
var traceFlags = []cli.Flag{
	app.Offer(traceForms, &cli.StringFlag{
		Name: "trace", Category: "Trace",
		Usage: "in place of an answer, tell how the search works step by step, as `FORM`: text, or" +
			" html, which is a page; FORM=FILE writes it to a file",
	}),
	app.AtLeast(1, &cli.Int64Flag{
		Name: "trace-puzzle", Category: "Trace", Value: 1, Usage: "trace puzzle `N` of the input",
	}),
}

func traceForms() []string { return []string{"text", "html"} }

// A tracing is one run of solve --trace.
type tracing struct {
	options trace.Options
	puzzle  int64
	page    bool // not text
	format  *formats.Format
	output  *stdio.Output
	text    draw.Text
	traced  *show.Trace
}

// untraced are the flags of solve that do not go with --trace.
var untraced = []string{
	"to", "require", "keep-going", "stats", "weight", "workers", "tables-dir", "node-limit",
	"time-limit", "memory-limit", "window",
}

// newTracing reads the flags.
func newTracing(c *cli.Context) (t *tracing, err error) {
	for _, flag := range untraced {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("--trace and --%s exclude each other", flag)
		}
	}
	form, file, named := strings.Cut(c.String("trace"), "=")
	switch {
	case !slices.Contains(traceForms(), form):
		return nil, fmt.Errorf("--trace: %w", app.Unknown("form", form, traceForms()))
	case named && file == "":
		return nil, fmt.Errorf("--trace: found %q, expected a file after =", c.String("trace"))
	case named && c.IsSet("output"):
		return nil, errors.New("--trace names a file, and so does --output")
	case named && stdio.IsInput(c, file, c.Args().Slice()):
		return nil, fmt.Errorf("--trace: %s is an input", file)
	case c.NArg() > 1:
		return nil, fmt.Errorf("--trace: found %d files, expected one", c.NArg())
	}
	t = &tracing{page: form == "html", puzzle: c.Int64("trace-puzzle")}
	if t.format, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if err := t.readSearch(c); err != nil {
		return nil, err
	}
	if t.output, err = stdio.NewOutput(c); err == nil && named && file != "-" {
		t.output = stdio.NewFileOutput(c, file)
	}
	t.text.Width = stdio.Columns(c)
	return t, err
}

// readSearch reads the flags about the search.
func (t *tracing) readSearch(c *cli.Context) error {
	t.options.Algorithm = "astar"
	if c.IsSet("algorithm") {
		t.options.Algorithm = c.String("algorithm")
	}
	if !slices.Contains(trace.Algorithms(), t.options.Algorithm) {
		return fmt.Errorf("--trace: found --algorithm %s, expected %s", t.options.Algorithm,
			strings.Join(trace.Algorithms(), ", "))
	}
	if !c.IsSet("heuristic") {
		return nil
	}
	h, _, err := solver.ParseHeuristic(c.String("heuristic"))
	switch {
	case err != nil:
		return err
	case h == solver.PatternDatabase:
		return errors.New("--trace: a trace has no pattern databases")
	case strings.HasSuffix(t.options.Algorithm, "bfs"):
		return fmt.Errorf("--heuristic: %s uses none", t.options.Algorithm)
	}
	t.options.Heuristic = h
	return nil
}

// traceSearch traces the search for one puzzle.
func traceSearch(c *cli.Context) (err error) {
	t, err := newTracing(c)
	if err != nil {
		return err
	}
	defer func() { err = t.output.Close(err) }()
	if err := stdio.CasesOrFiles(c); err != nil {
		return err
	}
	if err := stdio.EachPuzzles(c, t.input); err != nil {
		if errors.As(err, new(*formats.SyntaxError)) {
			stdio.Complainer(c)(err)
			err = app.ErrFailed
		}
		return err
	}
	if err := t.output.Open(); err != nil {
		return err
	}
	if t.page {
		err = t.traced.WritePage(t.output)
	} else {
		err = t.traced.WriteText(t.output, t.text)
	}
	if err == nil && len(t.traced.Steps) == trace.MaxSteps && t.traced.Note != "" {
		err = app.ErrFailed
	}
	return err
}

// input traces a puzzle of an input, which is in the format f if it is not nil.
func (t *tracing) input(ctx context.Context, in io.Reader, name string, f *formats.Format) error {
	format := cmp.Or(t.format, f)
	if format == nil {
		var err error
		if format, in, err = stdio.Detect(ctx, in, name, "format", formats.All[0], nil); err != nil {
			return err
		}
	}
	t.options.Order = format.Order
	traced, err := show.Traced(ctx, in, name, format, t.puzzle, t.options)
	if errors.Is(err, puzzle.ErrGaveUp) {
		err = fmt.Errorf("--trace: %w", err)
	}
	t.traced = traced
	return err
}
