package answers_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
)

// The text of an answer is what was written, however the input arrives, and whether or not it
// can be read.
func TestText(t *testing.T) {
	for _, tt := range []struct {
		name, format, puzzles, answers string
		keep                           int
		want                           []string
	}{
		{"paths", "poj-1077", strings.Repeat("1 2 3 4 5 6 7 x 8\n", 5), "r\n\nunsolvable\nr ? \n", 100,
			[]string{"r\n", "\n", "unsolvable\n", "r ? \n", ""}},
		{"cut", "poj-1077", strings.Repeat("1 2 3 4 5 6 7 x 8\n", 3), "unsolvable\nrlrlrl\n???????\n", 3,
			[]string{"uns", "rlr", "???"}},
		{"none", "poj-1077", "1 2 3 4 5 6 7 x 8\n", "r\n", 0, []string{""}},
		{"several lines", "hackerrank-n-puzzle", "3\n1\n0\n2\n3\n4\n5\n6\n7\n8\n",
			"1\nLEFT\n", 100, []string{"1\nLEFT\n"}},
		{"junk on several lines", "princeton", "3\n1 2 3\n4 5 6\n7 0 8\n",
			"Minimum number of moves = 1\n3\n 1  2  x\n 4  5  6\n", 100,
			[]string{"Minimum number of moves = 1\n3\n 1  2  x\n"}},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		ps, err := puzzles.DecodeAll(f, tt.puzzles, "in")
		if err != nil {
			t.Fatal(err)
		}
		whole := strings.NewReader(tt.answers)
		for i, d := range []*answers.Decoder{
			answers.NewDecoder(whole, "out", f),
			answers.NewDecoder(iotest.OneByteReader(strings.NewReader(tt.answers)), "out", f),
		} {
			d.Keep(tt.keep)
			for n, want := range tt.want {
				d.Decode(int64(n+1), &ps[min(n, len(ps)-1)], nil)
				if got := d.Text(); !bytes.Equal(got, []byte(want)) {
					t.Errorf("%s, reader %d: answer %d is %q, want %q", tt.name, i, n+1, got, want)
				}
			}
		}
	}
}

// Empty lines behind junk are skipped, up to the line that may begin an answer.
func TestEmptyLines(t *testing.T) {
	f, err := formats.Lookup("poj-2224")
	if err != nil {
		t.Fatal(err)
	}
	const board = "1 2 3\n4 5 6\n7 X 8\n1 2 3\n4 5 6\n7 8 X\n"
	ps, err := puzzles.DecodeAll(f, "START 3 5\n"+board+"END\nSTART 3 5\n"+board+"END\n", "in")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		between string
		line    int
	}{
		{"", 2}, {"\n", 3}, {"\n \t\r\n\v\n", 5}, {"\n\n  x\n\t5\n\nx\n\n", 9},
		{strings.Repeat("\n", 100_000), 100_002},
	} {
		text := "junk\n" + tt.between + "SOLVABLE WITHIN 1 MOVES\n"
		for _, in := range []io.Reader{
			strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)),
		} {
			d := answers.NewDecoder(in, "out", f)
			_, first, _ := d.Decode(1, &ps[0], nil)
			s, err, _ := d.Decode(2, &ps[1], nil)
			if first == nil || err != nil || s.Moves != 1 || d.Line() != tt.line {
				t.Errorf("%.20q: %v, then %d moves, %v, on line %d, want 1 on line %d",
					tt.between, first, s.Moves, err, d.Line(), tt.line)
			}
		}
	}
}
