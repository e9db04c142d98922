package puzzles_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// Text may stand right beside fields, lines may be skipped, and any punctuation may stand between
// tiles. How much of the input arrives at once does not matter.
func TestBeside(t *testing.T) {
	const head = "[boards]\nrows = 2\nmax_rows = 4\nsquare = true\n" +
		"[answer]\nsolved = \"{moves}\\n\"\n[input]\n"
	for _, tt := range []struct{ input, in, want string }{
		{"record = \"N={n}!\\n{board}\\n\"", "N=2!\n1 2\n0 3\nN = 3 !\n1 2 3\n4 5 6 7 0 8",
			"[1 2 0 3] [1 2 3 4 5 6 7 0 8]"},
		{"record = \"N={n}!\\n{board}\\n\"", "N=2?\n1 2\n0 3\nN=2!\n1 2 0 3\n",
			`in:1:3: found "2?", expected a board size from 2 to 4 [1 2 0 3]`},
		{"record = \"{n}\\n{rest}\\n{board}.\\n\"", "2\n#1 of 1\n1 2 0 3.\n2  \n\n1 2 3 0.\n",
			"[1 2 0 3] [1 2 3 0]"},
		{"record = \"{n}\\n{rest}\\n{board}.\\n\"", "2 x\n#1 of 1\n1 2 0 3.\n2\n\n1 2 3 0.\n",
			`in:1:3: found "x", expected the end of the line [1 2 3 0]`},
		{"record = \"{n} {board}\\n\"\n[input.board]\nbetween = \"-\"\nbetween_rows = \"--\"",
			"2 1-2--0-3\n3 1-2-3--4-5-6--7-0-8\n2 1-2-0-3\n2 0 - 1 --2-3\n",
			"[1 2 0 3] [1 2 3 4 5 6 7 0 8] in:3:7: found \"0-3\", expected \"-\" [0 1 2 3]"},
		{"record = \"{board}\\n\"\n[input.board]\nglyphs = \".abcdefghijklmno\"\nbetween = \"\"\n" +
			"between_rows = \"\"", "ab.c\nabcdefg.h\r\nabc\nab.d\n.abc",
			"[1 2 0 3] [1 2 3 4 5 6 7 0 8] in:3:1: found \"abc\", expected a line of 2x2 to 4x4," +
				" square tiles in:4:4: found \"d\", expected one of .abcdefghijklmno [0 1 2 3]"},
		{"record = \"{board}\\n\"\n[input.board]\nglyphs = \".abcdefghijklmno\"\nbetween = \"\"\n",
			"ab\n.c\n\nabc\ndef\ng.h\n", "[1 2 0 3] [1 2 3 4 5 6 7 0 8]"},
	} {
		f, err := declared.Parse("mine.toml", []byte(head+tt.input+"\n"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, in := range []io.Reader{
			strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)),
		} {
			d := puzzles.NewDecoder(in, "in", f)
			var found []string
			for ps := make([]puzzle.Puzzle, 1); ; {
				n, err := d.Decode(ps)
				if err == io.EOF {
					break
				}
				for _, p := range ps[:n] {
					found = append(found, fmt.Sprint(p.Start.Tiles))
				}
				if err != nil {
					found = append(found, err.Error())
				}
			}
			if got := strings.Join(found, " "); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s: %q: found %s, want %s", tt.input, tt.in, got, tt.want)
			}
		}
	}
}
