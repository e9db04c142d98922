package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"
)

// plotKinds are the endings of files that can be drawn, and what draws them.
var plotKinds = map[string]chart.RendererProvider{".svg": chart.SVG, ".png": chart.PNG}

// A plot has the proportions of a slide, and text that the last row can read.
const (
	plotWidth  = 1280
	plotHeight = 720
	plotText   = 22
	plotMargin = 24
	plotThumb  = 56 // the length of a line in the legend
)

// plotColors are those of Okabe and Ito (2008), which colour-blind people tell
// apart; dashes differ too.
var plotColors = []drawing.Color{
	{R: 0, G: 0, B: 0, A: 255}, {R: 0, G: 114, B: 178, A: 255}, {R: 213, G: 94, B: 0, A: 255},
	{R: 0, G: 158, B: 115, A: 255}, {R: 204, G: 121, B: 167, A: 255},
	{R: 86, G: 180, B: 233, A: 255}, {R: 230, G: 159, B: 0, A: 255},
}

var plotDashes = [][]float64{nil, {12, 6}, {4, 4}, {16, 5, 4, 5}}

// The lines of the grid, and those between powers of ten.
var (
	plotMajor = plotGrid(205)
	plotMinor = plotGrid(238)
)

func plotGrid(gray uint8) chart.Style {
	return chart.Style{StrokeColor: drawing.Color{R: gray, G: gray, B: gray, A: 255}, StrokeWidth: 1}
}

// draw saves a plot of a measure by the moves of a shortest solution. It leaves
// out lengths of which an algorithm did not solve all: the mean over the easy ones
// would make it look good.
func (r *comparison) draw(file string, m measure) error {
	var all []chart.ContinuousSeries
	var xs, ys []float64
	log := m.name != "branching"
	for i, one := range r.contenders {
		line := r.line(i, one, m, log)
		all, xs, ys = append(all, line), append(xs, line.XValues...), append(ys, line.YValues...)
	}
	if len(xs) == 0 {
		return errors.New("--plot: no algorithm solved all puzzles of any length")
	}
	c := &chart.Chart{
		Title:      fmt.Sprintf("%s, %s puzzles", m.heading(), humanize.Comma(r.puzzles)),
		TitleStyle: chart.Style{FontSize: plotText * 4 / 3, Padding: chart.Box{Top: plotMargin}},
		Width:      plotWidth, Height: plotHeight, DPI: 72, // a point is a pixel
		XAxis: chart.XAxis{
			Name: "moves of a shortest solution", NameStyle: chart.Style{FontSize: plotText},
			Style: chart.Style{FontSize: plotText}, GridMajorStyle: plotMajor, GridMinorStyle: plotMajor,
			Ticks: roundTicks(slices.Min(xs), slices.Max(xs), 1),
		},
		YAxis: chart.YAxis{
			AxisType: chart.YAxisSecondary, // the library's word for the left
			Style:    chart.Style{FontSize: plotText}, GridMajorStyle: plotMajor, GridMinorStyle: plotMajor,
			Ticks: roundTicks(slices.Min(ys), slices.Max(ys), 0.01),
		},
		YAxisSecondary: chart.YAxis{Style: chart.Hidden()},
	}
	if log {
		c.YAxis.Ticks, c.YAxis.GridLines = powerTicks(slices.Min(ys), slices.Max(ys))
	}
	return save(c, all, m.title+" (mean)", file)
}

// line returns the line of a contender. The library's logarithmic range starts at
// one and is none near its start, so it gets logarithms.
func (r *comparison) line(i int, one *contender, m measure, log bool) chart.ContinuousSeries {
	color := plotColors[i%len(plotColors)]
	line := chart.ContinuousSeries{Name: one.name, Style: chart.Style{
		StrokeColor: color, StrokeWidth: 3, StrokeDashArray: plotDashes[i%len(plotDashes)],
		DotColor: color, DotWidth: 5,
	}}
	if gaveUp := one.total().gaveUp; gaveUp > 0 {
		line.Name += fmt.Sprintf(" (gave up on %d)", gaveUp)
	}
	for _, length := range r.sorted() {
		t := one.byLength[length]
		v, ok := m.of(t, length)
		if !ok || length == unknown || t.gaveUp > 0 || v <= 0 {
			continue
		}
		if log {
			v = math.Log10(v)
		}
		line.XValues, line.YValues = append(line.XValues, float64(length)), append(line.YValues, v)
	}
	return line
}

// save draws the plot, with its legend beside it, where it hides nothing.
func save(c *chart.Chart, all []chart.ContinuousSeries, yName, file string) error {
	kind := plotKinds[strings.ToLower(filepath.Ext(file))]
	width, err := legendWidth(kind, all)
	if err != nil {
		return err
	}
	for _, one := range all {
		c.Series = append(c.Series, one)
	}
	c.Background.Padding = chart.Box{
		Top: 2*plotMargin + plotText*4/3, Bottom: plotMargin,
		Left: 2*plotMargin + plotText, Right: 2*plotMargin + width,
	}
	c.Elements = []chart.Renderable{
		func(r chart.Renderer, canvas chart.Box, defaults chart.Style) {
			plotFont(r, defaults)
			y := (canvas.Top + canvas.Bottom + r.MeasureText(yName).Width()) / 2
			r.SetTextRotation(-math.Pi / 2) // upwards, which the library centres wrongly
			r.Text(yName, plotMargin+plotText, y)
			r.ClearTextRotation()
			drawLegend(r, all, canvas)
		},
	}
	var b bytes.Buffer
	if err := c.Render(kind, &b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// plotFont makes the font that of axes and legends.
func plotFont(r chart.Renderer, defaults chart.Style) {
	r.SetFont(defaults.Font)
	r.SetFontSize(plotText)
	r.SetFontColor(chart.DefaultTextColor)
}

// legendWidth returns the width that the names of lines take, with their thumbs.
func legendWidth(kind chart.RendererProvider, all []chart.ContinuousSeries) (width int, err error) {
	r, err := kind(1, 1)
	if err != nil {
		return 0, err
	}
	font, err := chart.GetDefaultFont()
	if err != nil {
		return 0, err
	}
	r.SetDPI(72)
	plotFont(r, chart.Style{Font: font})
	for _, one := range all {
		width = max(width, r.MeasureText(one.Name).Width())
	}
	return plotThumb + plotText/2 + width, nil
}

// drawLegend draws the names of lines, each beside a thumb of it unless it has no
// points, to the right of the plot.
func drawLegend(r chart.Renderer, all []chart.ContinuousSeries, canvas chart.Box) {
	x, y := canvas.Right+plotMargin, canvas.Top+plotText
	for _, one := range all {
		if len(one.XValues) > 0 {
			one.Style.WriteDrawingOptionsToRenderer(r)
			r.MoveTo(x, y-plotText/3)
			r.LineTo(x+plotThumb, y-plotText/3)
			r.Stroke()
		}
		r.SetStrokeWidth(0)
		r.Text(one.Name, x+plotThumb+plotText/2, y)
		y += plotText * 3 / 2
	}
}

// roundTicks returns round numbers from one below low to one above high, at most
// some dozen, and no nearer to each other than the least step.
func roundTicks(low, high, least float64) (ticks []chart.Tick) {
	step := least
	for i := 0; (high-low)/step > 10; i++ {
		step *= []float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10
	}
	from, to := math.Floor(low/step), math.Ceil(high/step)
	if from == to {
		from, to = from-1, to+1
	}
	for i := from; i <= to; i++ {
		ticks = append(ticks, chart.Tick{Value: i * step, Label: humanize.FtoaWithDigits(i*step, 2)})
	}
	return ticks
}

// powerTicks returns the powers of ten around the logarithms low and high, and the
// lines of a grid of them and what is between them.
func powerTicks(low, high float64) (ticks []chart.Tick, grid []chart.GridLine) {
	from, to := math.Floor(low), math.Ceil(high)
	if from == to {
		to++
	}
	for e := from; e <= to; e++ {
		ticks = append(ticks, chart.Tick{Value: e, Label: humanize.Commaf(math.Pow(10, e))})
		for digit := 2.0; digit < 10 && e < to; digit++ {
			grid = append(grid, chart.GridLine{Value: e + math.Log10(digit), Style: plotMinor})
		}
		grid = append(grid, chart.GridLine{Value: e})
	}
	return ticks, grid
}
