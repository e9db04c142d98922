package idastar

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// buildCompound builds the tables of a compound in memory.
func buildCompound(t testing.TB, pictures ...string) *pdb.CompoundHeuristic {
	t.Helper()
	c := pdb.MustCompound(pictures...)
	data := make([]byte, c.Bytes())
	if err := c.Build(context.Background(), data, nil); err != nil {
		t.Fatal(err)
	}
	h, err := pdb.NewCompoundHeuristic(c, data)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// solveBy solves a puzzle with a compound on a number of cores. It splits an iteration if the
// one before took more than a few nodes. It also returns the boards generated.
func solveBy(
	ctx context.Context, h *pdb.CompoundHeuristic, p *puzzle.Puzzle, o solver.Options, cores int,
) (puzzle.Solution, int64, error) {
	f, ok := heuristic.NewFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), search.Order(&o))
	if !ok || f.GoalClass != h.GoalClass {
		return puzzle.Solution{}, 0, heuristic.ErrPattern
	}
	s := new(compoundSearch)
	s.h = h
	s.begin(ctx, &o, &f, nil)
	var pool *corePool
	if cores > 1 {
		pool = newCorePool(cores)
		pool.splitAfter = 10
		pool.busy.Add(1)
	}
	maxMoves := 1000
	if moves, ok := p.Bound.Moves(); ok && o.StopAtBound {
		maxMoves = moves
	}
	after := func(int64) (successors, error) { return successorsOf(ctx, &f, 8, nil) }
	n, err := s.run(f.Set(s.at[:], p), maxMoves, helpers{cores: pool, share: o.Share}, after)
	sol, err := answer(puzzle.Solution{Nodes: s.Nodes}, n, s.path, &o, err)
	return sol, s.Generated, err
}

var compounds = map[string][]string{
	"3x3": {".ab:aab:abb", ".aa:aab:bbb"},
	"4x3": {".aa:aac:abb:bbb", ".ab:aab:abb:abb"},
	"4x4": {".abb:aabb:aacc:dccc", ".aab:aabb:acbb:cccc"},
	"5x5": {
		".abbb:aabbc:adccc:ddeef:deeff",
		".aabb:aabbc:ddccc:ddeef:eefff",
	},
}

// The path is the one that IDA* finds with another heuristic, in two orders of moves and
// for goals with the blank first and last.
func TestCompoundPaths(t *testing.T) {
	solvertest.Long(t)
	r := rand.New(rand.NewPCG(5, 5))
	for name, pictures := range compounds {
		h := buildCompound(t, pictures...)
		for i := range 80 {
			goal := puzzle.BlankFirst.Goal(h.Shape)
			if i%2 == 1 {
				goal = puzzle.BlankLast.Goal(h.Shape)
			}
			p := solvertest.Strolled(r, goal, []int{1, 30, 60, 100}[i%4])
			o := solver.Options{Order: puzzle.UDLR}
			if i%3 == 1 {
				o.Order = puzzle.DLRU
			}
			want, err := (&Solver{Options: o}).SolveBy(context.Background(), &p, solver.LinearConflict, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := solveBy(context.Background(), h, &p, o, 1)
			if err != nil || got.Path.String() != want.Path.String() {
				t.Fatalf("%s: %v: %v, %v, want %v", name, p.Start.Tiles, got.Path, err, want.Path)
			}
		}
	}
}

// Several goroutines find and count the same as one.
func TestCompoundConcurrent(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	h := buildCompound(t, compounds["4x4"]...)
	goal := puzzle.BlankFirst.Goal(h.Shape)
	for range solvertest.Scaled(40) {
		p := solvertest.Strolled(r, goal, 300)
		one, made, err := solveBy(context.Background(), h, &p, solver.Options{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, cores := range []int{2, 5} {
			many, made2, err := solveBy(context.Background(), h, &p, solver.Options{}, cores)
			if err != nil || many.Path.String() != one.Path.String() ||
				many.Nodes != one.Nodes || made != made2 {
				t.Fatalf("%v: %d cores: %v, %v; one: %v", p.Start.Tiles, cores, many, err, one)
			}
		}
	}
}

// A search ends exactly at its node limit, at its bound, and with its context.
func TestCompoundLimits(t *testing.T) {
	h := buildCompound(t, compounds["4x4"]...)
	p := solvertest.Strolled(rand.New(rand.NewPCG(7, 8)), puzzle.BlankFirst.Goal(h.Shape), 400)
	ctx := context.Background()
	free, _, err := solveBy(ctx, h, &p, solver.Options{}, 1)
	if err != nil || free.Nodes < 100 {
		t.Fatalf("%v, %v: choose another puzzle", free, err)
	}
	for _, limit := range []int64{1, 50, free.Nodes - 1, free.Nodes} {
		sol, _, err := solveBy(ctx, h, &p, solver.Options{NodeLimit: limit}, 1)
		if limit < free.Nodes && (!errors.Is(err, solver.ErrNodeLimit) || sol.Nodes != limit) ||
			limit == free.Nodes && (err != nil || sol.Nodes != limit) {
			t.Errorf("limit %d of %d: %d nodes, %v", limit, free.Nodes, sol.Nodes, err)
		}
	}
	p.Bound = puzzle.AtMost(free.Moves - 1)
	o := solver.Options{StopAtBound: true}
	if _, _, err := solveBy(ctx, h, &p, o, 1); err != puzzle.ErrTooLong {
		t.Errorf("bound below the length: %v, want ErrTooLong", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, cores := range []int{1, 2} {
		if _, _, err := solveBy(ended, h, &p, solver.Options{}, cores); err != context.Canceled {
			t.Errorf("context ended, %d cores: %v", cores, err)
		}
	}
}

// walkedPuzzle returns a puzzle whose start is a long random walk away from the goal.
func walkedPuzzle(goal *puzzle.Goal, r *rand.Rand) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	for range 6000 {
		p.Start.Slide(p.Start.Blank(), puzzle.UDLR[r.IntN(4)])
	}
	return p
}

// A search that goes on without tables, where a slack is too large, or with larger tables, finds
// the same path, and keeps to limits.
func TestGoOn(t *testing.T) {
	shape := puzzle.Picture("###", "#.#", "###", "###")
	goal := puzzle.BlankLast.Goal(shape)
	p := walkedPuzzle(goal, rand.New(rand.NewPCG(28, 4)))
	want, err := (&Patterns{}).Solve(context.Background(), p, &solver.Options{}, nil)
	if err != nil || want.Moves < 10 {
		t.Fatal(want, err)
	}
	for _, tt := range []struct {
		limit int64
		most  int
		err   error
	}{{0, 1000, nil}, {0, want.Moves, nil}, {0, want.Moves - 2, puzzle.ErrTooLong},
		{25, 1000, solver.ErrNodeLimit}} {
		o := &solver.Options{NodeLimit: tt.limit}
		f, _ := heuristic.NewFrame(shape, shape.Cells()-1, search.Order(o))
		a := &Patterns{}
		for i, search := range []func(context.Context, *task) (puzzle.Solution, error){
			a.byDistances, a.byLarger,
		} {
			from := &task{Puzzle: p, Options: o, frame: &f, span: Span{0, tt.most}}
			got, err := goOn(context.Background(), from, want.Moves-4, 20, search)
			switch {
			case !errors.Is(err, tt.err) || tt.err == nil && err != nil:
				t.Errorf("%d, %+v: %v, want %v", i, tt, err, tt.err)
			case err == nil && string(got.Path) != string(want.Path):
				t.Errorf("%d, %+v: the path is %v, want %v", i, tt, got.Path, want.Path)
			case got.Nodes < 20 || got.LowerBound < want.Moves-4 || got.LowerBound > want.Moves:
				t.Errorf("%d, %+v: %+v", i, tt, got)
			}
		}
	}
}

// A search with tables of either kind stops for larger ones between two iterations, once it has
// expanded enough boards. Its effort is that of both searches.
func TestEnough(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and half a minute under the race detector")
	}
	for _, shape := range []puzzle.Shape{
		{Rows: 4, Cols: 3}, puzzle.Picture("####", "#.##", "####"),
	} {
		goal := puzzle.BlankFirst.Goal(shape)
		p, r := &puzzle.Puzzle{}, rand.New(rand.NewPCG(28, 5))
		var effort solver.Effort
		o := &solver.Options{Effort: &effort}
		f, _ := heuristic.NewFrame(shape, 0, search.Order(o))
		a := &Patterns{}
		var want puzzle.Solution
		var err error
		for len(effort.Rounds) < 3 {
			p = walkedPuzzle(goal, r)
			if want, err = a.Solve(context.Background(), p, o, nil); err != nil {
				t.Fatal(err)
			}
		}
		db, err := a.Get(context.Background(), f.GoalClass, o, false)
		if err != nil {
			t.Fatal(err)
		}
		from := &task{Puzzle: p, Options: o, frame: &f, span: Span{0, 1000}, enough: 1}
		var got puzzle.Solution
		if db.Compound != nil {
			got, err = a.byCompound(context.Background(), from, db.Compound)
		} else {
			got, err = a.byPartition(context.Background(), from, db.Partition)
		}
		if err != nil || string(got.Path) != string(want.Path) ||
			got.Nodes != effort.Expanded || len(effort.Rounds) < 2 {
			t.Errorf("%v: %+v, %v, with %+v; want %+v", shape, got, err, effort, want)
		}
		if _, ok := a.larger.Load(f.GoalClass); !ok {
			t.Errorf("%v: the search did not go on with larger tables", shape)
		}
	}
}
