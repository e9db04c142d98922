package plot

import (
	_ "embed"
	"fmt"
	"strings"
)

// A stroke is how a line looks.
type stroke struct {
	class  string // in style sheets of pages
	colour string // on white
	width  float64
	dashes []float64 // lengths of dashes and gaps in turn; nil: the line has no gaps
}

// Lines other than those of series.
var (
	axisLine = stroke{"axis", "#8c959f", 1.5, nil}
	gridLine = stroke{"grid", "#d0d3d8", 1, nil}
	fineLine = stroke{"fine", "#ececee", 1, nil}
)

const (
	paper      = "#ffffff"
	textColour = "#1f2328"
)

// An ink is how a series looks.
type ink struct {
	stroke
	number int     // of the colour
	shape  []Point // a polygon around each point
}

// colours are the colours of series, on light and on dark pages. They are based on those of Okabe
// and Ito (2008), which colour-blind people can tell apart, darkened or lightened until they stand
// out from the page. Series also differ in their dashes and in the shapes of their points.
var colours = [...][2]string{
	{textColour, "#e6edf3"}, {"#0072b2", "#56b4e9"}, {"#b84a00", "#f08a4b"},
	{"#007a59", "#2fc79a"}, {"#a8497f", "#e59ac5"}, {"#6b5b95", "#b9a8e8"},
	{"#8a6100", "#f0b429"},
}

var dashes = [...][]float64{nil, {12, 6}, {4, 5}, {16, 5, 4, 5}}

// shapes are polygons around points: a circle, a square, a triangle, a diamond, and a triangle that
// stands on a corner.
var shapes = [...][]Point{
	{
		{X: 6.5}, {X: 6, Y: 2.5}, {X: 4.6, Y: 4.6}, {X: 2.5, Y: 6}, {Y: 6.5}, {X: -2.5, Y: 6},
		{X: -4.6, Y: 4.6}, {X: -6, Y: 2.5}, {X: -6.5}, {X: -6, Y: -2.5}, {X: -4.6, Y: -4.6},
		{X: -2.5, Y: -6}, {Y: -6.5}, {X: 2.5, Y: -6}, {X: 4.6, Y: -4.6}, {X: 6, Y: -2.5},
	},
	{{X: -6, Y: -6}, {X: 6, Y: -6}, {X: 6, Y: 6}, {X: -6, Y: 6}},
	{{Y: -8}, {X: 7.5, Y: 6}, {X: -7.5, Y: 6}},
	{{Y: -8.5}, {X: 8.5}, {Y: 8.5}, {X: -8.5}},
	{{Y: 8}, {X: 7.5, Y: -6}, {X: -7.5, Y: -6}},
}

// inkOf returns the ink of the series i.
func inkOf(i int) ink {
	n := i % len(colours)
	return ink{
		stroke: stroke{fmt.Sprintf("line c%d", n), colours[n][0], 3, dashes[i%len(dashes)]},
		number: n, shape: shapes[i%len(shapes)],
	}
}

//go:embed plot.css
var styles string

// Styles is a style sheet that lets the plots in a page follow its colours. It takes the colours
// ink, well and line from custom properties of the page.
func Styles() string {
	var light, dark, rules strings.Builder
	for i, c := range colours {
		fmt.Fprintf(&light, "--series-%d:%s;", i, c[0])
		fmt.Fprintf(&dark, "--series-%d:%s;", i, c[1])
		fmt.Fprintf(&rules, ".plot .c%d{stroke:var(--series-%d)}.plot .p%d{fill:var(--series-%d)}\n",
			i, i, i, i)
	}
	return fmt.Sprintf(":root{%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n"+
		":root[data-theme=dark]{%s}\n:root[data-theme=light]{%s}\n%s%s",
		&light, &dark, &dark, &light, &rules, styles)
}
