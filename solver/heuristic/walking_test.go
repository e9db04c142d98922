package heuristic

import (
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// The states of an axis and their distances are those of a plain search over unpacked
// states.
func TestAxisTables(t *testing.T) {
	for _, a := range []axis{
		{1, 4, 0}, {2, 2, 0}, {2, 6, 1}, {3, 3, 1}, {3, 4, 2}, {3, 5, 0}, {4, 2, 1}, {4, 3, 3},
		{5, 2, 4}, {8, 1, 3},
	} {
		table := a.table()
		want := byRule(a)
		if len(want) != len(table.first) {
			t.Errorf("%+v: %d states, want %d", a, len(table.first), len(want))
		}
		for lineCounts, moves := range want {
			key := uint64(lineCounts[0][8]) << a.top()
			for line := range a.lines {
				for goal := range a.lines {
					key += uint64(lineCounts[line][goal]) * a.one(line, goal)
				}
			}
			if i, ok := table.state[key]; !ok || table.first[i].moves() != moves {
				t.Fatalf("%+v: %v: state %d is %v, want %d moves", a, lineCounts, i, table.first,
					moves)
			}
		}
	}
}

// A lineCounts has at [line][goal] the number of a line's tiles that belong in a goal
// line, and at [0][8] the line of the blank.
type lineCounts [8][9]int8

// byRule returns the distance of each state of an axis.
func byRule(a axis) map[lineCounts]int {
	var goal lineCounts
	for line := range a.lines {
		goal[line][line] = int8(a.length)
	}
	goal[a.home][a.home]--
	goal[0][8] = int8(a.home)
	distance := map[lineCounts]int{goal: 0}
	for queue := []lineCounts{goal}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		blank := int(s[0][8])
		for _, line := range []int{blank - 1, blank + 1} {
			for tile := 0; tile < a.lines && line >= 0 && line < a.lines; tile++ {
				n := s
				n[line][tile]--
				n[blank][tile]++
				n[0][8] = int8(line)
				if _, met := distance[n]; !met && n[line][tile] >= 0 {
					distance[n] = distance[s] + 1
					queue = append(queue, n)
				}
			}
		}
	}
	return distance
}

// Takahashi's table for 4x4 has 24,964 states, the farthest 35 moves away. The other shapes that
// errWalk promises have tables, and no further ones do.
func TestAxisTableSizes(t *testing.T) {
	solvertest.Long(t)
	for _, tt := range []struct {
		axis
		states, farthest int
	}{
		{axis{4, 4, 3}, 24_964, 35}, {axis{4, 4, 1}, 24_964, 35}, {axis{5, 3, 4}, 352_560, 46},
		{axis{6, 2, 2}, 367_560, 55}, {axis{1, 8, 0}, 1, 0}, {axis{8, 1, 7}, 8, 7},
		{axis{5, 4, 4}, 0, 0}, {axis{6, 3, 5}, 0, 0}, {axis{7, 2, 6}, 0, 0}, {axis{9, 1, 8}, 0, 0},
	} {
		table, farthest := tt.table(), 0
		if table == nil {
			table = &axisTable{}
		}
		for _, s := range table.first {
			farthest = max(farthest, s.moves())
		}
		if len(table.first) != tt.states || farthest != tt.farthest {
			t.Errorf("%+v: %d states up to %d moves away, want %d and %d",
				tt.axis, len(table.first), farthest, tt.states, tt.farthest)
		}
	}
}

// On a random walk from the goal walking distance is never above the moves made.
func TestWalkingDistanceOnRandomWalks(t *testing.T) {
	solvertest.Long(t)
	r := rand.New(rand.NewPCG(4, 4))
	for _, shape := range []puzzle.Shape{{Rows: 4, Cols: 4}, {Rows: 3, Cols: 4}, {Rows: 5, Cols: 3},
		{Rows: 2, Cols: 6}} {
		goal := solvertest.Scrambled(shape)
		for range 300 {
			p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
			blank := p.Start.Blank()
			for moves := 0; moves < 60; {
				var ok bool
				if blank, ok = slide(p, blank, puzzle.UDLR[r.IntN(4)]); !ok {
					continue
				}
				moves++
				if h := values(t, p)[solver.WalkingDistance]; h > moves || (h+moves)%2 != 0 {
					t.Fatalf("%v to %v: %d after %d moves", p.Start.Tiles, goal.Tiles, h, moves)
				}
			}
		}
	}
}

// slide makes a move on the start of p, and returns the blank's new cell.
func slide(p *puzzle.Puzzle, blank int, m puzzle.Move) (int, bool) {
	to, ok := p.Start.Slide(blank, m)
	if !ok {
		to = blank
	}
	return to, ok
}
