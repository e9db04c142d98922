package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// The hand-ins of a class have points.
func TestClass(t *testing.T) {
	results := []judge.Result{
		{Name: "ada", File: "class/ada.txt", Verdict: judge.AC, Right: 3, Answers: 3,
			Points: &judge.Points{Given: 10, Of: 10}},
		{Name: "bert", File: "class/bert.txt", Verdict: judge.WA, Right: 2, Answers: 3,
			Points: &judge.Points{Given: 20 / 3., Of: 10}, Message: "puzzle 3: too long"},
		{Name: "cleo", Verdict: judge.WA, Answers: 3, Points: &judge.Points{Of: 10},
			Message: "found no file"},
	}
	for name, want := range map[string]string{
		"text": `hand-in    points    right  first mistake
ada            10      3/3
bert         6.67      2/3  WA  puzzle 3: too long
cleo            0      0/3  WA  found no file
3 hand-ins, 10 points each: mean 5.56, median 6.67, 1 with all points
`,
		"csv":  "bert,class/bert.txt,,WA,6.66667,10,puzzle 3: too long,,,,,,,,2,3,\r\n",
		"json": `"points":6.66667,"max_points":10,"right":2,"answers":3}`,
		"html": `["bert","class/bert.txt","WA","puzzle 3: too long",null,null,null,null,"6.67 of 10"]`,
	} {
		var out bytes.Buffer
		o := report.Options{Class: true, NameWidth: 4}
		if err := write(t, &out, name, o, report.Summary{}, results); err != nil {
			t.Fatal(err)
		}
		if valid(t, name, out.String()); !strings.Contains(out.String(), want) {
			t.Errorf("%s: found no %q in\n%s", name, want, &out)
		}
	}
	for _, name := range []string{"gradescope", "github-classroom", "classroom50"} {
		_, err := report.New(name, io.Discard, report.Options{Class: true, Getenv: runner})
		want := name + ": the report is about one hand-in, found a class"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// Points that are not the number of accepted answers are shown.
func TestPoints(t *testing.T) {
	s := report.Summary{Points: judge.Points{Given: 1.5, Of: 7}}
	for name, want := range map[string]string{
		"text": "of 7\npoints 1.5 of 7\n", "html": ", points 1.5 of 7",
	} {
		var out bytes.Buffer
		if err := write(t, &out, name, report.Options{}, s, puzzles); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: found no %q in\n%s", name, want, &out)
		}
	}
}
