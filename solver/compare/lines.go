package compare

import (
	"fmt"
	"maps"
	"slices"
)

// Searches returns the searches, in the order of columns.
func (f *Figures) Searches() (all []Search) {
	for _, c := range f.columns {
		all = append(all, c.Search)
	}
	return all
}

// Shown returns the measures in which searches differ.
func (f *Figures) Shown() (all []Measure) {
	inexact := slices.ContainsFunc(f.columns, func(c *column) bool { return !c.exact() })
	for _, m := range Measures {
		if inexact || !m.ofInexact {
			all = append(all, m)
		}
	}
	return all
}

// GaveUp returns a sentence for each search that gave up, and each reason.
func (f *Figures) GaveUp() (all []string) {
	for _, c := range f.columns {
		for _, reason := range slices.Sorted(maps.Keys(c.reasons)) {
			all = append(all, fmt.Sprintf("%v gave up on %d: %s", c.Search, c.reasons[reason], reason))
		}
	}
	return all
}

// A Line is the figures of a measure for the puzzles of one length.
type Line struct {
	Length  string // of a shortest solution; "?": unknown, "all": any
	Puzzles int64
	Cells   []string // a figure for each search, in the form that Legend explains
}

// Lines returns a line for each length, and one for all lengths unless the measure depends on the
// length.
func (f *Figures) Lines(m Measure) (all []Line) {
	for _, length := range f.sorted() {
		line := Line{Length: fmt.Sprint(length), Puzzles: f.lengths[length]}
		if length == unknown {
			line.Length = "?"
		}
		for _, c := range f.columns {
			line.Cells = append(line.Cells, m.cell(c.byLength[length], length))
		}
		all = append(all, line)
	}
	if m.ofLength {
		return all
	}
	line := Line{Length: "all", Puzzles: f.Puzzles}
	for _, c := range f.columns {
		total := c.total()
		line.Cells = append(line.Cells, m.cell(&total, unknown))
	}
	return append(all, line)
}

// Ratios returns a matrix: the boards that the search of the row expanded, divided by the boards
// that the search of the column expanded, for the puzzles that both solved.
func (f *Figures) Ratios() [][]string {
	rows := make([][]string, len(f.columns))
	for i := range f.columns {
		for j := range f.columns {
			rows[i] = append(rows[i], f.ratio(i, j))
		}
	}
	return rows
}
