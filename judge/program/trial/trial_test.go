package trial_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
)

// newTrial returns a trial of this binary with an argument, which collects the results.
func newTrial(t *testing.T, argument string, runners int) (*trial.Trial, *[]judge.Result) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var results []judge.Result
	tr := &trial.Trial{
		Command: []string{self, argument},
		Check: func(context.Context, io.Reader, io.Reader, io.Reader) (*judge.Finding, error) {
			return &judge.Finding{Verdict: judge.AC}, nil
		},
		Each: func(r *judge.Result) error {
			results = append(results, *r)
			return nil
		},
	}
	for range runners {
		r, err := sandbox.Start(sandbox.Options{NoSandbox: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		tr.Runners = append(tr.Runners, r)
	}
	return tr, &results
}

// newCases returns cases with the names, which are their inputs too.
func newCases(names string) (cases []judge.Case) {
	for name := range strings.FieldsSeq(names) {
		cases = append(cases, judge.Case{Name: name, Input: name, Answer: name + ".ans",
			Opener: func(name string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(name)), nil
			}})
	}
	return cases
}

// A case that is wrong is the judge's error if the program fails, and is checked once.
// If the program does not fail, Check has judged the case already.
func TestCheckCase(t *testing.T) {
	for _, tt := range []struct {
		argument, want string
		calls          int
	}{
		{"crash", "good RE bad JE good RE", 3},
		{"solver", "good AC bad AC good AC", 0},
	} {
		tr, results := newTrial(t, tt.argument, 1)
		tr.Repeat = 3
		calls := 0
		tr.CheckCase = func(_ context.Context, input, answer io.Reader) (string, error) {
			calls++
			text, err := io.ReadAll(input)
			expected, err2 := io.ReadAll(answer)
			if string(text) != "bad" {
				return "", errors.Join(err, err2)
			}
			if string(expected) != "bad.ans" {
				t.Errorf("the answer is %q", expected)
			}
			return "malformed", nil
		}
		if _, err := tr.Run(t.Context(), newCases("good bad good")); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, r := range *results {
			got += " " + r.Name + " " + r.Verdict.String()
			if r.Verdict == judge.JE && r.Message != "malformed" {
				t.Errorf("%s: message %q", r.Name, r.Message)
			}
		}
		if got = strings.TrimSpace(got); got != tt.want || calls != tt.calls {
			t.Errorf("%s: %s after %d checks of cases, want %s after %d",
				tt.argument, got, calls, tt.want, tt.calls)
		}
	}
}

// When a trial ends early, Each gets every case all the same, in order: those that were
// not judged are skipped.
func TestRunEnds(t *testing.T) {
	for _, runners := range []int{1, 3} {
		tr, results := newTrial(t, "solver", runners)
		collect := tr.Each
		full := errors.New("the disk is full")
		tr.Each = func(r *judge.Result) error {
			collect(r)
			if len(*results) == 2 {
				return full
			}
			return nil
		}
		const names = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
		tally, err := tr.Run(t.Context(), newCases(names))
		var got []string
		for _, r := range *results {
			got = append(got, r.Name)
		}
		if strings.Join(got, " ") != names || err != full || tally[judge.SK] == 0 ||
			tally.Cases() != int64(len(got)) {
			t.Errorf("%d runners: Each got %q, Run returned %v, %v", runners, got, &tally, err)
		}
	}
}

// A program that can't be started is no verdict on any case.
func TestNotStarted(t *testing.T) {
	tr, results := newTrial(t, "", 2)
	tr.Command = []string{"./none"}
	_, err := tr.Run(t.Context(), newCases("a b c"))
	if !errors.As(err, new(*sandbox.StartError)) || len(*results) > 0 {
		t.Errorf("Run returned %v and results %v", err, *results)
	}
}

// A program that can be started for some cases, and then no more, has failed on the others.
func TestStartedBefore(t *testing.T) {
	for _, runners := range []int{1, 3} {
		tr, results := newTrial(t, "solver", runners)
		link := filepath.Join(t.TempDir(), "program")
		if err := os.Symlink(tr.Command[0], link); err != nil {
			t.Fatal(err)
		}
		tr.Command[0] = link
		collect := tr.Each
		tr.Each = func(r *judge.Result) error {
			os.Remove(link)
			return collect(r)
		}
		names := strings.Repeat("a ", 40)
		tally, err := tr.Run(t.Context(), newCases(names))
		if last := (*results)[len(*results)-1]; !errors.As(err, new(*sandbox.StartError)) ||
			tally[judge.AC] == 0 || tally[judge.AC]+tally[judge.RE] != 40 || last.Message == "" {
			t.Errorf("%d runners: %v, %v, %+v", runners, &tally, err, last)
		}
	}
}

// Beside other programs, a run that takes longer than the limit is repeated, and only the runs
// after that count.
func TestLate(t *testing.T) {
	for _, tt := range []struct {
		runners int
		limit   time.Duration
		sleep   string
		want    judge.Verdict
	}{
		{1, time.Second, "1.5s", judge.TLE},
		{2, 3 * time.Second, "4s", judge.AC},
	} {
		t.Run(fmt.Sprint(tt.runners, " ", tt.sleep), func(t *testing.T) {
			t.Parallel()
			tr, results := newTrial(t, "slow", tt.runners)
			tr.Command = append(tr.Command, filepath.Join(t.TempDir(), "begun"), tt.sleep)
			tr.Limits.Wall = tt.limit
			if _, err := tr.Run(t.Context(), newCases("one")); err != nil || len(*results) != 1 {
				t.Fatalf("%v, %v", *results, err)
			}
			r := (*results)[0]
			if r.Verdict != tt.want || (r.Verdict == judge.AC) != (r.Run.Wall < tr.Limits.Wall) {
				t.Errorf("%v after %v, want %v", r.Verdict, r.Run.Wall, tt.want)
			}
		})
	}
}

// RunInput judges one input, and leaves the results of Each as they are.
func TestRunInput(t *testing.T) {
	tr, results := newTrial(t, "-test.run=^$", 1)
	var seen string
	tr.Check = func(
		_ context.Context, input, _, answer io.Reader,
	) (*judge.Finding, error) {
		text, err := io.ReadAll(input)
		seen = string(text)
		if answer != nil {
			t.Error("there are expected answers")
		}
		return &judge.Finding{Verdict: judge.WA, Message: "why"}, err
	}
	r, err := tr.RunInput(t.Context(), []byte("1 2 3\n"))
	if err != nil || r.Verdict != judge.WA || r.Message != "why" || seen != "1 2 3\n" {
		t.Errorf("%+v, %v on %q", r, err, seen)
	}
	if len(*results) > 0 {
		t.Errorf("Each got %+v", *results)
	}
	tr.Command = []string{"./none"}
	if r, err := tr.RunInput(t.Context(), nil); err == nil {
		t.Errorf("a program that can't be started has the result %+v", r)
	}
}

// A program that does not write the file that it is told has the verdict WA, although an empty
// answer would be accepted, unless the case is wrong.
func TestUnwritten(t *testing.T) {
	for _, tt := range []struct{ argument, fault, want string }{
		{"silent", "", "WA: the program has not written the file {output}"},
		{"directory", "", "WA: the program has made {output} a directory"},
		{"silent", "no case", "JE: no case"},
	} {
		tr, results := newTrial(t, tt.argument, 1)
		tr.Command = append(tr.Command, sandbox.OutputMark)
		tr.ByName = true
		tr.CheckCase = func(context.Context, io.Reader, io.Reader) (string, error) {
			return tt.fault, nil
		}
		_, err := tr.Run(context.Background(), newCases("one"))
		if err != nil || len(*results) != 1 {
			t.Fatalf("%s: %v, %v", tt.argument, *results, err)
		}
		if r := (*results)[0]; r.Verdict.String()+": "+r.Message != tt.want {
			t.Errorf("%s: %v %q, want %q", tt.argument, r.Verdict, r.Message, tt.want)
		}
	}
}

// If a program has no output, a line of standard error may say why, although the program ended with
// status 0.
func TestNoOutput(t *testing.T) {
	const reason = "; stderr: IndexError: list index out of range"
	for _, tt := range []struct {
		command string
		verdict judge.Verdict
		want    string
	}{
		{"thread", judge.WA, "why" + reason},
		{"thread", judge.PE, "why" + reason},
		{"thread", judge.AC, "why"},
		{"thread", judge.JE, "why"},
		{"talker", judge.WA, "why"},
		{"solver", judge.WA, "why"},
		{"thread " + sandbox.OutputMark, judge.AC,
			"the program has not written the file {output}" + reason},
	} {
		tr, results := newTrial(t, "", 1)
		tr.Command = append(tr.Command[:1], strings.Fields(tt.command)...)
		tr.ByName = strings.HasSuffix(tt.command, sandbox.OutputMark)
		tr.Check = func(context.Context, io.Reader, io.Reader, io.Reader) (*judge.Finding, error) {
			return &judge.Finding{Verdict: tt.verdict, Message: "why"}, nil
		}
		if _, err := tr.Run(t.Context(), newCases("one")); err != nil || len(*results) != 1 {
			t.Fatalf("%s: %v, %v", tt.command, *results, err)
		}
		if got := (*results)[0].Message; got != tt.want {
			t.Errorf("%s, %v: %q, want %q", tt.command, tt.verdict, got, tt.want)
		}
	}
}
