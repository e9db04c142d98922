package idastar

import (
	"context"
	"encoding/binary"
	"fmt"

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
	return successorsOf(ctx, f, length, o.Keep)
}

// successorsOf returns the successors of the machine that rejects strings of up to length moves.
// keep is that of solver.Options.
func successorsOf(
	ctx context.Context, f *heuristic.Frame, length int,
	keep func(name string, make func() []byte) []byte,
) (successors, error) {
	key := machineKey{f.Shape, f.Order, length}
	return allSuccessors.Get(ctx, key, func() successors {
		if keep == nil {
			return key.successors()
		}
		made := keep(key.name(), func() []byte { return key.successors().bytes() })
		if all, ok := successorsIn(made); ok {
			return all
		}
		return key.successors()
	})
}

// successors makes the successors.
func (k machineKey) successors() successors {
	m := fsm.New(k.shape, k.order, k.length)
	all := make(successors, len(m.Next))
	for state, next := range m.Next {
		n := 0
		for i, to := range next {
			if to != fsm.Reject {
				edge := uint32(m.Cell[to])<<2 | uint32(heuristic.Direction(k.order[i]))
				all[state][n] = to<<8 | edge<<1 | 1
				n++
			}
		}
	}
	return all
}

// name returns a name for a file of the successors.
func (k machineKey) name() string {
	return fmt.Sprintf("successors-%dx%d-%x-%v-%d",
		k.shape.Rows, k.shape.Cols, k.shape.Walls, k.order, k.length)
}

// bytes returns the successors as a file has them.
func (s successors) bytes() []byte {
	text := make([]byte, 0, 16*len(s))
	for _, next := range s {
		for _, to := range next {
			text = binary.LittleEndian.AppendUint32(text, to)
		}
	}
	return text
}

// successorsIn returns the successors in a file, and false if it has others.
func successorsIn(text []byte) (successors, bool) {
	all := make(successors, len(text)/16)
	for i := range all {
		for k := range all[i] {
			to := binary.LittleEndian.Uint32(text[16*i+4*k:])
			if to != 0 && int(to>>8) >= len(all) {
				return nil, false
			}
			all[i][k] = to
		}
	}
	return all, len(all) > 0
}
