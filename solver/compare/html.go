package compare

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"tilejudge/solver/algorithms"
	"tilejudge/solver/compare/plot"
)

// Styles is the style sheet of WriteHTML. It takes the colours well, ink, soft and line from custom
// properties of the page.
func Styles() string { return plot.Styles() + htmlStyles }

//go:embed html.css
var htmlStyles string

// WriteHTML writes the figures as elements of a web page: a section for each measure with its
// meaning, a plot and a table, and a section with the ratios of boards expanded. The plots are SVG
// without scripts, and follow the colours of the page.
func (f *Figures) WriteHTML(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.htmlSummary(b)
	if f.Puzzles > 0 {
		for _, m := range f.Shown() {
			f.htmlMeasure(b, m)
		}
		for i := range Drawings {
			f.htmlDrawing(b, &Drawings[i])
		}
		if len(f.columns) > 1 {
			f.htmlRatios(b)
		}
	}
	return b.Flush()
}

// htmlSummary writes the number of puzzles, and what the searches are.
func (f *Figures) htmlSummary(b *bufio.Writer) {
	fmt.Fprintf(b, "<section class=\"summary\"><p>%s</p>\n", html.EscapeString(f.count()))
	for _, line := range f.GaveUp() {
		fmt.Fprintf(b, "<p class=\"bad\">%s</p>\n", html.EscapeString(line))
	}
	b.WriteString("<dl>\n")
	for _, c := range f.columns {
		fmt.Fprintf(b, "<dt>%s</dt><dd>%s</dd>\n", html.EscapeString(c.String()),
			html.EscapeString(c.summary()))
	}
	fmt.Fprintf(b, "</dl>\n<p>%s</p></section>\n", html.EscapeString(strings.TrimSpace(Legend)))
}

// summary describes a search in a line.
func (s Search) summary() (text string) {
	for _, a := range algorithms.All {
		if a.Name == s.Algorithm {
			text = a.Summary
		}
	}
	if s.Heuristic != "" {
		text += ", with the heuristic " + s.Heuristic
	}
	if s.weighted() {
		text += fmt.Sprintf(", times %v", s.Weight)
	}
	return text
}

// htmlMeasure writes the section of a measure.
func (f *Figures) htmlMeasure(b *bufio.Writer, m Measure) {
	fmt.Fprintf(b, "<section class=\"measure\" id=\"measure-%s\"><h2>%s</h2>\n<p>%s</p>\n",
		m.Name, html.EscapeString(m.Heading()), html.EscapeString(m.Meaning))
	f.htmlPlot(b, m)
	f.htmlHead(b, m.Heading()+" by the moves of a shortest solution", "moves", "puzzles")
	for _, line := range f.Lines(m) {
		class := ""
		if line.Length == "all" {
			class = " class=\"all\""
		}
		fmt.Fprintf(b, "<tr%s><th scope=\"row\">%s</th><td>%d</td>", class, line.Length, line.Puzzles)
		htmlCells(b, line.Cells)
	}
	b.WriteString("</tbody></table></div></section>\n")
}

// htmlPlot writes the plot of a measure, below the heading of its section.
func (f *Figures) htmlPlot(b *bufio.Writer, m Measure) {
	p, err := f.Plot(m)
	if err != nil {
		fmt.Fprintf(b, "<p>There is no plot: %v.</p>\n", err)
		return
	}
	b.WriteString("<figure>")
	p.Label += "; the table has the figures"
	htmlPicture(b, p, m.Name)
	if !m.Linear {
		b.WriteString("<figcaption>The scale is logarithmic: a label is ten times the one before it." +
			"</figcaption>")
	}
	b.WriteString("</figure>\n")
}

// htmlPicture writes a plot, without its title as its section has one, and a link that saves it.
func htmlPicture(b *bufio.Writer, p *plot.Plot, name string) {
	var file bytes.Buffer
	p.WriteSVG(&file) // a buffer never fails
	p.Title = ""
	p.WriteSVG(b)
	fmt.Fprintf(b, "<a class=\"save\" download=\"%s.svg\" href=\"data:image/svg+xml;base64,%s\">"+
		"Save as SVG</a>", name, base64.StdEncoding.EncodeToString(file.Bytes()))
}

// htmlDrawing writes the section of a drawing, unless there is nothing to draw.
func (f *Figures) htmlDrawing(b *bufio.Writer, d *Drawing) {
	p, err := f.Draw(d)
	if err != nil || len(f.puzzles) < minDrawn && !d.one {
		return
	}
	fmt.Fprintf(b, "<section class=\"measure\" id=\"plot-%s\"><h2>%s</h2>\n<p>%s</p>\n<figure>",
		d.Name, html.EscapeString(heading(d.Title)), html.EscapeString(d.Meaning))
	htmlPicture(b, p, d.Name)
	if f.Puzzles > maxDrawn {
		fmt.Fprintf(b, "<figcaption>These are the first %d puzzles.</figcaption>", maxDrawn)
	}
	b.WriteString("</figure></section>\n")
}

// htmlHead begins a table with a column for each search after the first columns.
func (f *Figures) htmlHead(b *bufio.Writer, caption string, first ...string) {
	fmt.Fprintf(b, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s, table\">"+
		"<table><caption>%[1]s</caption><thead><tr>", html.EscapeString(caption))
	for _, name := range first {
		fmt.Fprintf(b, "<th scope=\"col\">%s</th>", name)
	}
	for _, c := range f.columns {
		fmt.Fprintf(b, "<th scope=\"col\">%s</th>",
			strings.ReplaceAll(html.EscapeString(c.String()), "/", "<br>"))
	}
	b.WriteString("</tr></thead><tbody>\n")
}

func htmlCells(b *bufio.Writer, cells []string) {
	for _, cell := range cells {
		fmt.Fprintf(b, "<td>%s</td>", html.EscapeString(cell))
	}
	b.WriteString("</tr>\n")
}

// htmlRatios writes the ratio of boards expanded for each pair of searches.
func (f *Figures) htmlRatios(b *bufio.Writer) {
	b.WriteString("<section class=\"measure\" id=\"measure-ratios\">" +
		"<h2>Ratios of boards expanded</h2>\n<p>These are the boards expanded by the search of" +
		" the row, divided by those of the column's. Only puzzles that both solved count.</p>\n")
	f.htmlHead(b, "Ratios of boards expanded", "search")
	for i, row := range f.Ratios() {
		fmt.Fprintf(b, "<tr><th scope=\"row\">%s</th>", html.EscapeString(f.columns[i].String()))
		htmlCells(b, row)
	}
	b.WriteString("</tbody></table></div></section>\n")
}
