package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"tilejudge/judge"
)

// A gradeList writes a row for each hand-in of a class: points, right answers, the first mistake.
type gradeList struct {
	printer
	name   int // width of the column of names
	points []float64
	of     float64 // points that a hand-in can earn
	full   int     // hand-ins with all points
}

// maxHandIn is the largest width of the column of names, in letters.
const maxHandIn = 60

func newGradeList(p printer) *gradeList {
	return &gradeList{printer: p, name: min(max(p.NameWidth, len("hand-in")), maxHandIn)}
}

func (g *gradeList) Case(r *judge.Result) error {
	if len(g.points) == 0 {
		g.head()
	}
	p := r.Earned()
	g.points, g.of = append(g.points, p.Given), p.Of
	if rounded(p.Given) == rounded(p.Of) {
		g.full++
	}
	if g.Quiet {
		return nil
	}
	row := fmt.Sprintf("%s  %8s  %7s", pad(judge.Plain(r.Name, g.name), g.name), hundredths(p.Given),
		fmt.Sprintf("%d/%d", r.Right, r.Answers))
	if failed(r.Verdict) {
		row += "  " + g.paint(r.Verdict, pad(r.Verdict.String(), 3)) + " " +
			judge.Plain(r.Message, lineLetters)
	}
	fmt.Fprintf(g, "%s\n", strings.TrimRight(row, " "))
	return g.written()
}

func (g *gradeList) head() {
	if !g.Quiet {
		fmt.Fprintf(g, "%s  %8s  %7s  %s\n", pad("hand-in", g.name), "points", "right",
			"first mistake")
	}
}

func (g *gradeList) Close(s Summary) error {
	if n := len(g.points); n > 0 {
		slices.Sort(g.points)
		sum := 0.0
		for _, p := range g.points {
			sum += p
		}
		each := " each"
		if n == 1 {
			each = ""
		}
		median := (g.points[(n-1)/2] + g.points[n/2]) / 2
		fmt.Fprintf(g, "%s, %s points%s: mean %s, median %s, %d with all points\n",
			english.Plural(n, "hand-in", ""), hundredths(g.of), each,
			hundredths(sum/float64(n)), hundredths(median), g.full)
	}
	g.ending(s)
	return g.Flush()
}

// hundredths returns points with at most two decimals.
func hundredths(points float64) string {
	text := fmt.Sprintf("%.2f", points)
	return strings.TrimSuffix(strings.TrimSuffix(text, "0"), ".0")
}
