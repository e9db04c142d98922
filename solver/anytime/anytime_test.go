package anytime_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilejudge/cases"
	"tilejudge/solver"
	"tilejudge/solver/anytime"
	"tilejudge/solver/greedy"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// goalAt returns the goal of a shape that has the blank in a cell.
func goalAt(t *testing.T, shape puzzle.Shape, cell int) *puzzle.Goal {
	t.Helper()
	b := puzzle.BlankLast.Goal(shape).Board.Clone()
	last := len(b.Tiles) - 1
	b.Tiles[cell], b.Tiles[last] = b.Tiles[last], b.Tiles[cell]
	goal, err := puzzle.NewGoal(b)
	if err != nil {
		t.Fatal(err)
	}
	return goal
}

// Anytime solves boards of every shape, wherever the goal has its blank, with paths that
// are no longer than those of Greedy.
func TestAnytimeShapes(t *testing.T) {
	solvertest.Long(t)
	rng := rand.New(rand.NewPCG(3, 4))
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 100_000}}
	plain := &greedy.Solver{}
	shorter := 0
	for rows := 2; rows <= 9; rows++ {
		for cols := 2; cols <= 9; cols++ {
			shape := puzzle.Shape{Rows: rows, Cols: cols}
			p := solvertest.Shuffled(rng, goalAt(t, shape, rng.IntN(shape.Cells())))
			sol, err := sv.Solve(context.Background(), p, nil)
			if err == nil {
				err = p.Replay(sol.Path)
			}
			long, _ := plain.Solve(context.Background(), p, nil)
			if err != nil || sol.Moves != len(sol.Path) || sol.Moves > long.Moves {
				t.Fatalf("%v: %d moves, %v, greedy has %d", p.Start, sol.Moves, err, long.Moves)
			}
			if sol.Moves < long.Moves {
				shorter++
			}
		}
	}
	if shorter < 40 {
		t.Errorf("%d of 64 paths are shorter than those of greedy, want 40", shorter)
	}
}

// The lower bound is never above the length of a shortest path. Of all 8-puzzles, nearly
// all get a shortest path within a few thousand nodes.
func TestAnytimeBound(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 3000, Want: puzzle.WantLength}}
	exact := &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
	rng := rand.New(rand.NewPCG(5, 6))
	best := 0
	for range 1000 {
		p := solvertest.Shuffled(rng, goal)
		want, err := exact.Solve(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		sol, err := sv.Solve(context.Background(), p, nil)
		if err != nil || sol.LowerBound > want.Moves || sol.Moves < want.Moves {
			t.Fatalf("%v: %d moves, at least %d, %v; a shortest path has %d",
				p.Start.Tiles, sol.Moves, sol.LowerBound, err, want.Moves)
		}
		if sol.Moves == want.Moves {
			best++
		}
	}
	if best < 950 {
		t.Errorf("%d of 1000 paths are shortest ones, want 950", best)
	}
}

// On Korf's 100 puzzles, whose shortest paths have 53.05 moves in the mean, the bound never
// exceeds the published length, and the paths are hardly longer.
func TestAnytimeKorf(t *testing.T) {
	ps, moves := solvertest.Bundled(t, cases.Read, "korf-100")
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 20_000}}
	sum := 0
	for i := range ps {
		sol, err := sv.Solve(context.Background(), &ps[i], nil)
		if err != nil || sol.LowerBound > moves[i] || sol.Moves < moves[i] {
			t.Errorf("puzzle %d: %d moves, at least %d, %v; a shortest path has %d",
				i+1, sol.Moves, sol.LowerBound, err, moves[i])
		}
		sum += sol.Moves
	}
	if sum > 5600 {
		t.Errorf("the paths have %d moves, want 5600 at most", sum)
	}
}

// With more nodes the paths of several boards together never get longer, and equal limits give
// equal paths, also if several goroutines share the solver.
func TestAnytimeNodeLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 5, Cols: 6})
	var puzzles [6]*puzzle.Puzzle
	for i := range puzzles {
		puzzles[i] = solvertest.Shuffled(rng, goal)
	}
	last := math.MaxInt
	for _, q := range []struct {
		limit   int64
		workers int
	}{{10_000, 8}, {40_000, 2}, {160_000, 1}} {
		sv := &anytime.Solver{Options: solver.Options{NodeLimit: q.limit}}
		moves := 0
		for _, p := range puzzles {
			moves += equalMoves(t, sv, p, q.workers)
		}
		if moves > last {
			t.Errorf("limit %d: %d moves, with a quarter of the nodes %d", q.limit, moves, last)
		}
		last = moves
	}
}

// equalMoves solves a puzzle, then again in several goroutines at once. It returns the moves of
// the path, which must be the same.
func equalMoves(t *testing.T, sv solver.Solver, p *puzzle.Puzzle, workers int) int {
	t.Helper()
	paths := make([]string, 1+workers)
	solve := func(i int) {
		sol, err := sv.Solve(context.Background(), p, nil)
		if err != nil {
			t.Error(err)
		}
		paths[i] = sol.Path.String()
	}
	solve(0)
	var wait sync.WaitGroup
	for i := range workers {
		wait.Go(func() { solve(1 + i) })
	}
	wait.Wait()
	for _, path := range paths {
		if path != paths[0] {
			t.Errorf("two answers, %s and %s", path, paths[0])
		}
	}
	return len(paths[0])
}

// Whatever the node limit, the path is not longer than that of Greedy, on boards close to
// their goal and far from it.
func TestAnytimeGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	solved := 0
	for _, shape := range []puzzle.Shape{{Rows: 4, Cols: 4}, {Rows: 3, Cols: 7}, {Rows: 8, Cols: 8},
		{Rows: 3, Cols: 12}, {Rows: 9, Cols: 9}} {
		for i, limit := range []int64{1, 1000, 3000, 6000, 12_000, 25_000} {
			p := solvertest.Shuffled(rng, goalAt(t, shape, rng.IntN(shape.Cells())))
			if i%2 > 0 {
				p.Start = p.Goal.Board.Clone()
				blank := p.Start.Blank()
				for range 200 {
					if to, ok := p.Start.Slide(blank, puzzle.UDLR[rng.IntN(4)]); ok {
						blank = to
					}
				}
			}
			o := solver.Options{NodeLimit: limit}
			long, err := (&greedy.Solver{Options: o}).Solve(context.Background(), p, nil)
			if err != nil {
				continue
			}
			solved++
			sol, err := (&anytime.Solver{Options: o}).Solve(context.Background(), p, nil)
			if err != nil || p.Replay(sol.Path) != nil || sol.Moves > long.Moves {
				t.Errorf("%v, %d nodes: %d moves, %v; greedy has %d", p.Start.Shape, limit,
					sol.Moves, err, long.Moves)
			}
		}
	}
	if solved < 20 {
		t.Errorf("greedy solves %d of 30 boards, want 20", solved)
	}
}

// A countdown is a context that ends when it has been asked a number of times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Whenever the context ends, the answer is a path that is not longer than that of Greedy, or
// the context's error.
func TestAnytimeCancelled(t *testing.T) {
	goal := goalAt(t, puzzle.Shape{Rows: 6, Cols: 6}, 35)
	p := solvertest.Shuffled(rand.New(rand.NewPCG(9, 9)), goal)
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 200_000}}
	step := 7
	if testing.Short() {
		step = 20
	}
	long, _ := new(greedy.Solver).Solve(context.Background(), p, nil)
	paths := 0
	for left := 0; left < 120; left += step {
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(int64(left))
		sol, err := sv.Solve(ctx, p, nil)
		switch {
		case err == nil:
			if err := p.Replay(sol.Path); err != nil || sol.Moves > long.Moves {
				t.Fatalf("after %d questions: %d moves, greedy has %d, %v", left, sol.Moves,
					long.Moves, err)
			}
			paths++
		case !errors.Is(err, context.Canceled) || paths > 0:
			t.Fatalf("after %d questions: %v, %d paths before", left, err, paths)
		}
	}
	if paths == 0 {
		t.Error("no context lasted until there was a path")
	}
}

// On a small board there is the path of a beam even if the context has ended before.
func TestAnytimeLate(t *testing.T) {
	goal := goalAt(t, puzzle.Shape{Rows: 8, Cols: 8}, 20)
	p := solvertest.Shuffled(rand.New(rand.NewPCG(9, 9)), goal)
	long, _ := new(greedy.Solver).Solve(context.Background(), p, nil)
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	sol, err := new(anytime.Solver).Solve(ctx, p, nil)
	if err != nil || p.Replay(sol.Path) != nil || 3*sol.Moves > 2*long.Moves {
		t.Errorf("%d moves, %v; greedy has %d", sol.Moves, err, long.Moves)
	}
}

// With a deadline there is a path when it passes.
func TestAnytimeDeadline(t *testing.T) {
	goal := goalAt(t, puzzle.Shape{Rows: 7, Cols: 7}, 20)
	p := solvertest.Shuffled(rand.New(rand.NewPCG(9, 9)), goal)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	sol, err := new(anytime.Solver).Solve(ctx, p, nil)
	if err != nil || p.Replay(sol.Path) != nil {
		t.Errorf("%d moves, %v", sol.Moves, err)
	}
}

// On boards with walls beams alone find paths. Some walls are too hard for them.
func TestAnytimeWalls(t *testing.T) {
	solvertest.Long(t)
	shape := puzzle.Picture("####", "####", "####", "###.")
	tiles := make([]puzzle.Tile, 16)
	for c := range tiles {
		tiles[c] = puzzle.Tile(c)
	}
	tiles[15] = puzzle.Wall
	goal, err := puzzle.NewGoal(puzzle.Board{Shape: shape, Tiles: tiles})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 200_000}}
	solved := 0
	for range 20 {
		p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
		blank := 0
		for range 10_000 {
			if to, ok := p.Start.Slide(blank, puzzle.UDLR[rng.IntN(4)]); ok {
				blank = to
			}
		}
		sol, err := sv.Solve(context.Background(), p, nil)
		switch {
		case err == nil && p.Replay(sol.Path) == nil:
			solved++
		case !errors.Is(err, solver.ErrNodeLimit):
			t.Errorf("%v: %q, %v", p.Start.Tiles, sol.Path, err)
		}
	}
	if solved < 15 {
		t.Errorf("%d of 20 puzzles are solved, want 15", solved)
	}
}

// With enough nodes most 15-puzzles end with a proof, and all of them with their optimum then.
func TestAnytimeProof(t *testing.T) {
	ps, moves := solvertest.Bundled(t, cases.Read, "korf-100")
	sv := &anytime.Solver{Options: solver.Options{NodeLimit: 1 << 20}}
	proved := 0
	for i := range ps[:15] {
		sol, err := sv.Solve(context.Background(), &ps[i], nil)
		if err != nil || ps[i].Replay(sol.Path) != nil || sol.LowerBound > moves[i] {
			t.Fatalf("puzzle %d: %+v, %v; a shortest path has %d moves", i+1, sol, err, moves[i])
		}
		if sol.Rule == puzzle.Shortest {
			proved++
			if sol.Moves != moves[i] {
				t.Errorf("puzzle %d: %d moves, proved; a shortest path has %d", i+1, sol.Moves, moves[i])
			}
		}
	}
	if proved < 10 {
		t.Errorf("%d of 15 paths are proved, want 10", proved)
	}
}

// The paths of large boards have less than two thirds of the moves of Greedy's paths, wherever the
// goal has its blank. Equal limits give equal paths, also if the solver was used for another board
// before.
func TestAnytimeLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	plain := &greedy.Solver{}
	for _, q := range []struct{ rows, cols, home int }{{12, 20, 239}, {17, 9, 70}, {5, 30, 0}} {
		p := solvertest.Shuffled(rng, goalAt(t, puzzle.Shape{Rows: q.rows, Cols: q.cols}, q.home))
		sv := &anytime.Solver{Options: solver.Options{NodeLimit: 600_000}}
		first, err := sv.Solve(context.Background(), p, nil)
		if err == nil {
			err = p.Replay(first.Path)
		}
		long, _ := plain.Solve(context.Background(), p, nil)
		if err != nil || first.Moves != len(first.Path) || first.Moves >= long.Moves*2/3 {
			t.Fatalf("%v: %d moves, %v, greedy has %d", p.Start, first.Moves, err, long.Moves)
		}
		sv.Solve(context.Background(), solvertest.Shuffled(rng, p.Goal), nil)
		second, err := sv.Solve(context.Background(), p, nil)
		if err != nil || second.Path.String() != first.Path.String() {
			t.Errorf("%v: two answers of %d and %d moves, %v", p.Start.Shape, first.Moves,
				second.Moves, err)
		}
	}
}

// A limit that ends while the first path is shortened leaves a path.
func TestAnytimeShortLimit(t *testing.T) {
	goal := goalAt(t, puzzle.Shape{Rows: 30, Cols: 30}, 0)
	p := solvertest.Shuffled(rand.New(rand.NewPCG(1, 2)), goal)
	for _, limit := range []int64{100, 1000, 100_000} {
		sv := &anytime.Solver{Options: solver.Options{NodeLimit: limit}}
		sol, err := sv.Solve(context.Background(), p, nil)
		if err == nil {
			err = p.Replay(sol.Path)
		}
		if err != nil {
			t.Errorf("limit %d: %d moves, %.80s", limit, sol.Moves, err)
		}
	}
}
