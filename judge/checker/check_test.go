package checker_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// checkOf returns a Check of answers in a format, and the format. A nil solver means
// the one that finds the best solutions.
func checkOf(t testing.TB, name string, s judge.Solver) (checker.Check, *formats.Format) {
	t.Helper()
	f, err := formats.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		want := puzzle.WantPath
		if f.Shapes.Min.Spare > 0 {
			want = puzzle.WantLength
		}
		s = algorithms.NewAuto(solver.Options{Order: f.Order, Want: want, StopAtBound: true})
	}
	return checker.Check{
		Rules: judge.Rules{Want: f.Answer.Wants(), Rule: f.Rule,
			TooLong: f.Answer.TooLong != "", Solver: s},
		Workers: 3,
	}, f
}

// check returns a line for each finding that is not AC, and the tally.
func check(
	t testing.TB, c checker.Check, f *formats.Format, in, out string, expected ...string,
) string {
	t.Helper()
	d := puzzles.NewDecoder(strings.NewReader(in), "in", f)
	d.TellLines()
	c.Puzzles = d
	c.Answers = answers.NewDecoder(strings.NewReader(out), "out", f)
	for _, text := range expected {
		c.Expected = answers.NewDecoder(strings.NewReader(text), "expected", f)
	}
	var b strings.Builder
	last := int64(0)
	c.Each = func(f *judge.Finding) {
		if f.N != last+1 {
			t.Errorf("puzzle %d after %d", f.N, last)
		}
		if last = f.N; f.Verdict != judge.AC || f.Message != "" {
			fmt.Fprintf(&b, "%v %d:%d %s\n", f.Verdict, f.N, f.Line, f.Message)
		}
	}
	tally, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return b.String() + tally.String()
}

func TestCheck(t *testing.T) {
	const (
		eights = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 8 7 x\n"
		up     = "1 2 3 4 5 x 7 8 6\n"
		pair   = "12345678X\n12345X786\n" // solved by "u"
		close  = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n"
		jump   = "6 4 7 8 5 0 3 2 1\n"                 // 31 moves
		eleven = "0\n1 2 3\n4 5 6 7 8\n9 10 11\n0\n" + // 0 moves
			"11\n10 9 8\n7 6 5 4 3\n2 1 0\n0\n" + "-1\n" // more than 20
	)
	for _, tt := range []struct{ name, format, in, out, expected, want string }{
		{"all right", "poj-1077", eights, "r\n\nunsolvable\n", "", "AC 3  of 3"},
		{"no final line end", "poj-1077", eights, "r\n\nunsolvable", "", "AC 3  of 3"},
		{"line ends of DOS", "poj-1077", eights, "r\r\n\r\nunsolvable\r\n", "", "AC 3  of 3"},
		{"longer, where any path will do", "poj-1077", eights,
			"lrr\nudlr\nunsolvable\n", "", "AC 3  of 3"},
		{"off the board", "poj-1077", eights, "rd\nul\nunsolvable\n", "",
			"WA 1:1 move 2, down, leaves the board\n" +
				"WA 2:2 the path ends at [1 2 3 4 0 5 7 8 6], not at the goal\n" +
				"AC 1  WA 2  of 3"},
		{"says unsolvable", "poj-1077", eights, "unsolvable\n\nunsolvable\n", "",
			"WA 1:1 says unsolvable: the puzzle is solvable\nAC 2  WA 1  of 3"},
		{"says solvable", "poj-1077", eights, "r\n\nurdl\n", "",
			"WA 3:3 says \"urdl\": the puzzle is unsolvable\nAC 2  WA 1  of 3"},
		{"upper case", "poj-1077", eights, "R\n\nUnsolvable\n", "",
			"PE 1:1 out:1:1: found \"R\", expected one of u d l r or the end of the line\n" +
				"PE 3:3 out:3:1: found \"Unsolvable\", expected \"unsolvable\"\n" +
				"AC 1  PE 2  of 3"},
		{"upper case and wrong", "poj-1077", eights, "L\n\nunsolvable\n", "",
			"WA 1:1 the path ends at [1 2 3 4 5 6 0 7 8], not at the goal\nAC 2  WA 1  of 3"},
		{"junk", "poj-1077", eights, "r\n\x00\xff\nunsolvable\n", "",
			"WA 2:2 out:2:1: found a NUL byte, " +
				"expected one of u d l r or the end of the line\nAC 2  WA 1  of 3"},
		{"gave up", "poj-1077", eights, "gave up\n\nmalformed\n", "",
			"WA 1:1 gave up\nWA 3:3 malformed\nAC 1  WA 2  of 3"},
		{"too few", "poj-1077", eights, "r\n", "",
			"WA 3:3 there is no answer\nAC 2  WA 1  of 3"},
		{"none", "poj-1077", up, "", "", "WA 1:1 there is no answer\nWA 1  of 1"},
		{"too many", "poj-1077", eights, "r\n\nunsolvable\n\nr\n", "",
			"PE 3:3 out:5:1: found \"r\", expected the end of the answers\nAC 2  PE 1  of 3"},
		{"no puzzle", "poj-1077", "", "", "", "JE 1:1 there is no puzzle\nJE 1  of 1"},
		{"malformed puzzle", "poj-1077", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 8\n", "r\nr\n", "",
			"JE 2:2 in:2:17: found \"8\", expected x " +
				"(the puzzle of line 2 has that tile already)\nAC 1  JE 1  of 2"},

		{"expected", "poj-1077", eights, "r\n\nunsolvable\n", "r\n\nunsolvable\n", "AC 3  of 3"},
		{"expected is wrong", "poj-1077", eights, "r\n\nunsolvable\n", "r\nu\nunsolvable\n",
			"JE 2:2 the expected answer (line 2): " +
				"the path ends at [1 2 3 4 5 0 7 8 6], not at the goal; " +
				"the contestant's is right\nAC 2  JE 1  of 3"},
		{"both are wrong", "poj-1077", up, "u\n", "u\n",
			"JE 1:1 the expected answer (line 1): " +
				"the path ends at [1 2 0 4 5 3 7 8 6], not at the goal\nJE 1  of 1"},
		{"expected in a wrong form", "poj-1077", up, "d\n", "D\n",
			"JE 1:1 the expected answer (line 1): expected:1:1: found \"D\", " +
				"expected one of u d l r or the end of the line; the contestant's is right\n" +
				"JE 1  of 1"},
		{"expected is malformed", "poj-1077", eights, "r\n\nunsolvable\n", "r\nx y\nunsolvable\n",
			"JE 2:2 the expected answer: expected:2:1: found \"x\", expected one of u d l r or the " +
				"end of the line; the contestant's is right\nAC 2  JE 1  of 3"},
		{"expected is short", "poj-1077", eights, "r\n\nunsolvable\n", "r\n",
			"JE 3:3 the expected answer (line 2): there is no answer; " +
				"the contestant's is right\nAC 2  JE 1  of 3"},
		{"expected is long", "poj-1077", up, "d\n", "d\nd\n",
			"JE 1:1 the expected answer (line 1): " +
				"expected:2:1: found \"d\", expected the end of the answers; " +
				"the contestant's is right\nJE 1  of 1"},

		{"not the shortest", "acwing-179", up, "udd\n", "",
			"WA 1:1 3 moves, the shortest path has 1\nWA 1  of 1"},
		{"expected is not the shortest", "acwing-179", up, "d\n", "udd\n",
			"JE 1:1 the expected answer (line 1): 3 moves, " +
				"the shortest path has 1; the contestant's is right\nJE 1  of 1"},
		{"least", "hdu-3567", "1\n" + pair, "Case 1: 1\nu\n", "", "AC 1  of 1"},
		{"wrong count", "hdu-3567", "1\n" + pair, "Case 1: 2\nu\n", "",
			"WA 1:2 says 2 moves and lists 1\nWA 1  of 1"},
		{"wrong number of the case", "hdu-3567", "1\n" + pair, "Case 2: 1\nu\n", "",
			"PE 1:2 out:1:6: found \"2\", expected 1, the number of the answer\nPE 1  of 1"},
		{"goes on after junk", "hdu-3567", "3\n" + pair + pair + pair,
			"Case 1: 1\nu\nCase 2: one\nu\nCase 3: 1\nu\n", "",
			"WA 2:4 out:3:9: found \"one\", expected a number of moves\nAC 2  WA 1  of 3"},
		{"missing line", "mipt-091", close, "r\n", "",
			"PE 1:1 out:1:1: found \"r\", expected \"YES\"\nPE 1  of 1"},

		{"count", "boj-1525", jump, "31\n", "", "AC 1  of 1"},
		{"count too large", "boj-1525", jump, "33\n", "",
			"WA 1:1 33 moves, the shortest path has 31\nWA 1  of 1"},
		{"count too small", "boj-1525", jump, "29\n", "",
			"WA 1:1 29 moves, the shortest path has 31\nWA 1  of 1"},
		{"count of unsolvable", "boj-1525", "2 1 3 4 5 6 7 8 0\n", "4\n", "",
			"WA 1:1 says 4 moves: the puzzle is unsolvable\nWA 1  of 1"},
		{"leading zero", "boj-1525", jump, "031\n", "",
			"PE 1:1 out:1:1: found \"031\", expected " +
				"a number of moves up to 1000000000, without a leading 0\nPE 1  of 1"},
		{"decision", "sgu-139", close, "NO\n", "",
			"WA 1:1 says unsolvable: the puzzle is solvable\nWA 1  of 1"},
		{"wrong board", "princeton", "2\n1 2\n0 3\n",
			"Minimum number of moves = 1\n2\n1 2\n0 3\n\n2\n1 2\n3 1\n", "",
			"WA 1:1 out:7:1: found \"1\", expected a board that a move makes of the one before\n" +
				"WA 1  of 1"},

		{"within the limit", "ntuj-219", "1\n1 2 3 4 5 0 7 8 6\n", "1\n", "", "AC 1  of 1"},
		{"beyond the limit", "ntuj-219", "1\n" + jump, "Hard\n", "", "AC 1  of 1"},
		{"not beyond the limit", "ntuj-219", "1\n1 2 3 4 5 0 7 8 6\n", "Hard\n", "",
			"WA 1:2 says too long: 1 move solves it\nWA 1  of 1"},
		{"a number beyond the limit", "ntuj-219", "1\n" + jump, "31\n", "",
			"WA 1:2 says 31 moves: it takes more than 20\nWA 1  of 1"},
		{"more than promised", "koistudy-608", jump, "31\n", "",
			"JE 1:1 the puzzle takes more than the 20 moves that are allowed\nJE 1  of 1"},
		{"more than allowed", "uva-10181", "1\n" + close, strings.Repeat("lr", 25) + "r\n", "",
			"WA 1:2 51 moves, more than the 50 allowed\nWA 1  of 1"},
		{"several blanks", "aoj-0190", eleven, "0\nNA\n", "", "AC 2  of 2"},
		{"several blanks, wrong", "aoj-0190", eleven, "NA\n0\n", "",
			"WA 1:1 says too long: 0 moves solve it\n" +
				"WA 2:6 says 0 moves: it takes more than 20\nWA 2  of 2"},
	} {
		c, f := checkOf(t, tt.format, nil)
		var expected []string
		if tt.expected != "" {
			expected = []string{tt.expected}
		}
		if got := check(t, c, f, tt.in, tt.out, expected...); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// lazy is a solver that gives up.
type lazy struct{}

func (lazy) Solve(context.Context, *puzzle.Puzzle, puzzle.Path) (puzzle.Solution, error) {
	return puzzle.Solution{}, fmt.Errorf("%w: no patience", puzzle.ErrGaveUp)
}

// If the solver gives up, the expected answer counts as the best one. If a contestant
// beats it, the judge is wrong.
func TestCheckWithoutOptimum(t *testing.T) {
	const in = "1 2 3 4 5 x 7 8 6\n"
	for _, tt := range []struct{ out, expected, want string }{
		{"d\n", "d\n", "AC 1  of 1"},
		{"udd\n", "d\n", "WA 1:1 3 moves, the shortest path has 1\nWA 1  of 1"},
		{"d\n", "udd\n", "JE 1:1 1 move is right, and the expected answer has 3\nJE 1  of 1"},
		{"u\n", "udd\n",
			"WA 1:1 the path ends at [1 2 0 4 5 3 7 8 6], not at the goal\nWA 1  of 1"},
		{"d\n", "", "JE 1:1 can't be judged: the solver gave up: no patience\nJE 1  of 1"},
	} {
		c, f := checkOf(t, "acwing-179", lazy{})
		var expected []string
		if tt.expected != "" {
			expected = []string{tt.expected}
		}
		if got := check(t, c, f, in, tt.out, expected...); got != tt.want {
			t.Errorf("%q, expected %q:\n%s\nwant\n%s", tt.out, tt.expected, got, tt.want)
		}
	}
}

// The error of a reader ends the check; the verdicts before it count.
func TestCheckBroken(t *testing.T) {
	c, f := checkOf(t, "poj-1077", nil)
	broken := errors.New("broken")
	in := strings.NewReader("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 x 8\n")
	out := io.MultiReader(strings.NewReader("r\n"), errReader{broken})
	c.Puzzles = puzzles.NewDecoder(in, "in", f)
	c.Answers = answers.NewDecoder(out, "out", f)
	tally, err := c.Run(context.Background())
	if !errors.Is(err, broken) || tally[judge.AC] != 1 || tally.Cases() != 1 {
		t.Errorf("Run = %v, %v, want an AC and the reader's error", tally, err)
	}
	c.Puzzles = puzzles.NewDecoder(strings.NewReader("1 2 3 4 5 6 7 x 8\n"), "in", f)
	c.Answers = answers.NewDecoder(strings.NewReader("l\n"), "out", f)
	c.Expected = answers.NewDecoder(errReader{broken}, "expected", f)
	if tally, err := c.Run(context.Background()); !errors.Is(err, broken) || tally.Cases() != 0 {
		t.Errorf("Run = %v, %v, want nothing and the reader's error", tally, err)
	}
	c.Expected = nil
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.Puzzles = puzzles.NewDecoder(strings.NewReader("1 2 3 4 5 6 7 x 8\n"), "in", f)
	c.Answers = answers.NewDecoder(strings.NewReader("r\n"), "out", f)
	if tally, err := c.Run(ctx); !errors.Is(err, context.Canceled) || tally.Cases() != 0 {
		t.Errorf("Run after cancel = %v, %v, want nothing and context.Canceled", tally, err)
	}
}

type errReader struct{ error }

func (r errReader) Read([]byte) (int, error) { return 0, r.error }
