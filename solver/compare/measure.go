package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// A Measure is a kind of figure: a mean over the puzzles that a search solved.
type Measure struct {
	Name  string
	Title string // with the unit
	unit  string // for the names of columns, or ""

	of   func(t *tally, length int) (value float64, ok bool)
	show func(float64) string

	ofLength   bool // defined for a single length only
	linear     bool // plotted on a linear scale, not a logarithmic one
	ofWeighted bool // without weights it is the same for all searches
}

// column returns the name of the measure's column in data.
func (m Measure) column() string {
	if m.unit == "" {
		return m.Name
	}
	return m.Name + "_" + m.unit
}

// Measures lists all measures, in the order of tables and columns.
var Measures = []Measure{
	{
		Name: "expanded", Title: "boards expanded",
		of: mean(func(t took) int64 { return t.Expanded }, 1), show: count,
	},
	{
		Name: "generated", Title: "boards generated",
		of: mean(func(t took) int64 { return t.Generated }, 1), show: count,
	},
	{
		Name: "time", Title: "time, µs", unit: "us",
		of: mean(func(t took) int64 { return t.Time.Nanoseconds() }, 1e3), show: count,
	},
	{
		Name: "memory", Title: "memory held for boards, without tables, KiB", unit: "kib",
		of: mean(func(t took) int64 { return t.Memory }, 1<<10), show: count,
	},
	{
		Name: "branching", Title: "effective branching factor",
		of: branching, show: func(v float64) string { return fmt.Sprintf("%.2f", v) },
		ofLength: true, linear: true,
	},
	{
		Name: "moves", Title: "moves",
		of: mean(func(t took) int64 { return t.Moves }, 1), show: count,
		ofWeighted: true,
	},
}

// MeasureNames returns the names of Measures.
func MeasureNames() (names []string) {
	for _, m := range Measures {
		names = append(names, m.Name)
	}
	return names
}

// LookupMeasure returns the measure with a name, or an *UnknownError.
func LookupMeasure(name string) (Measure, error) {
	i := slices.IndexFunc(Measures, func(m Measure) bool { return m.Name == name })
	if i < 0 {
		return Measure{}, &UnknownError{"measure", name, MeasureNames()}
	}
	return Measures[i], nil
}

// heading returns the title with a capital letter.
func (m Measure) heading() string { return strings.ToUpper(m.Title[:1]) + m.Title[1:] }

// mean returns a Measure.of that gives the mean of a quantity, divided by unit.
func mean(of func(took) int64, unit float64) func(*tally, int) (float64, bool) {
	return func(t *tally, _ int) (float64, bool) {
		return float64(of(t.took)) / unit / float64(t.solved), t.solved > 0
	}
}

// branching returns the effective branching factor b* (Nilsson 1971): a uniform tree of
// depth length, with b* branches at each board, has as many boards, without the root, as
// the searches generated on average.
func branching(t *tally, length int) (float64, bool) {
	if t.solved == 0 || length < 1 {
		return 0, false
	}
	generated := float64(t.took.Generated) / float64(t.solved)
	low, high := 0.0, generated+1
	for range 60 { // bisection, down to the precision of a float64
		b, boards, layer := (low+high)/2, 0.0, 1.0
		for range length {
			layer *= b
			if boards += layer; boards > generated {
				break
			}
		}
		if boards > generated {
			high = b
		} else {
			low = b
		}
	}
	return low, true
}

// count formats a mean number: with decimals if it is small.
func count(v float64) string {
	switch {
	case v < 1:
		return fmt.Sprintf("%.2g", v)
	case v < 100:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
	default:
		return humanize.Comma(int64(math.Round(v)))
	}
}
