package checker_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
)

// casesOf returns cases with these inputs, called 1, 2 and so on. Each input must be
// closed: the function reports whether all are.
func casesOf(inputs ...string) (cases []judge.Case, closed func() bool) {
	open := 0
	for i, input := range inputs {
		name := fmt.Sprint(i + 1)
		cases = append(cases, judge.Case{
			Name: name, Input: name + ".in",
			Opener: func(string) (io.ReadCloser, error) {
				open++
				return closer{strings.NewReader(input), &open}, nil
			},
		})
	}
	return cases, func() bool { return open == 0 }
}

type closer struct {
	io.Reader
	open *int
}

func (c closer) Close() error {
	*c.open--
	return nil
}

// A batch has the puzzles of all cases, and a verdict on each case.
func TestBatch(t *testing.T) {
	k, err := checker.New(judgetest.Format("uva-652"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	cases, closed := casesOf(
		"1\n\n"+oneMove, "0\n", "2\n\n"+oneMove+"\n"+twoMoves, "1\n\n"+unsolvable)
	b, err := checker.NewBatch(t.Context(), k, cases)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Remove()
	input, err := os.ReadFile(b.File)
	want := "4\n\n" + oneMove + "\n" + oneMove + "\n" + twoMoves + "\n" + unsolvable
	if string(input) != want || err != nil {
		t.Errorf("the input is %q, want %q: %v", input, want, err)
	}
	if !closed() {
		t.Error("an input of a case is still open")
	}
	checkResults(t, b, "1 1.in SK the batch ended before it", "2 2.in SK", "3 3.in SK", "4 4.in SK")
	out := strings.NewReader("r\n\nr\n\nr\n\nunsolvable\n")
	f, err := b.Judge(t.Context(), bytes.NewReader(input), out, nil)
	if err != nil || f.Verdict != judge.AC || f.Message != "4 puzzles" {
		t.Errorf("finding %+v %v, want AC on 4 puzzles", f, err)
	}
	third := b.Results(true)[2].Finding
	if third == nil || third.N != 3 || third.Puzzle == nil || len(third.Answer.Path) != 1 {
		t.Errorf("the finding on case 3 is %+v, want puzzle 3 with its answer", third)
	}
	checkResults(t, b, "1 1.in AC ", "2 2.in AC no puzzles",
		"3 3.in WA puzzle 3 of the batch: the path ends at", "4 4.in AC ")
	again := strings.NewReader("l\n\nr\n\nr\n\nunsolvable\n")
	if _, err := b.Judge(t.Context(), bytes.NewReader(input), again, nil); err != nil {
		t.Error(err)
	}
	checkResults(t, b, "1 1.in WA puzzle 1 of the batch: ", "2 2.in AC no puzzles",
		"3 3.in WA puzzle 3 of the batch: the path ends at", "4 4.in AC ")
	for _, r := range b.Results(false) {
		if r.Verdict != judge.SK {
			t.Errorf("%s: %v, although a run of the batch was not accepted", r.Name, r.Verdict)
		}
	}
	b.Remove()
	if _, err := os.Stat(b.File); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}

// checkResults compares what the results of a batch begin with.
func checkResults(t *testing.T, b *checker.Batch, want ...string) {
	t.Helper()
	for i, r := range b.Results(true) {
		got := fmt.Sprintf("%s %s %v %s", r.Name, r.File, r.Verdict, r.Message)
		if !strings.HasPrefix(got, want[i]) {
			t.Errorf("result %q, want %q", got, want[i])
		}
	}
}

// A batch needs well-formed cases, and a format of many puzzles.
func TestNoBatch(t *testing.T) {
	for _, tt := range []struct{ format, input, want string }{
		{"poj-1077", oneMove, "an input of poj-1077 has one puzzle"},
		{"hdu-1043", oneMove + "junk\n", `1:2:1: found "junk"`},
	} {
		k, err := checker.New(judgetest.Format(tt.format), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		cases, closed := casesOf(tt.input)
		_, err = checker.NewBatch(t.Context(), k, cases)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.format, err, tt.want)
		}
		if !closed() {
			t.Errorf("%s: an input of a case is still open", tt.format)
		}
	}
}
