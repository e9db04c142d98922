// Package plot draws charts as SVG, PNG and PDF, with the same marks in the same places. It knows
// nothing of puzzles.
//
//	p := plot.Plot{
//		X: plot.Axis{Name: "moves", Step: 1}, Y: plot.Axis{Name: "boards expanded", Log: true},
//		Series: []plot.Series{{Name: "bfs", Line: true, Points: []plot.Point{{X: 5, Y: 41}}}},
//	}
//	err := p.Write(w, plot.PNG)
//
// The package places the marks itself, because every start of the program would pay for a large
// plotting library: gonum.org/v1/plot parses twelve fonts when it is initialized.
package plot

// A Plot is a chart of series. At least one of them has a point.
type Plot struct {
	Title  string // above the chart; "": none
	Label  string // says what the chart shows to those who cannot see it
	X, Y   Axis
	Series []Series
}

// An Axis says where values are placed. The zero Axis is a linear scale without a name.
type Axis struct {
	Name string
	Step float64 // the least distance of ticks on a linear scale, from 0.01 up; 0: 1
	Zero bool    // a linear scale that begins at 0
	Log  bool    // a logarithmic scale, for values above 0

	// Rows names the values 0, 1 and so on of the vertical axis, from the top down. Such a plot has
	// the height that its rows need, and no legend.
	Rows []string
}

// A Series is points that belong together. It has its own colour, dashes and shape of points.
type Series struct {
	Name   string // in the legend
	Points []Point
	Line   bool // connects the points with each other
	Stems  bool // connect the points with the vertical axis
	Bars   bool // from the horizontal axis up, in place of the points
	Plain  bool // a line without the shapes of its points
}

// A Point is a place on both axes.
type Point struct {
	X, Y  float64
	Label string // written to the right of the point

	Low, High float64 // the ends of a bar through the point; zeros: there is none
}

// Sizes are in units, which are pixels of a PNG. A plot has the proportions of a slide, and text
// that is large enough for the last row.
const (
	width     = 1280
	height    = 720
	rowHeight = 52
	margin    = 24
	textSize  = 22
	titleSize = 30
	sample    = 56 // length of a line in the legend
	gap       = 13 // between a text and what it is about
)

// A frame is the rectangle that the axes span, in a picture of some height, and their scales.
type frame struct {
	height, left, right, top, bottom float64
	x, y                             scale
}

// frame leaves room for all texts around the rectangle.
func (p *Plot) frame() (f frame) {
	foot := 0.0 + margin + textSize + gap
	if p.X.Name != "" {
		foot += textSize + gap
	}
	f.top = margin
	if p.Title != "" {
		f.top += titleSize + margin
	}
	f.height, f.bottom = height, height-foot
	if rows := len(p.Y.Rows); rows > 0 {
		f.bottom = f.top + float64(rows)*rowHeight
		f.height = f.bottom + foot
	}
	var xs, ys []float64
	legend, labels := 0.0, 0.0 // room to the right of the rectangle, and to its left
	for _, s := range p.Series {
		if len(p.Y.Rows) == 0 {
			if s.Name != "" {
				legend = max(legend, margin+sample+gap+widthOf(s.Name))
			}
		}
		for _, point := range s.Points {
			xs, ys = append(xs, point.X), append(ys, point.Y)
			if point.High > 0 {
				ys = append(ys, point.Low, point.High)
			}
			legend = max(legend, 2*gap+widthOf(point.Label))
		}
	}
	f.x, f.y = p.X.scale(xs), p.Y.scale(ys)
	for _, t := range f.y.ticks {
		labels = max(labels, widthOf(t.label))
	}
	if p.Y.Name != "" {
		f.left = textSize + gap
	}
	f.left += margin + labels + gap
	f.right = width - margin - max(legend, widthOf(f.x.ticks[len(f.x.ticks)-1].label)/2)
	f.x.from, f.x.to = f.left, f.right
	f.y.from, f.y.to = f.bottom, f.top
	return f
}

// widthOf returns a little more than the width of a text in usual sans-serif fonts.
func widthOf(words string) float64 { return 0.58 * textSize * float64(len([]rune(words))) }
