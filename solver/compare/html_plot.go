package compare

import (
	"bufio"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/wcharczuk/go-chart/v2"
)

// seriesColours are the colours of lines on light and on dark pages. They begin as those of Okabe
// and Ito (2008), which colour-blind people can tell apart, and are darkened or lightened until
// they stand out from the page. Lines also differ in their dashes and in the shapes of points.
var seriesColours = [][2]string{
	{"#1f2328", "#e6edf3"}, {"#0072b2", "#56b4e9"}, {"#b84a00", "#f08a4b"},
	{"#007a59", "#2fc79a"}, {"#a8497f", "#e59ac5"}, {"#6b5b95", "#b9a8e8"},
	{"#8a6100", "#f0b429"},
}

var seriesDashes = []string{"", "9 5", "3 4", "12 4 3 4"}

// seriesShapes are paths of points, around 0 0.
var seriesShapes = []string{
	"M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z", "M-4.5-4.5H4.5V4.5H-4.5Z", "M0-6L5.5 4.5H-5.5Z",
	"M0-6.5L6.5 0L0 6.5L-6.5 0Z", "M0 6L5.5-4.5H-5.5Z",
}

// seriesStyles returns the rules of the classes c0, c1 and so on.
func seriesStyles() string {
	var light, dark, rules strings.Builder
	for i, c := range seriesColours {
		fmt.Fprintf(&light, "--series-%d:%s;", i, c[0])
		fmt.Fprintf(&dark, "--series-%d:%s;", i, c[1])
		fmt.Fprintf(&rules, ".measure .c%d{stroke:var(--series-%d)}.measure path.p%d"+
			"{fill:var(--series-%d);stroke:none}\n", i, i, i, i)
	}
	return fmt.Sprintf(":root{%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n"+
		":root[data-theme=dark]{%s}\n:root[data-theme=light]{%s}\n%s",
		&light, &dark, &dark, &light, &rules)
}

// mark returns the point of the ith search at a place.
func mark(i int, x, y float64) string {
	return fmt.Sprintf(`<path class="p%d" d="%s" transform="translate(%.1f %.1f)"/>`,
		i%len(seriesColours), seriesShapes[i%len(seriesShapes)], x, y)
}

// stroke returns the attributes of the line of the ith search.
func stroke(i int, class string) string {
	text := fmt.Sprintf(`class="%s c%d"`, class, i%len(seriesColours))
	if dash := seriesDashes[i%len(seriesDashes)]; dash != "" {
		text += fmt.Sprintf(` stroke-dasharray="%s"`, dash)
	}
	return text
}

// Sizes of a plot, in its own units.
const (
	htmlWidth  = 860.0
	htmlHeight = 380.0
	htmlRow    = 34.0 // of a search, if there is one length
	htmlRight  = 24.0
	htmlTop    = 12.0
	htmlBottom = 48.0
)

// An htmlScale maps values to places.
type htmlScale struct {
	ticks    []chart.Tick
	from, to float64 // places of the first and of the last tick
}

func (s *htmlScale) at(value float64) float64 {
	low, high := s.ticks[0].Value, s.ticks[len(s.ticks)-1].Value
	return s.from + (value-low)/(high-low)*(s.to-s.from)
}

// htmlPlot draws a measure: lines by length, or if there is one length, a point for each search.
func (f *Figures) htmlPlot(b *bufio.Writer, m Measure) {
	all := f.Points(m)
	lengths, values := make(map[int]bool), []float64{}
	for _, points := range all {
		for i, p := range points {
			if !m.Linear {
				points[i].Mean = math.Log10(p.Mean)
			}
			lengths[p.Length] = true
			values = append(values, points[i].Mean)
		}
	}
	if len(values) == 0 {
		fmt.Fprintf(b, "<p>There is no plot: %v.</p>\n", ErrNoPlot)
		return
	}
	ticks, _ := powerTicks(slices.Min(values), slices.Max(values))
	if m.Linear {
		ticks = roundTicks(slices.Min(values), slices.Max(values), 0.01)
	}
	b.WriteString("<figure>")
	if len(lengths) == 1 {
		f.htmlPoints(b, m, all, ticks)
	} else {
		f.htmlLines(b, m, all, ticks)
		f.htmlLegend(b, all)
	}
	if !m.Linear {
		b.WriteString("<figcaption>Each line of the grid is ten times the one before it.</figcaption>")
	}
	b.WriteString("</figure>\n")
}

// htmlOpen begins an SVG.
func htmlOpen(b *bufio.Writer, height float64, label string) {
	fmt.Fprintf(b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s">`+"\n", htmlWidth, height,
		html.EscapeString(label))
}

// htmlLines draws a line for each search.
func (f *Figures) htmlLines(b *bufio.Writer, m Measure, all [][]Point, ticks []chart.Tick) {
	var xs []float64
	for _, points := range all {
		for _, p := range points {
			xs = append(xs, float64(p.Length))
		}
	}
	left := 0.0 // for the longest label
	for _, t := range ticks {
		left = max(left, 24+9*float64(len(t.Label)))
	}
	x := htmlScale{roundTicks(slices.Min(xs), slices.Max(xs), 1), left, htmlWidth - htmlRight}
	y := htmlScale{ticks, htmlHeight - htmlBottom, htmlTop}
	htmlOpen(b, htmlHeight,
		m.Heading()+" by the moves of a shortest solution; the table has the figures")
	for _, t := range y.ticks {
		at := y.at(t.Value)
		fmt.Fprintf(b, `<line class="grid" x1="%g" y1="%.1f" x2="%g" y2="%.1f"/>`+
			`<text x="%g" y="%.1f" text-anchor="end">%s</text>`+"\n",
			x.from, at, x.to, at, x.from-10, at+5, t.Label)
	}
	for _, t := range x.ticks {
		fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`+"\n", x.at(t.Value),
			y.from+22, t.Label)
	}
	fmt.Fprintf(b, `<line class="axis" x1="%g" y1="%g" x2="%g" y2="%g"/>`+
		`<text x="%g" y="%g" text-anchor="middle">moves of a shortest solution</text>`+"\n",
		x.from, y.from, x.to, y.from, (x.from+x.to)/2, htmlHeight-4)
	for i, points := range all {
		var line, marks strings.Builder
		for _, p := range points {
			px, py := x.at(float64(p.Length)), y.at(p.Mean)
			fmt.Fprintf(&line, "%.1f,%.1f ", px, py)
			marks.WriteString(mark(i, px, py))
		}
		fmt.Fprintf(b, "<polyline %s points=\"%s\"/>%s\n", stroke(i, "line"),
			strings.TrimSpace(line.String()), &marks)
	}
	b.WriteString("</svg>\n")
}

// htmlPoints draws a point for each search, on a line from the left.
func (f *Figures) htmlPoints(b *bufio.Writer, m Measure, all [][]Point, ticks []chart.Tick) {
	const left, right = 250.0, 110.0
	x := htmlScale{ticks, left, htmlWidth - right}
	bottom := htmlTop + htmlRow*float64(len(all))
	htmlOpen(b, bottom+htmlBottom, m.Heading()+"; the table has the figures")
	for _, t := range ticks {
		at := x.at(t.Value)
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" y1="%g" x2="%.1f" y2="%g"/>`+
			`<text x="%.1f" y="%g" text-anchor="middle">%s</text>`+"\n",
			at, htmlTop, at, bottom, at, bottom+22, t.Label)
	}
	for i, points := range all {
		y := htmlTop + htmlRow*(float64(i)+.5)
		fmt.Fprintf(b, `<text class="name" x="%g" y="%g" text-anchor="end">%s</text>`, left-14, y+5,
			html.EscapeString(shortened(f.columns[i].String())))
		if len(points) == 0 {
			fmt.Fprintf(b, `<text x="%g" y="%g">gave up</text>`+"\n", left+8, y+5)
			continue
		}
		at := x.at(points[0].Mean)
		value := f.columns[i].byLength[points[0].Length]
		fmt.Fprintf(b, `<line %s x1="%g" y1="%g" x2="%.1f" y2="%g"/>%s<text x="%.1f" y="%g">%s</text>`+
			"\n", stroke(i, "stem"), left, y, at, y, mark(i, at, y), at+14, y+5,
			m.cell(value, points[0].Length))
	}
	b.WriteString("</svg>\n")
}

// htmlLegend names the lines.
func (f *Figures) htmlLegend(b *bufio.Writer, all [][]Point) {
	b.WriteString("<ul class=\"legend\">\n")
	for i, c := range f.columns {
		name := c.String()
		if gaveUp := c.total().gaveUp; gaveUp > 0 {
			name += fmt.Sprintf(" (gave up on %d)", gaveUp)
		}
		if len(all[i]) > 0 {
			fmt.Fprintf(b, `<li><svg viewBox="0 0 44 16" aria-hidden="true"><line %s x1="0" y1="8"`+
				` x2="44" y2="8"/>%s</svg>%s</li>`+"\n",
				stroke(i, "stem"), mark(i, 22, 8), html.EscapeString(name))
		}
	}
	b.WriteString("</ul>\n")
}
