package puzzles_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"tilejudge/formats"
)

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
			free := f.FreeSpace && blankOnly[name] || f.PDDL != nil && freeInPDDL[name] ||
				f.JSON != formats.NoJSON && (blankOnly[name] || name == "carriage returns")
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
