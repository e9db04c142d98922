package answers_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
)

// Where white space does not matter, a blank may end an answer, also where blanks may stand between
// its moves.
func TestBlankEndsAnswer(t *testing.T) {
	f, err := formats.Lookup("uic-cs411")
	if err != nil {
		t.Fatal(err)
	}
	ps := decode(t, f, strings.Repeat("1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15\n", 2))
	d := answers.NewDecoder(strings.NewReader("Moves: R R Moves: RR\n"), "out", f)
	d.Tolerate(answers.Tolerance{Space: true})
	for i := range ps {
		s, err, form := d.Decode(int64(i+1), &ps[i], nil)
		if s.Path.String() != "rr" || err != nil || form != nil {
			t.Errorf("answer %d: %q, %v, %v", i+1, s.Path, err, form)
		}
	}
	if err := d.End(); err != nil {
		t.Error(err)
	}
}
