//go:build linux || darwin

package idastar

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/edsrzf/mmap-go"

	"tilejudge/solver"
	"tilejudge/solver/astar"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// mapFile returns the bytes of a mapped file, and a function that truncates the file.
func mapFile(t *testing.T, content []byte) (mapped []byte, truncate func()) {
	name := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Unmap() })
	return m, func() { os.Truncate(name, 0) }
}

// smallSpec adds tables of 3x3 boards to pdb.Specs for the time of a test.
func smallSpec(t *testing.T, goal *puzzle.Goal) *pdb.Spec {
	sides := [2][][]int{{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{1, 2, 3, 4}, {5, 6, 7, 8}}}
	class := pdb.GoalClass{Shape: goal.Shape}
	spec := pdb.Spec{Name: "3x3", Tables: &pdb.Partition{GoalClass: class, Sides: sides}}
	specs := pdb.Specs
	pdb.Specs = append(slices.Clone(specs), spec)
	t.Cleanup(func() { pdb.Specs = specs })
	return &spec
}

// A search whose stored table is truncated goes on without it, and tells that once.
func TestTableFault(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	spec := smallSpec(t, goal)
	data, truncate := mapFile(t, make([]byte, spec.Bytes()))
	truncate()
	var faults atomic.Int32
	o := solver.Options{
		Heuristic: solver.PatternDatabase,
		Tables:    func(string) []byte { return data },
		TableFault: func(name string, err error) {
			faults.Add(1)
			if name != "3x3" || err == nil {
				t.Errorf("a fault of %q: %v", name, err)
			}
		},
	}
	r := rand.New(rand.NewPCG(6, 6))
	plain := &Solver{Options: solver.Options{Heuristic: solver.LinearConflict}}
	for _, s := range []solver.Solver{&Solver{Options: o}, &astar.Solver{Options: o}} {
		faults.Store(0)
		for range 20 {
			p := solvertest.Walked(r, goal, 100)
			got, err := s.Solve(t.Context(), p, nil)
			want, _ := plain.Solve(t.Context(), p, nil)
			if err != nil || got.Moves != want.Moves {
				t.Fatalf("%T: %d moves, %v, want %d", s, got.Moves, err, want.Moves)
			}
		}
		if n := faults.Load(); n != 1 {
			t.Errorf("%T: told %d times of the fault", s, n)
		}
	}
}

// A tableReader is a search of 8 branches that reads a table.
type tableReader struct {
	iteration[int]
	table []byte
}

func (r *tableReader) enter(*int) bool {
	if r.splitAt > 0 {
		r.branches = make([]branch[int], 8)
		return false
	}
	return r.table[0] == 1
}

func (r *tableReader) newWorker() depthFirst[int] {
	return &tableReader{iteration: r.forWorker(), table: r.table}
}

// A fault on any goroutine ends a split search with an error, and frees all cores.
func TestTableFaultInWorkers(t *testing.T) {
	data, truncate := mapFile(t, []byte{0})
	truncate()
	cores := &corePool{size: 4}
	r := &tableReader{table: data}
	r.path = make(puzzle.Path, 20)
	var fault interface {
		error
		Addr() uintptr // see debug.SetPanicOnFault
	}
	if enterSplit(r, cores, new(int), 1) || !errors.As(r.Err, &fault) {
		t.Errorf("the error is %v, want that of a read from memory that is not there", r.Err)
	}
	if busy := cores.busy.Load(); busy != 0 {
		t.Errorf("%d goroutines are left", busy)
	}
}
