package checker_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// text returns a text as an input of a checker.
func text(name, content string) protocol.File {
	return protocol.File{Name: name, Reader: strings.NewReader(content)}
}

func Example() {
	k, err := checker.New(judgetest.Format("hdu-1043"), "shortest", 4)
	if err != nil {
		log.Fatal(err)
	}
	const input = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 x 7 8 6\n1 2 3 4 5 6 8 7 x\n"
	const output = "r\nddu\nunsolvable\n"
	tally, err := k.Run(context.Background(), text("in", input), text("out", output), nil,
		func(f *judge.Finding) { fmt.Printf("%d: %v %q\n", f.N, f.Verdict, f.Message) })
	fmt.Println(tally[judge.AC], "of", tally.Cases(), err)
	// Output:
	// 1: AC ""
	// 2: WA "move 2, down, leaves the board"
	// 3: AC ""
	// 2 of 3 <nil>
}

const (
	oneMove    = "1 2 3 4 5 6 7 x 8\n"
	twoMoves   = "1 2 3 4 5 6 x 7 8\n"
	unsolvable = "1 2 3 4 5 6 8 7 x\n"
)

// A requirement replaces the rule of a format, if answers of the format can keep it.
func TestRequire(t *testing.T) {
	for _, tt := range []struct {
		format, require string
		answer          string // to oneMove
		want            judge.Verdict
		err             string
	}{
		{"hdu-1043", "", "lrr", judge.AC, ""},
		{"hdu-1043", "any", "lrr", judge.AC, ""},
		{"hdu-1043", "shortest", "lrr", judge.WA, ""},
		{"hdu-1043", "shortest", "r", judge.AC, ""},
		{"hdu-1043", "least", "r", judge.AC, ""},
		{"hdu-1043", "3", "lrr", judge.AC, ""},
		{"hdu-1043", "2", "lrr", judge.WA, ""},
		{"hdu-1043", "-1", "", 0, `require: found "-1", expected any, shortest, least or a number`},
		{"hdu-1043", "best", "", 0, `require: found "best", expected any`},
		{"hdu-1043", "1073741824", "", 0, `require: found "1073741824", expected any`},
		{"acwing-179", "any", "lrr", judge.AC, ""},
		{"acwing-845", "shortest", "1", judge.AC, ""},
		{"acwing-845", "any", "", 0, "answers of acwing-845 are the least numbers of moves"},
		{"acwing-845", "5", "", 0, "answers of acwing-845 are the least numbers of moves"},
		{"sgu-139", "shortest", "", 0, "answers of sgu-139 have no moves"},
	} {
		k, err := checker.New(judgetest.Format(tt.format), tt.require, 1)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s, %q: error %v, want %q", tt.format, tt.require, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s, %q: %v", tt.format, tt.require, err)
		}
		o := k.Outcome(t.Context(), text("in", oneMove), text("out", tt.answer+"\n"), nil)
		if o.Verdict != tt.want {
			t.Errorf("%s, %q: %s gets %v (%s), want %v",
				tt.format, tt.require, tt.answer, o.Verdict, o.Message, tt.want)
		}
	}
}

// An outcome has the counts, and the first finding that is not accepted; a fault of the
// judge comes before it.
func TestOutcome(t *testing.T) {
	k, err := checker.New(judgetest.Format("acwing-179"), "", 2)
	if err != nil {
		t.Fatal(err)
	}
	const in = oneMove + twoMoves + unsolvable
	for _, tt := range []struct {
		out, expected string
		want          judge.Verdict
		right, cases  int64
		message       string
	}{
		{"r\nrr\nunsolvable\n", "", judge.AC, 3, 3, ""},
		{"l\nrr\nr\n", "", judge.WA, 1, 3, "puzzle 1: the path ends at"},
		{"r\nrr\n", "", judge.PE, 2, 3, "puzzle 3: there is no answer"},
		{"r\nwest\nr\n", "", judge.PE, 1, 3, "puzzle 2: out:2:1: found \"west\""},
		{"r\nrr\nUNSOLVABLE\n", "", judge.PE, 2, 3, "puzzle 3: "},
		{"r\nl\nunsolvable\n", "r\nrr\nrr\n", judge.JE, 1, 3, "puzzle 3: the expected answer"},
	} {
		var expected *protocol.File
		if tt.expected != "" {
			f := text("answer", tt.expected)
			expected = &f
		}
		o := k.Outcome(t.Context(), text("in", in), text("out", tt.out), expected)
		if o.Verdict != tt.want || o.Right != tt.right || o.Cases != tt.cases ||
			!strings.HasPrefix(o.Message, tt.message) || (o.Message == "") != (tt.message == "") {
			t.Errorf("%q: %v %d/%d %q, want %v %d/%d %q", tt.out, o.Verdict, o.Right, o.Cases,
				o.Message, tt.want, tt.right, tt.cases, tt.message)
		}
	}
}

// A failure to read is no verdict on the answers.
func TestReadError(t *testing.T) {
	k, err := checker.New(judgetest.Format("hdu-1043"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is broken")
	out := protocol.File{Name: "out", Reader: failing{broken}}
	_, err = k.Run(t.Context(), text("in", oneMove), out, nil, func(f *judge.Finding) {
		t.Errorf("a finding: %v", f)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	o := k.Outcome(t.Context(), text("in", oneMove), out, nil)
	if o.Verdict != judge.JE || o.Message != "out: the disk is broken" {
		t.Errorf("outcome %v %q, want JE and the error", o.Verdict, o.Message)
	}
}

// failing is a reader that fails.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// Judge tells of several puzzles which one is wrong, and how many are.
func TestJudge(t *testing.T) {
	k, err := checker.New(judgetest.Format("hdu-1043"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		in, out, answer string
		want            judge.Verdict
		message         string
	}{
		{oneMove, "r\n", "", judge.AC, ""},
		{oneMove, "rl\n", "", judge.WA, "the path ends at [1 2 3 4 5 6 7 x 8]"},
		{oneMove + twoMoves, "r\nr\n", "", judge.WA, "puzzle 2 (line 2): the path ends at"},
		{oneMove + twoMoves, "l\nr\n", "", judge.WA, "puzzle 1 (line 1): the path ends at"},
		{oneMove + twoMoves, "l\nrr\n", "r\nr\n", judge.JE, "puzzle 2 (line 2): the expected"},
		{oneMove + "junk\n", "r\n", "", judge.JE, "puzzle 2 (line 2): input:2:1: found \"junk\""},
	} {
		var answer io.Reader
		if tt.answer != "" {
			answer = strings.NewReader(tt.answer)
		}
		in, out := strings.NewReader(tt.in), strings.NewReader(tt.out)
		f, err := k.Judge(t.Context(), in, out, answer)
		if err != nil || f.Verdict != tt.want || !strings.HasPrefix(f.Message, tt.message) {
			t.Errorf("%q for %q: %+v %v, want %v %q", tt.out, tt.in, f, err, tt.want, tt.message)
		}
	}
	in, out := strings.NewReader(oneMove+twoMoves), strings.NewReader("l\nr\n")
	f, err := k.Judge(t.Context(), in, out, nil)
	if err != nil || !strings.HasSuffix(f.Message, "; 2 of 2 are wrong") {
		t.Errorf("two wrong answers: %+v %v", f, err)
	}
	if f.N != 1 || f.Puzzle == nil || f.Answer.Path.String() != "l" {
		t.Errorf("the finding is %+v, want the first puzzle and the answer l", f)
	}
	broken := iotest.ErrReader(errors.New("broken"))
	if _, err := k.Judge(t.Context(), broken, out, nil); err == nil {
		t.Error("an input that cannot be read is no error")
	}
}

// Where a judge promises a bound on moves, a search tells on small boards whether a puzzle keeps
// it.
func TestKeepsPromise(t *testing.T) {
	f := *judgetest.Format("hdu-1043")
	f.Limit = formats.AtMost(1)
	for _, tt := range []struct {
		tiles []puzzle.Tile
		want  string
	}{
		{[]puzzle.Tile{1, 2, 3, 4, 5, 6, 7, 0, 8}, ""},
		{[]puzzle.Tile{1, 2, 3, 4, 5, 6, 0, 7, 8},
			"found one that needs 2 moves, expected 1 at most"},
		{[]puzzle.Tile{1, 2, 3, 4, 5, 6, 8, 7, 0}, ""}, // unsolvable
	} {
		p := puzzleOf(&f, tt.tiles)
		got := ""
		if err := checker.KeepsPromise(t.Context(), &f)(&p); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.tiles, got, tt.want)
		}
	}
}

// puzzleOf returns a puzzle of 3x3 with the goal and the bound of a format.
func puzzleOf(f *formats.Format, tiles []puzzle.Tile) puzzle.Puzzle {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	return puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: f.Goal.Goal(shape),
		Bound: f.Bound(shape),
	}
}

// Messages write boards and moves as the judge does, and name the junk in place of a path.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ format, in, out, want string }{
		{
			"hdu-3567", "1\n12345678X\n1234567X8\n", "Case 1: 1\nu\n",
			"the path ends at [1 2 3 4 5 X 7 8 6], not at the goal",
		},
		{
			"eolymp-5303", "11 12 0\n10 1\n9 3 2\n8 4\n7 6 5\n", "1\nD\n",
			"the path ends at [11 12 1 10 # 0 9 3 2 8 # 4 7 6 5], not at the goal",
		},
		{
			"hackerrank-n-puzzle", "3\n1\n0\n2\n3\n4\n5\n6\n8\n7\n", "2\nLEFT\nDOWN\n",
			`says "LEFT DOWN": the puzzle is unsolvable`,
		},
		{
			"codewars", "[[1,2,3],[4,0,5],[8,7,6]]\n", "[5,6]\n",
			`says "5,6": the puzzle is unsolvable`,
		},
		{
			"poj-1077", oneMove, "< >\n",
			"the path ends at [1 2 3 4 5 6 7 x 8], not at the goal " +
				`(output:1:1: found "<", expected one of u d l r or the end of the line)`,
		},
		{
			"hackerrank-n-puzzle", "3\n1\n0\n2\n3\n4\n5\n6\n7\n8\n", "1\n<&>\n",
			`says 1 move and lists 0 (output:2:1: found "<&>", ` +
				"expected one of UP DOWN LEFT RIGHT or the end of the line)",
		},
	} {
		k, err := checker.New(judgetest.Format(tt.format), "", 1)
		if err != nil {
			t.Fatal(err)
		}
		f, err := k.Judge(
			t.Context(), strings.NewReader(tt.in), strings.NewReader(tt.out), nil)
		if err != nil || f.Verdict != judge.WA || f.Message != tt.want {
			t.Errorf("%s, %q: %+v %v, want WA %q", tt.format, tt.out, f, err, tt.want)
		}
	}
}

// A path has a score, also one that does not lead to the goal if the formula has the distance that
// is left. Slides of several tiles count once.
func TestScores(t *testing.T) {
	const slide = "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n-1 13 14 15\n"
	for _, tt := range []struct{ format, in, out, want string }{
		{"mm-tester", slide, "1\n3 3\n", "AC 1"},
		{"mm-tester", slide, "3\n3 1\n3 2\n3 3\n", "AC 3"},
		{"mm-tester", slide, "3\n0 3\n1 3\n3 3\n", "AC 3"}, // the first two move nothing
		{"mm-tester", slide, "2\n0 0\n3 3\n", "WA 600002"},
		{"mm-tester", slide, "0\n", "WA 300000"},
		{"mm-tester", slide, "1\n4 0\n", "WA none"},
		{"mm-tester", slide, "", "WA none"},
		{"spoj-solving", "1\n3\n1 2 3\n4 0 6\n7 5 8\n", "DR\n", "AC 9"},
		{"spoj-solving", "1\n3\n1 2 3\n4 0 6\n7 5 8\n", "DRRL\n", "WA none"},
		{"spoj-solving", "1\n3\n1 2 3\n4 0 6\n7 5 8\n", "D\n", "WA none"},
	} {
		k, err := checker.New(judgetest.Format(tt.format), "", 4)
		if err == nil {
			err = k.ScoreAnswers()
		}
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		_, err = k.RunInBrief(t.Context(), text("in", tt.in), text("out", tt.out), nil,
			func(f *judge.Finding) {
				got = fmt.Sprint(f.Verdict, " none")
				if f.Score != nil {
					got = fmt.Sprint(f.Verdict, " ", *f.Score)
				}
			}, func(int64, int, int, int64) {})
		if got != tt.want || err != nil {
			t.Errorf("%s: %q: %s, %v, want %s", tt.format, tt.out, got, err, tt.want)
		}
	}
	k, err := checker.New(judgetest.Format("poj-1077"), "", 4)
	if err != nil || k.ScoreAnswers() == nil {
		t.Errorf("poj-1077: %v, want no formula", err)
	}
}

// Where an answer is a shortest path, the answer that comes with its puzzle is only the number of
// its moves.
func TestExpectedMovesOfPath(t *testing.T) {
	k, err := checker.New(judgetest.Format("slidingpuzzle-pairs"), "", 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ expected, answer, want string }{
		{"[8,8,8]", "[8]", "JE the expected answer (line 1): 3 moves, the shortest path has 1; " +
			"the contestant's is right"},
		{"[8]", "[8]", "AC "},
		{"[]", "[8]", "AC "}, // as 0: it is not known
		{"1", "[8,8,8]", "WA 3 moves, the shortest path has 1"},
		{"1", "[5]", "WA the path ends at [1 2 3 4 0 6 7 5 8], not at the goal"},
	} {
		got := ""
		_, err := k.Run(t.Context(), text("in", "[[[1,2,3,4,5,6,7,0,8],"+tt.expected+"]]\n"),
			text("out", tt.answer+"\n"), nil, func(f *judge.Finding) {
				got += fmt.Sprint(f.Verdict, " ", f.Message)
			})
		if got != tt.want || err != nil {
			t.Errorf("%s, answer %s: %s, %v, want %s", tt.expected, tt.answer, got, err, tt.want)
		}
	}
}

// An answer that comes with its puzzle takes the place of an expected answer, and may be wrong.
func TestExpectedInInput(t *testing.T) {
	k, err := checker.New(judgetest.Format("fifteen-puzzle-csv"), "", 4)
	if err != nil {
		t.Fatal(err)
	}
	const board = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15"
	for _, tt := range []struct{ cost, answer, expected, want string }{
		{"1", "1", "", "AC "},
		{"1", "3", "", "WA 3 moves, the shortest path has 1"},
		{"0", "1", "", "AC "}, // the cost is not known
		{"3", "1", "", "JE the expected answer (line 1): 3 moves, the shortest path has 1; " +
			"the contestant's is right"},
		{"3", "3", "", "JE the expected answer (line 1): 3 moves, the shortest path has 1"},
		{"3", "1", "1", "AC "}, // a file of expected answers counts more
	} {
		var expected *protocol.File
		if tt.expected != "" {
			file := text("expected", tt.expected+"\n")
			expected = &file
		}
		got := ""
		_, err := k.Run(t.Context(), text("in", board+","+tt.cost+"\n"), text("out", tt.answer+"\n"),
			expected, func(f *judge.Finding) { got += fmt.Sprint(f.Verdict, " ", f.Message) })
		if got != tt.want || err != nil {
			t.Errorf("cost %s, answer %s: %s, %v, want %s", tt.cost, tt.answer, got, err, tt.want)
		}
	}
}
