package report_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"tilejudge/judge"
	"tilejudge/judge/view/report"
)

func Example() {
	results := []judge.Result{
		{Name: "puzzle 1", Verdict: judge.AC},
		{Name: "puzzle 2", File: "in.txt", Line: 2, Verdict: judge.WA,
			Message: "21 moves, the shortest is 19"},
	}
	r, err := report.New("text", os.Stdout, report.Options{MaxReports: 40})
	if err != nil {
		panic(err)
	}
	var tally judge.Tally
	for i := range results {
		tally[results[i].Verdict]++
		if r.Wants(results[i].Verdict) {
			r.Case(&results[i])
		}
	}
	r.Close(report.Summary{Tally: tally})
	// Output:
	// AC 1  WA 1  of 2
	// WA puzzle 2 (in.txt:2): 21 moves, the shortest is 19
}

var update = flag.Bool("update", false, "rewrite the goldens")

// puzzles are results of check.
var puzzles = []judge.Result{
	{Name: "puzzle 1", File: "in.txt", Line: 1, Verdict: judge.AC},
	{Name: "puzzle 2", File: "in.txt", Line: 2, Verdict: judge.WA,
		Message: `move 5, "u", leaves the board`},
	{Name: "puzzle 3", File: "in.txt", Line: 3, Verdict: judge.PE,
		Message: "found \"<\x1b[31m#\\\x00\xff>\", expected \"u\""},
	{Name: "puzzle 4", File: "a,b:c%.txt", Line: 4, Verdict: judge.WA,
		Message: strings.Repeat("long ", 50)},
	{Name: "puzzle 5", File: "in.txt", Line: 5, Verdict: judge.AC},
	{Name: "puzzle 6", File: "expected.txt", Line: 6, Verdict: judge.JE,
		Message: "the shortest is 19"},
	{Name: "puzzle 7", File: "expected.txt", Line: 7, Verdict: judge.JE},
}

// programs are results of run.
var programs = []judge.Result{
	{Name: "sample", File: "test/sample.in", Answer: "test/sample.out",
		Verdict: judge.AC, Run: &judge.Usage{
			CPU: 2 * time.Millisecond, Wall: 3 * time.Millisecond,
			Memory: 1780000, Output: 20, Head: "ullddrurdllurdruldr\n"}},
	{Name: "unsolvable", File: "test/unsolvable.in", Verdict: judge.WA,
		Message: `says "urdl": the puzzle is unsolvable`,
		Run: &judge.Usage{CPU: 2 * time.Millisecond, Wall: 3 * time.Millisecond,
			Memory: 1780000, Output: 5, Head: "urdl\n"}},
	{Name: "double-spaces", File: "test/double-spaces.in", Verdict: judge.RE,
		Message: "signal 11 (segmentation fault)",
		Run: &judge.Usage{CPU: time.Millisecond, Wall: 2 * time.Millisecond,
			Memory: 1680000, Signal: "SIGSEGV"}},
	{Name: "all-181440", File: "test/all-181440.in", Verdict: judge.TLE,
		Message: "limit 1 s of CPU",
		Run: &judge.Usage{CPU: 1001 * time.Millisecond,
			Wall: 1204 * time.Millisecond, Memory: 3670000, Signal: "SIGKILL"}},
	{Name: "exits # 7", File: "test/7.in", Verdict: judge.RE,
		Message: "exit status 7", Run: &judge.Usage{Exit: 7}},
	{Name: "later", File: "test/later.in", Verdict: judge.SK, Message: "--fail-fast"},
}

// A run that was stopped is no success in any report, although nothing has failed so far.
func TestStopped(t *testing.T) {
	marks := map[string]string{
		"text": "stopped: interrupted", "json": `"stopped":"interrupted"`, "junit": `errors="1"`,
		"tap": "Bail out! stopped", "github": "::error title=stopped",
		"oj": `"name":"stopped: interrupted"`, "html": `stopped: interrupted`,
		"csv": "stopped,,,JE,,,interrupted,", "gradescope": `"output": "stopped: interrupted"`,
		"github-classroom": `"status": "error"`, "classroom50": `"message": "stopped: interrupted"`,
	}
	for _, name := range report.Names() {
		for _, results := range [][]judge.Result{nil, puzzles[:1]} {
			var out bytes.Buffer
			s := report.Summary{Stopped: "interrupted"}
			if err := write(t, &out, name, report.Options{}, s, results); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if valid(t, name, out.String()); !strings.Contains(out.String(), marks[name]) {
				t.Errorf("%s: found no %q in\n%s", name, marks[name], &out)
			}
			if strings.Contains(out.String(), "SKIP") {
				t.Errorf("%s: stopped before the first case is no skip:\n%s", name, &out)
			}
		}
	}
}

// runner is the environment that the runner of Classroom 50 makes.
func runner(name string) string {
	return map[string]string{
		"CLASSROOM": "cs", "ASSIGNMENT": "eight", "OWNER": "ada",
		"SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
		"COMMIT_URL":     "https://github.com/o/r/commit/a1b2c3d",
		"RELEASE_URL":    "https://github.com/o/r/releases/tag/submit",
	}[name]
}

// write reports results as a caller would.
func write(
	t *testing.T, w io.Writer, name string, o report.Options,
	s report.Summary, results []judge.Result,
) error {
	t.Helper()
	o.Getenv = runner
	r, err := report.New(name, w, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range results {
		s.Add(&results[i])
		if !r.Wants(results[i].Verdict) {
			continue
		}
		if err := r.Case(&results[i]); err != nil {
			return err
		}
	}
	return r.Close(s)
}

// Each archive has one kind of report on the puzzles and programs above.
func TestGoldens(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	whole := report.Summary{Begin: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Time: 1500 * time.Millisecond}
	broken := whole
	broken.Stopped = "interrupted"
	for _, name := range report.Names() {
		file := filepath.Join("testdata", name+".txtar")
		got := &txtar.Archive{Comment: fmt.Appendf(nil,
			"The report %s on the results in the test; $DIR is the working directory.\n", name)}
		for i, run := range []struct {
			name    string
			o       report.Options
			s       report.Summary
			results []judge.Result
		}{
			{"puzzles", report.Options{MaxReports: 40}, whole, puzzles},
			{"puzzles-stopped", report.Options{MaxReports: 3}, broken, puzzles},
			{"programs", report.Options{Programs: true, Suite: "poj-1077"}, whole, programs},
			{"programs-stopped", report.Options{Programs: true, MaxReports: 1}, broken, programs},
			{"nothing", report.Options{}, report.Summary{}, nil},
			{"no-programs", report.Options{Programs: true}, report.Summary{}, nil},
			{"puzzles-verbose", report.Options{MaxReports: 2, Verbose: true, Colour: true},
				whole, puzzles},
			{"puzzles-quiet", report.Options{MaxReports: 3, Quiet: true}, whole, puzzles},
			{"programs-verbose",
				report.Options{Programs: true, Verbose: true, Colour: true, NameWidth: 30},
				whole, programs},
			{"programs-quiet", report.Options{Programs: true, Quiet: true}, whole, programs},
		} {
			if i >= 6 && name != "text" && name != "github" {
				break // these options do not change the other reports
			}
			var out bytes.Buffer
			if err := write(t, &out, name, run.o, run.s, run.results); err != nil {
				t.Errorf("%s, %s: %v", name, run.name, err)
			}
			valid(t, name, out.String())
			text := strings.ReplaceAll(data(t, name, out.String()), filepath.ToSlash(dir), "$DIR")
			text = strings.ReplaceAll(text, "\x1b", "ESC")
			got.Files = append(got.Files, txtar.File{Name: run.name, Data: []byte(text)})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text := txtar.Format(got); !bytes.Equal(text, want) {
			t.Errorf("%s: the report is\n%s\nwant\n%s", name, text, want)
		}
	}
}

// Results of programs are written one by one, those of puzzles in large pieces.
func TestLive(t *testing.T) {
	for _, programs := range []bool{true, false} {
		for _, name := range []string{"text", "json", "tap", "oj", "github", "csv"} {
			var out bytes.Buffer
			r, err := report.New(name, &out, report.Options{Programs: programs, Verbose: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Case(&judge.Result{Name: "one", Verdict: judge.WA}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "one"); got != programs {
				t.Errorf("%s, programs %v: written at once is %v", name, programs, got)
			}
		}
	}
}

// The error of the writer is returned by Case or Close.
func TestBrokenWriter(t *testing.T) {
	broken := errors.New("broken")
	for _, name := range report.Names() {
		for _, programs := range []bool{true, false} {
			many := make([]judge.Result, 3000)
			for i := range many {
				many[i] = judge.Result{Name: fmt.Sprint("a rather long name ", i),
					Verdict: judge.WA}
			}
			for _, results := range [][]judge.Result{nil, puzzles, many} {
				err := write(t, writerOf{broken}, name,
					report.Options{Programs: programs}, report.Summary{}, results)
				if !errors.Is(err, broken) {
					t.Errorf("%s, %d results: error %v, want the writer's", name, len(results), err)
				}
			}
		}
	}
	err := write(t, io.Discard, "junit", report.Options{Spool: brokenSpool{writerOf{broken}}},
		report.Summary{}, puzzles)
	if !errors.Is(err, broken) {
		t.Errorf("junit: error %v, want the spool's", err)
	}
}

type writerOf struct{ err error }

func (w writerOf) Write([]byte) (int, error) { return 0, w.err }

type brokenSpool struct{ writerOf }

func (s brokenSpool) WriteTo(io.Writer) (int64, error) { return 0, s.err }

func TestUnknown(t *testing.T) {
	_, err := report.New("pdf", io.Discard, report.Options{})
	if !errors.Is(err, report.ErrUnknown) {
		t.Errorf("New: error %v, want ErrUnknown", err)
	}
}

func BenchmarkCase(b *testing.B) {
	for _, name := range report.Names() {
		b.Run("report="+name, func(b *testing.B) {
			r, err := report.New(name, io.Discard, report.Options{Verbose: true, Getenv: runner})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r.Case(&puzzles[1])
			}
		})
	}
}

// Strict cases are counted apart.
func TestStrict(t *testing.T) {
	results := []judge.Result{
		{Name: "sample", Verdict: judge.AC},
		{Name: "tabs", Verdict: judge.WA, Strict: true},
		{Name: "crlf", Verdict: judge.AC, Strict: true},
	}
	for name, want := range map[string]string{
		"text":  "1 of 1 accepted\nbeyond what the judge has: 1 of 2 accepted: WA tabs\n",
		"json":  `"cases":3,"verdicts":{"AC":2,"WA":1},"strict":{"AC":1,"WA":1}`,
		"junit": `<testcase classname="poj-1077.strict" name="tabs"`,
	} {
		var out bytes.Buffer
		o := report.Options{Programs: true, Suite: "poj-1077"}
		if err := write(t, &out, name, o, report.Summary{}, results); err != nil {
			t.Fatal(err)
		}
		if valid(t, name, out.String()); !strings.Contains(out.String(), want) {
			t.Errorf("%s: found no %q in\n%s", name, want, &out)
		}
	}
}
