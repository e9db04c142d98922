package idastar

import (
	"context"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
)

// Longer strings are pruned after longer iterations, if the memory limit allows.
func TestPruneLengths(t *testing.T) {
	f, _ := heuristic.NewFrame(puzzle.Shape{Rows: 3, Cols: 3}, 0, puzzle.UDLR)
	for _, tt := range []struct {
		nodes, memory int64
		length        int
	}{
		{0, 0, 10}, {1 << 20, 0, 12}, {1 << 24, 0, 14},
		{1 << 24, heuristic.InstantBytes, 12}, {1 << 24, 1, 10},
	} {
		got, err := successorsAfter(context.Background(), &f, tt.nodes,
			&solver.Options{MemoryLimit: tt.memory})
		want, _ := successorsOf(context.Background(), &f, tt.length, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("after %d nodes with %d bytes: %d states, %v, want %d",
				tt.nodes, tt.memory, len(got), err, len(want))
		}
	}
}

// Successors that another process has made are read from their bytes, but not from others.
func TestSharedSuccessors(t *testing.T) {
	key := machineKey{puzzle.Shape{Rows: 3, Cols: 4}, puzzle.UDLR, 9}
	want := key.successors()
	text := want.bytes()
	if got, ok := successorsIn(text); !ok || !slices.Equal(got, want) {
		t.Errorf("read %d states, %v, want %d", len(got), ok, len(want))
	}
	text[3] = 0xff // a state that is not there
	for _, bad := range [][]byte{nil, text} {
		if got, ok := successorsIn(bad); ok {
			t.Errorf("read %d states from %d bad bytes", len(got), len(bad))
		}
	}
}
