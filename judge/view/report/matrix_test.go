package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

// ran returns the result of a program on a case.
func ran(program, name string, v judge.Verdict, cpu time.Duration) judge.Result {
	return judge.Result{
		Program: program, Name: name, File: name + ".in", Verdict: v,
		Run: &judge.Usage{CPU: cpu * time.Millisecond, Wall: cpu * time.Millisecond, Memory: 1 << 20},
	}
}

// The setter is told what is wrong with a case, and not only that no program is accepted on it.
func TestMatrixFault(t *testing.T) {
	var out bytes.Buffer
	results := []judge.Result{ran("a", "big", judge.JE, 2), ran("b", "big", judge.JE, 2)}
	results[0].Message = "the expected answer: there is no answer"
	o := report.Options{Programs: true, Matrix: true}
	err := write(t, &out, "text", o, report.Summary{}, results)
	const want = "\ncase big: JE: the expected answer: there is no answer\n"
	if err != nil || strings.Count(out.String(), want) != 1 {
		t.Errorf("found no %q, or an error %v, in\n%s", want, err, &out)
	}
}

// Several programs are a table of programs by cases.
func TestMatrix(t *testing.T) {
	results := []judge.Result{
		ran("accepted/a.cpp", "sample-1", judge.AC, 2), ran("accepted/a.cpp", "big", judge.AC, 50),
		ran("accepted/b.py", "sample-1", judge.AC, 30), ran("accepted/b.py", "big", judge.TLE, 2000),
		{Program: "mixed/c.c", Name: "sample-1", Verdict: judge.CE, Message: "error"},
		{Program: "mixed/c.c", Name: "big", Verdict: judge.CE, Message: "error"},
	}
	s := report.Summary{
		Programs: []report.Program{
			{Name: "accepted/a.cpp", Expected: "accepted", Tally: judge.Tally{judge.AC: 2}},
			{Name: "accepted/b.py", Expected: "accepted", Problem: "found TLE, expected AC",
				Tally: judge.Tally{judge.AC: 1, judge.TLE: 1}},
			{Name: "mixed/c.c", Tally: judge.Tally{judge.CE: 2}},
		},
		Notes: []string{"suggested limit: 1 s"},
	}
	for name, want := range map[string]string{
		"text": `    program         verdict  expected              accepted    slowest
1   accepted/a.cpp  AC       accepted                   2/2     0.050s  big
2   accepted/b.py   TLE      accepted                   1/2     2.000s  found TLE, expected AC
3   mixed/c.c       CE                                  0/2
as they should be: 2 of 3 programs

case      1 a.cpp       2 b.py        3 c.c
sample-1  AC  0.002s+   AC  0.030s-   CE
big       AC  0.050s    TLE 2.000s    CE

+ fastest and - slowest of those accepted, by processor time
suggested limit: 1 s
`,
		"json": `{"v":1,"type":"program","name":"accepted/b.py","verdict":"TLE",` +
			`"verdicts":{"AC":1,"TLE":1},"expected":"accepted","problem":"found TLE, expected AC"}`,
		"csv": "big,big.in,,TLE,0,1,,2.000,2.000,1048576,0,0,,,,,accepted/b.py\r\n",
		"html": `{"name":"accepted/b.py","verdict":"TLE","expected":"accepted",` +
			`"problem":"found TLE, expected AC"}`,
		"tap":   "not ok 4 - accepted/b.py: big\n",
		"junit": `name="mixed/c.c: big"`,
	} {
		var out bytes.Buffer
		o := report.Options{Programs: true, Matrix: true}
		if err := write(t, &out, name, o, s, results); err != nil {
			t.Fatal(err)
		}
		if valid(t, name, out.String()); !strings.Contains(out.String(), want) {
			t.Errorf("%s: found no\n%s\nin\n%s", name, want, &out)
		}
	}
}

// Many programs are in several blocks, none of them wider than a line.
func TestWideMatrix(t *testing.T) {
	var results []judge.Result
	var s report.Summary
	for i := range 20 {
		name := strings.Repeat(string(rune('a'+i)), 60) + "\x1b[31m"
		results = append(results, ran(name, strings.Repeat("case", 30), judge.AC, time.Duration(i)))
		s.Programs = append(s.Programs, report.Program{Name: name, Tally: judge.Tally{judge.AC: 1}})
	}
	var out bytes.Buffer
	o := report.Options{Programs: true, Matrix: true}
	if err := write(t, &out, "text", o, s, results); err != nil {
		t.Fatal(err)
	}
	valid(t, "text", out.String())
	if n := strings.Count(out.String(), "\ncase "); n != 5 {
		t.Errorf("%d blocks, want 5", n)
	}
	_, blocks, _ := strings.Cut(out.String(), "\n\n")
	for line := range strings.Lines(blocks) {
		if n := len([]rune(line)); n > 101 {
			t.Errorf("a line has %d letters: %s", n, line)
		}
	}
}
