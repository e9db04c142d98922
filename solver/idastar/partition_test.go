package idastar

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// Wherever the goal has the blank, and in two orders of moves, IDA* finds the same path
// with pattern databases as with linear conflicts.
func TestPatternsOfAllGoals(t *testing.T) {
	solvertest.Long(t)
	r := rand.New(rand.NewPCG(4, 4))
	for _, tt := range []struct{ rows, cols, every int }{
		{4, 4, 1}, {3, 4, 1}, {6, 2, 1}, {5, 3, 4}, {4, 5, 19}, {5, 5, 24}, {2, 12, 24},
	} {
		shape := puzzle.Shape{Rows: tt.rows, Cols: tt.cols}
		for home := 0; home < shape.Cells(); home += tt.every {
			goal := solvertest.HomeAt(shape, home)
			r.Shuffle(len(goal.Tiles), func(i, j int) {
				if goal.Tiles[i] != puzzle.Blank && goal.Tiles[j] != puzzle.Blank {
					goal.Tiles[i], goal.Tiles[j] = goal.Tiles[j], goal.Tiles[i]
				}
			})
			goal, _ = puzzle.NewGoal(goal.Board)
			for _, order := range []puzzle.Order{puzzle.UDLR, puzzle.DLRU} {
				a := &Solver{Options: solver.Options{Order: order, Heuristic: solver.PatternDatabase}}
				b := &Solver{Options: solver.Options{Order: order, Heuristic: solver.LinearConflict}}
				for range 8 {
					p := solvertest.Walked(r, goal, 60)
					got, err := a.Solve(context.Background(), p, nil)
					want, _ := b.Solve(context.Background(), p, nil)
					if err != nil || got.Path.String() != want.Path.String() {
						t.Fatalf("%v to %v, order %v: %q, %v, want %q",
							p.Start.Tiles, goal.Tiles, order, got.Path, err, want.Path)
					}
				}
			}
		}
	}
}

// Several goroutines find and count the same as one, whichever of them is first.
func TestPatternsSplit(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	r := rand.New(rand.NewPCG(5, 5))
	var efforts [2]solver.Effort
	one := &Solver{Options: solver.Options{
		Heuristic: solver.PatternDatabase, Cores: 1, Effort: &efforts[0],
	}}
	several := &Solver{Options: solver.Options{Heuristic: solver.PatternDatabase, Effort: &efforts[1]}}
	several.PDB.once.Do(func() { several.PDB.cores = &corePool{size: 4, splitAfter: 200} })
	for range solvertest.Scaled(25) {
		p := solvertest.Walked(r, goal, 400)
		want, err := one.Solve(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := several.Solve(context.Background(), p, nil)
		if err != nil || got.Path.String() != want.Path.String() {
			t.Errorf("%v: %q, %v, want %q", p.Start.Tiles, got.Path, err, want.Path)
		}
		if got.Nodes != want.Nodes || !reflect.DeepEqual(efforts[0], efforts[1]) {
			t.Errorf("%v: %d nodes, %v, want %d, %v",
				p.Start.Tiles, got.Nodes, efforts[1], want.Nodes, efforts[0])
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := several.Solve(ctx, p, nil); err != context.Canceled {
			t.Errorf("with an ended context: %v", err)
		}
	}
	if busy := several.PDB.cores.busy.Load(); busy != 0 {
		t.Errorf("%d goroutines are left", busy)
	}
}

// Whatever Options.Tables returns, a search stays within the bytes. With right tables it
// finds the right path.
func TestStoredTables(t *testing.T) {
	solvertest.Long(t)
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	spec := pdb.Spec{Name: "3x3", Tables: &pdb.Partition{
		GoalClass: pdb.GoalClass{Shape: goal.Shape},
		Sides:     [2][][]int{{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{1, 2, 3, 4}, {5, 6, 7, 8}}},
	}}
	specs := pdb.Specs
	pdb.Specs = append(slices.Clone(specs), spec)
	defer func() { pdb.Specs = specs }()
	right := make([]byte, spec.Bytes())
	if err := spec.Build(context.Background(), right, nil); err != nil {
		t.Fatal(err)
	}
	junk := make([]byte, spec.Bytes())
	r := rand.New(rand.NewPCG(6, 6))
	for i := range junk {
		junk[i] = byte(r.Uint32())
	}
	for _, tt := range []struct {
		name string
		data []byte
	}{{"right", right}, {"junk", junk}, {"none", nil}} {
		asked := 0
		s := &Solver{Options: solver.Options{
			Heuristic: solver.PatternDatabase, NodeLimit: 100_000,
			Tables: func(name string) []byte {
				asked++
				if name != "3x3" {
					t.Errorf("asked for %q", name)
				}
				return tt.data
			},
		}}
		plain := &Solver{Options: solver.Options{Heuristic: solver.LinearConflict}}
		for range 200 {
			p := solvertest.Walked(r, goal, 100)
			got, err := s.Solve(context.Background(), p, nil)
			want, _ := plain.Solve(context.Background(), p, nil)
			if tt.name != "junk" && (err != nil || got.Path.String() != want.Path.String()) {
				t.Fatalf("%s: %q, %v, want %q", tt.name, got.Path, err, want.Path)
			}
		}
		if asked != 1 {
			t.Errorf("%s: asked %d times for the tables", tt.name, asked)
		}
	}
}
