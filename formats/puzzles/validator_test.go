package puzzles_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
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

// junk and modifications are the invalid inputs that problemtools' verifyproblem tries on
// validators.
var (
	junk = map[string]string{
		"an empty file":           "",
		"random bytes":            random(1024, 0, 256),
		"ASCII 32 to 126":         random(0, 32, 127),
		"random printable":        random(200, 9, 127),
		"a NUL":                   "\x00",
		"a byte above ASCII":      "\x80",
		"a negative number":       "-1",
		"2^31":                    "2147483648",
		"2^63":                    "9223372036854775808",
		"a decimal fraction":      "1.0",
		"NaN":                     "NaN",
		"brackets":                "(()",
		"white space alone":       " \n\t\n",
		"a byte order mark alone": "\xEF\xBB\xBF",
	}
	modifications = map[string]func(string) string{
		"spaces after white space":      replacer(`\s`, "$0 "),
		"one space after white space":   first(" ", "  "),
		"spaces at the ends of lines":   replacer(`\n`, " \n"),
		"spaces at the starts of lines": replacer(`\n`, "\n "),
		"newlines doubled":              replacer(`\n`, "\n\n"),
		"one newline doubled":           first("\n", "\n\n"),
		"leading zeros":                 replacer(`\b[0-9]+\b`, "0000000000$0"),
		"a leading zero":                first("1", "01"),
		"junk appended":                 func(s string) string { return s + random(200, 33, 127) },
		"carriage returns":              replacer(`\n`, "\r\n"),
		"tabs":                          replacer(` `, "\t"),
		"no final newline":              replacer(`\n\z`, ""),
		"a byte order mark":             func(s string) string { return "\xEF\xBB\xBF" + s },
		"twice the input":               func(s string) string { return s + s },
		"a plus":                        first("1", "+1"),
	}
)

// blankOnly are the modifications that only add blanks and line ends, or drop the last.
var blankOnly = map[string]bool{
	"spaces after white space": true, "one space after white space": true,
	"spaces at the ends of lines": true, "spaces at the starts of lines": true,
	"newlines doubled": true, "one newline doubled": true, "no final newline": true,
}

// random returns n random bytes in the range from <= c < to, or each of the range once if n is 0.
func random(n, from, to int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for c := from; n == 0 && c < to; c++ {
		b.WriteByte(byte(c))
	}
	for range n {
		b.WriteByte(byte(from + r.IntN(to-from)))
	}
	return b.String()
}

// replacer returns a function that replaces all matches of a pattern.
func replacer(pattern, by string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(s string) string { return re.ReplaceAllString(s, by) }
}

// first returns a function that replaces the first old.
func first(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

// Junk is invalid, and so is a valid input that is modified in anything but its puzzles.
func TestModifiedInputsAreInvalid(t *testing.T) {
	for _, f := range formats.All {
		in := canonical(t, f)
		if n, err := validate(f, in, false); err != nil || n == 0 {
			t.Errorf("%s: %d puzzles, %v:\n%s", f.Name, n, err, in)
			continue
		}
		for name, text := range junk {
			for _, lenient := range []bool{false, true} {
				n, err := validate(f, text, lenient)
				if !errors.As(err, new(*formats.SyntaxError)) {
					t.Errorf("%s: %s: %d puzzles, %v, want a SyntaxError", f.Name, name, n, err)
				}
			}
		}
		for name, modify := range modifications {
			text := modify(in)
			anyLength := !f.Count && f.Stop == "" && f.MaxPuzzles != 1
			free := f.FreeSpace && blankOnly[name] || f.PDDL != nil && freeInPDDL[name]
			if text == in || name == "twice the input" && anyLength || free {
				continue // the text is valid
			}
			if n, err := validate(f, text, false); !errors.As(err, new(*formats.SyntaxError)) {
				t.Errorf("%s: %s: %d puzzles, %v, want a SyntaxError:\n%s",
					f.Name, name, n, err, text)
			}
		}
	}
}

// A valid input is also valid for a lenient Validator, which finds as many puzzles in it.
func FuzzValidate(f *testing.F) {
	for i, format := range formats.All {
		in := canonical(f, format)
		f.Add(i, in)
		for _, modify := range modifications {
			f.Add(i, modify(in))
		}
	}
	for _, text := range junk {
		f.Add(0, text)
	}
	f.Fuzz(func(t *testing.T, i int, in string) {
		if i < 0 || i >= len(formats.All) {
			return
		}
		format := formats.All[i]
		n, err := validate(format, in, false)
		if err != nil {
			return
		}
		if m, err := validate(format, in, true); m != n || n == 0 || err != nil {
			t.Errorf("%s: %q: %d puzzles, lenient %d, %v", format.Name, in, n, m, err)
		}
	})
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
