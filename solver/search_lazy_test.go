package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A wait for a value ends with its context. The value is made once all the same, and
// later calls get it, even with a cancelled context. A cancelled context starts nothing.
func TestLazy(t *testing.T) {
	var l lazy[int, string]
	made, begun, may := 0, make(chan struct{}), make(chan struct{})
	build := func() string {
		made++
		close(begun)
		<-may
		return "one"
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := l.get(ended, 1, build); err != context.Canceled || made != 0 {
		t.Errorf("with an ended context: %q, %v, made %d times", v, err, made)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	if v, err := l.get(ctx, 1, build); err != context.Canceled {
		t.Errorf("while it is made: %q, %v, want Canceled", v, err)
	}
	close(may)
	for _, ctx := range []context.Context{context.Background(), ended} {
		if v, err := l.get(ctx, 1, build); v != "one" || err != nil || made != 1 {
			t.Errorf("afterwards: %q, %v, made %d times", v, err, made)
		}
	}
}

// Cancelling the context ends the wait for the tables of a picture.
func TestContextWhileBuilding(t *testing.T) {
	goal := puzzle.BlankFirst.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := walked(rand.New(rand.NewPCG(8, 8)), goal, 9)
	for _, name := range []string{"idastar", "astar"} {
		c := chosen(t, "pdb-4-4-4-3")
		begun := make(chan struct{})
		c.Tables = &waiting{Tables: c.Tables, begun: begun}
		s, err := New(name, Options{Heuristic: PatternDatabase, Patterns: c})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			<-begun
			cancel()
		}()
		if _, err := s.Solve(ctx, p, nil); err != context.Canceled {
			t.Errorf("%s: %v, want Canceled", name, err)
		}
	}
}

// A waiting is tables whose build never ends.
type waiting struct {
	pdb.Tables
	begun chan struct{}
}

func (w *waiting) Build(context.Context, []byte, func(done, total int64)) error {
	close(w.begun)
	select {}
}

// Longer strings are pruned after longer iterations, if the memory limit allows.
func TestPruneLengths(t *testing.T) {
	f, _ := newFrame(puzzle.Shape{Rows: 3, Cols: 3}, 0, puzzle.UDLR)
	for _, tt := range []struct {
		nodes, memory int64
		length        int
	}{
		{0, 0, 10}, {1 << 20, 0, 12}, {1 << 24, 0, 14},
		{1 << 24, instantBytes, 12}, {1 << 24, 1, 10},
	} {
		got, err := f.successorsAfter(context.Background(), tt.nodes,
			&Options{MemoryLimit: tt.memory})
		want, _ := f.successors(context.Background(), tt.length)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("after %d nodes with %d bytes: %d states, %v, want %d",
				tt.nodes, tt.memory, len(got), err, len(want))
		}
	}
}

// A node limit is met exactly, although two searches share it.
func TestAutoNodeLimit(t *testing.T) {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := walked(rand.New(rand.NewPCG(10, 10)), goal, 1000)
	for _, limit := range []int64{1, briefNodes - 1, briefNodes, briefNodes + 1,
		briefNodes + 5000} {
		a := NewAuto(Options{NodeLimit: limit})
		for range 2 { // the first must not matter to the second
			if sol, err := a.Solve(context.Background(), p, nil); err != ErrNodeLimit ||
				sol.Nodes != limit {
				t.Errorf("limit %d: %d nodes, %v", limit, sol.Nodes, err)
			}
		}
	}
}
