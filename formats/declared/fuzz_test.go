package declared_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/formats/statement"
	"tilejudge/solver/puzzle"
)

// No declaration makes anything panic or hang: it is refused, or makes a format that can be
// described, written as a declaration, and offered any input and any answer.
func FuzzParse(f *testing.F) {
	f.Add(declared.Template, "2 5 3\n1 x 6\n4 7 8\n")
	for _, format := range formats.All {
		text, err := declared.Encode(format)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), "3 3\n[1,2,3,4],\n1 2 3 4 5 6 8 7 x 0\n")
	}
	f.Fuzz(func(t *testing.T, text, input string) {
		format, err := declared.Parse("fuzz.toml", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.toml:") {
				t.Errorf("Parse(%q): %v names no file", text, err)
			}
			return
		}
		again, err := declared.Encode(format)
		if err != nil {
			t.Fatalf("Encode of %q: %v", text, err)
		}
		if g, err := declared.Parse("fuzz.toml", again); err != nil || !reflect.DeepEqual(format, g) {
			t.Errorf("from\n%s\n%+v became\n%s\n%+v, %v", text, format, again, g, err)
		}
		in, out := statement.Help(format)
		_ = in.Text() + out.Text() + statement.Goal(format) + statement.Accepted(format) +
			statement.New(format).Task.Text() + puzzles.Resume(format)
		offer(t, format, input)
	})
}

// offer reads an input and answers in a format.
func offer(t *testing.T, f *formats.Format, input string) {
	d := puzzles.NewDecoder(strings.NewReader(input), "in", f)
	ps := make([]puzzle.Puzzle, 3)
	const limit = 10_000 // records, more than an input has bytes
	for range limit {
		n, err := d.Decode(ps)
		for _, p := range ps[:n] {
			a := answers.NewDecoder(strings.NewReader(input), "answers", f)
			a.Decode(1, &p, nil)
		}
		if err != nil && !isMalformed(err) {
			return
		}
	}
	t.Errorf("Decode does not end on %q as %+v", input, f)
}

func isMalformed(err error) bool { return errors.Is(err, puzzle.ErrMalformed) }
