package making

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/compare/plot"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// printHistogram counts boards by their distance from the goal, prints the counts, and draws them
// if --plot asks for it.
func (o *generateOptions) printHistogram(c *cli.Context, spec generate.Spec) error {
	spec.Unsolvable = 0
	if spec.Way != generate.Uniform {
		return fmt.Errorf("--histogram counts all solvable boards: it goes with none of --depth," +
			" --deepest, --walk and --all")
	}
	g, err := generate.New(c.Context, spec)
	if err != nil {
		return err
	}
	h, err := g.Histogram(cmp.Or(o.number, usualNumber), algorithms.NewAuto(solver.Options{
		Want: puzzle.WantLength, MemoryLimit: 1 << 30, Tables: stored.All.In(stored.UserStore()),
	}))
	if err != nil {
		return err
	}
	if !h.Exact {
		fmt.Fprintf(c.App.ErrWriter, "seed %d\n", spec.Seed)
	}
	if err := writeHistogram(c.App.Writer, h); err != nil || o.plot == "" {
		return err
	}
	kind, err := plot.KindOf(o.plot)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	return stdio.Save(o.plot, func(w io.Writer) error { return plotOf(h).Write(w, kind) })
}

// writeHistogram writes a line for each distance, with a bar.
func writeHistogram(to io.Writer, h *generate.Histogram) error {
	const widest = 50
	w := bufio.NewWriter(to)
	most := slices.Max(h.Counts)
	fmt.Fprintf(w, "%5s  %12s\n", "moves", "boards")
	for moves, n := range h.Counts {
		bar := strings.Repeat("#", int((n*widest+most-1)/most))
		fmt.Fprintln(w, strings.TrimRight(
			fmt.Sprintf("%5d  %12s  %s", moves, humanize.Comma(n), bar), " "))
	}
	return w.Flush()
}

// plotOf returns the plot of a histogram.
func plotOf(h *generate.Histogram) *plot.Plot {
	of := "all solvable boards"
	if !h.Exact {
		total := int64(0)
		for _, n := range h.Counts {
			total += n
		}
		of = humanize.Comma(total) + " random boards"
	}
	s := plot.Series{Bars: true}
	for moves, n := range h.Counts {
		s.Points = append(s.Points, plot.Point{X: float64(moves), Y: float64(n)})
	}
	title := fmt.Sprintf("Distances of %v, %s", h.Shape, of)
	return &plot.Plot{
		Title: title, Label: title, X: plot.Axis{Name: "moves of a shortest solution", Step: 1},
		Y: plot.Axis{Name: "boards", Zero: true}, Series: []plot.Series{s},
	}
}
