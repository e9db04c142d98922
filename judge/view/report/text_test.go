package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// Of a million failures only a few are shown, but all are counted. The judge's error is
// always shown.
func TestMany(t *testing.T) {
	for _, limit := range []int{1, 40, 5000} {
		var out bytes.Buffer
		r, err := report.New("text", &out, report.Options{MaxReports: limit})
		if err != nil {
			t.Fatal(err)
		}
		const n = 1_000_000
		for i := range n {
			c := judge.Result{Name: "puzzle", Verdict: judge.WA, Message: "wrong"}
			if i == n/2 {
				c = judge.Result{Name: "key", Verdict: judge.JE, Message: "broken"}
			}
			if err := r.Case(&c); err != nil {
				t.Fatal(err)
			}
		}
		err = r.Close(report.Summary{Tally: judge.Tally{judge.WA: n - 1, judge.JE: 1}})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Count(out.String(), "WA puzzle: wrong\n")
		faults := strings.Count(out.String(), "JE key: broken\n")
		var more int
		if _, rest, ok := strings.Cut(out.String(), "and "); ok {
			fmt.Sscan(strings.ReplaceAll(rest, ",", ""), &more)
		}
		if faults != 1 || lines+faults+more != n || lines+faults > limit+1 {
			t.Errorf("at most %d: %d and %d shown, %d more", limit, lines, faults, more)
		}
	}
}
