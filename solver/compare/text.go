package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// Legend explains the figures of WriteText and of Lines.
const Legend = `Each figure is the mean over the puzzles that the algorithm solved. If it did not
solve all, the number that it solved follows in brackets; "-" means none.
`

// WriteText writes the figures as text: a table for each measure, and one of the ratios of
// boards expanded.
func (f *Figures) WriteText(w io.Writer) error {
	return f.WriteTables(w, f.Shown(), 0)
}

// WriteTables is WriteText with the tables of some measures, in lines of that many columns, if one
// search fits; 0: of any length. The ratios follow if the boards expanded are among these measures.
func (f *Figures) WriteTables(w io.Writer, measures []Measure, columns int) error {
	var b strings.Builder
	f.summarize(&b)
	if f.Puzzles > 0 {
		b.WriteString(Legend)
		for _, m := range measures {
			f.table(&b, m, columns)
		}
		expanded := func(m Measure) bool { return m.Name == Measures[0].Name }
		if len(f.columns) > 1 && slices.ContainsFunc(measures, expanded) {
			f.ratios(&b, columns)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// summarize writes the number of puzzles, and a line about each search that gave up.
func (f *Figures) summarize(b *strings.Builder) {
	b.WriteString(f.count() + "\n")
	for _, line := range f.GaveUp() {
		fmt.Fprintln(b, line)
	}
}

// count returns the number of puzzles.
func (f *Figures) count() string {
	text := fmt.Sprintf("Puzzles: %d", f.Puzzles)
	if f.Unsolvable > 0 {
		text += fmt.Sprintf(", and %d unsolvable, left out", f.Unsolvable)
	}
	return text
}

// table writes a line for each length, and one for all lengths.
func (f *Figures) table(b *strings.Builder, m Measure, columns int) {
	fmt.Fprintf(b, "\n%s\n", m.Heading())
	f.fit(b, columns, func(t io.Writer, from, to int) {
		f.head(t, "moves\tpuzzles", from, to)
		for _, line := range f.Lines(m) {
			fmt.Fprintf(t, "%s\t%d\t%s\t\n", line.Length, line.Puzzles,
				strings.Join(line.Cells[from:to], "\t"))
		}
	})
}

// fit writes a table with a column for each search, in parts that fit into lines of that many
// columns; 0: in one part.
func (f *Figures) fit(b *strings.Builder, columns int, table func(w io.Writer, from, to int)) {
	for from := 0; from < len(f.columns); {
		for to := len(f.columns); ; to-- {
			var part strings.Builder
			t := tabwriter.NewWriter(&part, 0, 0, 2, ' ', tabwriter.AlignRight)
			table(t, from, to)
			t.Flush()
			line, _, _ := strings.Cut(part.String(), "\n")
			if columns > 0 && utf8.RuneCountInString(line) > columns && to > from+1 {
				continue
			}
			if from > 0 {
				b.WriteString("\n")
			}
			b.WriteString(part.String())
			from = to
			break
		}
	}
}

// cell returns the figure of a tally, in the form that the legend explains.
func (m Measure) cell(t *tally, length int) string {
	v, ok := m.of(t, length)
	switch {
	case !ok:
		return "-"
	case t.gaveUp > 0:
		return fmt.Sprintf("%s (%d)", m.show(v), t.solved)
	default:
		return m.show(v)
	}
}

// head writes the names of some searches above their columns, on three lines: algorithm, heuristic
// and weight.
func (f *Figures) head(t io.Writer, first string, from, to int) {
	for line := range 3 {
		words, some := make([]string, to-from), false
		for i, c := range f.columns[from:to] {
			if all := strings.Split(c.String(), "/"); line < len(all) {
				words[i], some = all[line], true
			}
		}
		if some {
			fmt.Fprintf(t, "%s\t%s\t\n", first, strings.Join(words, "\t"))
		}
		first = strings.Repeat("\t", strings.Count(first, "\t"))
	}
}

// ratios writes the ratio of boards expanded for each pair of searches.
func (f *Figures) ratios(b *strings.Builder, columns int) {
	b.WriteString("\nBoards expanded by the algorithm of the row, divided by those of the" +
		" column,\n" +
		"over the puzzles that both solved\n")
	f.fit(b, columns, func(t io.Writer, from, to int) {
		f.head(t, "", from, to)
		for i, row := range f.Ratios() {
			fmt.Fprintf(t, "%v\t%s\t\n", f.columns[i].Search, strings.Join(row[from:to], "\t"))
		}
	})
}

// ratio returns the boards expanded by search i, divided by those expanded by search j.
func (f *Figures) ratio(i, j int) string {
	more, fewer := f.together[i][j], f.together[j][i]
	if fewer == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g", float64(more)/float64(fewer))
}
