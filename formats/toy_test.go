package formats_test

import (
	"io"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/formats/statement"
	"tilejudge/solver/puzzle"
)

// toyInput and toyAnswer are the sample of the toy format: step 6 of "How to add a format".
const (
	toyInput = `3
puzzle 17:
1 2 3
4 _ 5
puzzle 4:
1 2 3
5 4 _
puzzle 5:
4 1 2
_ 5 3
`
	toyAnswer = `17: 1 (right)
4: impossible
5: 4 (up, right, right, down)
`
)

// A format that is made by the documented steps is read, validated, answered and read back
// without any other code: step 7.
func TestHowToAddAFormat(t *testing.T) {
	f := formats.Toy
	v := puzzles.Validator{Format: f}
	if n, err := v.Validate(strings.NewReader(toyInput), "in"); n != 3 || err != nil {
		t.Errorf("Validate = %d, %v, want 3 valid puzzles", n, err)
	}
	ps := decode(t, f, toyInput)
	if text := puzzles.EncodeAll(f, ps); text != toyInput {
		t.Errorf("EncodeAll = %q, want %q", text, toyInput)
	}
	text, notes := answer(t, strings.NewReader(toyInput), f, f)
	if text != toyAnswer || notes != nil {
		t.Errorf("answers %q, %v, want %q", text, notes, toyAnswer)
	}
	dec := answers.NewDecoder(strings.NewReader(toyAnswer), "answers", f)
	for i := range ps {
		s, err, form := dec.Decode(int64(i+1), &ps[i], nil)
		switch {
		case form != nil || err != nil && err != puzzle.ErrUnsolvable:
			t.Errorf("answer %d: %v, %v", i+1, err, form)
		case err == puzzle.ErrUnsolvable && ps[i].Solvable():
			t.Errorf("answer %d is unsolvable, but the puzzle is solvable", i+1)
		case err == nil && ps[i].Replay(s.Path) != nil:
			t.Errorf("answer %d: %v: %v", i+1, s.Path, ps[i].Replay(s.Path))
		}
	}
	if _, err, _ := dec.Decode(4, nil, nil); err != io.EOF {
		t.Errorf("after the last answer Decode = %v, want EOF", err)
	}
	in, out := statement.Help(f)
	if text := in.Text() + out.Text(); !strings.Contains(text, "puzzle {id}:") ||
		!strings.Contains(text, "A move is up, down, left or right") {
		t.Errorf("the description lacks the record or the moves:\n%s", text)
	}
}
