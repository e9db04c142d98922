package plot

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
)

// WriteSVG writes the plot as an element of a page, or as a file. On its own it is black on
// white; in a page that has the rules of Styles it takes the colours of the page.
func (p *Plot) WriteSVG(w io.Writer) error {
	f := p.frame()
	var s svg
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="%d" height="%g"`+
		` viewBox="0 0 %d %g" role="img" aria-label="%s" font-family="Helvetica,Arial,sans-serif"`+
		` fill="%s">`+"\n", width, f.height, width, f.height, html.EscapeString(p.Label), textColour)
	fmt.Fprintf(&s, `<rect class="paper" width="%d" height="%g" fill="%s"/>`+"\n", width, f.height,
		paper)
	p.draw(&s, &f)
	s.WriteString("</svg>\n")
	_, err := s.WriteTo(w)
	return err
}

// An svg is a canvas that makes elements of SVG. Their classes let a page choose the colours.
type svg struct{ bytes.Buffer }

func (s *svg) line(k stroke, points ...Point) {
	fmt.Fprintf(s, `<polyline class="%s" fill="none" stroke="%s" stroke-width="%g"`, k.class, k.colour,
		k.width)
	if k.dashes != nil {
		fmt.Fprintf(s, ` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(k.dashes), "[]"))
	}
	s.WriteString(` points="`)
	for i, p := range points {
		if i > 0 {
			s.WriteByte(' ')
		}
		fmt.Fprintf(s, "%.1f,%.1f", p.X, p.Y)
	}
	s.WriteString("\"/>\n")
}

func (s *svg) dot(k ink, at Point) {
	fmt.Fprintf(s, `<path class="p%d" fill="%s" transform="translate(%.1f %.1f)" d="`, k.number,
		k.colour, at.X, at.Y)
	verb := 'M'
	for _, p := range k.shape {
		fmt.Fprintf(s, "%c%g %g", verb, p.X, p.Y)
		verb = 'L'
	}
	s.WriteString("Z\"/>\n")
}

func (s *svg) text(t text, at Point) {
	anchor := [...]string{"start", "middle", "end"}[int(2*t.anchor)]
	fmt.Fprintf(s, `<text x="%.1f" y="%.1f" text-anchor="%s" font-size="%g"`, at.X, at.Y, anchor,
		t.size)
	if t.upwards {
		fmt.Fprintf(s, ` transform="rotate(-90 %.1f %.1f)"`, at.X, at.Y)
	}
	fmt.Fprintf(s, ">%s</text>\n", html.EscapeString(t.words))
}
