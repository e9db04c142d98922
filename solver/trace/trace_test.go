package trace_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/trace"
)

// walk returns the puzzle that a walk of random moves from the goal leads to.
func walk(rnd *rand.Rand, goal *puzzle.Goal, moves int) *puzzle.Puzzle {
	b := goal.Board.Clone()
	for range moves {
		b.Slide(b.Blank(), puzzle.UDLR[rnd.IntN(4)])
	}
	return &puzzle.Puzzle{Start: b, Goal: goal}
}

func Example() {
	rnd := rand.New(rand.NewPCG(1, 1))
	p := walk(rnd, puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3}), 8)
	t, err := trace.Run(context.Background(), p, trace.Options{Algorithm: "idastar"})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range t.Steps {
		fmt.Print(s.Board.Tiles, " bound ", s.Bound, " g ", s.G, " h ", s.H, ":")
		for _, c := range s.Next {
			fmt.Printf(" %v %v", c.Move, c.Fate)
		}
		fmt.Println()
	}
	fmt.Println(t.Path)
	// Output:
	// [1 2 3 7 4 5 0 8 6] bound 4 g 0 h 4: u entered r not tried
	// [1 2 3 0 4 5 7 8 6] bound 4 g 1 h 3: u cut r entered
	// [1 2 3 4 0 5 7 8 6] bound 4 g 2 h 2: u cut d cut r entered
	// [1 2 3 4 5 0 7 8 6] bound 4 g 3 h 1: u cut d goal
	// urrd
}

// heuristics are those that a trace takes.
var heuristics = []solver.Heuristic{
	solver.Hamming, solver.Manhattan, solver.LinearConflict, solver.WalkingDistance,
}

// A trace expands as many boards as the search of package solver, generates as many, and finds
// the same path: for each algorithm, heuristic, order of moves and goal.
func TestAgrees(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	longest := 0
	for _, shape := range []puzzle.Shape{
		{Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 4},
	} {
		for _, arrangement := range []puzzle.Arrangement{puzzle.BlankLast, puzzle.BlankFirst} {
			goal := arrangement.Goal(shape)
			for _, moves := range []int{0, 1, 5, 12, 25, 60} {
				if shape.Cells() > 9 && moves > 25 {
					continue // too many boards for bfs
				}
				p := walk(rnd, goal, moves)
				order := puzzle.Order{puzzle.Right, puzzle.Up, puzzle.Left, puzzle.Down}
				for _, algorithm := range trace.Algorithms() {
					hs := heuristics
					if algorithm == "bfs" || algorithm == "bibfs" {
						hs = hs[:1]
					}
					for _, h := range hs {
						longest = max(longest, agrees(t, p, algorithm, h, order))
						agrees(t, p, algorithm, h, puzzle.Order{})
					}
				}
			}
		}
	}
	if longest < 1000 {
		t.Errorf("the longest trace has %d steps, want 1000 at least", longest)
	}
}

// agrees compares a trace with a search, and returns the number of its steps.
func agrees(
	t *testing.T, p *puzzle.Puzzle, algorithm string, h solver.Heuristic, order puzzle.Order,
) int {
	t.Helper()
	var effort solver.Effort
	s, err := algorithms.New(algorithm, solver.Options{Heuristic: h, Order: order, Effort: &effort})
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Solve(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := trace.Run(t.Context(), p, trace.Options{
		Algorithm: algorithm, Heuristic: h, Order: order,
	})
	if want.Nodes > trace.MaxSteps {
		if !errors.Is(err, trace.ErrLong) || len(got.Steps) != trace.MaxSteps {
			t.Errorf("%s: error %v after %d nodes, want ErrLong", algorithm, err, want.Nodes)
		}
		return 0
	}
	if err != nil {
		t.Fatalf("%s, %v, %v: %v", algorithm, h, p.Start.Tiles, err)
	}
	if int64(len(got.Steps)) != want.Nodes || got.Generated != effort.Generated ||
		!slices.Equal(got.Path, want.Path) {
		t.Errorf("%s, %v, %v, %v: %d steps, %d generated, path %v; want %d, %d, %v", algorithm, h,
			order, p.Start.Tiles, len(got.Steps), got.Generated, got.Path, want.Nodes,
			effort.Generated, want.Path)
	}
	return len(got.Steps)
}

// The distance of each step is that of a search, and no estimate is above it. On a large board,
// only the steps on the path have a distance.
func TestLeft(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	exact, err := algorithms.New("idastar", solver.Options{Want: puzzle.WantLength})
	if err != nil {
		t.Fatal(err)
	}
	for _, cols := range []int{3, 4} {
		p := walk(rnd, puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: cols}), 30)
		for _, algorithm := range trace.Algorithms() {
			got, err := trace.Run(t.Context(), p, trace.Options{Algorithm: algorithm})
			if err != nil && !errors.Is(err, trace.ErrLong) {
				t.Fatal(err)
			}
			known := 0
			for _, s := range got.Steps[:min(len(got.Steps), 200)] {
				if s.Left == trace.Unknown {
					continue
				}
				known++
				want, err := exact.Solve(t.Context(), &puzzle.Puzzle{Start: s.Board, Goal: p.Goal}, nil)
				if err != nil || s.Left != want.Moves || s.H > s.Left {
					t.Errorf("%s: %v is %d moves from the goal with h %d, want %d (%v)",
						algorithm, s.Board.Tiles, s.Left, s.H, want.Moves, err)
				}
			}
			if cols == 3 && known != min(len(got.Steps), 200) || known == 0 {
				t.Errorf("%s, %d columns: %d of %d distances known", algorithm, cols, known,
					len(got.Steps))
			}
		}
	}
}

// What can't be traced has an error.
func TestErrors(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 2, Cols: 2})
	solved := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	swapped := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	swapped.Start.Tiles[0], swapped.Start.Tiles[1] = swapped.Start.Tiles[1], swapped.Start.Tiles[0]
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	rnd := rand.New(rand.NewPCG(3, 3))
	far := walk(rnd, puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3}), 30)
	for _, tt := range []struct {
		name      string
		ctx       context.Context
		p         *puzzle.Puzzle
		algorithm string
		want      error
	}{
		{"unsolvable", t.Context(), swapped, "bfs", puzzle.ErrUnsolvable},
		{"unknown", t.Context(), solved, "greedy", trace.ErrAlgorithm},
		{"interrupted", ended, far, "astar", context.Canceled},
		{"solved", ended, solved, "astar", nil},
	} {
		if _, err := trace.Run(tt.ctx, tt.p, trace.Options{Algorithm: tt.algorithm}); err != tt.want {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
	}
}
