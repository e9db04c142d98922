package plot

// A canvas draws marks. Places are in units from the upper left corner.
type canvas interface {
	line(stroke, ...Point)
	dot(ink, Point)
	text(text, Point)
}

// A text is words on a canvas. They begin at their place, end there, or have their middle there.
type text struct {
	words   string
	size    float64
	anchor  float64 // the part of the text that is before its place
	upwards bool    // turned by a quarter to the left
}

// write draws a text of the usual size, if it is not empty.
func write(c canvas, words string, anchor float64, at Point) {
	if words != "" {
		c.text(text{words, textSize, anchor, false}, at)
	}
}

// draw draws the plot.
func (p *Plot) draw(c canvas, f *frame) {
	if p.Title != "" {
		c.text(text{p.Title, titleSize, 0.5, false}, Point{X: width / 2, Y: margin + titleSize})
	}
	p.drawAxes(c, f)
	for i, s := range p.Series {
		s.draw(c, f, inkOf(i))
	}
	if len(p.Y.Rows) == 0 {
		p.drawLegend(c, f)
	}
}

// drawAxes draws the grid, fine lines first, and the axes with their labels and names.
func (p *Plot) drawAxes(c canvas, f *frame) {
	vertical := func(x float64, s stroke) {
		c.line(s, Point{X: x, Y: f.top}, Point{X: x, Y: f.bottom})
	}
	across := func(y float64, s stroke) {
		c.line(s, Point{X: f.left, Y: y}, Point{X: f.right, Y: y})
	}
	for _, v := range f.x.fine {
		vertical(f.x.at(v), fineLine)
	}
	for _, v := range f.y.fine {
		across(f.y.at(v), fineLine)
	}
	for _, t := range f.x.ticks {
		x := f.x.at(t.value)
		vertical(x, gridLine)
		write(c, t.label, 0.5, Point{X: x, Y: f.bottom + textSize + gap/2})
	}
	for _, t := range f.y.ticks {
		y := f.y.at(t.value)
		if len(p.Y.Rows) == 0 {
			across(y, gridLine)
		}
		write(c, t.label, 1, Point{X: f.left - gap, Y: y + textSize/3})
	}
	vertical(f.left, axisLine)
	across(f.bottom, axisLine)
	write(c, p.X.Name, 0.5, Point{X: (f.left + f.right) / 2, Y: f.height - margin})
	if p.Y.Name != "" {
		middle := (f.top + f.bottom) / 2
		c.text(text{p.Y.Name, textSize, 0.5, true}, Point{X: margin + textSize, Y: middle})
	}
}

// draw draws the lines and points of a series.
func (s *Series) draw(c canvas, f *frame, k ink) {
	var places []Point
	for _, p := range s.Points {
		at := Point{X: f.x.at(p.X), Y: f.y.at(p.Y)}
		places = append(places, at)
		if p.High > 0 {
			bar := stroke{k.class, k.colour, 2, nil}
			c.line(bar, Point{X: at.X, Y: f.y.at(p.Low)}, Point{X: at.X, Y: f.y.at(p.High)})
		}
		if s.Bars {
			wide := max(0.8*(f.right-f.left)/float64(len(s.Points)+1), 1)
			bar := stroke{k.class, k.colour, wide, nil}
			c.line(bar, Point{X: at.X, Y: f.bottom}, at)
		}
		if s.Stems {
			c.line(k.stroke, Point{X: f.left, Y: at.Y}, at)
		}
		write(c, p.Label, 0, Point{X: at.X + 1.5*gap, Y: at.Y + textSize/3})
	}
	if s.Line && len(places) > 1 {
		c.line(k.stroke, places...)
	}
	const many = 100 // points hide each other
	if !s.Line && len(places) > many {
		k.shape = scaled(k.shape, 0.5)
	}
	for _, at := range places {
		if !s.Plain && !s.Bars {
			c.dot(k, at)
		}
	}
}

// scaled returns a shape of another size.
func scaled(shape []Point, by float64) (smaller []Point) {
	for _, p := range shape {
		smaller = append(smaller, Point{X: p.X * by, Y: p.Y * by})
	}
	return smaller
}

// drawLegend draws the legend to the right of the axes, where it hides nothing: the name of each
// series, behind a sample of its marks if it has points.
func (p *Plot) drawLegend(c canvas, f *frame) {
	at := Point{X: f.right + margin, Y: f.top + textSize}
	for i, s := range p.Series {
		if s.Name == "" {
			continue
		}
		write(c, s.Name, 0, Point{X: at.X + sample + gap, Y: at.Y})
		if k := inkOf(i); len(s.Points) > 0 {
			middle := at.Y - textSize/3
			if s.Line {
				c.line(k.stroke, Point{X: at.X, Y: middle}, Point{X: at.X + sample, Y: middle})
			}
			if !s.Plain {
				c.dot(k, Point{X: at.X + sample/2, Y: middle})
			}
		}
		at.Y += 1.5 * textSize
	}
}
