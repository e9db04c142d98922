package puzzles_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// validate validates an input.
func validate(f *formats.Format, in string, lenient bool) (int64, error) {
	v := puzzles.Validator{Format: f, Lenient: lenient}
	return v.Validate(strings.NewReader(in), "in")
}

// The bundled samples are valid, byte for byte. A sample of several puzzles is validated as if
// one input could have them all.
func TestSamplesAreValid(t *testing.T) {
	for _, f := range formats.All {
		in := example(t, f)
		joined := *f
		if joined.MaxPuzzles = 0; f.MaxPuzzles > 1 {
			joined.MaxPuzzles = f.MaxPuzzles
		}
		v := puzzles.Validator{Format: &joined}
		whole, bytewise := strings.NewReader(in), strings.NewReader(in)
		for _, r := range []io.Reader{whole, iotest.OneByteReader(bytewise)} {
			if _, err := v.Validate(r, "in"); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		if n, err := validate(f, in, true); err != nil || n != int64(len(decode(t, f, in))) {
			t.Errorf("%s: lenient: %d puzzles, %v", f.Name, n, err)
		}
	}
}

// canonical returns a valid input: as many bundled puzzles as the format allows in one.
func canonical(t testing.TB, f *formats.Format) string {
	in := example(t, f)
	ps := decode(t, f, in)
	if f.MaxPuzzles > 0 && len(ps) > f.MaxPuzzles {
		ps = ps[:f.MaxPuzzles]
	}
	return puzzles.EncodeAll(f, ps)
}

// An error tells the place, what was found there and what was expected.
func TestValidatorErrors(t *testing.T) {
	const endless = 1 << 24
	for _, tt := range []struct{ format, name, in, want string }{
		{"hdu-1043", "a space", "1 2 3  4 5 6 7 8 x\n", `in:1:7: found a space, expected "4"`},
		{"hdu-1043", "a tab", "1 2 3\t4 5 6 7 8 x\n", `in:1:6: found a tab, expected a space`},
		{
			"hdu-1043", "a row", "1 2 3\n4 5 6 7 8 x\n",
			`in:1:6: found the end of the line, expected a space`,
		},
		{
			"hdu-1043", "a carriage return", "1 2 3 4 5 6 7 8 x\r\n",
			`in:1:18: found a carriage return, expected the end of the line`,
		},
		{
			"hdu-1043", "no newline", "1 2 3 4 5 6 7 8 x",
			`in:1:18: found the end of the input, expected the end of the line`,
		},
		{
			"hdu-1043", "an empty line", "1 2 3 4 5 6 7 8 x\n\n",
			`in:2:1: found the end of the line, expected the end of the input`,
		},
		{
			"hdu-1043", "a wrong tile", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8 9\n",
			`in:2:17: found "9", expected one of x12345678 (the puzzle has 8 tiles of 9)`,
		},
		{"hdu-1043", "mixed", "1  2  3  4  5  6  7 8  x\n", `in:1:21: found "8", expected a space`},
		{
			"hdu-1043", "spaces without end", strings.Repeat(" ", endless),
			`in:1:1: found no end of the white space, expected a puzzle`,
		},
		{
			"hdu-1043", "a line without end", strings.Repeat("1 ", endless),
			`in:1:3: found "1", expected x, 2, 3 or 5 others`,
		},
		{
			"poj-1077", "two puzzles", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8 x\n",
			`in:2:1: found puzzle 2, expected 1 at most in an input`,
		},
		{"hihocoder-1312", "many", "9\n", `in:1:1: found 9 puzzles, expected 8 at most`},
		{
			"hihocoder-1312", "a count too large", "2\n1 2 3\n4 5 6\n7 8 0\n",
			`in:5:1: found the end of the input, expected puzzle 2 of 2`,
		},
		{"hihocoder-1312", "none", "0\n", `in:2:1: found no puzzle, expected one`},
		{
			"hihocoder-1312", "a zero", "01\n1 2 3\n4 5 6\n7 8 0\n",
			`in:1:1: found "01", expected "1"`,
		},
		{
			"hdu-3567", "unsolvable", "1\n12345678X\n21345678X\n",
			`in:2:1: puzzle 1: found an unsolvable puzzle, expected a solvable one`,
		},
		{
			"lightoj-15-puzzle", "solved", "1\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n",
			`in:2:1: puzzle 1: found a puzzle that is solved`,
		},
		{
			"poj-2893", "even", "2 2\n1 2\n3 0\n0 0\n",
			`in:1:1: puzzle 1: found 2x2, expected an odd number of rows or of columns`,
		},
		{
			"poj-2893", "no end", "3 2\n1 2\n3 4\n5 0\n",
			`in:5:1: found the end of the input, expected a puzzle or 0 0, the end of the list`,
		},
		{
			"poj-2893", "the end without its line", "3 2\n1 2\n3 4\n5 0\n0 0",
			`in:5:4: found the end of the input, expected the end of the line`,
		},
		{
			"poj-2224", "a bound", "START 3 16\n1 2 3\n4 5 6\n7 8 X\n1 2 3\n4 5 6\n7 8 X\nEND\n",
			`in:1:1: puzzle 1: found a bound of 16 moves, expected 15 at most`,
		},
		{
			"fmi-n-puzzle", "not the last cell", "3\n4\n1 2\n3 0\n",
			`in:2:1: found "4", expected -1 or a cell from 0 to 3`,
		},
		{
			"fmi-n-puzzle", "no square", "7\n-1\n1 2 3\n4 5 6\n7 0\n",
			`in:1:1: found "7", expected the number of tiles of a square board`,
		},
		{"leetcode-773", "a space", "[[1, 2,3],[4,0,5]]\n", `in:1:5: found a space, expected "2"`},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		_, err = validate(f, tt.in, false)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s, %s: %v, want %s", tt.format, tt.name, err, tt.want)
		}
	}
}

// An error of Each gets the place of the puzzle; an error of the reader is passed on.
func TestValidatorCalls(t *testing.T) {
	f, err := formats.Lookup("hdu-1043")
	if err != nil {
		t.Fatal(err)
	}
	odd, calls := errors.New("odd"), 0
	v := puzzles.Validator{Format: f, Each: func(*puzzle.Puzzle) error {
		if calls++; calls == 2 {
			return odd
		}
		return nil
	}}
	in := "1 2 3 4 5 6 7 8 x\n"
	n, err := v.Validate(strings.NewReader(in+in+in), "in")
	if !errors.Is(err, odd) || err.Error() != "in:2:1: puzzle 2: odd" || n != 2 {
		t.Errorf("%d puzzles, %v, want 2 and the error of the second", n, err)
	}
	broken := errors.New("broken")
	for _, rest := range []string{"", in, in[:len(in)-1]} {
		calls = 2
		_, err = v.Validate(io.MultiReader(strings.NewReader(rest), iotest.ErrReader(broken)), "in")
		if !errors.Is(err, broken) || errors.As(err, new(*formats.SyntaxError)) {
			t.Errorf("behind %q: %v, want the reader's error", rest, err)
		}
	}
}
