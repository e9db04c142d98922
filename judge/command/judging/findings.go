package judging

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/protocol"
	"tilejudge/judge/report"
)

// findings calls each with every finding, in order, and counts the verdicts.
type findings func(each func(*judge.Finding)) (judge.Tally, error)

// answersIn returns the findings on the answers in files.
func answersIn(ctx context.Context, k *checker.Checker, files []protocol.File) findings {
	var expected *protocol.File
	if len(files) > 2 {
		expected = &files[2]
	}
	return func(each func(*judge.Finding)) (judge.Tally, error) {
		return k.Run(ctx, files[0], files[1], expected, each)
	}
}

// reportFindings reports findings of a checker on the puzzles in a file with that name.
func reportFindings(
	ctx context.Context, r *reporting.Reports, k *checker.Checker, name string, all findings,
) error {
	begin := time.Now()
	var seen judge.Tally
	var failed error        // of a report
	var result judge.Result // reports keep only strings of it
	var points judge.Points
	tally, err := all(func(f *judge.Finding) {
		if seen[f.Verdict]++; f.N%4096 == 0 {
			r.Progress.Show(&seen, 0)
		}
		points.Given, points.Of = points.Given+f.Earned(), points.Of+1
		if r.Wants(f.Verdict) { // if one report fails, the others go on
			result = judge.Result{
				Name: "puzzle " + strconv.FormatInt(f.N, 10), File: name, Line: f.Line,
				Verdict: f.Verdict, Message: f.Message, Finding: f,
			}
			if f.Excess > 0 {
				result.Points = &judge.Points{Given: f.Earned(), Of: 1}
			}
			failed = cmp.Or(failed, r.Case(&result))
		}
	})
	s := report.Summary{Tally: tally, Begin: begin, Time: time.Since(begin), Points: points}
	if err != nil {
		s.Stopped = reporting.Stopped(err)
	}
	err = cmp.Or(err, failed, r.Close(s))
	if err == nil {
		err = r.Failures.Show(ctx, k)
	}
	return cmp.Or(err, app.Outcome(tally))
}
