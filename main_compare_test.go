package main

import (
	"math"
	"testing"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// The effective branching factor is that of the textbook: 52 boards at depth 5
// make 1.92. A tree of two branches has 2 + 4 + 8 boards below its root.
func TestBranching(t *testing.T) {
	for _, tt := range []struct {
		solved, generated int64
		length            int
		want              float64
	}{
		{1, 52, 5, 1.92}, {10, 520, 5, 1.92}, {1, 14, 3, 2}, {1, 7, 7, 1}, {1, 3, 1, 3}, {1, 1 << 40, 1, 1 << 40},
	} {
		got, ok := branching(&tally{solved: tt.solved, took: took{generated: tt.generated}}, tt.length)
		if !ok || math.Abs(got/tt.want-1) > 0.003 {
			t.Errorf("branching(%+v) = %v, %v", tt, got, ok)
		}
	}
	for _, length := range []int{0, unknown} {
		if got, ok := branching(&tally{solved: 1, took: took{generated: 9}}, length); ok {
			t.Errorf("branching at length %d = %v, want none", length, got)
		}
	}
	if got, ok := branching(&tally{gaveUp: 1}, 3); ok {
		t.Errorf("branching of nothing solved = %v, want none", got)
	}
}

// trio is a comparison of three contenders, of which the third has a weight.
func trio() *comparison {
	r := &comparison{lengths: make(map[int]int64)}
	for _, name := range []string{"bfs", "astar/manhattan", "astar/manhattan/2"} {
		r.contenders = append(r.contenders, &contender{
			name: name, byLength: make(map[int]*tally), reasons: make(map[string]int64),
		})
		r.together = append(r.together, make([]meeting, 3))
	}
	r.contenders[2].weight = 2 * solver.Once
	return r
}

// A search that gives up is counted and spoils no mean, and a ratio is over the
// puzzles that both solved.
func TestComparisonCounts(t *testing.T) {
	r := trio()
	none := make([]string, 3)
	r.count(10, []took{{expanded: 100, time: time.Millisecond}, {expanded: 10}, {expanded: 5}}, none)
	r.count(10, []took{{expanded: 300, time: 3 * time.Millisecond}, {expanded: 20}, {expanded: 5}}, none)
	r.count(10, []took{{expanded: 7}, {expanded: 1000}, {}}, []string{"node limit", "", "time limit"})
	r.count(unknown, []took{{expanded: 7}, {}, {}}, []string{"node limit", "x", "x"})
	for _, tt := range []struct{ got, want string }{
		{measures[0].cell(r.contenders[0].byLength[10], 10), "200 (2)"},
		{measures[0].cell(r.contenders[1].byLength[10], 10), "343"},
		{measures[0].cell(r.contenders[0].byLength[unknown], unknown), "-"},
		{measures[2].cell(r.contenders[0].byLength[10], 10), "2,000 (2)"},
		{r.ratio(0, 1), "13.3"}, {r.ratio(1, 0), "0.075"}, {r.ratio(1, 2), "3"}, {r.ratio(1, 1), "1"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if got := r.contenders[0].reasons["node limit"]; got != 2 {
		t.Errorf("bfs gave up %d times, want 2", got)
	}
	if got := r.sorted(); len(got) != 2 || got[0] != 10 || got[1] != unknown {
		t.Errorf("lengths %v, want 10 and unknown", got)
	}
}

// Searches that can't all be right are a fault; a weight allows what it allows.
func TestComparisonFinds(t *testing.T) {
	for _, tt := range []struct {
		moves  [3]int64
		failed string // a letter for each: "x" gave up
		want   int
		ok     bool
	}{
		{[3]int64{10, 10, 20}, "   ", 10, true},
		{[3]int64{10, 10, 21}, "   ", 0, false},
		{[3]int64{10, 10, 9}, "   ", 0, false},
		{[3]int64{10, 12, 12}, "   ", 0, false},
		{[3]int64{12, 10, 12}, "   ", 0, false},
		{[3]int64{0, 10, 12}, "x  ", 10, true},
		{[3]int64{0, 0, 12}, "xx ", unknown, true},
	} {
		r := trio()
		tooks, reasons := make([]took, 3), make([]string, 3)
		for i, m := range tt.moves {
			tooks[i].moves = m
			if tt.failed[i] == 'x' {
				reasons[i] = "node limit"
			}
		}
		got, err := r.length(&puzzle.Puzzle{}, tooks, reasons)
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("length(%+v) = %d, %v", tt, got, err)
		}
	}
}
