package compare

import (
	"errors"
	"math"
	"testing"
	"time"
)

// The effective branching factor is that of the textbook: 52 boards at depth 5
// make 1.92. A tree of two branches has 2 + 4 + 8 boards below its root.
func TestBranching(t *testing.T) {
	for _, tt := range []struct {
		solved, generated int64
		length            int
		want              float64
	}{
		{1, 52, 5, 1.92}, {10, 520, 5, 1.92}, {1, 14, 3, 2}, {1, 7, 7, 1}, {1, 3, 1, 3},
		{1, 1 << 40, 1, 1 << 40},
	} {
		got, ok := branching(&tally{solved: tt.solved, took: took{Generated: tt.generated}},
			tt.length)
		if !ok || math.Abs(got/tt.want-1) > 0.003 {
			t.Errorf("branching(%+v) = %v, %v", tt, got, ok)
		}
	}
	for _, length := range []int{0, unknown} {
		if got, ok := branching(&tally{solved: 1, took: took{Generated: 9}}, length); ok {
			t.Errorf("branching at length %d = %v, want none", length, got)
		}
	}
	if got, ok := branching(&tally{gaveUp: 1}, 3); ok {
		t.Errorf("branching of nothing solved = %v, want none", got)
	}
}

// trio returns figures of three searches; the third has a weight.
func trio() *Figures {
	all, err := ParseSearches("bfs,astar/manhattan,astar/manhattan/2")
	if err != nil {
		panic(err)
	}
	return newFigures(all)
}

// A search that gives up is counted, and does not change a mean. Ratios are over the
// puzzles that both searches solved.
func TestFiguresCount(t *testing.T) {
	f := trio()
	for i, runs := range [][]Run{
		{
			{took: took{Moves: 10, Expanded: 100, Time: time.Millisecond}},
			{took: took{Moves: 10, Expanded: 10}}, {took: took{Moves: 10, Expanded: 5}},
		},
		{
			{took: took{Moves: 10, Expanded: 300, Time: 3 * time.Millisecond}},
			{took: took{Moves: 10, Expanded: 20}}, {took: took{Moves: 12, Expanded: 5}},
		},
		{
			{took: took{Expanded: 7}, GaveUp: "node limit"},
			{took: took{Moves: 10, Expanded: 1000}}, {GaveUp: "time limit"},
		},
		{{took: took{Expanded: 7}, GaveUp: "node limit"}, {GaveUp: "x"}, {GaveUp: "x"}},
	} {
		if err := f.Add(runs); err != nil {
			t.Errorf("add of puzzle %d: %v", i+1, err)
		}
	}
	for _, tt := range []struct{ got, want string }{
		{Measures[0].cell(f.columns[0].byLength[10], 10), "200 (2)"},
		{Measures[0].cell(f.columns[1].byLength[10], 10), "343"},
		{Measures[0].cell(f.columns[0].byLength[unknown], unknown), "-"},
		{Measures[2].cell(f.columns[0].byLength[10], 10), "2,000 (2)"},
		{f.ratio(0, 1), "13.3"}, {f.ratio(1, 0), "0.075"}, {f.ratio(1, 2), "3"},
		{f.ratio(1, 1), "1"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
	if got := f.columns[0].reasons["node limit"]; got != 2 {
		t.Errorf("bfs gave up %d times, want 2", got)
	}
	if got := f.sorted(); len(got) != 2 || got[0] != 10 || got[1] != unknown {
		t.Errorf("lengths %v, want 10 and unknown", got)
	}
	if f.Puzzles != 4 || f.lengths[10] != 3 {
		t.Errorf("%d puzzles, %d of length 10; want 4 and 3", f.Puzzles, f.lengths[10])
	}
}

// Lengths that can't all be right are an error, within the limits of the weights.
func TestFiguresLength(t *testing.T) {
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
		f := trio()
		runs := make([]Run, 3)
		for i, m := range tt.moves {
			runs[i].Moves = m
			if tt.failed[i] == 'x' {
				runs[i].GaveUp = "node limit"
			}
		}
		got, err := f.length(runs)
		if got != tt.want || (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrDisagree) {
			t.Errorf("length(%+v) = %d, %v", tt, got, err)
		}
		if err := f.Add(runs); (err == nil) != tt.ok || (f.Puzzles == 1) != tt.ok {
			t.Errorf("add(%+v) = %v, of %d puzzles", tt, err, f.Puzzles)
		}
	}
}
