package report

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// faults are the kinds of wrong answers that a Headline counts, each with how its messages begin
// and go on.
var faults = []struct{ begin, part, one, many string }{
	{"the path ends at ", "", "a path stops short", "%s paths stop short"},
	{"move ", " leaves the board", "a path leaves the board", "%s paths leave the board"},
	{"says unsolvable: ", "", "one says that a puzzle is unsolvable which is solvable",
		"%s say that a puzzle is unsolvable which is solvable"},
	{"says ", ": the puzzle is unsolvable", "one solves an unsolvable puzzle",
		"%s solve unsolvable puzzles"},
	{"", ", the shortest path has ", "a path is not the shortest", "%s paths are not the shortest"},
	{"says ", " and lists ", "one counts its moves wrong", "%s count their moves wrong"},
	{"", ", more than the ", "a path has too many moves", "%s paths have too many moves"},
}

// A Headline counts wrong answers, for a sentence that says what is wrong.
type Headline map[int]int64 // by the index in faults

// Add counts a result.
func (h Headline) Add(r *judge.Result) {
	if r.Verdict != judge.WA {
		return
	}
	for i, fault := range faults {
		if strings.HasPrefix(r.Message, fault.begin) && strings.Contains(r.Message, fault.part) {
			h[i]++
			return
		}
	}
}

// Text returns the sentence: "0 of 5 accepted: 3 paths stop short, 2 run-time errors".
func (h Headline) Text(t judge.Tally) string {
	text := fmt.Sprintf("%s of %s accepted", humanize.Comma(t[judge.AC]), humanize.Comma(t.Cases()))
	var parts []string
	for i, fault := range faults {
		switch n := h[i]; {
		case n == 1:
			parts = append(parts, fault.one)
		case n > 1:
			parts = append(parts, fmt.Sprintf(fault.many, humanize.Comma(n)))
		}
		t[judge.WA] -= h[i]
	}
	t[judge.AC] = 0
	for _, v := range judge.Verdicts() {
		if n := t[v]; n > 0 {
			part := humanize.Comma(n) + " " + v.Meaning()
			if n > 1 && (v == judge.WA || strings.HasSuffix(part, "error")) {
				part += "s"
			}
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}
