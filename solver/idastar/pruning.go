package idastar

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/fsm"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// successors[state] lists the moves that a search makes in a state of an
// fsm.Machine, in order: each is the next state << 8 | edge << 1 | 1. Zeros follow.
// An edge is the cell that the blank gets to << 2 | the move's index in puzzle.UDLR.
type successors [][4]uint32

// pruneLengths says how long the strings are that the machine of an iteration rejects, depending on
// the nodes of the iteration before, and how many bytes making it takes at most. With strings of 2,
// 10, 12, 14 and 16 moves a search of 15-puzzles expands 100, 66, 62, 58 and 56 boards. Making the
// machine takes 5, 22 and 105 ms for 10, 12 and 14 moves on a busy core and, on 5x5, 6, 50 and 360
// ms, which is the time of up to 1.5 million nodes of a compound. Each step saves 7 % of the nodes,
// and the next iteration has about eight times as many.
var pruneLengths = []struct {
	nodes  int64
	length int
	bytes  int64
}{{1 << 24, 14, 448 << 20}, {1 << 20, 12, heuristic.InstantBytes}, {0, 10, heuristic.InstantBytes}}

// partitionPruneLength is the length for searches with the tables of a partition.
const partitionPruneLength = 12

var allSuccessors search.Lazy[machineKey, successors]

type machineKey struct {
	shape  puzzle.Shape
	order  puzzle.Order
	length int
}

// successorsAfter returns the successors for an iteration, given the nodes of the one
// before. It returns ctx.Err() if ctx ends first.
func successorsAfter(
	ctx context.Context, f *heuristic.Frame, nodes int64, o *solver.Options,
) (successors, error) {
	length := 0
	for _, p := range pruneLengths {
		// The last one always fits: heuristic.Cache.Get has asked for InstantBytes.
		if length = p.length; nodes >= p.nodes && search.MayHold(o, p.bytes) {
			break
		}
	}
	return successorsOf(ctx, f, length)
}

// successorsOf returns the successors of the machine that rejects strings of up to length moves.
func successorsOf(ctx context.Context, f *heuristic.Frame, length int) (successors, error) {
	return allSuccessors.Get(ctx, machineKey{f.Shape, f.Order, length}, func() successors {
		m := fsm.New(f.Shape, f.Order, length)
		all := make(successors, len(m.Next))
		for state, next := range m.Next {
			n := 0
			for k, to := range next {
				if to != fsm.Reject {
					edge := uint32(m.Cell[to])<<2 | uint32(heuristic.Direction(f.Order[k]))
					all[state][n] = to<<8 | edge<<1 | 1
					n++
				}
			}
		}
		return all
	})
}
