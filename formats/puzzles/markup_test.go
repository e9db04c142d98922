package puzzles_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// A markup has testlib's escapes, and a mark before each puzzle. A test case
// ends where the next one begins, or at the end of the input.
func TestMarkup(t *testing.T) {
	for _, tt := range []struct {
		format, input  string
		wanted         int64
		text, testCase string
	}{
		{
			"poj-1077", "1 2 3 4 5 6 7 8 x\n", 1,
			"!c1;1 2 3 4 5 6 7 8 x\n", "1 2 3 4 5 6 7 8 x\n",
		}, {
			"zoj-1217", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n", 2,
			"!c1;1 2 3 4 5 6 7 8 x\n!c2;1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 7 x 8\n",
		}, {
			"poj-2893", "3 3\n1 2 3\n4 5 6\n7 8 0\n0 0\n", 1,
			"!c1;3 3\n1 2 3\n4 5 6\n7 8 0\n0 0\n", "3 3\n1 2 3\n4 5 6\n7 8 0\n0 0\n",
		}, {
			"42-npuzzle", "# one! \\\n3\n1 2 3\n8 0 4\n7 6 5\n", 0,
			"!c1;# one\\! \\\\\n3\n1 2 3\n8 0 4\n7 6 5\n", "",
		},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		m := puzzles.Markup{Wanted: tt.wanted}
		v := puzzles.Validator{Format: f, Markup: &m}
		if _, err := v.Validate(strings.NewReader(tt.input), "in"); err != nil {
			t.Errorf("%s: %v", tt.format, err)
		}
		text, testCase := m.Text(), m.Case()
		if text != "MU\xF3\x01"+tt.text || testCase != tt.testCase {
			t.Errorf("%s: %q and %q, want %q and %q",
				tt.format, text, testCase, tt.text, tt.testCase)
		}
	}
}
