package recipe_test

import (
	"fmt"
	"slices"
	"testing"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/recipe"
)

// boundsOf returns the bounds of a format after some inputs.
func boundsOf(t *testing.T, format string, inputs ...string) []recipe.Bound {
	t.Helper()
	f := judgetest.Format(format)
	c, err := recipe.NewConstraints(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range inputs {
		name := fmt.Sprint(i + 1)
		ps, err := puzzles.DecodeAll(f, text, name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range ps {
			place := recipe.Place{File: name, Puzzle: int64(n + 1)}
			if err := c.Add(&ps[n], place); err != nil {
				t.Fatal(err)
			}
		}
		c.EndInput(name, int64(len(ps)))
	}
	return c.Bounds()
}

// text returns a bound as "+ name file:puzzle", or "- name nearest file:puzzle".
func text(b recipe.Bound) string {
	line := "- " + b.Name
	if b.Reached {
		line = "+ " + b.Name
	}
	if b.Nearest != nil {
		line += fmt.Sprint(" ", *b.Nearest)
	}
	if b.At != nil {
		line += fmt.Sprintf(" %s:%d", b.At.File, b.At.Puzzle)
	}
	return line
}

// A bound is reached by the first puzzle or input at it. Where it is a number, the nearest one
// is known.
func TestConstraints(t *testing.T) {
	for _, tt := range []struct {
		name, format string
		inputs       []string
		want         []string
	}{
		{"nothing", "poj-1077", nil, []string{
			"- a start that is solved", "- a puzzle of one move", "- an unsolvable puzzle",
			"- 31 moves, the most on 3x3 boards",
		}},
		{"the first counts", "poj-1077",
			[]string{"1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 7 x 8\n", "1 2 3 4 5 6 x 7 8\n",
				"8 6 7 2 5 4 x 3 1\n", "1 2 3 4 5 6 8 7 x\n"},
			[]string{
				"- a start that is solved", "+ a puzzle of one move 1:1", "+ an unsolvable puzzle 5:1",
				"- 31 moves, the most on 3x3 boards 30 4:1",
			}},
		{"the deepest", "poj-1077", []string{"8 6 7 2 5 4 x 3 1\n", "8 6 7 2 5 4 3 x 1\n"},
			[]string{"- a start that is solved", "- a puzzle of one move", "- an unsolvable puzzle",
				"+ 31 moves, the most on 3x3 boards 2:1"}},
		{"numbers of puzzles", "leetcode-773",
			[]string{"[[1,2,3],[4,5,0]]\n[[1,2,3],[4,0,5]]\n"}, []string{
				"+ a start that is solved 1:1", "+ a puzzle of one move 1:2", "- an unsolvable puzzle",
				"- 21 moves, the most on 2x3 boards 1 1:2", "- an input of 1 puzzle 2 1:0",
			}},
	} {
		var got []string
		for _, b := range boundsOf(t, tt.format, tt.inputs...) {
			got = append(got, text(b))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, got, tt.want)
		}
	}
}

// The bundled cases reach all bounds but the largest number of puzzles in an input.
func TestBundledConstraints(t *testing.T) {
	for _, format := range []string{"poj-1077", "poj-2224", "princeton", "hdu-3567"} {
		set, err := recipe.Cases(t.Context(), judgetest.Format(format), recipe.Judge)
		if err != nil {
			t.Fatal(err)
		}
		var inputs []string
		for _, c := range set {
			input, err := c.ReadInput()
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, string(input))
		}
		for _, b := range boundsOf(t, format, inputs...) {
			if !b.Reached && b.Name != "an input of 200 puzzles, the most" {
				t.Errorf("%s: %s", format, text(b))
			}
		}
	}
}
