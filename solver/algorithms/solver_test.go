package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tilejudge/cases"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/bfs"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

func Example() {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	p := puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: []puzzle.Tile{2, 3, 4, 1, 5, 0, 7, 6, 8}},
		Goal:  puzzle.BlankLast.Goal(shape),
	}
	s, _ := algorithms.New("bibfs", solver.Options{})
	sol, err := s.Solve(context.Background(), &p, nil)
	fmt.Println(sol.Moves, sol.Path, err)
	// Output: 19 ullddrurdllurdruldr <nil>
}

// The number of boards at each distance from the goal is the published one.
func TestDepths(t *testing.T) {
	data, err := fs.ReadFile(cases.FS, "depths.txt")
	if err != nil {
		t.Fatal(err)
	}
	shapes := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		shapes++
		words := strings.Fields(line)
		var shape puzzle.Shape
		if _, err := fmt.Sscanf(words[0], "%dx%d", &shape.Rows, &shape.Cols); err != nil {
			t.Fatal(err)
		}
		var want []int
		for _, w := range words[1:] {
			n, err := strconv.Atoi(w)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, n)
		}
		t.Run(words[0], func(t *testing.T) {
			got := make([]int, len(want)+1)
			exact := &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
			goal := puzzle.BlankLast.Goal(shape)
			permutations(shape.Cells(), func(tiles []puzzle.Tile) {
				p := &puzzle.Puzzle{Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: goal}
				if sol, err := exact.Solve(context.Background(), p, nil); err == nil {
					got[min(sol.Moves, len(want))]++
				}
			})
			for d, n := range append(want, 0) {
				if got[d] != n {
					t.Errorf("%d boards at %d moves, want %d", got[d], d, n)
				}
			}
		})
	}
	if shapes < 5 {
		t.Errorf("depths.txt has %d shapes, want at least 5", shapes)
	}
}

// The node count is the signature of a search. If it changes, the algorithm has changed,
// and the commit must say so.
func TestNodes(t *testing.T) {
	puzzles := random(puzzle.Shape{Rows: 3, Cols: 3}, 50)
	want := map[string]int64{
		"bfs":                      3_580_537,
		"bibfs":                    81_399,
		"astar/hamming":            526_164,
		"astar/manhattan":          41_182,
		"astar/linear-conflict":    21_972,
		"astar/walking-distance":   18_172,
		"idastar/hamming":          1_951_614,
		"idastar/manhattan":        91_706,
		"idastar/linear-conflict":  46_298,
		"idastar/walking-distance": 36_561,
		"table":                    0,
	}
	for _, m := range methods() {
		want, ok := want[m.String()]
		if !ok {
			continue
		}
		s := m.new(t, solver.Options{})
		nodes := int64(0)
		for i := range puzzles {
			sol, err := s.Solve(context.Background(), &puzzles[i], nil)
			if err != nil {
				t.Fatal(err)
			}
			nodes += sol.Nodes
		}
		if nodes != want {
			t.Errorf("%v: %d nodes, want %d", m, nodes, want)
		}
	}
}

// Each limit ends the search of one puzzle, with its own error. The solver then solves the
// next puzzle.
func TestLimits(t *testing.T) {
	shape := puzzle.Shape{Rows: 4, Cols: 4}
	easy := puzzle.Puzzle{Start: puzzle.BlankLast.Goal(shape).Clone(),
		Goal: puzzle.BlankLast.Goal(shape)}
	easy.Start.Slide(15, puzzle.Up)
	hard := random(shape, 1)[0]
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name    string
		ctx     context.Context
		options solver.Options
		want    error
		skip    string // methods that the limit does not concern
	}{
		{"nodes", context.Background(), solver.Options{NodeLimit: 1000}, solver.ErrNodeLimit,
			"table"},
		{"memory", context.Background(), solver.Options{MemoryLimit: 4 << 20},
			solver.ErrMemoryLimit, "table auto idastar"},
		{"context", ended, solver.Options{}, context.Canceled, "table"},
		{"shape", context.Background(), solver.Options{}, solver.ErrShape,
			"auto bfs bibfs astar idastar"},
	} {
		for _, m := range methods() {
			if strings.Contains(tt.skip, m.name) {
				continue
			}
			s := m.new(t, tt.options)
			if sol, err := s.Solve(tt.ctx, &hard, nil); !errors.Is(err, tt.want) {
				t.Errorf("%s: %v: Solve = %+v, %v, want %v", tt.name, m, sol, err, tt.want)
			}
			if tt.want == solver.ErrShape {
				continue
			}
			if sol, err := s.Solve(context.Background(), &easy, nil); err != nil || sol.Moves != 1 {
				t.Errorf("%s: %v: Solve(easy) = %+v, %v, want 1 move", tt.name, m, sol, err)
			}
		}
	}
}

// A memory limit holds from the first board on, even if a board is large.
func TestMemoryLimitHolds(t *testing.T) {
	hard := random(puzzle.Shape{Rows: 127, Cols: 127}, 1)[0]
	for _, m := range methods() {
		if m.name != "bfs" && m.name != "bibfs" && m.name != "astar" || !m.takes(hard.Start.Shape) {
			continue // holds no boards, or not of this size
		}
		for _, limit := range []int64{1, 8 << 20} {
			s := m.new(t, solver.Options{MemoryLimit: limit})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := s.Solve(context.Background(), &hard, nil)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, solver.ErrMemoryLimit) {
				t.Errorf("%v with %d bytes: %v, want ErrMemoryLimit", m, limit, err)
			}
			// A search also allocates the grid: about 160 bytes a cell.
			if got := after.TotalAlloc - before.TotalAlloc; got > uint64(2*limit)+8<<20 {
				t.Errorf("%v with %d bytes: allocated %d", m, limit, got)
			}
		}
	}
}

// The largest board that Princeton allows, and boards of one row, are searched like any
// other.
func TestLargeBoards(t *testing.T) {
	for _, shape := range []puzzle.Shape{{Rows: 127, Cols: 127}, {Rows: 1, Cols: 300},
		{Rows: 300, Cols: 1}, {Rows: 2, Cols: 60}} {
		goal := puzzle.BlankLast.Goal(shape)
		p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
		blank, want := p.Start.Blank(), 0
		for i := range 12 {
			if to, ok := p.Start.Slide(blank, []puzzle.Move{puzzle.Up, puzzle.Left}[i%2]); ok {
				blank = to
				want++
			}
		}
		for _, m := range methods() {
			if !m.takes(shape) || m.name == "bfs" && shape.Rows > 2 && shape.Cols > 2 {
				continue // too large, or too many boards of 32 KiB each
			}
			sol, err := m.new(t, solver.Options{}).Solve(context.Background(), &p, nil)
			if err != nil || sol.Moves != want || p.Replay(sol.Path) != nil {
				t.Errorf("%v on %v: Solve = %d moves %q, %v, want %d moves", m, shape, sol.Moves,
					sol.Path, err, want)
			}
		}
	}
}

// One solver serves many goroutines, with goals that differ.
func TestConcurrentUse(t *testing.T) {
	shape := puzzle.Shape{Rows: 2, Cols: 3}
	var spaces []*space
	for _, g := range goals(t, shape) {
		spaces = append(spaces, explore(g, puzzle.UDLR))
	}
	for _, m := range methods() {
		s := m.new(t, solver.Options{})
		var wait sync.WaitGroup
		for _, sp := range spaces {
			wait.Go(func() {
				for _, b := range sp.boards {
					sp.check(t, m, s, b)
				}
			})
		}
		wait.Wait()
	}
}

// SolveMany gives the answers of Solve for any mix of goals and shapes.
func TestSolveMany(t *testing.T) {
	var ps []puzzle.Puzzle
	for range 3 {
		for _, shape := range []puzzle.Shape{{Rows: 3, Cols: 3}, {Rows: 2, Cols: 4},
			{Rows: 2, Cols: 2}} {
			ps = append(ps, random(shape, 300)...)
			unsolvable := random(shape, 1)[0]
			tiles := unsolvable.Start.Tiles
			if tiles[0] == puzzle.Blank || tiles[1] == puzzle.Blank {
				tiles[2], tiles[3] = tiles[3], tiles[2]
			} else {
				tiles[0], tiles[1] = tiles[1], tiles[0]
			}
			ps = append(ps, unsolvable)
		}
		// No table takes these shapes.
		for _, shape := range []puzzle.Shape{{Rows: 4, Cols: 4}, {Rows: 1, Cols: 5}} {
			goal := puzzle.BlankLast.Goal(shape)
			ps = append(ps, puzzle.Puzzle{Start: goal.Clone(), Goal: goal})
			ps[len(ps)-1].Start.Slide(shape.Cells()-1, puzzle.Left)
		}
	}
	type many interface {
		solver.Solver
		SolveMany(context.Context, []puzzle.Puzzle, puzzle.Path,
			func(*puzzle.Puzzle, puzzle.Solution, error))
	}
	for _, want := range []puzzle.Want{puzzle.WantPath, puzzle.WantLength} {
		o := solver.Options{Want: want}
		for _, s := range []many{&table.Solver{Options: o}, algorithms.NewAuto(o)} {
			i := 0
			var one solver.Solver = &table.Solver{Options: o}
			if _, ok := s.(*algorithms.Auto); ok {
				one = &bfs.Bidirectional{Options: o}
			}
			many := 0
			check := func(p *puzzle.Puzzle, got puzzle.Solution, err error) {
				want, wantErr := one.Solve(context.Background(), &ps[i], nil)
				if p != &ps[i] || got.Moves != want.Moves ||
					got.Path.String() != want.Path.String() ||
					fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Fatalf("%T: puzzle %d: %+v, %v, want %+v, %v", s, i, got, err, want, wantErr)
				}
				i++
			}
			for i < len(ps) {
				got, err := s.Solve(context.Background(), &ps[i], nil)
				check(&ps[i], got, err)
				single := i
				s.SolveMany(context.Background(), ps[i:], nil, check)
				many += i - single
			}
			if many < len(ps)/3 {
				t.Errorf("%T: %d answers from SolveMany, want most of %d", s, many, len(ps))
			}
		}
	}
}

func TestUnknownNames(t *testing.T) {
	if s, err := algorithms.New("dfs", solver.Options{}); !errors.Is(err, solver.ErrUnknown) {
		t.Errorf("New(dfs) = %v, %v, want ErrUnknown", s, err)
	}
	for _, name := range []string{"", "euclid", "5-5-5", "pdb-", "pdb-1", "pdb:"} {
		if h, _, err := solver.ParseHeuristic(name); err == nil {
			t.Errorf("ParseHeuristic(%q) = %v, want an error", name, h)
		}
	}
}
