package solving

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/view/draw"
	"tilejudge/solver/compare"
	"tilejudge/solver/compare/plot"
	"tilejudge/solver/puzzle"
)

// Compare declares the command compare.
func Compare(o *CompareOptions) *app.Command {
	return &app.Command{
		Name:      "compare",
		Usage:     "run puzzles through several searches, and show what each takes",
		Category:  "Solve",
		ArgsUsage: "[FILE...]",
		Description: `
It prints tables of the boards expanded and generated, the time, the memory and the
effective branching factor of each search, by the length of a shortest solution. Each limit is for
one search, and its default does not depend on the machine. A search uses stored tables (see tables)
only if it names them, as idastar/pdb-7-8 does.

--report html=FILE writes a page that loads nothing from elsewhere. It has a plot and a table of
each measure, and says what it means. If there are ten puzzles or more, it also shows them one by
one. --plot NAME=FILE saves one of these plots: ` + strings.Join(compare.DrawingNames(), ", ") + `,
or a measure.`,
		Action: schema.Or(schema.Comparison, func(c *cli.Context) error { return comparePuzzles(c, *o) }),
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
		}, {
			Command: `tilejudge generate -f poj-1077 -n 200 --seed 1 |
tilejudge compare -f poj-1077 --plot estimates=h.pdf,quartiles=nodes.pdf,solved=cactus.pdf`,
		}, {
			Command: `tilejudge generate -f poj-1077 --depth 1..31 -n 60 --seed 1 |
tilejudge compare -f poj-1077 --report html=compare.html`,
		}},
		Flags: o.flags(),
	}
}

// A comparison is one run of compare: what runs, and where the figures go.
type comparison struct {
	options  CompareOptions
	format   *formats.Format // nil: to be detected
	race     *compare.Race
	add      func(context.Context, *puzzle.Puzzle) error // adds a puzzle to the figures of the race
	complain func(error)
	newBar   func() *progress.Bar
	progress *progress.Bar // of the input; nil: none is shown
	output   *stdio.Output
	measures []compare.Measure // in tables; nil: all
	columns  int               // of the terminal; 0: lines have any length
}

// comparePuzzles runs all searches on the puzzles of each input, and prints the figures.
func comparePuzzles(c *cli.Context, o CompareOptions) error {
	r, err := newComparison(c, o)
	if err != nil {
		return err
	}
	if r.format, err = flags.ReadFormat(c, "format"); err != nil {
		return err
	}
	if r.output, err = stdio.NewOutput(c); err != nil {
		return err
	}
	err = r.finish(c, func() error {
		if err := stdio.CasesOrFiles(c); err != nil {
			return err
		}
		if !c.IsSet("cases") && c.NArg() == 0 && stdio.IsTerminal(c.App.Reader) {
			return errors.New(
				"puzzles are missing: name a file, or bundled ones with --cases NAME")
		}
		return stdio.EachPuzzles(c, r.input)
	})
	if c.Context.Err() != nil {
		return cmp.Or(err, r.output.Close(nil)) // the figures are those of the puzzles so far
	}
	return cmp.Or(err, r.output.Close(err))
}

// finish gets the figures of the inputs, and shows them.
func (r *comparison) finish(c *cli.Context, inputs func() error) error {
	err := inputs()
	interrupted := c.Context.Err() != nil
	switch {
	case err == nil && r.race.Figures.Puzzles == 0:
		return errors.New("the input has no solvable puzzle")
	case err != nil && !errors.Is(err, app.ErrFailed) && !interrupted:
		return err
	}
	if shown := r.show(); !interrupted { // the figures so far, though a puzzle was malformed
		err = cmp.Or(shown, err)
	}
	return err
}

// input compares the searches on the puzzles of one input, which are in the format f if it
// is not nil.
func (r *comparison) input(
	ctx context.Context, in io.Reader, name string, f *formats.Format,
) error {
	format := cmp.Or(r.format, f)
	if format == nil {
		// Formats that differ only in their answers will do, because no answers are written.
		var err error
		format, in, err = stdio.Detect(ctx, in, name, "format", formats.All[0], r.complain)
		if err != nil {
			return err
		}
	}
	r.progress = r.newBar()
	defer r.progress.End()
	r.progress.Count(func() int64 { return progress.Puzzles(ctx, name, format) })
	dec := puzzles.NewDecoder(in, name, format)
	ps := make([]puzzle.Puzzle, 1)
	var failed error
	for done := int64(0); ; done++ {
		r.progress.ShowCount(done, 0)
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
			if failed = app.ErrFailed; !r.options.KeepGoing {
				return failed
			}
		}
	}
}

// run runs the searches on one puzzle. If they disagree, the program is at fault.
func (r *comparison) run(ctx context.Context, p *puzzle.Puzzle) error {
	err := r.add(ctx, p)
	if errors.Is(err, compare.ErrDisagree) {
		f := r.race.Figures
		return &judge.Fault{Puzzle: f.Puzzles + f.Unsolvable + 1, Start: p.Start, Value: err}
	}
	return err
}

// show writes the figures in all forms that the flags ask for.
func (r *comparison) show() error {
	if err := r.output.Open(); err != nil {
		return err
	}
	f := r.race.Figures
	measures := r.measures
	if measures == nil {
		measures = f.Shown()
	}
	err := error(nil)
	if r.options.JSON {
		err = f.WriteJSON(r.output)
	} else {
		var text strings.Builder
		if err = f.WriteTables(&text, measures, r.columns); err == nil {
			_, err = io.WriteString(r.output, app.Fold(text.String(), r.columns))
		}
	}
	if err == nil && r.options.CSV != "" {
		err = stdio.Save(r.options.CSV, f.WriteCSV)
	}
	if err == nil && r.options.Plot != "" {
		err = r.savePlots()
	}
	if err == nil && r.options.Page != "" {
		err = stdio.Save(r.options.Page, r.writePage)
	}
	if err == nil && r.options.Puzzles != "" {
		err = stdio.Save(r.options.Puzzles, f.WritePuzzles)
	}
	return err
}

// savePlots writes the plots.
func (r *comparison) savePlots() error {
	for _, one := range plotsOf(r.options.Plot) {
		name := cmp.Or(one.name, append(r.measures, compare.Measures[0])[0].Name)
		kind, err := plot.KindOf(one.file)
		if err != nil {
			return err
		}
		p, err := r.race.Figures.Picture(name)
		if err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
		err = stdio.Save(one.file, func(w io.Writer) error { return p.Write(w, kind) })
		if err != nil {
			return err
		}
	}
	return nil
}

// writePage writes the figures as a web page.
func (r *comparison) writePage(w io.Writer) error {
	d := draw.Document{Title: "Searches compared", Style: compare.Styles()}
	return d.Write(w, func(b *bufio.Writer) error {
		b.WriteString("<main>\n")
		err := r.race.Figures.WriteHTML(b)
		b.WriteString("</main>\n")
		return err
	})
}
