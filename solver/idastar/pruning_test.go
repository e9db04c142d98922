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
		want, _ := successorsOf(context.Background(), &f, tt.length)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("after %d nodes with %d bytes: %d states, %v, want %d",
				tt.nodes, tt.memory, len(got), err, len(want))
		}
	}
}
