package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"tilejudge/formats"
)

// A formula has the usual precedence, and a mistake in it is told.
func TestScore(t *testing.T) {
	v := formats.Scored{Rows: 4, Moves: 7, Distance: 3}
	for _, tt := range []struct{ formula, want string }{
		{"100000*{distance}+{moves}", "300007"},
		{"{n}^3/({moves}+1)", "8"},
		{" 200 - {moves} / 2 - 1.5 ", "195"},
		{"2^3^2", "512"},
		{"10-2-3", "5"},
		{"((1))", "1"},
		{"", `found "", expected a number, {n}, {moves}, {distance} or a parenthesis`},
		{"{moves", `found "{moves", expected a number`},
		{"{best}", `found "{best}", expected a number`},
		{"(1", `found "", expected ")"`},
		{"1 2", `found "2", expected an operator`},
		{"1)", `found ")", expected an operator`},
		{"-1", `found "-1", expected a number`},
		{"1..2", `found "1..2", expected a number`},
		{"0/0", "the formula has no value"},
		{"1/(3-{distance})", "the formula has no value"},
		{"9^9^9^9", "the formula has no value"},
		{strings.Repeat("(", 100), `found "", expected a number`},
	} {
		score, err := formats.Score(tt.formula).Of(v)
		got := fmt.Sprint(score)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q: %s, want %s", tt.formula, got, tt.want)
		}
	}
}
