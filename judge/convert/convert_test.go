package convert_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"testing"

	"tilejudge/judge/convert"
	"tilejudge/judge/judgetest"
)

func Example() {
	c := convert.Puzzles(judgetest.Format("columbia"), os.Stdout, new(bytes.Buffer))
	c.Report = func(err error) { fmt.Println(err) }
	in := strings.NewReader("2 3 4 1 5 x 7 6 8\n")
	err := c.Run(context.Background(), in, "in", judgetest.Format("poj-1077"))
	fmt.Println(cmp.Or(err, c.Close()))
	// Output:
	// 1,3,2,0,4,8,5,6,7
	// <nil>
}

// A conversion of answers reads the puzzles too, because they say what the answers mean.
func ExampleAnswers() {
	answers := strings.NewReader("d\nunsolvable\n")
	from, to := judgetest.Format("hdu-1043"), judgetest.Format("boj-1525")
	c, err := convert.Answers(from, to, answers, "out", os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	c.Report = func(err error) { fmt.Println(err) }
	in := strings.NewReader("1 2 3 4 5 x 7 8 6\n1 2 3 4 5 6 8 7 x\n")
	err = c.Run(context.Background(), in, "in", judgetest.Format("hdu-1043"))
	fmt.Println(cmp.Or(err, c.Close()))
	// Output:
	// 1
	// -1
	// <nil>
}

const (
	solved     = "1 2 3 4 5 6 7 8 x\n"
	oneMove    = "1 2 3 4 5 6 7 x 8\n"
	unsolvable = "1 2 3 4 5 6 8 7 x\n"
)

// run runs a conversion to its end. It returns what was written, the reports, a line each,
// and the errors of Run and of Close.
func run(t *testing.T, c *convert.Conversion, from, in string) (string, error) {
	t.Helper()
	var reports strings.Builder
	c.Report = func(err error) { fmt.Fprintln(&reports, err) }
	err := c.Run(t.Context(), strings.NewReader(in), "in", judgetest.Format(from))
	if err := c.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if c.Failed != (reports.Len() > 0) {
		t.Errorf("Failed is %v after the reports %q", c.Failed, &reports)
	}
	return reports.String(), err
}

// A puzzle that can't be converted ends a run, or with KeepGoing is left out. If the format begins
// with a count, that is the number of puzzles written.
func TestPuzzles(t *testing.T) {
	const bad = "1 2 3 4 5 6 7 8 8\n"
	for _, tt := range []struct {
		from, to, in string
		keepGoing    bool
		force        bool
		out, report  string
		err          error
	}{
		{from: "hdu-1043", to: "poj-1077", in: solved + oneMove, out: solved + oneMove},
		{from: "hdu-1043", to: "uva-652", in: solved + oneMove,
			out: "2\n\n" + solved + "\n" + oneMove},
		{from: "hdu-1043", to: "uva-652", in: "", out: "0\n"},
		{from: "hdu-1043", to: "poj-1077", in: solved + bad + oneMove,
			out: solved, report: "in:2:17: found", err: convert.ErrFailed},
		{from: "hdu-1043", to: "uva-652", in: solved + bad + oneMove, keepGoing: true,
			out: "2\n\n" + solved + "\n" + oneMove, report: "in:2:17: found"},
		{from: "hdu-1043", to: "lutece-414", in: unsolvable + oneMove, keepGoing: true,
			out: oneMove, report: "in: puzzle 1: lutece-414 has no such puzzle: found an unsol"},
		{from: "hdu-1043", to: "lutece-414", in: unsolvable + oneMove, force: true,
			out: unsolvable + oneMove},
		{from: "hdu-1043", to: "leetcode-773", in: solved,
			report: "in: puzzle 1: hdu-1043 can't be made leetcode-773", err: convert.ErrFailed},
		{from: "hdu-1043", to: "leetcode-773", in: solved + oneMove, keepGoing: true,
			report: "in: puzzle 1: hdu-1043 can't be made leetcode-773"},
	} {
		name := fmt.Sprintf("%s to %s, %q", tt.from, tt.to, tt.in)
		var out, spool bytes.Buffer
		c := convert.Puzzles(judgetest.Format(tt.to), &out, &spool)
		c.KeepGoing, c.Force = tt.keepGoing, tt.force
		report, err := run(t, c, tt.from, tt.in)
		if !strings.HasPrefix(report, tt.report) || (report == "") != (tt.report == "") {
			t.Errorf("%s: report %q, want %q", name, report, tt.report)
		}
		if out.String() != tt.out || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q and %v, want %q and %v", name, &out, err, tt.out, tt.err)
		}
	}
}

// Several inputs, of any formats, become one output.
func TestSeveralInputs(t *testing.T) {
	var out, spool bytes.Buffer
	c := convert.Puzzles(judgetest.Format("uva-652"), &out, &spool)
	for _, in := range []struct{ format, text string }{
		{"hdu-1043", oneMove}, {"boj-1525", "1 2 3\n4 5 6\n7 8 0\n"},
	} {
		err := c.Run(t.Context(), strings.NewReader(in.text), "in", judgetest.Format(in.format))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if want := "2\n\n" + oneMove + "\n" + solved; out.String() != want {
		t.Errorf("converted %q, want %q", &out, want)
	}
}

type answersTest struct {
	to, in, answers string
	keepGoing       bool
	out, report     string
	err             error
}

// Answers are replayed. A wrong one fails, and too few or too many of them end the run.
func TestAnswers(t *testing.T) {
	for _, tt := range []answersTest{
		{to: "boj-1525", in: oneMove + unsolvable, answers: "r\nunsolvable\n", out: "1\n-1\n"},
		{to: "acwing-179", in: oneMove, answers: "lrr\n", out: "malformed\n",
			report: "in: puzzle 1: the answer is wrong: 3 moves, the shortest path has 1\n",
			err:    convert.ErrFailed},
		{to: "uva-652", in: oneMove + oneMove, answers: "l\nr\n", keepGoing: true,
			out:    "malformed\n\nr\n",
			report: "in: puzzle 1: the answer is wrong: the path ends at"},
		{to: "uva-652", in: oneMove + oneMove, answers: "l\nr\n", out: "malformed\n",
			report: "in: puzzle 1: the answer is wrong: the path ends at", err: convert.ErrFailed},
		{to: "boj-1525", in: oneMove + unsolvable, answers: "r\n", keepGoing: true, out: "1\n",
			report: "out: found 1 answer, expected one to each puzzle\n", err: convert.ErrFailed},
		{to: "boj-1525", in: oneMove, answers: "r\nr\n", out: "1\n",
			report: `out:2:1: found "r", expected the end of the answers: the input has 1 puzzle`,
			err:    convert.ErrFailed},
		{to: "uva-652", in: oneMove + unsolvable, answers: "r\nr\n", out: "r\n\nmalformed\n",
			report: "in: puzzle 2: the answer is wrong: says", err: convert.ErrFailed},
		{to: "boj-1525", in: "junk\n" + oneMove, answers: "malformed\nr\n", keepGoing: true,
			out: "1\n", report: "in:1:1: found"},
	} {
		name := fmt.Sprintf("to %s, %q for %q", tt.to, tt.answers, tt.in)
		var out bytes.Buffer
		from := judgetest.Format("hdu-1043")
		in, to := strings.NewReader(tt.answers), judgetest.Format(tt.to)
		c, err := convert.Answers(from, to, in, "out", &out)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c.KeepGoing = tt.keepGoing
		report, err := run(t, c, from.Name, tt.in)
		if !strings.HasPrefix(report, tt.report) || (report == "") != (tt.report == "") {
			t.Errorf("%s: report %q, want %q", name, report, tt.report)
		}
		if out.String() != tt.out || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q and %v, want %q and %v", name, &out, err, tt.out, tt.err)
		}
	}
}

// Answers of a format may tell less than answers of the other format need.
func TestTellsLess(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		ok       bool
	}{
		{"hdu-1043", "boj-1525", true},
		{"boj-1525", "hdu-1043", false},
		{"boj-1525", "sgu-139", true},
		{"sgu-139", "boj-1525", false},
	} {
		_, err := convert.Answers(
			judgetest.Format(tt.from), judgetest.Format(tt.to), strings.NewReader(""), "", io.Discard)
		if (err == nil) != tt.ok {
			t.Errorf("%s to %s: %v, want %v", tt.from, tt.to, err, tt.ok)
		}
	}
}

// A run that is interrupted, or can't write, says so and not that a record failed.
func TestOtherErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := convert.Puzzles(judgetest.Format("poj-1077"), io.Discard, new(bytes.Buffer))
	err := c.Run(ctx, strings.NewReader(oneMove), "in", judgetest.Format("hdu-1043"))
	if err != context.Canceled {
		t.Errorf("interrupted: %v", err)
	}
	full := errors.New("the disk is full")
	c = convert.Puzzles(judgetest.Format("poj-1077"), failing{full}, new(bytes.Buffer))
	err = c.Run(t.Context(), strings.NewReader(oneMove), "in", judgetest.Format("hdu-1043"))
	if err = cmp.Or(err, c.Close()); err != full || c.Failed {
		t.Errorf("error %v, Failed %v, want %v", err, c.Failed, full)
	}
}

// failing is a writer that fails.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }
