package greedy_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/greedy"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// randomGoal returns a goal with the tiles in any order.
func randomGoal(t *testing.T, rng *rand.Rand, shape puzzle.Shape) *puzzle.Goal {
	t.Helper()
	b := puzzle.BlankLast.Goal(shape).Board.Clone()
	rng.Shuffle(len(b.Tiles), func(i, j int) { b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i] })
	goal, err := puzzle.NewGoal(b)
	if err != nil {
		t.Fatal(err)
	}
	return goal
}

// Greedy solves long boards and large ones, whatever the goal, also those that no search takes.
// Random boards of n x n take less than 1.6 n^3 moves.
func TestGreedyLarge(t *testing.T) {
	solvertest.Long(t)
	rng := rand.New(rand.NewPCG(11, 12))
	sv := &greedy.Solver{Options: solver.Options{Order: puzzle.DLRU}}
	for _, shape := range []puzzle.Shape{
		{Rows: 2, Cols: 150}, {Rows: 150, Cols: 3}, {Rows: 4, Cols: 90}, {Rows: 5, Cols: 80},
		{Rows: 60, Cols: 7}, {Rows: 40, Cols: 41}, {Rows: 257, Cols: 256},
	} {
		p := solvertest.Shuffled(rng, randomGoal(t, rng, shape))
		sol, err := sv.Solve(context.Background(), p, nil)
		if err == nil {
			err = p.Replay(sol.Path)
		}
		if err != nil {
			t.Fatalf("%v: %v", shape, err)
		}
		if n := shape.Rows; n > 200 && 5*sol.Moves > 8*n*n*n {
			t.Errorf("%v: %d moves, want at most 1.6 n^3", shape, sol.Moves)
		}
	}
}

// Boards far from random are solved too: near the goal, turned about, or with one half in order.
func TestGreedyOrdered(t *testing.T) {
	shape := puzzle.Shape{Rows: 40, Cols: 50}
	goal := puzzle.BlankLast.Goal(shape)
	last := shape.Cells() - 1
	for name, change := range map[string]func(tiles []puzzle.Tile){
		"two swaps": func(tiles []puzzle.Tile) {
			tiles[0], tiles[1], tiles[900], tiles[901] = tiles[1], tiles[0], tiles[901], tiles[900]
		},
		"turned": func(tiles []puzzle.Tile) {
			for i := range last / 2 {
				tiles[i], tiles[last-1-i] = tiles[last-1-i], tiles[i]
			}
		},
		"half": func(tiles []puzzle.Tile) {
			half := tiles[:last/2]
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(half), func(i, j int) {
				half[i], half[j] = half[j], half[i]
			})
		},
	} {
		p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		tiles := p.Start.Tiles
		if change(tiles); !p.Solvable() {
			tiles[0], tiles[1] = tiles[1], tiles[0]
		}
		sol, err := new(greedy.Solver).Solve(context.Background(), p, nil)
		if err == nil {
			err = p.Replay(sol.Path)
		}
		if err != nil || name == "two swaps" && sol.Moves > 10_000 {
			t.Errorf("%s: %d moves, %v", name, sol.Moves, err)
		}
	}
}

// Greedy and what leaves large boards to it give up boards that are too large for it, or whose
// path is too large for the memory, and end with the context.
func TestGreedyLimits(t *testing.T) {
	shape := puzzle.Shape{Rows: 257, Cols: 256}
	goal := puzzle.BlankLast.Goal(shape)
	p := solvertest.Shuffled(rand.New(rand.NewPCG(1, 2)), goal)
	small := solver.Options{AnyPath: true, MemoryLimit: 10 << 20}
	for _, name := range []string{"greedy", "anytime", "auto"} {
		sv, err := algorithms.New(name, small)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sv.Solve(context.Background(), p, nil); !errors.Is(err, solver.ErrMemoryLimit) {
			t.Errorf("%s: %v, want ErrMemoryLimit", name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		sv, _ = algorithms.New(name, solver.Options{AnyPath: true})
		if _, err := sv.Solve(ctx, p, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", name, err)
		}
		large := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 1001, Cols: 1000})
		q := &puzzle.Puzzle{Start: large.Board, Goal: large}
		if _, err := sv.Solve(context.Background(), q, nil); !errors.Is(err, solver.ErrShape) {
			t.Errorf("%s: %v, want ErrShape", name, err)
		}
	}
	if _, err := new(idastar.Solver).Solve(context.Background(), p, nil); !errors.Is(err,
		solver.ErrShape) {
		t.Errorf("idastar: %v, want ErrShape", err)
	}
}
