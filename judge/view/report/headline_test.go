package report

import (
	"testing"

	"tilejudge/judge"
)

// The headline groups wrong answers by what is wrong with them.
func TestHeadline(t *testing.T) {
	h := make(Headline)
	var tally judge.Tally
	for _, message := range []string{
		"the path ends at [1 2 3], not at the goal", "the path ends at [3 2 1], not at the goal",
		"move 2, right, leaves the board", "says unsolvable: the puzzle is solvable", "something else",
	} {
		h.Add(&judge.Result{Verdict: judge.WA, Message: message})
		tally[judge.WA]++
	}
	tally[judge.AC], tally[judge.RE] = 1200, 2
	want := "1,200 of 1,207 accepted: 2 paths stop short, a path leaves the board, " +
		"one says that a puzzle is unsolvable which is solvable, 1 wrong answer, 2 run-time errors"
	if got := h.Text(tally); got != want {
		t.Errorf("the headline is %q, want %q", got, want)
	}
}
