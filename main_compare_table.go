package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"

	"tilejudge/solver"
)

// A measure is a figure of a tally: a mean over the puzzles that were solved.
type measure struct {
	name  string
	title string // with the unit
	of    func(t *tally, length int) (value float64, ok bool)
	show  func(float64) string
}

// measures are the figures that there are, each a table.
var measures = []measure{
	{"expanded", "boards expanded", mean(func(t took) int64 { return t.expanded }, 1), count},
	{"generated", "boards generated", mean(func(t took) int64 { return t.generated }, 1), count},
	{"time", "time, µs", mean(func(t took) int64 { return t.time.Nanoseconds() }, 1e3), count},
	{"memory", "memory held for boards, KiB", mean(func(t took) int64 { return t.memory }, 1<<10), count},
	{"branching", "effective branching factor", branching, func(v float64) string {
		return fmt.Sprintf("%.2f", v)
	}},
	{"moves", "moves", mean(func(t took) int64 { return t.moves }, 1), count},
}

// heading returns the title as it stands alone.
func (m measure) heading() string { return strings.ToUpper(m.title[:1]) + m.title[1:] }

func measureNames() (names []string) {
	for _, m := range measures {
		names = append(names, m.name)
	}
	return names
}

// mean returns the mean of a sum, in a unit.
func mean(of func(took) int64, unit float64) func(*tally, int) (float64, bool) {
	return func(t *tally, _ int) (float64, bool) {
		return float64(of(t.took)) / unit / float64(t.solved), t.solved > 0
	}
}

// branching returns the effective branching factor b*: a uniform tree of that
// depth with b* branches at each board has as many boards, less the root, as were
// generated in the mean (Nilsson 1971).
func branching(t *tally, length int) (float64, bool) {
	if t.solved == 0 || length < 1 {
		return 0, false
	}
	generated := float64(t.took.generated) / float64(t.solved)
	low, high := 0.0, generated+1
	for range 60 { // halvings, after which nothing is left
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

// count shows a number of things: whole, but for small means.
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

// legend says how the figures of text are to be read.
const legend = `Each figure is the mean over the puzzles that the algorithm solved. Where it solved some
of them only, their number follows in brackets; where none, there is a "-".
`

// text returns the figures as tables, one for each measure.
func (r *comparison) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Puzzles: %d", r.puzzles)
	if r.unsolvable > 0 {
		fmt.Fprintf(&b, ", and %d unsolvable, left out", r.unsolvable)
	}
	b.WriteString("\n")
	for _, one := range r.contenders {
		for _, reason := range slices.Sorted(maps.Keys(one.reasons)) {
			fmt.Fprintf(&b, "%s gave up on %d: %s\n", one.name, one.reasons[reason], reason)
		}
	}
	if r.puzzles == 0 {
		return b.String()
	}
	b.WriteString(legend)
	weighted := slices.ContainsFunc(r.contenders, func(c *contender) bool { return c.weight > solver.Once })
	for _, m := range measures {
		if m.name != "moves" || weighted { // else all have the same
			r.table(&b, m)
		}
	}
	if len(r.contenders) > 1 {
		r.ratios(&b)
	}
	return b.String()
}

// sorted returns the lengths of the puzzles, the unknown one last.
func (r *comparison) sorted() []int {
	all := slices.Sorted(maps.Keys(r.lengths))
	if len(all) > 0 && all[0] == unknown {
		all = append(all[1:], unknown)
	}
	return all
}

// table writes a line for each length and one for all.
func (r *comparison) table(b *strings.Builder, m measure) {
	fmt.Fprintf(b, "\n%s\n", m.heading())
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	r.head(t, "moves\tpuzzles")
	for _, length := range r.sorted() {
		if length == unknown {
			fmt.Fprint(t, "?")
		} else {
			fmt.Fprint(t, length)
		}
		fmt.Fprintf(t, "\t%d\t", r.lengths[length])
		for _, one := range r.contenders {
			fmt.Fprintf(t, "%s\t", m.cell(one.byLength[length], length))
		}
		fmt.Fprintln(t)
	}
	if m.name != "branching" { // which needs a length
		fmt.Fprintf(t, "all\t%d\t", r.puzzles)
		for _, one := range r.contenders {
			total := one.total()
			fmt.Fprintf(t, "%s\t", m.cell(&total, unknown))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// cell returns the figure of a tally, with what the legend says.
func (m measure) cell(t *tally, length int) string {
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

// head writes the names of the contenders above their columns, a word a line.
func (r *comparison) head(t *tabwriter.Writer, first string) {
	for line := range 3 {
		words, some := make([]string, len(r.contenders)), false
		for i, one := range r.contenders {
			if all := strings.Split(one.name, "/"); line < len(all) {
				words[i], some = all[line], true
			}
		}
		if some {
			fmt.Fprintf(t, "%s\t%s\t\n", first, strings.Join(words, "\t"))
		}
		first = strings.Repeat("\t", strings.Count(first, "\t"))
	}
}

// ratios writes how many times as many boards as each contender expands each
// other does.
func (r *comparison) ratios(b *strings.Builder) {
	b.WriteString("\nTimes as many boards expanded by the algorithm of the line as by that of the column,\n" +
		"over the puzzles that both solved\n")
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	r.head(t, "")
	for i, one := range r.contenders {
		fmt.Fprintf(t, "%s\t", one.name)
		for j := range r.contenders {
			fmt.Fprintf(t, "%s\t", r.ratio(i, j))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// ratio returns the boards expanded by contender i over those by j.
func (r *comparison) ratio(i, j int) string {
	more, fewer := r.together[i][j].took.expanded, r.together[j][i].took.expanded
	if fewer == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g", float64(more)/float64(fewer))
}
