package judging

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/report"
)

// findings calls each with every finding, in order, and counts the verdicts. It may call accepted
// in place of each, as checker.Check.Accepted says.
type findings func(each func(*judge.Finding), accepted checker.AcceptedFunc) (judge.Tally, error)

// answersIn returns the findings on the answers in files.
func answersIn(ctx context.Context, k *checker.Checker, files []protocol.File) findings {
	var expected *protocol.File
	if len(files) > 2 {
		expected = &files[2]
	}
	return func(each func(*judge.Finding), accepted checker.AcceptedFunc) (judge.Tally, error) {
		return k.RunInBrief(ctx, files[0], files[1], expected, each, accepted)
	}
}

// reportFindings reports findings of a checker on the puzzles in a file with that name.
func reportFindings(
	c *cli.Context, r *reporting.Reports, k *checker.Checker, name string, all findings,
) error {
	begin := time.Now()
	f := reported{to: r, file: name}
	tally, err := all(f.add, f.addAccepted)
	s := report.Summary{Tally: tally, Begin: begin, Points: f.points, Score: f.score}
	err = cmp.Or(r.End(c.Context, k, s, err, f.failed), app.Outcome(tally))
	if f.gaveUp > 0 {
		stdio.Complainer(c)(fmt.Errorf("searches reached a limit at %s: --node-limit 0 sets none,"+
			" and no search is needed with the expected answers in a third file",
			english.Plural(int(f.gaveUp), "puzzle", "")))
	}
	return err
}

// A reported passes findings on to reports, and sums them up.
type reported struct {
	to     *reporting.Reports
	file   string // the file with the puzzles
	seen   judge.Tally
	points judge.Points
	score  *float64     // the sum; nil: no answer has any
	gaveUp int64        // findings without a proof that there is no shorter path
	result judge.Result // reports keep only strings of it
	failed error        // of a report; the others go on
}

// add reports a finding.
func (r *reported) add(f *judge.Finding) {
	r.count(f.Verdict, 1, f.Earned())
	if f.GaveUp {
		r.gaveUp++
	}
	if f.Score != nil {
		if r.score == nil {
			r.score = new(float64)
		}
		*r.score += *f.Score
	}
	if r.to.Wants(f.Verdict) {
		r.result = judge.Result{
			Name: caseName(f.N), File: r.file, Line: f.Line,
			Verdict: f.Verdict, Message: f.Message, Finding: f, Score: f.Score,
		}
		if f.Excess > 0 {
			r.result.Points = &judge.Points{Given: f.Earned(), Of: 1}
		}
		r.report()
	}
}

// addAccepted reports consecutive answers that are accepted.
func (r *reported) addAccepted(first int64, line, step int, count int64) {
	r.count(judge.AC, count, float64(count))
	for i := int64(0); i < count && r.to.Wants(judge.AC); i++ {
		r.result = judge.Result{
			Name: caseName(first + i), File: r.file, Line: line + int(i)*step, Verdict: judge.AC,
		}
		r.report()
	}
}

func caseName(n int64) string { return "puzzle " + strconv.FormatInt(n, 10) }

func (r *reported) report() { r.failed = cmp.Or(r.failed, r.to.Case(&r.result)) }

// count counts findings with a verdict, and the points of all of them.
func (r *reported) count(v judge.Verdict, n int64, points float64) {
	const often = 4096 // findings between two looks at the clock
	before := r.points.Of
	r.seen[v] += n
	r.points.Given, r.points.Of = r.points.Given+points, before+float64(n)
	if int64(before)/often < int64(r.points.Of)/often {
		r.to.Progress.Show(&r.seen, 0)
	}
}
