package answers_test

import (
	"strings"
	"testing"
	"testing/iotest"
)

// twoMoves is a problem that two moves solve, and itsPlan a plan for it.
const twoMoves = `(define (problem n-puzzle-2) (:domain n-puzzle-typed)
  (:objects p_1_1 p_1_2 p_2_1 p_2_2 - position t_1 t_2 t_3 - tile)
  (:init (empty p_1_1) (at t_1 p_1_2) (at t_3 p_2_1) (at t_2 p_2_2)
    (neighbor p_1_1 p_1_2) (neighbor p_1_2 p_1_1) (neighbor p_2_1 p_2_2) (neighbor p_2_2 p_2_1)
    (neighbor p_1_1 p_2_1) (neighbor p_2_1 p_1_1) (neighbor p_1_2 p_2_2) (neighbor p_2_2 p_1_2))
  (:goal (and (at t_1 p_1_1) (at t_2 p_1_2) (at t_3 p_2_1))))
`

const (
	firstMove  = "(move t_1 p_1_2 p_1_1)"
	secondMove = "(move t_2 p_2_2 p_1_2)"
)

// Plans are read by the rules of VAL.
var plans = []struct{ name, plan, want string }{
	{"as written", firstMove + "\n" + secondMove + "\n; cost = 2 (unit cost)\n", "2"},
	{"no comment", firstMove + "\n" + secondMove, "2"},
	{"one line", firstMove + secondMove, "2"},
	{"capitals", strings.ToUpper(firstMove+"\n"+secondMove) + "\n", "2"},
	{"white space", "\n\n ( move\tt_1\np_1_2   p_1_1 )\n\n" + secondMove + "\n\n", "2"},
	{"comments", "; found\n" + firstMove + " ; the first\n(move t_2 ; the second\n p_2_2 p_1_2)", "2"},
	{"times", "0: " + firstMove + "\n1: " + secondMove + "\n", "2"},
	{
		"times and durations", "0.001: " + firstMove + " [1]\n1.002: " + secondMove + " [ 1.000 ]\n",
		"2",
	},
	{"times in another order", "2: " + secondMove + "\n1.5: " + firstMove + "\n", "2"},
	{"a time and none", "0.5: " + firstMove + "\n" + secondMove + "\n", "2"},
	{"a negative time", secondMove + "\n-1: " + firstMove + "\n", "2"},
	{"the planner's time", ":time 0.5\n" + firstMove + secondMove + "\n:time 2", "2"},
	{"another word", ":cost 2\n" + firstMove + secondMove,
		`a:1:1: found ":cost", expected an action or its time`},
	{"another cost", firstMove + "\n" + secondMove + "\n; cost = 9 (general cost)\n", "2"},
	{"one time", "1: " + firstMove + "\n1: " + secondMove + "\n",
		`a:2:1: found "1", expected an action at another time than the one before`},
	{"nearly one time", "1: " + firstMove + "\n1.0005: " + secondMove + "\n",
		`a:2:1: found "1.0005", expected an action at another time than the one before`},
	{"a move that is none", secondMove + "\n" + firstMove + "\n",
		`a:1:1: found "(move", expected an action that the board allows`},
	{"an unknown tile", "(move t_9 p_1_2 p_1_1)",
		`a:1:1: found "(move", expected an action that the board allows`},
	{"an unknown action", "(slide t_1 p_1_2 p_1_1)",
		`a:1:1: found "(slide", expected an action that the board allows`},
	{"an object too many", "(move t_1 p_1_2 p_1_1 p_1_1)",
		`a:1:1: found "(move", expected an action that the board allows`},
	{"too short", firstMove + "\n", "the path ends at [1 0 3 2], not at the goal"},
	{"nothing", "; nothing\n", "the path ends at [0 1 3 2], not at the goal"},
	{"unsolvable", "; unsolvable\n", "unsolvable"},
	{"no parenthesis", firstMove + "\nmove t_2 p_2_2 p_1_2\n",
		`a:2:1: found "move", expected an action or its time`},
	{"a step number", "step 0: " + firstMove, `a:1:1: found "step", expected an action or its time`},
	{
		"an open list", firstMove + "\n(move t_2 p_2_2",
		`a:2:16: found the end of the input, expected a name or ")"`,
	},
	{"an open bracket", firstMove + " [1\n" + secondMove,
		`a:1:26: found the end of the line, expected a duration in brackets`},
}

func TestPlans(t *testing.T) {
	for _, tt := range plans {
		for _, in := range []string{tt.plan, strings.ReplaceAll(tt.plan, "\n", "\r\n")} {
			r := iotest.OneByteReader(strings.NewReader(in))
			got := replies(t, "pddl-n-puzzle-typed", twoMoves, r)
			if accepted := tt.want == "2"; (in == tt.plan || accepted) && got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
		}
	}
}

// Of each message, the last action counts, and what the environment ignores is ignored.
func TestMessages(t *testing.T) {
	const one, two = `{"size": 2, "grid": [[1, 2], [0, 3]]}`, `{"size": 2, "grid": [[0, 2], [1, 3]]}`
	for _, tt := range []struct{ name, in, answers, want string }{
		{"as written", one, "<action>left</action>\n", "1"},
		{"thoughts", one, "3 must go left. <action>left</action> Done.\n", "1"},
		{"the last counts", one, "<action>down</action> no: <action>left</action>", "1"},
		{"the last does not", one, "<action>left</action> or <action>down</action>\n",
			"the path ends at [0 2 1 3], not at the goal"},
		{"tags in capitals", one, "<ACTION> left\t</Action>\n", "1"},
		{"a word in capitals", one, "<action>LEFT</action>\n",
			"the path ends at [1 2 0 3], not at the goal"},
		{"a tile", one, "<action>slide 2 2</action>\n", "1"},
		{"two tiles", two, "<action>slide 2 1</action>\n<action>slide 2 2</action>\n", "2"},
		{"a tile too far", two, "<action>slide 2 2</action>\n<action>up</action>\n" +
			"<action>left</action>\n", "2"},
		{"a row of none", one, "<action>slide 3 1</action>\n<action>slide 2 2</action>\n", "1"},
		{"a look", one, "<action>view</action>\n<action>left</action>\n", "1"},
		{"a move off the board", one, "<action>up</action>\n<action>left</action>\n", "1"},
		{"no action", one, "left\n", `a:1:1: found "left", expected a line with <action> and </action>`},
		{"no end", one, "<action>left\n",
			`a:1:1: found "<action>left", expected a line with <action> and </action>`},
		{"several", one + "\n" + two, "<action>left</action>\n\n<action>up</action>\n" +
			"<action>left</action>\n", "1, 2"},
		{"an end without success", two + "\n" + one, "<action>up</action>\n\n<action>left</action>\n",
			"the path ends at [1 2 0 3], not at the goal, 1"},
		{"a game after a mistake", two + "\n" + one, "<action>up</action>\nup\n\n<action>left</action>\n",
			`a:2:1: found "up", expected a line with <action> and </action>, 1`},
		{"behind the goal", one, "<action>left</action>\n<action>left</action>\n", "1, malformed end"},
		{"solved", `{"size": 2, "grid": [[1, 2], [3, 0]]}`, "\n", "0"},
	} {
		got := replies(t, "nemo-sliding-puzzle", tt.in, iotest.HalfReader(strings.NewReader(tt.answers)))
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// The comment that Fast Downward writes ends a plan, where a stream has several.
func TestSeveralPlans(t *testing.T) {
	const plan = firstMove + "\n" + secondMove + "\n; cost = 2 (unit cost)\n"
	for _, tt := range []struct{ name, answers, want string }{
		{"good", plan + "; found\n" + plan, "2, 2"},
		{"the first is wrong", "(move t_1 p_1_2 p_1_2)\n" + secondMove + "\n; cost = 2\n" + plan,
			`a:1:1: found "(move", expected an action that the board allows, 2`},
		{"the first is junk", "move\n; cost = 2 (unit cost)\n" + plan,
			`a:1:1: found "move", expected an action or its time, 2`},
		{"unsolvable first", "; unsolvable\n" + plan, "unsolvable, 2"},
	} {
		got := replies(t, "pddl-n-puzzle-typed", twoMoves+twoMoves, strings.NewReader(tt.answers))
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
