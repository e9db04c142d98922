package judge

import "tilejudge/solver/puzzle"

// A PackedSolver is a Solver that is faster on boards that are packed, if its PackedSink is too.
type PackedSolver interface {
	Solver
	// SolvePacked puts what the sink needs in place of each board. It returns false, and changes
	// nothing, if it can't: then the puzzles are solved one by one.
	SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool
}

// A PackedSink encodes what a PackedSolver has put in place of boards.
type PackedSink interface {
	Sink
	// Packs reports whether it can do so for this solver and source.
	Packs() bool
	// AppendPacked appends what Encode would write for each. It returns how many have been
	// solved, and the moves of their solutions; the others are unsolvable.
	AppendPacked(to []byte, packed []uint64) (text []byte, solved, moves int)
}

// A packedLane is a shorter way through a run, for parts that can be packed.
type packedLane struct {
	solver PackedSolver
	sink   PackedSink
}

// newPackedLane returns the lane of a solver and a sink, or nil if there is none.
func newPackedLane(solver Solver, sink Sink) *packedLane {
	s, ok := solver.(PackedSolver)
	k, packs := sink.(PackedSink)
	if !ok || !packs || !k.Packs() {
		return nil
	}
	return &packedLane{s, k}
}
