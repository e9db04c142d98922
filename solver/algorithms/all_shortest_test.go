package algorithms_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/cases"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// every returns all shortest paths of a board in a space, by walking it, in an order of moves.
func every(s *space, b puzzle.Board, order puzzle.Order) (paths []string) {
	length := len(s.path[name(b)])
	if length == 0 {
		return []string{""}
	}
	for _, m := range order {
		c := b.Clone()
		if _, ok := c.Slide(c.Blank(), m); ok && len(s.path[name(c)]) == length-1 {
			for _, rest := range every(s, c, order) {
				paths = append(paths, m.String()+rest)
			}
		}
	}
	return paths
}

// sameEvery compares what the solver finds with the paths by brute force.
func sameEvery(t *testing.T, sv *algorithms.AllShortest, s *space, b puzzle.Board, o puzzle.Order) {
	t.Helper()
	p := &puzzle.Puzzle{Start: b, Goal: s.goal}
	sol, err := sv.Solve(context.Background(), p, nil)
	if err != nil {
		t.Fatalf("%v to %v: %v", b.Tiles, s.goal.Tiles, err)
	}
	var got []string
	for path := range sol.Shortest.All() {
		got = append(got, path.String())
	}
	want := every(s, b, o)
	if !slices.Equal(got, want) || sol.Path.String() != want[0] {
		t.Fatalf("%v to %v: %q, want %q", b.Tiles, s.goal.Tiles, got, want)
	}
	if count := sol.Shortest.Count(); count.Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("%v to %v: %v paths, want %d", b.Tiles, s.goal.Tiles, count, len(want))
	}
}

// On all boards of small shapes, and on some of larger ones, all shortest paths are those that
// a walk through the whole space finds, with the table and with each heuristic.
func TestAllShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct{ rows, cols, goals, boards int }{
		{2, 2, 4, 12}, {2, 3, 3, 40}, {3, 2, 2, 40}, {3, 3, 1, 20}, {2, 4, 1, 10}, {1, 4, 4, 4},
	} {
		for _, goal := range goals(t, puzzle.Shape{Rows: tt.rows, Cols: tt.cols})[:tt.goals] {
			for _, order := range []puzzle.Order{puzzle.UDLR, puzzle.DLRU} {
				s := explore(goal, order)
				for h := range solver.Heuristic(len(solver.Heuristics)) {
					if h == solver.PatternDatabase && min(tt.rows, tt.cols) < 2 {
						continue
					}
					sv := algorithms.NewAllShortest(solver.Options{Order: order, Heuristic: h})
					for range min(tt.boards, len(s.boards)) {
						sameEvery(t, sv, s, s.boards[r.IntN(len(s.boards))], order)
					}
				}
			}
		}
	}
}

// All boards of 2x2 and 2x3 have the paths of brute force.
func TestAllShortestOfAll(t *testing.T) {
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}} {
		s := explore(puzzle.BlankLast.Goal(shape), puzzle.UDLR)
		sv := algorithms.NewAllShortest(solver.Options{})
		for _, b := range s.boards {
			sameEvery(t, sv, s, b, puzzle.UDLR)
		}
	}
}

// All shortest paths of 15-puzzles are different, lead to the goal and are in order, and the
// canonical path is the first. Heuristics agree on their number.
func TestAllShortestFifteen(t *testing.T) {
	ps, moves := solvertest.Bundled(t, cases.Read, "korf-100")
	for i := range ps[:100] {
		if moves[i] > 44 {
			continue
		}
		var counts []*big.Int
		for _, h := range []solver.Heuristic{0, solver.WalkingDistance} {
			sv := algorithms.NewAllShortest(solver.Options{Heuristic: h})
			sol, err := sv.Solve(context.Background(), &ps[i], nil)
			if err != nil {
				t.Fatal(err)
			}
			last := ""
			listed := int64(0)
			for path := range sol.Shortest.All() {
				err := ps[i].Replay(path)
				if err != nil || last != "" && !before(puzzle.UDLR, last, path.String()) ||
					last == "" && path.String() != sol.Path.String() {
					t.Fatalf("puzzle %d: %s, %v, after %s", i+1, path, err, last)
				}
				last = path.String()
				listed++
			}
			counts = append(counts, sol.Shortest.Count())
			if counts[0].Cmp(big.NewInt(listed)) != 0 {
				t.Errorf("puzzle %d: %d paths with %v, counted %v", i+1, listed, h, counts[0])
			}
		}
	}
}

// A limit ends the search with its error, and a closed channel ends the paths.
func TestAllShortestLimits(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := &puzzle.Puzzle{Start: puzzle.Board{
		Shape: goal.Shape, Tiles: []puzzle.Tile{8, 6, 7, 2, 5, 4, 3, 0, 1},
	}, Goal: goal}
	for _, tt := range []struct {
		name string
		o    solver.Options
		want error
	}{
		{"nodes", solver.Options{NodeLimit: 100}, solver.ErrNodeLimit},
		{"memory", solver.Options{MemoryLimit: 100}, solver.ErrMemoryLimit},
		{"moves", solver.Options{StopAtBound: true}, puzzle.ErrTooLong},
	} {
		p.Bound = puzzle.AtMost(30)
		sol, err := algorithms.NewAllShortest(tt.o).Solve(context.Background(), p, nil)
		if !errors.Is(err, tt.want) || sol.Shortest != nil {
			t.Errorf("%s: %v, %v, want %v", tt.name, sol, err, tt.want)
		}
	}
	sol, err := algorithms.NewAllShortest(solver.Options{}).Solve(context.Background(), p, nil)
	if err != nil || sol.Moves != 31 || sol.Shortest.Count().Int64() != 40 {
		t.Fatalf("%d moves, %v, %v paths, want 31 and 40", sol.Moves, err, sol.Shortest.Count())
	}
	done := make(chan struct{})
	sol.Shortest.Done = done
	listed := 0
	for range sol.Shortest.All() {
		if listed++; listed == 5 {
			close(done)
		}
	}
	if listed != 5 {
		t.Errorf("%d paths, want the 5 before the end", listed)
	}
}
