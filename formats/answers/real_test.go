package answers_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// These are answers that judges publish, that accepted programs print, or that students of a
// course handed in. All of them are right in content and form.
var realAnswers = []struct {
	format, source string
	in, answer     string
	want           string // what each puzzle is answered with
}{
	{
		"poj-2224", "the sample of BOJ 9985",
		`START 3 4
1 5 2
4 X 3
7 8 6
1 2 3
4 5 6
7 8 X
END
START 3 3
1 2 3 
7 X 8
6 5 4
1 2 3 
8 X 4
7 6 5
END
START 4 10
1 X 2 4
5 6 3 7
9 10 11 8
12 13 14 15
1 2 3 4
5 6 7 8
9 10 X 11
12 13 14 15
END
`,
		"SOLVABLE WITHIN 4 MOVES\n\nNOT SOLVABLE WITHIN 3 MOVES\n\nSOLVABLE WITHIN 5 MOVES\n",
		"4, too long, 5",
	},
	{
		"columbia", "github.com/eduardogz/ai_CU01_search_algorithms, output.txt",
		"1,2,5,3,4,0,6,7,8\n",
		"path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 181437\n" +
			"fringe_size: 2\nmax_fringe_size: 42913\nsearch_depth: 3\nmax_search_depth: 66125\n" +
			"running_time: 187.702596\nmax_ram_usage: (Not available on Windows OS)",
		"3",
	},
	{
		"columbia", "github.com/roysen91/solve-8-puzzle, output.txt",
		"3,1,2,0,4,5,6,7,8\n",
		"path_to_goal: ['Up']\ncost_of_path: 1\nnodes_expanded: 1\nsearch_depth: 1\n" +
			"max_search_depth: 1\nrunning_time: 0.00006986\nmax_ram_usage: 8.13056000\n",
		"1",
	},
	{
		"uic-cs411", "our own, with the figures that the course asks for",
		"1 2 3 4 5 6 7 8 9 10 11 0 13 14 15 12\n",
		"Moves: D\nNumber of Nodes expanded: 2\nTime Taken: 0.001\nMemory Used: 48kb\n", "1",
	},
	{
		"uic-cs411", "the same, with spaces between the moves",
		"1 2 3 4 5 6 7 8 9 10 0 11 13 14 15 12\n", "Moves: R D\nMoves expanded: 2\n", "2",
	},
	{
		"princeton", "the specification's client, Solver.main",
		"2\n 2  1 \n 3  0 \n", "No solution possible\n", "unsolvable",
	},
	{
		"princeton", "the assignment's other client, PuzzleChecker",
		"2\n 2  1 \n 3  0 \n", "Unsolvable puzzle\n", "unsolvable",
	},
	{"poj-1077", "no end of the only line", "1 2 3 4 5 6 7 8 x\n", "", "0"},
	{"poj-1077", "nothing but a byte order mark", "1 2 3 4 5 6 7 8 x\n", "\xEF\xBB\xBF", "0"},
	{
		"hdu-1043", "no end of the last line", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n",
		"r\n", "1, 0",
	},
	{"hdu-1043", "both ends", "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n", "r\n\n", "1, 0"},
	{
		"uva-652", "no end of the last line",
		"2\n\n1 2 3 4 5 6 7 x 8\n\n1 2 3 4 5 6 7 8 x\n", "r\n\n", "1, 0",
	},
	{"codingame-11-puzzle", "no end of the only line", "0 1 2 3 4 5 6 7 8 9 10 11\n", "", "0"},
	{
		"slidysim", "the example of slidy's documentation", "8 2 0/4 6 1/3 7 5\n",
		"R2U2LDLDRURDLULDRULURDLU\n", "24",
	},
	{
		"aima-eight-puzzle", "tests/test_search.py of aima-python",
		"(1, 2, 3, 4, 5, 7, 8, 6, 0)\n(1, 2, 3, 4, 5, 6, 0, 7, 8)\n",
		"['LEFT', 'LEFT', 'UP', 'RIGHT', 'RIGHT', 'DOWN', 'LEFT', 'UP', 'LEFT', 'DOWN', 'RIGHT', " +
			"'RIGHT']\n['RIGHT', 'RIGHT']\n", "12, 2",
	},
	{"slidysim", "slidy's spaced form", "8 2 0/4 6 1/3 7 5\n",
		"R2 U2 L D L D R U R D L U L D R U L U R D L U\n", "24"},
	{"slidysim", "slidy's long form", "8 2 0/4 6 1/3 7 5\n", "RRUULDLDRURDLULDRULURDLU\n", "24"},
	{"slidysim", "slidy's long and spaced form", "8 2 0/4 6 1/3 7 5\n1 2/0 3\n",
		"R R U U L D L D R U R D L U L D R U L U R D L U\nL\n", "24, 1"},
	{
		"clausecker-24", "doc/korf-clausecker-zpdb.out of 24puzzle",
		"14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13\n",
		"14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13  95   1519342878 " +
			"10,15,16,11,12,13,18,17,12,13,8,7,6,5,0,1,6,5,10,15,16,21,20,15,10,11,12,7,6,11," +
			"16,17,22,21,16,17,18,23,22,17,12,13,8,9,14,19,24,23,18,13,8,7,2,3,4,9,8,3,2,1,6," +
			"11,12,13,14,19,18,17,12,13,8,7,6,5,10,15,20,21,22,23,18,13,14,9,8,7,2,3,8,7,12," +
			"11,10,5,0\n", "95",
	},
	{"spoj-solving", "the sample", solvingSample, "URDDD\nRRDD\n", "5, 4"},
}

const solvingSample = "2\n\n4\n1   2  7  3\n5   6  0  4\n9  10 11  8\n13 14 15  12\n\n" +
	"3\n0 1 2\n4 5 3\n7 8 6\n"

func TestRealAnswers(t *testing.T) {
	for _, tt := range realAnswers {
		for _, in := range []io.Reader{
			strings.NewReader(tt.answer), iotest.OneByteReader(strings.NewReader(tt.answer)),
		} {
			if got := replies(t, tt.format, tt.in, in); got != tt.want {
				t.Errorf("%s, %s: %s, want %s", tt.format, tt.source, got, tt.want)
			}
		}
	}
}

// Answers whose line end may not be missing, and lines that are no figures.
func TestNoAnswer(t *testing.T) {
	const two = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n"
	for _, tt := range []struct{ format, in, answer, want string }{
		{"poj-1077", "1 2 3 4 5 6 7 x 8\n", "", "EOF"},
		{"hdu-1043", two, "r", "1, EOF"},
		{"hdu-1043", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8 x\n", "", "0, EOF"},
		{"uva-652", "2\n\n1 2 3 4 5 6 7 x 8\n\n1 2 3 4 5 6 7 8 x\n", "r\n", "1, EOF"},
		{"columbia", "3,1,2,0,4,5,6,7,8\n",
			"path_to_goal: ['Up']\ncost_of_path: 1\nthank you\n", "1, malformed end"},
		{"columbia", "3,1,2,0,4,5,6,7,8\n",
			"path_to_goal: ['Up']\ncost_of_path: 1\nnodes: 3\ncost_of_path: 2\n", "1, malformed end"},
		{"columbia", "3,1,2,0,4,5,6,7,8\n",
			"path_to_goal: ['Up']\ncost_of_path: 1\n cost_of_path =1\n", "1, malformed end"},
		{"poj-1077", "1 2 3 4 5 6 7 x 8\n", "r\nnodes: 1\n", "1, malformed end"},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		if got := replies(t, f.Name, tt.in, strings.NewReader(tt.answer)); got != tt.want {
			t.Errorf("%s: %q: %s, want %s", f.Name, tt.answer, got, tt.want)
		}
	}
}

// replies lists the answers to the puzzles of an input, and what is wrong with them.
func replies(t *testing.T, format, in string, from io.Reader) string {
	f, err := formats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	d := answers.NewDecoder(from, "a", f)
	var all []string
	for i, p := range decode(t, f, in) {
		s, err, form := d.Decode(int64(i+1), &p, nil)
		switch {
		case err != nil:
			all = append(all, err.Error())
		case f.Answer.Wants() == puzzle.WantPath && p.Replay(s.Path) != nil:
			all = append(all, p.Replay(s.Path).Error())
		default:
			all = append(all, fmt.Sprint(s.Moves))
		}
		if form != nil {
			all = append(all, form.Error())
		}
	}
	if err := d.End(); errors.Is(err, puzzle.ErrMalformed) {
		all = append(all, "malformed end")
	}
	return strings.Join(all, ", ")
}
