package algorithms_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// A slideSpace has the fewest slides and the canonical path of every board, by a breadth-first
// search as plain as possible.
type slideSpace struct {
	boards []puzzle.Board
	path   map[string]string
}

// slid returns the boards that one slide leads to, with the moves of the slide.
func slid(b puzzle.Board) (boards []puzzle.Board, moves []string) {
	for _, m := range puzzle.UDLR {
		c := b.Clone()
		for n := 1; ; n++ {
			if _, ok := c.Slide(c.Blank(), m); !ok {
				break
			}
			boards = append(boards, c.Clone())
			moves = append(moves, strings.Repeat(m.String(), n))
		}
	}
	return boards, moves
}

// exploreSlides returns the space of a goal.
func exploreSlides(goal *puzzle.Goal, order puzzle.Order) *slideSpace {
	s := &slideSpace{[]puzzle.Board{goal.Clone()}, map[string]string{name(goal.Board): ""}}
	slides := map[string]int{name(goal.Board): 0}
	for i := 0; i < len(s.boards); i++ {
		b := s.boards[i]
		far := slides[name(b)]
		boards, _ := slid(b)
		for _, c := range boards {
			if _, seen := slides[name(c)]; !seen {
				slides[name(c)] = far + 1
				s.boards = append(s.boards, c)
			}
		}
	}
	for _, b := range s.boards[1:] { // nearer boards have their paths already
		best := ""
		boards, moves := slid(b)
		for k, c := range boards {
			if slides[name(c)] != slides[name(b)]-1 {
				continue
			}
			path := moves[k] + s.path[name(c)]
			if best == "" || earlier(order, path, best) {
				best = path
			}
		}
		s.path[name(b)] = best
	}
	return s
}

// earlier reports whether path a comes before path b in an order of moves. A path comes before
// those that it begins.
func earlier(order puzzle.Order, a, b string) bool {
	n := min(len(a), len(b))
	if a[:n] == b[:n] {
		return len(a) < len(b)
	}
	return before(order, a[:n], b[:n])
}

func slidesSolver(t testing.TB, algorithm string, o solver.Options) solver.Solver {
	t.Helper()
	o.Metric = puzzle.MultiTile
	s, err := algorithms.New(algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sameSlides compares the path to a board's goal with the canonical one.
func sameSlides(t *testing.T, sv solver.Solver, s *slideSpace, b puzzle.Board, goal *puzzle.Goal) {
	t.Helper()
	sol, err := sv.Solve(context.Background(), &puzzle.Puzzle{Start: b, Goal: goal}, nil)
	if want := s.path[name(b)]; err != nil || sol.Path.String() != want {
		t.Fatalf("%v to %v: %q, %v, want %q", b.Tiles, goal.Tiles, sol.Path, err, want)
	}
}

// On all boards of small shapes, auto and table find the canonical path of the fewest slides.
// idastar finds it on some of them. The radius of a shape is that of a public complete search
// (lightln2/SlidingTilesSolver, README, 2023).
func TestSlides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct{ rows, cols, radius, goals int }{
		{1, 4, 1, 4}, {2, 2, 6, 4}, {2, 3, 20, 6}, {3, 2, 20, 6}, {2, 4, 25, 1}, {3, 3, 24, 1},
	} {
		all := goals(t, puzzle.Shape{Rows: tt.rows, Cols: tt.cols})
		if testing.Short() && len(all) > 6 {
			continue
		}
		for c, goal := range all[len(all)-tt.goals:] {
			order := []puzzle.Order{puzzle.UDLR, puzzle.DLRU}[c%2]
			s := exploreSlides(goal, order)
			last := puzzle.Path(s.path[name(s.boards[len(s.boards)-1])])
			if c == tt.goals-1 && last.Slides() != tt.radius {
				t.Errorf("%v: at most %d slides, want %d", goal.Shape, last.Slides(), tt.radius)
			}
			o := solver.Options{Order: order}
			auto, search := slidesSolver(t, "auto", o), slidesSolver(t, "idastar", o)
			table := auto
			if goal.Small() {
				table = slidesSolver(t, "table", o)
			}
			for i, b := range s.boards {
				sameSlides(t, auto, s, b, goal)
				if i%10 == 0 {
					sameSlides(t, table, s, b, goal)
				}
				if len(s.boards) < 1000 || r.IntN(1000) == 0 {
					sameSlides(t, search, s, b, goal)
				}
			}
		}
	}
}

// slidesAway returns boards of the space of a goal up to a number of slides away from it, some
// of each distance.
func slidesAway(goal *puzzle.Goal, r *rand.Rand, slides, some int) (all []puzzle.Board) {
	seen := map[string]bool{name(goal.Board): true}
	layer := []puzzle.Board{goal.Clone()}
	for range slides {
		var next []puzzle.Board
		for _, b := range layer {
			boards, _ := slid(b)
			for _, c := range boards {
				if !seen[name(c)] {
					seen[name(c)] = true
					next = append(next, c)
				}
			}
		}
		for range some {
			all = append(all, next[r.IntN(len(next))])
		}
		layer = next
	}
	return all
}

// On larger boards, the fewest slides are those of a breadth-first search from the goal.
func TestSlidesLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, tt := range []struct{ rows, cols, slides int }{
		{4, 4, 8}, {3, 5, 8}, {5, 5, 6}, {2, 9, 7}, {7, 3, 6}, {1, 9, 1},
	} {
		goal := goals(t, puzzle.Shape{Rows: tt.rows, Cols: tt.cols})[r.IntN(tt.rows*tt.cols)]
		sv := slidesSolver(t, "auto", solver.Options{})
		const some = 20
		for i, b := range slidesAway(goal, r, tt.slides, some) {
			p := &puzzle.Puzzle{Start: b, Goal: goal}
			sol, err := sv.Solve(context.Background(), p, nil)
			if err == nil {
				err = p.Replay(sol.Path)
			}
			if want := 1 + i/some; err != nil || sol.Path.Slides() != want {
				t.Fatalf("%v to %v: %q, %v, want %d slides",
					b.Tiles, goal.Tiles, sol.Path, err, want)
			}
		}
	}
}

// Searches keep to their limits, and table takes small boards only.
func TestSlidesLimits(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := solvertest.Shuffled(rand.New(rand.NewPCG(5, 6)), goal)
	for _, tt := range []struct {
		name, algorithm string
		o               solver.Options
		want            error
	}{
		{"nodes", "auto", solver.Options{NodeLimit: 1000}, solver.ErrNodeLimit},
		{"nodes and memory", "auto", solver.Options{NodeLimit: 200_000, MemoryLimit: 1 << 20},
			solver.ErrNodeLimit},
		{"shape", "table", solver.Options{}, solver.ErrShape},
	} {
		sol, err := slidesSolver(t, tt.algorithm, tt.o).Solve(context.Background(), p, nil)
		if !errors.Is(err, tt.want) || sol.Nodes != tt.o.NodeLimit {
			t.Errorf("%s: %d nodes, %v, want %d, %v",
				tt.name, sol.Nodes, err, tt.o.NodeLimit, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := slidesSolver(t, "auto", solver.Options{}).Solve(ctx, p, nil); err != ctx.Err() {
		t.Errorf("with an ended context: %v", err)
	}
	one, two := slices.Index(p.Start.Tiles, 1), slices.Index(p.Start.Tiles, 2)
	p.Start.Tiles[one], p.Start.Tiles[two] = 2, 1
	_, err := slidesSolver(t, "auto", solver.Options{}).Solve(context.Background(), p, nil)
	if err != puzzle.ErrUnsolvable {
		t.Errorf("unsolvable: %v", err)
	}
	for _, o := range []solver.Options{{Heuristic: solver.Manhattan}, {Weight: 2 * solver.Once}} {
		o.Metric = puzzle.MultiTile
		if _, err := algorithms.New("idastar", o); !errors.Is(err, algorithms.ErrMetric) {
			t.Errorf("%v: %v, want ErrMetric", o, err)
		}
	}
}

// BenchmarkSlides measures multi-tile searches of random 15-puzzles. Its first loop, which is
// left out, makes the tables.
func BenchmarkSlides(b *testing.B) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	r := rand.New(rand.NewPCG(1, 2))
	sv := slidesSolver(b, "idastar", solver.Options{})
	puzzles := make([]*puzzle.Puzzle, 20)
	for i := range puzzles {
		puzzles[i] = solvertest.Shuffled(r, goal)
	}
	if _, err := sv.Solve(context.Background(), puzzles[1], nil); err != nil {
		b.Fatal(err)
	}
	nodes, slides, n := int64(0), 0, 0
	for b.Loop() {
		for _, p := range puzzles {
			sol, err := sv.Solve(context.Background(), p, nil)
			if err != nil {
				b.Fatal(err)
			}
			nodes += sol.Nodes
			slides += sol.Path.Slides()
			n++
		}
	}
	b.ReportMetric(float64(nodes)/float64(n), "nodes/puzzle")
	b.ReportMetric(float64(slides)/float64(n), "slides/puzzle")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(n), "ms/puzzle")
	b.ReportMetric(0, "ns/op")
}
