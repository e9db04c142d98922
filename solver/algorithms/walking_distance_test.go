package algorithms

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/astar"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// With walking distance the lengths on boards of 3x4 and 5x2 are those with
// Manhattan distance.
func TestWalkingDistanceFindsShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, shape := range []puzzle.Shape{{Rows: 3, Cols: 4}, {Rows: 5, Cols: 2},
		{Rows: 4, Cols: 4}} {
		goal := solvertest.Scrambled(shape)
		for range 40 {
			p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
			for i, blank := 0, p.Start.Blank(); i < 80; i++ {
				if to, ok := p.Start.Slide(blank, puzzle.UDLR[r.IntN(4)]); ok {
					blank = to
				}
			}
			want, err := (&idastar.Solver{}).Solve(context.Background(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := solver.Options{Heuristic: solver.WalkingDistance}
			ida, err1 := (&idastar.Solver{Options: o}).Solve(context.Background(), p, nil)
			star, err2 := (&astar.Solver{Options: o}).Solve(context.Background(), p, nil)
			if err1 != nil || err2 != nil || star.Moves != want.Moves ||
				ida.Path.String() != want.Path.String() {
				t.Fatalf("%v to %v: IDA* %+v, %v and A* %+v, %v, want %v",
					p.Start.Tiles, goal.Tiles, ida, err1, star, err2, want)
			}
		}
	}
}

// Boards without walking distance are refused with the reason.
func TestWalkingDistanceRefuses(t *testing.T) {
	want := solver.ErrShape.Error() + ": walking-distance is for boards of up to 4x4"
	for _, shape := range []puzzle.Shape{
		{Rows: 5, Cols: 5}, {Rows: 4, Cols: 5}, {Rows: 2, Cols: 7}, {Rows: 1, Cols: 9},
		{Rows: 60, Cols: 60},
		puzzle.Picture("###", "###", "##."),
	} {
		goal := puzzle.BlankLast.Goal(shape)
		p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		for _, name := range []string{"astar", "idastar"} {
			s, err := New(name, solver.Options{Heuristic: solver.WalkingDistance})
			if err != nil {
				t.Fatal(err)
			}
			if sol, err := s.Solve(context.Background(), p, nil); !errors.Is(err, solver.ErrShape) ||
				!strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s on %v: %+v, %v, want %q", name, shape, sol, err, want)
			}
		}
	}
}
