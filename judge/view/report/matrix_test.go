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
	results[3].Message = "limit 2 s of CPU"
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
2 b.py, case big: TLE: limit 2 s of CPU
3 c.c: CE: error
suggested limit: 1 s
`,
		"json": `{"v":1,"type":"program","name":"accepted/b.py","verdict":"TLE",` +
			`"verdicts":{"AC":1,"TLE":1},"expected":"accepted","problem":"found TLE, expected AC"}`,
		"csv": "big,big.in,,TLE,0,1,limit 2 s of CPU,2.000,2.000,1048576,0,0,,,,,accepted/b.py\r\n",
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

// The reason of a program that should not be accepted, or not be compiled, is left out, and so is
// one of a judge's error, which the case has.
func TestMatrixReasons(t *testing.T) {
	results := []judge.Result{
		ran("wrong_answer/a", "1", judge.WA, 1), ran("compiler_error/b", "1", judge.CE, 1),
		ran("accepted/c", "1", judge.WA, 1), ran("accepted/c", "2", judge.JE, 1),
		ran("accepted/d", "1", judge.AC, 1), ran("accepted/d", "2", judge.WA, 1),
		ran("accepted/d", "3", judge.WA, 1),
	}
	for i := range results {
		results[i].Message = "reason " + string(rune('0'+i)) + "\nmore"
	}
	s := report.Summary{Programs: []report.Program{
		{Name: "wrong_answer/a", Expected: "wrong_answer", Tally: judge.Tally{judge.WA: 1}},
		{Name: "compiler_error/b", Expected: "compiler_error", Tally: judge.Tally{judge.CE: 1}},
		{Name: "accepted/c", Problem: "found JE", Tally: judge.Tally{judge.WA: 1, judge.JE: 1}},
		{Name: "accepted/d", Problem: "found WA", Tally: judge.Tally{judge.AC: 1, judge.WA: 2}},
	}}
	var out bytes.Buffer
	o := report.Options{Programs: true, Matrix: true}
	if err := write(t, &out, "text", o, s, results); err != nil {
		t.Fatal(err)
	}
	const want = `processor time
4 d, case 2: WA: reason 5\nmore
case 2: JE: reason 3\nmore
`
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("found no\n%s\nat the end of\n%s", want, &out)
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
