package show_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
)

func lookup(name string) *formats.Format {
	f, err := formats.Lookup(name)
	if err != nil {
		log.Fatal(err)
	}
	return f
}

func Example() {
	s := show.Show{Format: lookup("poj-1077"), Each: func(s *draw.Scene) error {
		fmt.Println(s.Title, s.Path, s.Note)
		return nil
	}}
	_, err := s.Solve(context.Background(), strings.NewReader("1 2 3 4 x 5 7 8 6\n"), "stdin")
	fmt.Println(err)
	// Output:
	// puzzle 1 (stdin:1) rd 2 moves
	// <nil>
}

const (
	oneMove    = "1 2 3 4 5 6 7 x 8\n"
	unsolvable = "1 2 3 4 5 6 8 7 x\n"
)

// lines returns a show that appends a line to a text for each scene.
func lines(format string, text *strings.Builder) *show.Show {
	return &show.Show{
		Format: lookup(format),
		Each: func(s *draw.Scene) error {
			_, err := fmt.Fprintln(text, strings.TrimSpace(fmt.Sprint(
				s.Verdict, " ", s.Title, " ", s.Path, ": ", s.Note)))
			return err
		},
		Report: func(err error) { fmt.Fprintln(text, err) },
	}
}

// Puzzles are solved as far as that is possible and quick.
func TestSolve(t *testing.T) {
	large := strings.Builder{}
	large.WriteString("33 33\n")
	for n := range 33*33 - 1 {
		fmt.Fprint(&large, n+1, " ")
	}
	large.WriteString("0\n0 0\n")
	for _, tt := range []struct{ name, format, input, want string }{
		{"solved", "hdu-1043", oneMove + unsolvable,
			"puzzle 1 (in:1) r: 1 move\npuzzle 2 (in:2) : unsolvable\n"},
		{"two blanks", "aoj-0190", "2\n1 0 3\n4 5 6 7 8\n9 0 11\n10\n-1\n",
			"puzzle 1 (in:1) : 2 moves; a move does not say which blank it moves, so none is drawn\n"},
		{"too large", "poj-2893", large.String(),
			"puzzle 1 (in:1) : solvable; boards of more than 1024 cells are not solved here\n"},
		{"malformed", "hdu-1043", oneMove + "1 2 3\njunk\n" + oneMove,
			"puzzle 1 (in:1) r: 1 move\nin:3:1: found \"junk\", expected one of x12345678 (the puzzle" +
				" has 3 tiles of 9)\nin:3:1: found \"junk\", expected one of x12345678 (the puzzle has 0" +
				" tiles of 9)\npuzzle 4 (in:4) r: 1 move\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got strings.Builder
			s := lines(tt.format, &got)
			s.KeepGoing = true
			_, err := s.Solve(t.Context(), strings.NewReader(tt.input), "in")
			if err != nil || got.String() != tt.want {
				t.Errorf("got\n%s%v\nwant\n%s", &got, err, tt.want)
			}
		})
	}
}

// Some of the puzzles can be chosen. None after these is read.
func TestRange(t *testing.T) {
	var got strings.Builder
	s := lines("hdu-1043", &got)
	s.First, s.Last = 2, 3
	_, err := s.Solve(t.Context(), strings.NewReader(strings.Repeat(oneMove, 3)+"junk"), "in")
	want := "puzzle 2 (in:2) r: 1 move\npuzzle 3 (in:3) r: 1 move\n"
	if err != nil || got.String() != want {
		t.Errorf("got\n%s%v\nwant\n%s", &got, err, want)
	}
}

// The error of Each ends a show.
func TestEachFails(t *testing.T) {
	full := errors.New("full")
	s := lines("hdu-1043", new(strings.Builder))
	s.Each = func(*draw.Scene) error { return full }
	if _, err := s.Solve(t.Context(), strings.NewReader(oneMove), "in"); err != full {
		t.Errorf("Solve: error %v, want %v", err, full)
	}
	if _, err := answers(t, s, oneMove+oneMove, "r\nr\n"); err != full {
		t.Errorf("Answers: error %v, want %v", err, full)
	}
}

// answers shows answers.
func answers(t *testing.T, s *show.Show, input, output string) (judge.Tally, error) {
	t.Helper()
	k, err := checker.New(s.Format, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	return s.Answers(t.Context(), k,
		protocol.File{Name: "in", Reader: strings.NewReader(input)},
		protocol.File{Name: "out", Reader: strings.NewReader(output)})
}

// Answers have the verdicts and messages of the checker, and their paths as they stand there.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct{ name, format, input, output, want string }{
		{"right", "hdu-1043", oneMove + unsolvable, "r\nunsolvable\n",
			"AC puzzle 1 (in:1) r: 1 move\nAC puzzle 2 (in:2) : unsolvable\n"},
		{"leaves the board", "hdu-1043", oneMove, "rr\n",
			"WA puzzle 1 (in:1) rr: move 2, right, leaves the board\n"},
		{"says unsolvable", "hdu-1043", oneMove, "unsolvable\n",
			"WA puzzle 1 (in:1) : says unsolvable: the puzzle is solvable\n"},
		{"no answer", "hdu-1043", oneMove, "",
			"WA puzzle 1 (in:1) : there is no answer\n"},
		{"a length", "leetcode-773", "[[1,2,3],[4,0,5]]\n", "2\n",
			"WA puzzle 1 (in:1) : 2 moves, the shortest path has 1\n"},
		{"a malformed puzzle", "hdu-1043", oneMove + "junk\n", "r\n",
			"AC puzzle 1 (in:1) r: 1 move\nin:2:1: found \"junk\", expected one of x12345678" +
				" (the puzzle has 0 tiles of 9)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got strings.Builder
			_, err := answers(t, lines(tt.format, &got), tt.input, tt.output)
			if err != nil || got.String() != tt.want {
				t.Errorf("got\n%s%v\nwant\n%s", &got, err, tt.want)
			}
		})
	}
}
