package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// With StopAtBound every algorithm finds a solution whose length is the bound, and none
// that is longer. Without it the bound does not matter.
func TestBounds(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 2, Cols: 3})
	s := explore(goal, puzzle.UDLR)
	for _, m := range methods() {
		stop := m.new(t, solver.Options{StopAtBound: true})
		length := m.new(t, solver.Options{StopAtBound: true, Want: puzzle.WantLength})
		all := m.new(t, solver.Options{})
		for i := 0; i < len(s.boards); i += 7 {
			b := s.boards[i]
			moves := len(s.path[name(b)])
			for bound := max(moves-2, 0); bound < moves+2; bound++ {
				p := &puzzle.Puzzle{Start: b, Goal: goal, Bound: puzzle.AtMost(bound)}
				for _, sv := range []solver.Solver{stop, length} {
					sol, err := sv.Solve(context.Background(), p, nil)
					if bound < moves && err != puzzle.ErrTooLong || bound >= moves && (err != nil ||
						sol.Moves != moves) {
						t.Fatalf("%v: %v, %d moves, at most %d: %d, %v", m, b, moves, bound,
							sol.Moves, err)
					}
				}
				if sol, err := all.Solve(context.Background(), p, nil); err != nil ||
					sol.Moves != moves {
					t.Fatalf("%v: %v, %d moves, bound %d ignored: %d, %v", m, b, moves, bound,
						sol.Moves, err)
				}
			}
		}
	}
}

// A decision needs no search, whatever the algorithm.
func TestDecision(t *testing.T) {
	shape := puzzle.Shape{Rows: 300, Cols: 300}
	goal := puzzle.BlankLast.Goal(shape)
	for _, a := range algorithms.All {
		sv, err := algorithms.New(a.Name, solver.Options{Want: puzzle.WantDecision})
		if err != nil {
			t.Fatal(err)
		}
		p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		if sol, err := sv.Solve(context.Background(), p, nil); err != nil || sol.Path != nil ||
			sol.Nodes != 0 {
			t.Errorf("%s: %+v, %v, want a decision", a.Name, sol, err)
		}
		p.Start.Tiles[0], p.Start.Tiles[1] = p.Start.Tiles[1], p.Start.Tiles[0]
		if _, err := sv.Solve(context.Background(), p, nil); err != puzzle.ErrUnsolvable {
			t.Errorf("%s: %v, want ErrUnsolvable", a.Name, err)
		}
	}
}

// On boards with walls all algorithms find what plain breadth-first search finds.
func TestWalls(t *testing.T) {
	for _, shape := range []puzzle.Shape{
		puzzle.Picture("###", "#.#", "###", "#.#"),
		puzzle.Picture("##.", "###", ".##"),
		puzzle.Picture("##.#", "####"),
	} {
		goal := puzzle.BlankLast.Goal(shape)
		s := explore(goal, puzzle.UDLR)
		for _, m := range methods() {
			if !m.takes(shape) {
				continue // only whole rectangles have a table, or walking distance
			}
			sv := m.new(t, solver.Options{})
			for i := 0; i < len(s.boards); i += 1 + len(s.boards)/200 {
				p := &puzzle.Puzzle{Start: s.boards[i], Goal: goal}
				want := s.path[name(p.Start)]
				sol, err := sv.Solve(context.Background(), p, nil)
				if err != nil || sol.Moves != len(want) || m.canonical &&
					sol.Path.String() != want || p.Replay(sol.Path) != nil {
					t.Fatalf("%v: %v: %q, %v, want %q", m, p.Start, sol.Path, err, want)
				}
			}
		}
	}
}

// With two blanks the length is that of plain breadth-first search over the moves of
// both. Everything but the length is refused.
func TestTwoBlanks(t *testing.T) {
	shape := puzzle.Picture(".#.", "###", "##.")
	shape.Spare = 1
	goal := puzzle.BlankEnds.Goal(shape)
	distance := twoBlanks(goal.Board)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, algorithm := range []string{"bibfs", "auto"} {
		sv, err := algorithms.New(algorithm, solver.Options{Want: puzzle.WantLength, StopAtBound: true})
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			b := goal.Clone()
			for i := range b.Tiles {
				j := rng.IntN(len(b.Tiles))
				if b.Tiles[i] != puzzle.Wall && b.Tiles[j] != puzzle.Wall {
					b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i]
				}
			}
			want, ok := distance[name(b)]
			p := &puzzle.Puzzle{Start: b, Goal: goal}
			sol, err := sv.Solve(context.Background(), p, nil)
			if ok && (err != nil || sol.Moves != want) || !ok && err != puzzle.ErrUnsolvable {
				t.Fatalf("%s: %v: %d moves, %v, want %d, %v", algorithm, b, sol.Moves, err, want,
					ok)
			}
			if p.Bound = puzzle.AtMost(want - 1); ok && want > 0 {
				if _, err := sv.Solve(context.Background(), p, nil); err != puzzle.ErrTooLong {
					t.Fatalf("%s: %v within %d moves: %v, want ErrTooLong", algorithm, b, want-1,
						err)
				}
			}
		}
	}
	for _, a := range algorithms.All {
		for _, want := range []puzzle.Want{puzzle.WantPath, puzzle.WantDecision} {
			sv, err := algorithms.New(a.Name, solver.Options{Want: want})
			if err != nil {
				t.Fatal(err)
			}
			solved := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
			_, err = sv.Solve(context.Background(), solved, nil)
			if !errors.Is(err, puzzle.ErrGaveUp) {
				t.Errorf("%s, %v: %v, want it to give up", a.Name, want, err)
			}
		}
	}
}

// twoBlanks returns the distance of every board that moves of the two blanks reach.
func twoBlanks(goal puzzle.Board) map[string]int {
	distance := map[string]int{name(goal): 0}
	for todo := []puzzle.Board{goal}; len(todo) > 0; todo = todo[1:] {
		for c, t := range todo[0].Tiles {
			if t != puzzle.Blank {
				continue
			}
			for _, m := range puzzle.UDLR {
				b := todo[0].Clone()
				if _, ok := b.Slide(c, m); !ok {
					continue
				}
				if _, seen := distance[name(b)]; !seen {
					distance[name(b)] = distance[name(todo[0])] + 1
					todo = append(todo, b)
				}
			}
		}
	}
	return distance
}

// With AnyPath, Auto returns a shortest path if a brief search finds one, else a greedy
// path, and a shortest path again if the greedy one is longer than the bound.
func TestAutoAnyPath(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := &puzzle.Puzzle{Goal: goal, Start: puzzle.Board{ // 48 moves
		Shape: goal.Shape,
		Tiles: []puzzle.Tile{6, 2, 8, 4, 12, 14, 1, 10, 13, 15, 3, 9, 11, 0, 5, 7},
	}}
	sv := algorithms.NewAuto(solver.Options{AnyPath: true})
	for _, tt := range []struct {
		bound    puzzle.Bound
		min, max int
	}{{0, 50, 150}, {puzzle.AtMost(48), 48, 48}} {
		p.Bound = tt.bound
		sol, err := sv.Solve(context.Background(), p, nil)
		if err == nil {
			err = p.Replay(sol.Path)
		}
		if err != nil || sol.Moves < tt.min || sol.Moves > tt.max {
			t.Errorf("bound %d: %d moves, %v, want %d to %d", tt.bound, sol.Moves, err, tt.min,
				tt.max)
		}
	}
	near := &puzzle.Puzzle{Goal: goal, Start: goal.Clone()}
	near.Start.Slide(15, puzzle.Up)
	if sol, err := sv.Solve(context.Background(), near, nil); err != nil ||
		fmt.Sprint(sol.Path) != "d" {
		t.Errorf("a near puzzle: %v, %v, want d", sol.Path, err)
	}
}
