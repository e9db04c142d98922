package answers_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

func Example() {
	f, _ := formats.Lookup("poj-1077")
	start := puzzle.Board{Shape: f.Shapes.Min, Tiles: []puzzle.Tile{1, 2, 3, 4, 5, 6, 7, 0, 8}}
	p := puzzle.Puzzle{Start: start, Goal: f.Goal.Goal(f.Shapes.Min)}
	e, _ := answers.NewEncoder(f, f)
	var text strings.Builder
	w := bufio.NewWriter(&text)
	e.Encode(w, 1, &p, puzzle.Solution{Moves: 1, Path: puzzle.Path{puzzle.Right}}, nil)
	w.Flush()
	d := answers.NewDecoder(strings.NewReader(text.String()), "answers", f)
	s, err, form := d.Decode(1, &p, nil)
	fmt.Printf("%q: %v %v %v\n", text.String(), s.Path, err, form)
	// Output: "r\n": r <nil> <nil>
}

// example returns the bundled puzzles of a format and the answers to them.
func example(t testing.TB, f *formats.Format) (in, out string) {
	t.Helper()
	e, err := cases.Lookup(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	return e.Input, e.Answer
}

// decode returns the puzzles of an input without errors.
func decode(t testing.TB, f *formats.Format, in string) []puzzle.Puzzle {
	t.Helper()
	ps, err := puzzles.DecodeAll(f, in, "in")
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return ps
}

// A text that is no answer is a SyntaxError with a place.
func TestDecoderRefuses(t *testing.T) {
	for _, tt := range []struct{ format, in, answer, want string }{
		{
			"poj-1077", "1 2 3 4 5 6 7 x 8", "R\n",
			`a:1:1: found "R", expected one of u d l r or the end of the line`,
		},
		{
			"poj-1077", "1 2 3 4 5 6 7 x 8", "r r\n",
			`a:1:3: found "r", expected the end of the line`,
		},
		{
			"uva-10181", "1\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", "This puzzle is not\n",
			`a:1:19: found the end of the line, expected "solvable."`,
		},
		{
			"leetcode-773", "[[1,2,3],[4,5,0]]", "zero\n",
			`a:1:1: found "zero", expected a number of moves`,
		},
		{
			"hdu-3567", "1\n12X453786\n12345678X", "Case 2: 2\ndd\n",
			`a:1:6: found "2", expected 1, the number of the answer`,
		},
		{
			"princeton", "2\n1 2\n0 3",
			"Minimum number of moves = 1\n2\n 1  2 \n 0  3 \n\n2\n 1  2 \n 3  1 \n",
			`a:7:2: found "1", expected a board that a move makes of the one before`,
		},
		{
			"codewars", "[[1,2,3],[4,5,6],[7,0,8]]", "[5,8]\n",
			`a:1:4: found "8", expected a tile beside the blank`,
		},
		{
			"codewars", "[[1,2,3],[4,5,6],[7,0,8]]", "[8\n",
			`a:1:3: found the end of the line, expected "," or "]"`,
		},
		{
			"codingame-11-puzzle", "1 0 2 3 4 5 6 7 8 9 10 11", "2 2\n",
			`a:1:1: found "2", expected a tile beside the blank`,
		},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		p := decode(t, f, tt.in)[0]
		s, err, form := answers.NewDecoder(strings.NewReader(tt.answer), "a", f).Decode(1, &p, nil)
		if err == nil {
			err = form
		}
		if !errors.As(err, new(*formats.SyntaxError)) || err.Error() != tt.want {
			t.Errorf("%s: %q is %v, %v, want %s", tt.format, tt.answer, s, err, tt.want)
		}
	}
}

// An answer that is not written as the judge wants it is read if it can be understood.
func TestDecoderForms(t *testing.T) {
	const korf = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
	const missing = "START 3 5\n1 2 3\n4 5 6\n7 X 8\n1 2 3\n4 5 6\n7 8 X\nEND\n"
	const poj, hdu = "1 2 3 4 5 6 7 x 8", "1\n12X453786\n12345678X"
	const array = "[[1,2,3],[4,5,6],[7,0,8]]"
	const uva = "1\n1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15"
	for _, tt := range []struct{ format, in, answer, want string }{
		{"poj-1077", poj, "rd\n", "rd"},
		{"poj-1077", poj, "rd \t\r\n", "rd"},
		{"poj-1077", poj, "rd", "rd"},
		{"poj-1077", poj, "\n", ""},
		{"poj-1077", poj, "RD\n", "rd, a:1:1"},
		{"poj-1077", poj, " rd\n", "rd, a:1:2"},
		{"poj-1077", poj, "r,d.\n", "rd, a:1:2"},
		{"poj-1077", poj, "\"rd\"\n", "rd, a:1:1"},
		{"poj-1077", poj, "rd and so on\n", "rd, a:1:4"},
		{"poj-1077", poj, "rdx\n", "a:1:3"},
		{"poj-1077", poj, "x\n", "a:1:1"},
		{"poj-1077", poj, "<&>\n", "a:1:1"},
		{"poj-1077", poj, "- none\n", "a:1:1"},
		{"poj-1077", poj, "\x00\x01\xff\n", "a:1:1"},
		{"poj-1077", poj, "Unsolvable\n", "unsolvable, a:1:1"},
		{"poj-1077", poj, "unsolvable.\n", "unsolvable, a:1:11"},
		{"poj-1077", poj, "unsolv\n", "a:1:1"},
		{"uva-10181", uva, "THIS puzzle is  not solvable\n", "unsolvable, a:1:1"},
		{"mipt-091", "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15", "yes\nrr\n", "rr, a:1:1"},
		{"mipt-091", "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15", "rr\n", "rr, a:1:1"},
		{"mipt-091", "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15", "YES rr\n", "rr, a:1:5"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "007\n", "7 moves, a:1:1"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "moves: 7\n", "a:1:1"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "-1 \n", "unsolvable"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "1 move\n", "1 moves, a:1:3"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "-7\n", "a:1:1"},
		{"leetcode-773", "[[1,2,3],[4,5,0]]", "\n \n7\n", "7 moves, a:1:1"},
		{"korf-15", "7 " + korf, "\n7 20\n", "20 moves, a:1:1"},
		{"korf-15", "7 " + korf, "7 Unsolvable\n", "unsolvable, a:1:3"},
		{"poj-2224", missing, "Solvable within 1 moves\n", "1 moves, a:1:1"},
		{"poj-2224", missing, "not solvable within 5 moves\n", "too long, a:1:1"},
		{"poj-2224", missing, "1\n", "1 moves, a:1:1"},
		{"hdu-3567", hdu, "\nCase 1: 2\ndd\n", "dd, a:1:1"},
		{"hdu-3567", hdu, "Case 1: 2\ndd\n", "dd"},
		{"hdu-3567", hdu, "Case 1: 2 dd\n", "dd, a:1:11"},
		{"hdu-3567", hdu, "case #1: 2\ndd\n", "dd, a:1:1"},
		{"hdu-3567", hdu, "Case  1: 2\ndd\n", "dd, a:1:6"},
		{"hdu-3567", hdu, "Case\t1: 2\ndd\n", "dd, a:1:5"},
		{"hdu-3567", hdu, "Case 7: 2\ndd\n", "dd, a:1:6"},
		{"hdu-3567", hdu, "Case 1: 5\ndd\n", "dd of 5"},
		{"codewars", array, "[8]\n", "r"},
		{"codewars", array, "[ 8 ]\n", "r"},
		{"codewars", array, "8\n", "r, a:1:1"},
		{"hackerrank-n-puzzle", "3\n1 0 2 3 4 5 6 7 8", "1\nLEFT\n", "l"},
		{"hackerrank-n-puzzle", "3\n1 0 2 3 4 5 6 7 8", "1\nleft\n", "l, a:2:1"},
		{"hackerrank-n-puzzle", "3\n1 0 2 3 4 5 6 7 8", "2\nLEFT\n", "l of 2"},
		{"columbia", "1,0,2,3,4,5,6,7,8", "path_to_goal: ['Left']\ncost_of_path: 3\n", "l of 3"},
		{
			"columbia", "1,0,2,3,4,5,6,7,8", "path_to_goal: [ 'left' ]\ncost_of_path: 1\n",
			"l, a:1:16",
		},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		p := decode(t, f, tt.in)[0]
		whole, bytewise := strings.NewReader(tt.answer), strings.NewReader(tt.answer)
		for _, in := range []io.Reader{whole, iotest.OneByteReader(bytewise)} {
			s, err, form := answers.NewDecoder(in, "a", f).Decode(1, &p, nil)
			got := fmt.Sprint(s.Path)
			switch {
			case errors.As(err, new(*formats.SyntaxError)):
				got = err.Error()[:len("a:0:0")]
			case err != nil:
				got = err.Error()
			case s.Path == nil:
				got = fmt.Sprint(s.Moves, " moves")
			case s.Moves != len(s.Path):
				got += fmt.Sprint(" of ", s.Moves)
			}
			if form != nil {
				got += ", " + strings.SplitN(form.Error(), ": ", 2)[0]
			}
			if got != tt.want {
				t.Errorf("%s: %q is %s, want %s; %v %v",
					tt.format, tt.answer, got, tt.want, err, form)
			}
		}
	}
}

// Reading junk takes time that is linear in its size, however many answers are looked for in
// it; quadratic time would be minutes here. An endless line is given up.
func TestDecoderEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes, in one goroutine")
	}
	const n = 200_000
	hashes, lines := strings.Repeat("#\n", n), strings.Repeat("\n", n)
	back := strings.Repeat("0 1\n0 2\n", 20_000) // moves to and fro
	for _, tt := range []struct {
		format, in string
		answers    io.Reader
		limit      int // of answers to look for
	}{
		{"poj-1077", "1 2 3 4 5 6 7 x 8", strings.NewReader(hashes), n},
		{"boj-1525", "1 2 3 4 5 6 7 0 8", strings.NewReader(lines), n},
		{
			"codingame-11-puzzle", "1 2 0 3 4 5 6 7 8 9 10 11",
			strings.NewReader(back + "9 9\n"), 20_000,
		},
		{"poj-1077", "1 2 3 4 5 6 7 x 8", zeros{}, 2},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		p := decode(t, f, tt.in)[0]
		d := answers.NewDecoder(tt.answers, "a", f)
		n, err := 0, error(nil)
		for ; err != io.EOF && n <= tt.limit; n++ {
			_, err, _ = d.Decode(int64(n+1), &p, nil)
		}
		if err != io.EOF {
			t.Errorf("%s: %d answers, and then %v", tt.format, n, err)
		}
	}
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	err = answers.NewDecoder(blanks{}, "a", f).End()
	if !errors.As(err, new(*formats.SyntaxError)) {
		t.Errorf("End of blanks only = %v, want a SyntaxError", err)
	}
}

// zeros is an endless line, like /dev/zero.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// blanks is an endless line of blanks.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
