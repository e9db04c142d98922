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

	// Meaning says what the measure is and what it tells about a search.
	Meaning string

	of   func(t *tally, length int) (value float64, ok bool)
	show func(float64) string

	ofLength  bool // defined for a single length only
	Linear    bool // plotted on a linear scale, not a logarithmic one
	ofInexact bool // if all paths are shortest ones, the values of all searches are equal
}

// column returns the name of the measure's column in CSV and JSON.
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
		Meaning: "An expanded board is one whose neighbours the search made and looked at." +
			" The number does not depend on the machine, so it is the fairest comparison of" +
			" searches: a better heuristic expands fewer boards.",
		of: mean(func(t took) int64 { return t.Expanded }, 1), show: count,
	},
	{
		Name: "generated", Title: "boards generated",
		Meaning: "A generated board is a neighbour of an expanded one, other than the board that led" +
			" to it. A search generates one to three boards for each that it expands, and its time" +
			" grows with their number.",
		of: mean(func(t took) int64 { return t.Generated }, 1), show: count,
	},
	{
		Name: "time", Title: "time, µs", unit: "us",
		Meaning: "This is the time on the clock that the search of one puzzle takes, after its tables" +
			" are built. It depends on the machine and on what else runs there, and shows whether a" +
			" heuristic is worth what it costs for each board.",
		of: mean(func(t took) int64 { return t.Time.Nanoseconds() }, 1e3), show: count,
	},
	{
		Name: "memory", Title: "memory held for boards, without tables, KiB", unit: "kib",
		Meaning: "This is the memory for the boards that a search remembers. Breadth-first search and" +
			" A* remember all boards that they meet, and IDA* only the path that it is on.",
		of: mean(func(t took) int64 { return t.Memory }, 1<<10), show: count,
	},
	{
		Name: "branching", Title: "effective branching factor",
		Meaning: "A tree of this many branches at each board, which is as deep as a shortest solution" +
			" is long, has as many boards as the search generated (Nilsson 1971). The nearer it is" +
			" to 1, the straighter the search goes to the goal.",
		of: branching, show: func(v float64) string { return fmt.Sprintf("%.2f", v) },
		ofLength: true, Linear: true,
	},
	{
		Name: "moves", Title: "moves",
		Meaning: "This is the length of the solutions that were found. With a weight of 2, one" +
			" is at most twice as long as a shortest one; those of anytime have no such bound, and" +
			" all others are shortest ones.",
		of: mean(func(t took) int64 { return t.Moves }, 1), show: count,
		ofInexact: true,
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

// ParseMeasures returns the measures in a list with commas, or an *UnknownError.
func ParseMeasures(list string) (all []Measure, err error) {
	for name := range strings.SplitSeq(list, ",") {
		m, err := LookupMeasure(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// Heading returns the title with a capital letter.
func (m Measure) Heading() string { return heading(m.Title) }

func heading(title string) string { return strings.ToUpper(title[:1]) + title[1:] }

// mean returns a Measure.of that gives the mean of a quantity, divided by unit. A search that
// expands boards and has none of the quantity does not count it.
func mean(of func(took) int64, unit float64) func(*tally, int) (float64, bool) {
	return func(t *tally, _ int) (float64, bool) {
		counted := of(t.took) > 0 || t.took.Expanded == 0
		return float64(of(t.took)) / unit / float64(t.solved), t.solved > 0 && counted
	}
}

// branching returns the effective branching factor b* (Nilsson 1971): a uniform tree whose depth is
// the length, with b* branches at each board, has as many boards below its root as the searches
// generated on average.
func branching(t *tally, length int) (float64, bool) {
	if t.solved == 0 || length < 1 || t.took.Generated == 0 {
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

// count formats a mean: with decimals if it is below 100.
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
