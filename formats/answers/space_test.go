package answers_test

import (
	"errors"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// One rule for white space holds in all formats. What stands at the ends of lines and of the file
// does not matter, nor does a byte order mark. Other white space that the form does not have is a
// difference from it, apart from that in boards and plans, and around moves if the format says so.
func TestWhiteSpace(t *testing.T) {
	for _, f := range formats.All {
		in, out := example(t, f)
		ps := decode(t, f, in)
		for _, same := range []string{
			out, strings.TrimSuffix(out, "\n"), strings.ReplaceAll(out, "\n", "\r\n"),
			strings.ReplaceAll(out, "\n", " \t\n"), out + "\n \n\n", "\uFEFF" + out,
		} {
			if !inForm(f, ps, same) {
				t.Errorf("%s: %q is not in the judge's form", f.Name, same)
			}
		}
		a := &f.Answer
		if a.Spaced || a.Solved.Has(pattern.Boards) || a.Solved.Has(pattern.Board) ||
			a.Step.Kind == formats.ByAction || a.Step.Kind == formats.ByMessage {
			continue
		}
		for at, c := range out {
			first := at == 0 || out[at-1] == '\n'
			ends := strings.HasPrefix(strings.TrimLeft(out[at:], " "), "\n")
			if !first && c != ' ' || ends {
				continue
			}
			for _, blank := range []string{" ", "\t"} {
				others := []string{out[:at] + blank + out[at:]}
				if c == ' ' && blank != " " {
					others = append(others, out[:at]+blank+out[at+1:])
				}
				for _, other := range others {
					if inForm(f, ps, other) {
						t.Errorf("%s: %q is in the judge's form", f.Name, other)
					}
				}
			}
		}
	}
}

// inForm reports whether a text has answers to all puzzles, and nothing else, in the judge's form.
func inForm(f *formats.Format, ps []puzzle.Puzzle, text string) bool {
	d := answers.NewDecoder(strings.NewReader(text), "out", f)
	for i := range ps {
		_, err, form := d.Decode(int64(i+1), &ps[i], nil)
		isAnswer := err == nil || errors.Is(err, puzzle.ErrUnsolvable) ||
			errors.Is(err, puzzle.ErrTooLong)
		if !isAnswer || form != nil {
			return false
		}
	}
	return d.End() == nil
}
