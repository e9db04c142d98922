package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// A graded report is the result of an autograder: one JSON object with a test for each case. It
// is about one hand-in.
type graded struct {
	printer
	tests []test
	rest  rest
	total judge.Points // of all cases

	// object returns the JSON object that the host reads.
	object func(*graded, *Summary) any
}

// alone returns an error if the cases are the hand-ins of a class.
func alone(o *Options) error {
	if o.Class {
		return errors.New("the report is about one hand-in, found a class")
	}
	return nil
}

// maxTests is the maximum number of tests in a report: hosts show all tests on one page, and limit
// the size of the file. If there are more cases, the last test sums up the rest of them.
const maxTests = 1000

// A test is a case, or a sum of cases, as hosts show it.
type test struct {
	name, message string
	file          string
	line          int
	verdict       judge.Verdict
	points        judge.Points
	wall          time.Duration
}

// A rest sums up the cases that have no test of their own.
type rest struct {
	tally  judge.Tally
	points judge.Points
	first  string // name and message of the first case that failed
}

// gradedAs returns what opens a graded report with the object of a host.
func gradedAs(object func(*graded, *Summary) any) func(*bufio.Writer, Options) Reporter {
	return func(w *bufio.Writer, o Options) Reporter {
		return &graded{printer: printer{w, o}, object: object}
	}
}

func (g *graded) Case(r *judge.Result) error {
	p := r.Earned()
	g.total.Given += p.Given
	g.total.Of += p.Of
	message := judge.Plain(r.Message, bodyLetters)
	if at := place(r); at != "" && failed(r.Verdict) {
		message = judge.Plain(at, lineLetters) + ": " + cmp.Or(message, r.Verdict.Meaning())
	}
	if len(g.tests) == maxTests-1 {
		g.rest.add(r, message)
		return nil
	}
	t := test{
		name: cmp.Or(judge.Plain(r.Name, lineLetters), "?"), message: message,
		file: judge.Plain(r.File, bodyLetters), line: r.Line, verdict: r.Verdict, points: p,
	}
	if r.Run != nil {
		t.wall = r.Run.Wall
	}
	g.tests = append(g.tests, t)
	return nil
}

func (r *rest) add(result *judge.Result, message string) {
	p := result.Earned()
	r.tally[result.Verdict]++
	r.points.Given += p.Given
	r.points.Of += p.Of
	if r.first == "" && failed(result.Verdict) {
		r.first = judge.Plain(result.Name, lineLetters) + ": " + message
	}
}

// test returns the test that sums up the rest.
func (r *rest) test() test {
	t := test{
		name:    fmt.Sprintf("%s more", humanize.Comma(r.tally.Cases())),
		message: r.tally.String(), verdict: r.tally.Worst(), points: r.points,
	}
	if r.first != "" {
		t.message += "; the first mistake: " + r.first
	}
	return t
}

func (g *graded) Close(s Summary) error {
	if g.rest.tally.Cases() > 0 {
		g.tests = append(g.tests, g.rest.test())
	}
	if s.Stopped != "" {
		g.tests = append(g.tests, test{
			name: "all cases are judged", message: "stopped: " + judge.Plain(s.Stopped, lineLetters),
			verdict: judge.JE,
		})
	}
	if g.Maximum > 0 {
		g.scale()
	}
	enc := encoder(g.Writer)
	enc.SetIndent("", "  ")
	if err := enc.Encode(g.object(g, &s)); err != nil {
		return err
	}
	return g.Flush()
}

// scale multiplies all points so that their maximum becomes Options.Maximum. It rounds running
// sums, so that the rounded points of the tests add up to the total.
func (g *graded) scale() {
	factor := 0.0
	if g.total.Of > 0 {
		factor = g.Maximum / g.total.Of
	}
	var sum, scaled judge.Points
	for i := range g.tests {
		p := &g.tests[i].points
		sum.Given, sum.Of = sum.Given+p.Given*factor, sum.Of+p.Of*factor
		p.Of = rounded(sum.Of) - scaled.Of
		p.Given = min(max(rounded(sum.Given)-scaled.Given, 0), p.Of)
		scaled = judge.Points{Given: rounded(sum.Given), Of: rounded(sum.Of)}
	}
	g.total = judge.Points{Given: g.total.Given * factor, Of: g.Maximum}
}

// rounded rounds points to five decimals.
func rounded(points float64) float64 { return math.Round(points*1e5) / 1e5 }

// number returns rounded points as text, without needless zeros.
func number(points float64) string {
	return strconv.FormatFloat(rounded(points), 'f', -1, 64)
}
