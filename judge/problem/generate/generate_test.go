package generate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/problem/generate"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/idastar"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

func shape(rows, cols int) puzzle.Shape { return puzzle.Shape{Rows: rows, Cols: cols} }

// exact finds distances on small boards, search on others.
var (
	exact  = &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
	search = algorithms.NewAuto(solver.Options{NodeLimit: 1_000_000, StopAtBound: true})
)

// puzzles returns the first n puzzles of a spec.
func puzzles(t *testing.T, spec generate.Spec, n int64) []puzzle.Puzzle {
	t.Helper()
	g, err := generate.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	ps := make([]puzzle.Puzzle, n)
	if got, err := g.Puzzles(1, n).Decode(ps); int64(got) != n || err != nil {
		t.Fatalf("Decode = %d, %v, want %d puzzles", got, err, n)
	}
	return ps
}

func key(b puzzle.Board) string { return fmt.Sprint(b.Tiles) }

// Each board is drawn about as often as any other. The chi-square test covers boards
// drawn uniformly, unsolvable boards, and those at some distances.
func TestDistribution(t *testing.T) {
	last := puzzle.BlankLast.Goal
	for _, tt := range []struct {
		name   string
		spec   generate.Spec
		boards int
	}{
		{"2x2", generate.Spec{Shapes: []puzzle.Shape{shape(2, 2)}, Goal: last}, 12},
		{"2x3", generate.Spec{Shapes: []puzzle.Shape{shape(2, 3)}, Goal: last}, 360},
		{"3x2, the goal drawn", generate.Spec{Shapes: []puzzle.Shape{shape(3, 2)}}, 720},
		{"2x3, unsolvable",
			generate.Spec{Shapes: []puzzle.Shape{shape(2, 3)}, Goal: last, Unsolvable: 100}, 360},
		{"1x4", generate.Spec{Shapes: []puzzle.Shape{shape(1, 4)}, Goal: last}, 4},
		{"1x4, unsolvable",
			generate.Spec{Shapes: []puzzle.Shape{shape(1, 4)}, Goal: last, Unsolvable: 100}, 20},
		{"2x3, 18 to 20 moves", generate.Spec{
			Shapes: []puzzle.Shape{shape(2, 3)}, Goal: last, Way: generate.Depth,
			Moves: generate.Range{Min: 18, Max: 20}, Solver: exact,
		}, 18 + 12 + 6},
		{"a ring with a dead end", generate.Spec{
			Shapes: []puzzle.Shape{puzzle.Picture("###", "##.")}, Goal: last,
		}, 12 + 3},
		{"two blanks", generate.Spec{
			Shapes: []puzzle.Shape{{Rows: 2, Cols: 2, Spare: 1}}, Goal: puzzle.BlankEnds.Goal,
		}, 12},
	} {
		const each = 200
		counts := make(map[string]int)
		tt.spec.Seed = 5
		for _, p := range puzzles(t, tt.spec, int64(each*tt.boards)) {
			counts[key(p.Start)]++
			if p.Start.Spare == 0 && p.Solvable() != (tt.spec.Unsolvable == 0) {
				t.Fatalf("%s: %v is solvable: %v", tt.name, p.Start.Tiles, p.Solvable())
			}
		}
		chi := 0.0
		for _, n := range counts {
			chi += float64((n-each)*(n-each)) / each
		}
		// The limit is five standard deviations above the mean.
		free := float64(tt.boards - 1) // degrees of freedom
		limit := free + 5*max(2.5, 1.42*math.Sqrt(free))
		if len(counts) != tt.boards || chi > limit {
			t.Errorf("%s: %d boards, chi-square %.1f, want %d boards, at most %.1f",
				tt.name, len(counts), chi, tt.boards, limit)
		}
	}
}

// Puzzles have the wanted distance from the goal, as another algorithm confirms.
func TestDepth(t *testing.T) {
	ida := &idastar.Solver{}
	for _, tt := range []struct {
		name     string
		shape    puzzle.Shape
		goal     func(puzzle.Shape) *puzzle.Goal
		moves    generate.Range
		min, max int
	}{
		{"3x3", shape(3, 3), puzzle.BlankLast.Goal, generate.Range{Min: 20, Max: 22}, 20, 22},
		{"3x3 beyond the deepest", shape(3, 3), puzzle.Snail.Goal,
			generate.Range{Min: 29, Max: 99}, 29, 30},
		{"3x3, the goal drawn", shape(3, 3), nil, generate.Range{Min: 7, Max: 7}, 7, 7},
		{"2x4 deepest", shape(2, 4), puzzle.BlankFirst.Goal, generate.Farthest, 36, 36},
		{"solved", shape(2, 2), puzzle.BlankLast.Goal, generate.Range{}, 0, 0},
		{"4x4", shape(4, 4), puzzle.BlankLast.Goal, generate.Range{Min: 25, Max: 30}, 25, 30},
		{"3x4, deeper than most", shape(3, 4), puzzle.BlankFirst.Goal,
			generate.Range{Min: 41, Max: 41}, 41, 41},
		{"4x4, the goal drawn", shape(4, 4), nil, generate.Range{Min: 12, Max: 12}, 12, 12},
		{"5x3", shape(5, 3), puzzle.BlankLast.Goal, generate.Range{Min: 9, Max: 11}, 9, 11},
	} {
		spec := generate.Spec{
			Seed: 3, Shapes: []puzzle.Shape{tt.shape}, Goal: tt.goal,
			Way: generate.Depth, Moves: tt.moves, Solver: search,
		}
		if tt.shape.Cells() < 10 {
			spec.Solver = exact
		}
		for _, p := range puzzles(t, spec, 20) {
			sol, err := ida.Solve(t.Context(), &p, nil)
			if err != nil || sol.Moves < tt.min || sol.Moves > tt.max {
				t.Errorf("%s: %v takes %d moves, %v, want %d to %d",
					tt.name, p.Start.Tiles, sol.Moves, err, tt.min, tt.max)
			}
		}
	}
}

// A walk does not step back: after a few moves from a corner the distance is the number
// of moves. It also goes on with two blanks and in dead ends.
func TestWalk(t *testing.T) {
	diamond := puzzle.Picture("..#..", ".###.", "#####", ".###.", "..#..")
	diamond.Spare = 1
	for _, tt := range []struct {
		name  string
		shape puzzle.Shape
		goal  puzzle.Arrangement
		steps int
	}{
		{"4x4", shape(4, 4), puzzle.BlankLast, 6},
		{"1x3, to and fro", shape(1, 3), puzzle.BlankLast, 2},
		{"1x1", shape(1, 1), puzzle.BlankLast, 0},
		{"two blanks", diamond, puzzle.BlankEnds, 2},
	} {
		spec := generate.Spec{
			Shapes: []puzzle.Shape{tt.shape}, Goal: tt.goal.Goal,
			Way: generate.Walk, Moves: generate.Range{Min: tt.steps, Max: tt.steps},
		}
		for _, p := range puzzles(t, spec, 20) {
			s := algorithms.NewAuto(solver.Options{Want: puzzle.WantLength})
			sol, err := s.Solve(t.Context(), &p, nil)
			if err != nil || sol.Moves != tt.steps {
				t.Errorf("%s: %v takes %d moves, %v, want %d",
					tt.name, p.Start.Tiles, sol.Moves, err, tt.steps)
			}
		}
	}
}

// Every board comes once, and none is missing.
func TestAll(t *testing.T) {
	for _, tt := range []struct {
		name string
		spec generate.Spec
		want int64
	}{
		{"3x3", generate.Spec{Moves: generate.AnyDistance}, 181440},
		{"unsolvable", generate.Spec{Moves: generate.AnyDistance, Unsolvable: 100}, 181440},
		{"deepest", generate.Spec{Moves: generate.Farthest}, 2},
		{"29 to 31 moves", generate.Spec{Moves: generate.Range{Min: 29, Max: 31}}, 760 + 221 + 2},
		{"within 3 moves", generate.Spec{
			Moves: generate.AnyDistance, Within: true,
			Bound: func(puzzle.Shape) puzzle.Bound { return puzzle.AtMost(3) },
		}, 1 + 2 + 4 + 8},
		{"not solved", generate.Spec{Moves: generate.AnyDistance, Unsolved: true}, 181439},
	} {
		tt.spec.Shapes, tt.spec.Goal, tt.spec.Way, tt.spec.Solver =
			[]puzzle.Shape{shape(3, 3)}, puzzle.BlankLast.Goal, generate.All, exact
		g, err := generate.New(t.Context(), tt.spec)
		if err != nil {
			t.Fatal(err)
		}
		n, err := g.Len()
		if n != tt.want || err != nil {
			t.Errorf("%s: Len = %d, %v, want %d", tt.name, n, err, tt.want)
		}
		ps := make([]puzzle.Puzzle, n)
		if _, err := g.Puzzles(1, n).Decode(ps); err != nil {
			t.Fatal(err)
		}
		seen := make(map[[9]puzzle.Tile]bool)
		for _, p := range ps {
			seen[[9]puzzle.Tile(p.Start.Tiles)] = true
			if p.Solvable() != (tt.spec.Unsolvable == 0) {
				t.Fatalf("%s: %v is solvable: %v", tt.name, p.Start.Tiles, p.Solvable())
			}
		}
		if int64(len(seen)) != n {
			t.Errorf("%s: %d boards of %d differ", tt.name, len(seen), n)
		}
		if err := g.Puzzle(n+1, &ps[0]); !errors.Is(err, generate.ErrNone) {
			t.Errorf("%s: puzzle %d: %v, want ErrNone", tt.name, n+1, err)
		}
	}
}

// The puzzles of a seed never change: users note the seeds.
func TestSeed(t *testing.T) {
	spec := generate.Spec{Seed: 7, Shapes: []puzzle.Shape{shape(3, 3), shape(2, 3)},
		Goal: puzzle.BlankLast.Goal}
	var got strings.Builder
	ps := puzzles(t, spec, 4)
	for _, p := range ps {
		fmt.Fprintln(&got, p.Start.Shape, p.Start.Tiles)
	}
	const want = `3x3 [1 2 8 7 4 6 3 5 0]
2x3 [1 5 3 2 4 0]
3x3 [2 3 5 8 6 1 4 7 0]
3x3 [6 0 3 7 2 5 4 8 1]
`
	if got.String() != want {
		t.Errorf("the puzzles of seed 7 are\n%swant\n%s", &got, want)
	}
	g, err := generate.New(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	var p puzzle.Puzzle
	if err := g.Puzzle(3, &p); err != nil || !p.Start.Equal(ps[2].Start) {
		t.Errorf("puzzle 3 alone is %v, %v, want %v", p.Start, err, ps[2].Start)
	}
}

// Promises are kept: no puzzle needs more moves than its bound, and none is solved.
func TestPromises(t *testing.T) {
	for _, cols := range []int{3, 4} {
		spec := generate.Spec{
			Shapes: []puzzle.Shape{shape(3, cols)}, Goal: puzzle.BlankLast.Goal,
			Way: generate.Walk, Moves: generate.Range{Min: 0, Max: 40},
			Bound:  func(puzzle.Shape) puzzle.Bound { return puzzle.AtMost(12) },
			Within: true, Unsolved: true, Solver: search,
		}
		for _, p := range puzzles(t, spec, 50) {
			sol, err := (&idastar.Solver{}).Solve(t.Context(), &p, nil)
			if err != nil || sol.Moves < 1 || sol.Moves > 12 {
				t.Errorf("%v takes %d moves, %v, want 1 to 12", p.Start.Tiles, sol.Moves, err)
			}
		}
	}
}

func Example() {
	g, err := generate.New(context.Background(), generate.Spec{
		Seed: 7, Shapes: []puzzle.Shape{{Rows: 3, Cols: 3}}, Goal: puzzle.BlankLast.Goal,
	})
	if err != nil {
		panic(err)
	}
	ps := make([]puzzle.Puzzle, 2)
	n, err := g.Puzzles(1, 2).Decode(ps)
	fmt.Println(n, err, ps[0].Start.Tiles, ps[1].Start.Tiles)
	// Output: 2 <nil> [1 5 2 0 7 8 3 6 4] [2 4 1 7 0 5 3 8 6]
}

// The counts of small boards are those of OEIS A089473.
func TestHistogram(t *testing.T) {
	g, err := generate.New(t.Context(), generate.Spec{
		Shapes: []puzzle.Shape{shape(3, 3)}, Goal: puzzle.BlankLast.Goal, Solver: exact,
	})
	if err != nil {
		t.Fatal(err)
	}
	h, err := g.Histogram(0, nil)
	if err != nil || !h.Exact || len(h.Counts) != 32 || h.Counts[31] != 2 ||
		!slices.Equal(h.Counts[:8], []int64{1, 2, 4, 8, 16, 20, 39, 62}) {
		t.Errorf("Histogram: %+v, %v", h, err)
	}
}
