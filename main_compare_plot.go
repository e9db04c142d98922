package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	// The formats of plotKinds.
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf"
	_ "gonum.org/v1/plot/vg/vgsvg"
)

// plotKinds are the endings of files that can be drawn.
var plotKinds = []string{".svg", ".png", ".pdf"}

// A plot has the proportions of a slide, and text that the last row can read.
const (
	plotWidth  = 10 * vg.Inch
	plotHeight = 5.625 * vg.Inch
	plotText   = 14
)

// plotColors are those of Okabe and Ito (2008), which colour-blind people tell
// apart; dashes and shapes differ too.
var plotColors = []color.RGBA{
	{0, 0, 0, 255}, {0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255},
	{204, 121, 167, 255}, {86, 180, 233, 255}, {230, 159, 0, 255},
}

var plotDashes = [][]vg.Length{nil, {8, 3}, {2, 2}, {10, 3, 2, 3}}

var plotShapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
}

// draw saves a plot of a measure by the moves of a shortest solution. It leaves
// out lengths of which an algorithm did not solve all: the mean over the easy ones
// would make it look good.
func (r *comparison) draw(file string, m measure) error {
	p := plot.New()
	p.X.Label.Text = "moves of a shortest solution"
	p.Y.Label.Text = m.title + " (mean)"
	p.Title.Text = fmt.Sprintf("%s, %s puzzles", m.heading(), humanize.Comma(r.puzzles))
	for _, style := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.Legend.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font,
	} {
		style.Variant, style.Size = "Sans", plotText
	}
	p.Title.TextStyle.Font.Size = plotText * 4 / 3
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	p.Legend.Top, p.Legend.Left, p.Legend.Padding, p.Legend.ThumbnailWidth = true, true, 3, 40
	for i, one := range r.contenders {
		if err := r.line(p, i, one, m); err != nil {
			return err
		}
	}
	if p.Y.Min > p.Y.Max {
		return errors.New("--plot: no algorithm solved all puzzles of any length")
	}
	p.X.Tick.Marker = wholeTicks(&p.X)
	if m.name != "branching" {
		p.Y.Scale = plot.LogScale{}
		p.Y.Tick.Marker = powerTicks(&p.Y)
	}
	return save(p, file)
}

// save draws the plot with its legend beside it, where it hides nothing.
func save(p *plot.Plot, file string) error {
	w, err := draw.NewFormattedCanvas(plotWidth, plotHeight, strings.ToLower(filepath.Ext(file))[1:])
	if err != nil {
		return err
	}
	all := draw.New(w)
	all.SetColor(color.White)
	all.Fill(all.Rectangle.Path())
	all = draw.Crop(all, plotText, -plotText, plotText, -plotText) // a margin
	legend := p.Legend
	p.Legend = plot.NewLegend()
	width := legend.Rectangle(all).Size().X
	p.Draw(draw.Crop(all, 0, -width-plotText, 0, 0))
	legend.Draw(draw.Crop(all, all.Size().X-width, 0, 0, -3*plotText))
	var b bytes.Buffer
	if _, err := w.WriteTo(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// line adds the line of a contender.
func (r *comparison) line(p *plot.Plot, i int, one *contender, m measure) error {
	var points plotter.XYs
	for _, length := range r.sorted() {
		t := one.byLength[length]
		if v, ok := m.of(t, length); ok && length != unknown && t.gaveUp == 0 && v > 0 {
			points = append(points, plotter.XY{X: float64(length), Y: v})
		}
	}
	label := one.name
	if gaveUp := one.total().gaveUp; gaveUp > 0 {
		label += fmt.Sprintf(" (gave up on %d)", gaveUp)
	}
	if len(points) == 0 {
		p.Legend.Add(label)
		return nil
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color = plotColors[i%len(plotColors)]
	line.Width = 2
	line.Dashes = plotDashes[i%len(plotDashes)]
	dots.Color, dots.Shape, dots.Radius = line.Color, plotShapes[i%len(plotShapes)], 3.5
	p.Add(line, dots)
	p.Legend.Add(label, line, dots)
	return nil
}

// wholeTicks returns some whole numbers, and widens the axis to have two.
func wholeTicks(a *plot.Axis) plot.ConstantTicks {
	a.Min, a.Max = a.Min-0.5, a.Max+0.5
	step := 1
	for int(a.Max-a.Min)/step > 16 {
		step = map[bool]int{true: step * 5 / 2, false: step * 2}[strings.HasPrefix(strconv.Itoa(step), "2")]
	}
	var ticks plot.ConstantTicks
	for v := (int(a.Min) + step - 1) / step * step; float64(v) <= a.Max; v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
}

// powerTicks returns the powers of ten, with what is between them unlabelled, and
// widens the axis to whole powers.
func powerTicks(a *plot.Axis) plot.ConstantTicks {
	low, high := math.Floor(math.Log10(a.Min)), math.Ceil(math.Log10(a.Max))
	if low == high {
		high++
	}
	a.Min, a.Max = math.Pow(10, low), math.Pow(10, high)
	var ticks plot.ConstantTicks
	for e := low; e <= high; e++ {
		power := math.Pow(10, e)
		ticks = append(ticks, plot.Tick{Value: power, Label: humanize.Commaf(power)})
		for digit := 2.0; digit < 10 && e < high; digit++ {
			ticks = append(ticks, plot.Tick{Value: digit * power})
		}
	}
	return ticks
}
