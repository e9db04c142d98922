package puzzles

import (
	"fmt"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// An Overview collects what a validator of testlib logs about an input: the numbers in its
// records, and whether each of them had the smallest and the largest value that the judge allows.
// Call Add from Validator.Each.
type Overview struct {
	bounds     []bound
	maxPuzzles int // in an input; 0: there is no limit
}

// A bound is a number of a record, and whether its limits were hit.
type bound struct {
	formats.Number
	hitLeast, hitMost bool
}

// NewOverview returns the Overview of an input of the format.
func NewOverview(f *formats.Format) *Overview {
	o := &Overview{maxPuzzles: f.MaxPuzzles}
	for _, n := range f.Numbers() {
		o.bounds = append(o.bounds, bound{Number: n})
	}
	return o
}

// Add looks at the numbers of a puzzle's record.
func (o *Overview) Add(p *puzzle.Puzzle) {
	for i := range o.bounds {
		o.bounds[i].see(o.bounds[i].Of(p))
	}
}

func (b *bound) see(n int) {
	b.hitLeast = b.hitLeast || n == b.Min
	b.hitMost = b.hitMost || n == b.Max
}

// Text returns testlib's log for an input of n puzzles. It lists the bounds that were hit, all
// bounds, and the variables, each list sorted by name.
func (o *Overview) Text(n int64) string {
	bounds := o.bounds
	if o.maxPuzzles > 0 {
		b := bound{Number: formats.Number{Name: "puzzles", Min: 1, Max: o.maxPuzzles}}
		b.see(int(n))
		bounds = append(slices.Clone(bounds), b)
	}
	var hits, limits, variables []string
	for _, b := range bounds {
		hit := fmt.Sprintf("%q:", b.Name)
		if b.hitLeast {
			hit += " min-value-hit"
		}
		if b.hitMost {
			hit += " max-value-hit"
		}
		hits = append(hits, hit+"\n")
		limits = append(limits, fmt.Sprintf("constant-bounds %q: %d %d\n", b.Name, b.Min, b.Max))
		variables = append(variables, fmt.Sprintf("variable %q\n", b.Name))
	}
	var text strings.Builder
	for _, lines := range [][]string{hits, limits, variables} {
		slices.Sort(lines)
		text.WriteString(strings.Join(lines, ""))
	}
	return text.String()
}
