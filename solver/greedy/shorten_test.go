package greedy_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/greedy"
	"tilejudge/solver/idastar"
	"tilejudge/solver/puzzle"
)

// wandering returns a puzzle with a path to its goal that wanders about.
func wandering(r *rand.Rand, goal *puzzle.Goal, moves int) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	blank := p.Start.Blank()
	back := make(puzzle.Path, 0, moves)
	for len(back) < moves {
		m := puzzle.UDLR[r.IntN(4)]
		if to, ok := p.Start.Slide(blank, m); ok {
			blank = to
			back = append(back, m.Opposite())
		}
	}
	path := make(puzzle.Path, moves)
	for i, m := range back {
		path[moves-1-i] = m
	}
	p.Answer = &puzzle.Answer{Path: path}
	return p
}

// Paths get shorter on boards of every shape, lead to the goal, and are shortest ones where the
// solver says so.
func TestShorten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	exact := &idastar.Solver{Options: solver.Options{Heuristic: solver.LinearConflict}}
	for _, tt := range []struct{ rows, cols, moves, proved int }{
		{2, 2, 50, 10}, {3, 3, 100, 10}, {1, 6, 40, 10}, {4, 4, 60, 5},
		{6, 7, 300, 0}, {12, 12, 2000, 0},
	} {
		goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: tt.rows, Cols: tt.cols})
		proved, sv := 0, &greedy.Shorten{Options: solver.Options{NodeLimit: 100_000}}
		for range 10 {
			p := wandering(r, goal, tt.moves)
			given := p.Answer.Path.String()
			sol, err := sv.Solve(context.Background(), p, nil)
			if err == nil {
				err = p.Replay(sol.Path)
			}
			if err != nil || len(sol.Path) >= tt.moves || sol.Moves != len(sol.Path) ||
				sol.LowerBound > sol.Moves || p.Answer.Path.String() != given {
				t.Fatalf("%v: %d moves in place of %d, %v", goal.Shape, sol.Moves, tt.moves, err)
			}
			if sol.Rule < puzzle.Shortest {
				continue
			}
			proved++
			best, err := exact.Solve(context.Background(), p, nil)
			if err != nil || best.Moves != sol.Moves {
				t.Fatalf("%v: %d moves, %v, a shortest path has %d", p.Start.Tiles, sol.Moves, err,
					best.Moves)
			}
		}
		if proved < tt.proved {
			t.Errorf("%v: %d of 10 paths are proved, want %d", goal.Shape, proved, tt.proved)
		}
	}
}

// More nodes never make a path longer. Without a limit the search ends, and a path that is a
// shortest one stays.
func TestShortenLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 8, Cols: 8})
	p := wandering(r, goal, 1500)
	last := 1500
	for limit := int64(100); limit <= 1_000_000; limit *= 10 {
		sv := &greedy.Shorten{Options: solver.Options{NodeLimit: limit}}
		sol, err := sv.Solve(context.Background(), p, nil)
		if err != nil || sol.Moves > last {
			t.Fatalf("%d nodes: %d moves, %v, with fewer nodes %d", limit, sol.Moves, err, last)
		}
		last = sol.Moves
	}
	unlimited := &greedy.Shorten{}
	if sol, err := unlimited.Solve(context.Background(), p, nil); err != nil || sol.Moves > 1000 {
		t.Errorf("without a limit: %d moves, %v", sol.Moves, err)
	}
	p.Answer.Path = puzzle.Path("lr")
	p.Start = goal.Clone()
	fresh := &greedy.Shorten{}
	if sol, err := fresh.Solve(context.Background(), p, nil); err != nil || sol.Moves != 0 {
		t.Errorf("a solved board: %d moves, %v", sol.Moves, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p = wandering(r, goal, 100)
	if sol, err := unlimited.Solve(ctx, p, nil); err != nil || sol.Moves != 100 {
		t.Errorf("with an ended context: %d moves, %v, want the 100 given", sol.Moves, err)
	}
}

// An answer that is none is not shortened.
func TestShortenWrong(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	board := func(tiles ...puzzle.Tile) puzzle.Board {
		return puzzle.Board{Shape: goal.Shape, Tiles: tiles}
	}
	missing := errors.New("there is no answer")
	for _, tt := range []struct {
		name   string
		start  puzzle.Board
		answer puzzle.Answer
		want   error
	}{
		{"leaves the board", board(1, 2, 3, 4, 5, 6, 7, 0, 8),
			puzzle.Answer{Path: puzzle.Path("dr")}, puzzle.ErrGaveUp},
		{"ends elsewhere", board(1, 2, 3, 4, 5, 6, 7, 0, 8),
			puzzle.Answer{Path: puzzle.Path("l")}, puzzle.ErrGaveUp},
		{"none", board(1, 2, 3, 4, 5, 6, 7, 0, 8), puzzle.Answer{Err: missing}, missing},
		{"unsolvable", board(1, 2, 3, 4, 5, 6, 8, 7, 0),
			puzzle.Answer{Err: missing}, puzzle.ErrUnsolvable},
	} {
		p := &puzzle.Puzzle{Start: tt.start, Goal: goal, Answer: &tt.answer}
		_, err := (&greedy.Shorten{}).Solve(context.Background(), p, nil)
		if !errors.Is(err, tt.want) || err == nil {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}
