package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/bfs"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// A space has every board from which a goal can be reached, with its canonical path. A
// breadth-first search as plain as possible finds them, as the reference for all solvers.
type space struct {
	goal   *puzzle.Goal
	boards []puzzle.Board // nearest first
	path   map[string]string
}

func name(b puzzle.Board) string {
	s := make([]byte, len(b.Tiles))
	for i, t := range b.Tiles {
		s[i] = byte(t)
	}
	return string(s)
}

// explore returns the space of a goal, for the canonical paths in an order of moves.
func explore(goal *puzzle.Goal, order puzzle.Order) *space {
	s := &space{goal: goal, boards: []puzzle.Board{goal.Clone()},
		path: map[string]string{name(goal.Board): ""}}
	for i := 0; i < len(s.boards); i++ {
		b := s.boards[i]
		rest := s.path[name(b)]
		for _, m := range puzzle.UDLR {
			c := b.Clone()
			if _, ok := c.Slide(c.Blank(), m); !ok {
				continue
			}
			path := m.Opposite().String() + rest
			old, seen := s.path[name(c)]
			if !seen {
				s.boards = append(s.boards, c)
			}
			if !seen || len(path) == len(old) && before(order, path, old) {
				s.path[name(c)] = path
			}
		}
	}
	return s
}

// before reports whether path a comes before path b of the same length, in an order of
// moves.
func before(order puzzle.Order, a, b string) bool {
	for i := range a {
		if a[i] != b[i] {
			return strings.IndexByte(order.String(), a[i]) < strings.IndexByte(order.String(), b[i])
		}
	}
	return false
}

// goals returns, for each cell of a shape, a goal with its blank there and the
// other tiles shuffled, so that no algorithm relies on their order.
func goals(t *testing.T, shape puzzle.Shape) []*puzzle.Goal {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(shape.Cells())))
	var all []*puzzle.Goal
	for c := range shape.Cells() {
		if shape.IsWall(c) {
			continue
		}
		order := r.Perm(int(shape.MaxTile()))
		tiles := make([]puzzle.Tile, shape.Cells())
		for i := range tiles {
			switch {
			case shape.IsWall(i):
				tiles[i] = puzzle.Wall
			case i != c:
				tiles[i] = puzzle.Tile(order[0] + 1)
				order = order[1:]
			}
		}
		g, err := puzzle.NewGoal(puzzle.Board{Shape: shape, Tiles: tiles})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// A method is a solver to test, with what it promises.
type method struct {
	name      string
	heuristic solver.Heuristic
	canonical bool
}

func (m method) String() string {
	if m.heuristic == 0 {
		return m.name
	}
	return m.name + "/" + m.heuristic.String()
}

func methods() []method {
	var all []method
	for _, a := range algorithms.All {
		if a.Finds == algorithms.AnyPath {
			continue
		}
		all = append(all, method{a.Name, 0, a.Name != "astar"})
		for h := range solver.Heuristics {
			if a.Heuristic && h > 0 {
				all = append(all, method{a.Name, solver.Heuristic(h), a.Name != "astar"})
			}
		}
	}
	return all
}

// takes reports whether the method takes boards of a shape.
func (m method) takes(s puzzle.Shape) bool {
	flat := min(s.Rows, s.Cols) < 2
	switch {
	case m.name == "table":
		return s.Open() > 1 && s.Open() <= 12
	case m.heuristic == solver.WalkingDistance:
		return s.Walls == 0 && s.Cells() <= 16 && max(s.Rows, s.Cols) <= 8
	case m.heuristic == solver.PatternDatabase:
		if s.Walls != 0 {
			return m.name != "astar" && !flat && s.Cells() <= 25 && max(s.Rows, s.Cols) <= 8
		}
		return !flat && s.Cells() <= 16 && max(s.Rows, s.Cols) <= 5
	default:
		return true
	}
}

func (m method) new(t testing.TB, o solver.Options) solver.Solver {
	t.Helper()
	o.Heuristic = m.heuristic
	s, err := algorithms.New(m.name, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check solves b and compares the answer with the space.
func (s *space) check(t *testing.T, m method, sv solver.Solver, b puzzle.Board) {
	t.Helper()
	p := &puzzle.Puzzle{Start: b, Goal: s.goal}
	sol, err := sv.Solve(context.Background(), p, nil)
	want := s.path[name(b)]
	switch {
	case err != nil:
		t.Fatalf("%v: Solve(%v to %v) = %v", m, b.Tiles, s.goal.Tiles, err)
	case sol.Moves != len(want) || len(sol.Path) != len(want) || m.canonical &&
		sol.Path.String() != want:
		t.Fatalf("%v: Solve(%v to %v) = %d moves %q, want %q", m, b.Tiles, s.goal.Tiles, sol.Moves,
			sol.Path, want)
	}
	if err := p.Replay(sol.Path); err != nil {
		t.Fatalf("%v: Solve(%v to %v) = %q: %v", m, b.Tiles, s.goal.Tiles, sol.Path, err)
	}
}

// Every algorithm and heuristic agrees with the space on every board of the small shapes, with a
// goal for each cell of the blank, in two orders of moves.
func TestAgreeOnSmallShapes(t *testing.T) {
	solvertest.Long(t)
	for _, shape := range []puzzle.Shape{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3},
		{Rows: 3, Cols: 2}} {
		for _, goal := range goals(t, shape) {
			for _, order := range []puzzle.Order{puzzle.UDLR,
				{puzzle.Down, puzzle.Left, puzzle.Right, puzzle.Up}} {
				s := explore(goal, order)
				for _, m := range methods() {
					sv := m.new(t, solver.Options{Order: order})
					for _, b := range s.boards {
						s.check(t, m, sv, b)
					}
				}
			}
		}
	}
}

// Every algorithm agrees with the space on every board among walls, with a goal for each cell of
// the blank.
func TestAgreeAmongWalls(t *testing.T) {
	solvertest.Long(t)
	for _, shape := range []puzzle.Shape{
		puzzle.Picture("###", "##."),        // a dead end
		puzzle.Picture("#..", "###", ".##"), // a dead end of two cells
		puzzle.Picture(".##", "##.", "##."),
		puzzle.Picture("##.#", "####"), // two dead ends
	} {
		for _, goal := range goals(t, shape) {
			s := explore(goal, puzzle.UDLR)
			for _, m := range methods() {
				sv := m.new(t, solver.Options{})
				for _, b := range s.boards {
					if m.takes(shape) {
						s.check(t, m, sv, b)
					}
				}
			}
		}
	}
}

// On boards of 11 cells the table, pattern databases and auto find the same path as a bidirectional
// search.
func TestElevenCells(t *testing.T) {
	solvertest.Long(t)
	shape := puzzle.Picture("####", "#.##", "####")
	r := rand.New(rand.NewPCG(11, 11))
	goal := goals(t, shape)[4]
	solvers := []solver.Solver{&table.Solver{}, algorithms.NewAuto(solver.Options{}),
		algorithms.NewAuto(solver.Options{Heuristic: solver.PatternDatabase}),
		&table.Solver{Options: solver.Options{Want: puzzle.WantLength}}}
	bounded := &table.Solver{Options: solver.Options{StopAtBound: true}}
	hard := 0
	for _, moves := range []int{0, 1, 20, 60, 3000, 10_000} {
		p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		for range moves {
			p.Start.Slide(p.Start.Blank(), puzzle.UDLR[r.IntN(4)])
		}
		want, err := (&bfs.Bidirectional{}).Solve(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range solvers {
			sol, err := s.Solve(context.Background(), p, nil)
			if err != nil || sol.Moves != want.Moves || i < 3 && !slices.Equal(sol.Path, want.Path) {
				t.Errorf("%T: Solve(%v) = %+v, %v, want %v", s, p.Start.Tiles, sol, err, want.Path)
			}
			if i == 1 && sol.Nodes > 0 && want.Moves > 40 {
				hard++
			}
		}
		p.Bound = puzzle.AtMost(want.Moves - 1)
		_, err = bounded.Solve(context.Background(), p, nil)
		if want.Moves > 0 && err != puzzle.ErrTooLong {
			t.Errorf("with a bound of %d moves: %v, want ErrTooLong", want.Moves-1, err)
		}
	}
	if hard == 0 {
		t.Error("no puzzle was hard")
	}
	few := &table.Solver{Options: solver.Options{MemoryLimit: 1 << 20}}
	p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	if _, err := few.Solve(context.Background(), p, nil); err != solver.ErrMemoryLimit {
		t.Errorf("with a megabyte: %v, want ErrMemoryLimit", err)
	}
}

// Every algorithm agrees with the space on every board of 2x4, with a goal for each cell of the
// blank. bfs, and heuristics other than the default, would take minutes and get a sample.
func TestAgreeOn2x4(t *testing.T) {
	solvertest.Long(t)
	for i, goal := range goals(t, puzzle.Shape{Rows: 2, Cols: 4}) {
		t.Run(fmt.Sprintf("blank=%d", i), func(t *testing.T) {
			t.Parallel()
			s := explore(goal, puzzle.UDLR)
			for _, m := range methods() {
				step := 1
				switch {
				case m.heuristic != 0:
					step = 97
				case m.name == "bfs":
					step = 31
				}
				sv := m.new(t, solver.Options{})
				for j := i % step; j < len(s.boards); j += step {
					s.check(t, m, sv, s.boards[j])
				}
			}
		})
	}
}

// On all 181,440 solvable 8-puzzles the table agrees with the layers of a plain breadth-first
// search. The other algorithms do on a seeded sample.
func TestAgreeOn8Puzzle(t *testing.T) {
	solvertest.Long(t)
	for i, goal := range []*puzzle.Goal{
		puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3}),
		goals(t, puzzle.Shape{Rows: 3, Cols: 3})[4],
	} {
		t.Run(fmt.Sprintf("goal=%d", i), func(t *testing.T) {
			t.Parallel()
			s := explore(goal, puzzle.UDLR)
			r := rand.New(rand.NewPCG(8, uint64(i)))
			for _, m := range methods() {
				sv := m.new(t, solver.Options{})
				if m.name == "table" {
					for _, b := range s.boards {
						s.check(t, m, sv, b)
					}
				}
				for range 200 {
					s.check(t, m, sv, s.boards[r.IntN(len(s.boards))])
				}
			}
		})
	}
}

// On every shape of up to six cells, including single rows and columns, parity calls
// exactly those boards unsolvable that no search reaches.
func TestUnsolvable(t *testing.T) {
	for _, shape := range []puzzle.Shape{
		{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 1, Cols: 5}, {Rows: 4, Cols: 1},
		{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2},
	} {
		for _, goal := range goals(t, shape) {
			s := explore(goal, puzzle.UDLR)
			for _, m := range methods() {
				sv := m.new(t, solver.Options{Want: puzzle.WantLength})
				permutations(shape.Cells(), func(tiles []puzzle.Tile) {
					p := &puzzle.Puzzle{Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: goal}
					sol, err := sv.Solve(context.Background(), p, nil)
					if errors.Is(err, solver.ErrShape) && !m.takes(shape) {
						return
					}
					path, reached := s.path[name(p.Start)]
					switch {
					case reached && (err != nil || sol.Moves != len(path) || sol.Path != nil):
						t.Fatalf("%v: Solve(%v to %v) = %+v, %v, want %d moves and no path",
							m, tiles, goal.Tiles, sol, err, len(path))
					case !reached && !errors.Is(err, puzzle.ErrUnsolvable):
						t.Fatalf("%v: Solve(%v to %v) = %+v, %v, want unsolvable", m, tiles,
							goal.Tiles, sol, err)
					}
				})
			}
		}
	}
}

func permutations(n int, visit func([]puzzle.Tile)) {
	tiles := make([]puzzle.Tile, n)
	for i := range tiles {
		tiles[i] = puzzle.Tile(i)
	}
	var permute func(k int)
	permute = func(k int) {
		if k == n {
			visit(tiles)
		}
		for i := k; i < n; i++ {
			tiles[k], tiles[i] = tiles[i], tiles[k]
			permute(k + 1)
			tiles[k], tiles[i] = tiles[i], tiles[k]
		}
	}
	permute(0)
}
