package answers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// read describes the answers to puzzles from a number on, and what follows them. It also
// returns the places behind the answers, by the number of answers before them.
func read(d *answers.Decoder, ps []puzzle.Puzzle, from int) ([]string, map[int]formats.Place) {
	var all []string
	places := make(map[int]formats.Place)
	for i := from; i < len(ps); i++ {
		s, err, form := d.Decode(int64(i+1), &ps[i], nil)
		all = append(all, fmt.Sprint(d.Line(), s, err, form))
		if at, ok := d.Place(); ok {
			places[i+1] = at
		}
	}
	return append(all, fmt.Sprint(d.End())), places
}

// A decoder that begins at any place reads what is left, with the same lines, though some
// answers are not well-formed.
func TestPlace(t *testing.T) {
	for _, f := range formats.All {
		in, out := example(t, f)
		ps := decode(t, f, in)
		for _, text := range []string{
			out, strings.TrimRight(out, "\n"), "junk\n" + out, strings.ReplaceAll(out, "\n", " x\n"),
		} {
			all, places := read(answers.NewDecoder(strings.NewReader(text), "out", f), ps, 0)
			for n, at := range places {
				d := answers.NewDecoder(strings.NewReader(text[at.Offset:]), "out", f)
				d.StartAt(at)
				if got, _ := read(d, ps, n); !slices.Equal(got, all[n:]) {
					t.Errorf("%s: %q from %v:\n%q\nwant\n%q", f.Name, text, at, got, all[n:])
				}
			}
			if text == out && len(places) != len(ps) {
				t.Errorf("%s: %d places in %q, want %d", f.Name, len(places), text, len(ps))
			}
		}
	}
}
