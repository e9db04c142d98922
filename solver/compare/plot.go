package compare

import (
	"errors"
	"fmt"

	"github.com/dustin/go-humanize"

	"tilejudge/solver/compare/plot"
)

// ErrNoPlot is returned by Figures.Plot if there is nothing to draw.
var ErrNoPlot = errors.New("no algorithm solved all puzzles of any length")

// Plot returns a plot of the means of a measure: a line for each search by the length of a shortest
// solution, or if there is one length, a row for each search. It leaves out lengths for which a
// search gave up on a puzzle, as a mean over the easy puzzles would flatter it, and means of 0.
// Plot returns ErrNoPlot if nothing remains.
func (f *Figures) Plot(m Measure) (*plot.Plot, error) {
	p := &plot.Plot{
		Title: fmt.Sprintf("%s, %s puzzles", m.Heading(), humanize.Comma(f.Puzzles)),
		Label: m.Heading() + " by the moves of a shortest solution",
		X:     plot.Axis{Name: "moves of a shortest solution", Step: 1},
		Y:     plot.Axis{Name: m.Title + " (mean)", Log: !m.Linear, Step: 0.01},
	}
	lengths := make(map[float64]bool)
	for _, c := range f.columns {
		s := plot.Series{Name: c.name(), Points: c.points(m, f.sorted()), Line: true}
		for _, one := range s.Points {
			lengths[one.X] = true
		}
		p.Series = append(p.Series, s)
	}
	switch len(lengths) {
	case 0:
		return nil, ErrNoPlot
	case 1:
		f.turn(p, m)
	}
	return p, nil
}

// turn turns a plot of one length into one with a row for each search.
func (f *Figures) turn(p *plot.Plot, m Measure) {
	p.Label = m.Heading()
	p.X, p.Y = p.Y, plot.Axis{}
	for i := range p.Series {
		s := &p.Series[i]
		p.Y.Rows = append(p.Y.Rows, s.Name)
		s.Line, s.Stems = false, true
		for j, one := range s.Points {
			s.Points[j] = plot.Point{X: one.Y, Y: float64(i), Label: m.show(one.Y)}
		}
	}
}

// points returns a point for each length: the moves of a shortest solution, and the mean.
func (c *column) points(m Measure, lengths []int) (all []plot.Point) {
	for _, length := range lengths {
		t := c.byLength[length]
		v, ok := m.of(t, length)
		if ok && length != unknown && t.gaveUp == 0 && v > 0 {
			all = append(all, plot.Point{X: float64(length), Y: v})
		}
	}
	return all
}

// name returns what a plot calls the search. Long names are cut, to leave room for the plot.
func (c *column) name() string {
	const limit = 24
	name := c.String()
	if letters := []rune(name); len(letters) > limit {
		name = string(letters[:limit-1]) + "…"
	}
	if gaveUp := c.total().gaveUp; gaveUp > 0 {
		name += fmt.Sprintf(" (gave up on %d)", gaveUp)
	}
	return name
}
