package compare

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"
)

// An Image is a kind of picture: the ending of its file names.
type Image string

// The kinds of images.
const (
	SVG Image = ".svg"
	PNG Image = ".png"
)

var renderers = map[Image]chart.RendererProvider{SVG: chart.SVG, PNG: chart.PNG}

// ImageOf returns the kind of image for a file name.
func ImageOf(file string) (Image, error) {
	kind := Image(strings.ToLower(filepath.Ext(file)))
	if renderers[kind] == nil {
		return "", fmt.Errorf("found %q, expected a name that ends in .svg or .png", file)
	}
	return kind, nil
}

// ErrNoPlot is returned by Figures.Plot if there is nothing to draw.
var ErrNoPlot = errors.New("no algorithm solved all puzzles of any length")

// A plot has the proportions of a slide, and text large enough for the last row.
const (
	plotWidth  = 1280
	plotHeight = 720
	plotText   = 22
	plotMargin = 24
	plotThumb  = 56 // length of a line in the legend
)

// plotColors are the colours of Okabe and Ito (2008), which colour-blind people can tell
// apart. Lines also differ in their dashes.
var plotColors = []drawing.Color{
	{R: 0, G: 0, B: 0, A: 255}, {R: 0, G: 114, B: 178, A: 255}, {R: 213, G: 94, B: 0, A: 255},
	{R: 0, G: 158, B: 115, A: 255}, {R: 204, G: 121, B: 167, A: 255},
	{R: 86, G: 180, B: 233, A: 255}, {R: 230, G: 159, B: 0, A: 255},
}

var plotDashes = [][]float64{nil, {12, 6}, {4, 4}, {16, 5, 4, 5}}

// The styles of the grid: main lines, and lines between powers of ten.
var (
	plotMajor = plotGrid(205)
	plotMinor = plotGrid(238)
)

func plotGrid(gray uint8) chart.Style {
	color := drawing.Color{R: gray, G: gray, B: gray, A: 255}
	return chart.Style{StrokeColor: color, StrokeWidth: 1}
}

// Plot draws a measure by the length of a shortest solution, with a line for each search.
// The line leaves out lengths for which the search gave up on a puzzle, as a mean over the
// easy puzzles would flatter it. Plot returns ErrNoPlot if nothing remains.
func (f *Figures) Plot(w io.Writer, kind Image, m Measure) error {
	p := plot{measure: m, lengths: f.sorted()}
	for _, c := range f.columns {
		p.add(c)
	}
	if len(p.xs) == 0 {
		return ErrNoPlot
	}
	width, err := p.legendWidth(kind)
	if err != nil {
		return err
	}
	c := p.chart()
	c.Title = fmt.Sprintf("%s, %s puzzles", m.Heading(), humanize.Comma(f.Puzzles))
	c.Background.Padding = chart.Box{
		Top: 2*plotMargin + plotText*4/3, Bottom: plotMargin,
		Left: 2*plotMargin + plotText, Right: 2*plotMargin + width,
	}
	return c.Render(renderers[kind], w)
}

// A plot has the lines of a plot, and the coordinates of all their points.
type plot struct {
	measure Measure
	lengths []int
	lines   []chart.ContinuousSeries
	xs, ys  []float64
}

// add adds the line of a search. It takes logarithms itself, because the library's
// logarithmic range starts at one and is not logarithmic near its start.
func (p *plot) add(c *column) {
	i := len(p.lines)
	color := plotColors[i%len(plotColors)]
	line := chart.ContinuousSeries{Name: shortened(c.String()), Style: chart.Style{
		StrokeColor: color, StrokeWidth: 3, StrokeDashArray: plotDashes[i%len(plotDashes)],
		DotColor: color, DotWidth: 5,
	}}
	if gaveUp := c.total().gaveUp; gaveUp > 0 {
		line.Name += fmt.Sprintf(" (gave up on %d)", gaveUp)
	}
	for _, point := range c.points(p.measure, p.lengths) {
		v := point.Mean
		if !p.measure.Linear {
			v = math.Log10(v)
		}
		line.XValues = append(line.XValues, float64(point.Length))
		line.YValues = append(line.YValues, v)
	}
	p.lines = append(p.lines, line)
	p.xs, p.ys = append(p.xs, line.XValues...), append(p.ys, line.YValues...)
}

// shortened cuts a name so that it leaves room for the plot.
func shortened(name string) string {
	const limit = 24
	if letters := []rune(name); len(letters) > limit {
		return string(letters[:limit-1]) + "…"
	}
	return name
}

// chart returns the plot with its axes. The legend is beside it, where it hides nothing.
func (p *plot) chart() *chart.Chart {
	text := chart.Style{FontSize: plotText}
	c := &chart.Chart{
		TitleStyle: chart.Style{FontSize: plotText * 4 / 3, Padding: chart.Box{Top: plotMargin}},
		Width:      plotWidth, Height: plotHeight, DPI: 72, // a point is a pixel
		XAxis: chart.XAxis{
			Name: "moves of a shortest solution", NameStyle: text,
			Style: text, GridMajorStyle: plotMajor, GridMinorStyle: plotMajor,
			Ticks: roundTicks(slices.Min(p.xs), slices.Max(p.xs), 1),
		},
		YAxis: chart.YAxis{
			AxisType: chart.YAxisSecondary, // the library's word for the left
			Style:    text, GridMajorStyle: plotMajor, GridMinorStyle: plotMajor,
		},
		YAxisSecondary: chart.YAxis{Style: chart.Hidden()},
		Elements:       []chart.Renderable{p.drawWords},
	}
	if low, high := slices.Min(p.ys), slices.Max(p.ys); p.measure.Linear {
		c.YAxis.Ticks = roundTicks(low, high, 0.01)
	} else {
		c.YAxis.Ticks, c.YAxis.GridLines = powerTicks(low, high)
	}
	for _, line := range p.lines {
		c.Series = append(c.Series, line)
	}
	return c
}

// drawWords draws the legend, and the name of the vertical axis, which the library would
// not centre.
func (p *plot) drawWords(r chart.Renderer, canvas chart.Box, defaults chart.Style) {
	name := p.measure.Title + " (mean)"
	plotFont(r, defaults)
	width := r.MeasureText(name).Width()
	r.SetTextRotation(-math.Pi / 2) // upwards
	r.Text(name, plotMargin+plotText, (canvas.Top+canvas.Bottom+width)/2)
	r.ClearTextRotation()
	p.drawLegend(r, canvas)
}

// plotFont sets the font of axes and legends.
func plotFont(r chart.Renderer, defaults chart.Style) {
	r.SetFont(defaults.Font)
	r.SetFontSize(plotText)
	r.SetFontColor(chart.DefaultTextColor)
}

// legendWidth returns the width of the legend.
func (p *plot) legendWidth(kind Image) (width int, err error) {
	r, err := renderers[kind](1, 1)
	if err != nil {
		return 0, err
	}
	font, err := chart.GetDefaultFont()
	if err != nil {
		return 0, err
	}
	r.SetDPI(72)
	plotFont(r, chart.Style{Font: font})
	for _, one := range p.lines {
		width = max(width, r.MeasureText(one.Name).Width())
	}
	return plotThumb + plotText/2 + width, nil
}

// drawLegend draws the names of the lines to the right of the plot, each after a piece of
// its line if that has points.
func (p *plot) drawLegend(r chart.Renderer, canvas chart.Box) {
	x, y := canvas.Right+plotMargin, canvas.Top+plotText
	for _, one := range p.lines {
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
