package puzzles_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// Boards as people write them down are read as rows if nothing tells whose puzzles they are: the
// first row tells the size, and the blank may be written in several ways.
func TestNeutral(t *testing.T) {
	for _, in := range []string{
		"1 2 3\n4 5 6\n7 0 8\n", "1 2 3\n4 5 6\n7 x 8\n", "1 2 3\n4 5 6\n7 _ 8\n", "1 2\n. 3\n",
		"1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n",
		"1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 X 24\n",
	} {
		f, all, err := puzzles.Detect(t.Context(), strings.NewReader(in), nil, nil, false)
		if e := (*puzzles.AmbiguousError)(nil); errors.As(err, &e) {
			f, err = e.Neutral(), nil
		}
		if err != nil || f != formats.Neutral {
			t.Errorf("%q: found %v, %v, want rows", in, f, err)
			continue
		}
		if text, err := io.ReadAll(all); err != nil || string(text) != in {
			t.Errorf("%q: found %q, %v behind Detect, want the input", in, text, err)
		}
	}
}

// Behind a malformed board in rows, reading resumes at the next board.
func TestNeutralResumes(t *testing.T) {
	d := puzzles.NewDecoder(strings.NewReader("1 2 3\n4 4 6\n7 5 8\n1 2\n3 0\n\n1 2\n5 6\n\n1 0\n3 2\n"),
		"in", formats.Neutral)
	var got []string
	for ps := make([]puzzle.Puzzle, 1); ; {
		n, err := d.Decode(ps)
		if n > 0 {
			got = append(got, formats.Neutral.Board.Draw(ps[0].Start))
		}
		if e := (*formats.SyntaxError)(nil); errors.As(err, &e) {
			got = append(got, fmt.Sprintf("%d:%d", e.Line, e.Col))
		} else if err != nil {
			break
		}
	}
	if want := "2:3 [1 2 3 0] 8:1 [1 0 3 2]"; strings.Join(got, " ") != want {
		t.Errorf("found %s, want %s", got, want)
	}
}
