package stream

import (
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// An Appender is a Sink that appends what Encode writes to a text in memory, which takes less time.
type Appender interface {
	judge.Sink
	Append(to []byte, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error) []byte
}

// A PackedSolver is a Solver that is faster on boards that are packed, if its PackedSink is too.
type PackedSolver interface {
	judge.Solver
	// SolvePacked puts what the sink needs in place of each board. It returns false, and changes
	// nothing, if it can't: then the puzzles are solved one by one.
	SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool
}

// A PackedSink encodes what a PackedSolver has put in place of boards.
type PackedSink interface {
	judge.Sink
	// Packs reports whether it can do so for this solver and source.
	Packs() bool
	// AppendPacked appends what Encode would write for each. It returns how many have been
	// solved, and the moves of their solutions; the others are unsolvable.
	AppendPacked(to []byte, packed []uint64) (text []byte, solved, moves int)
}

// A PackedLane is a shorter way through a run, for parts that can be packed.
type PackedLane struct {
	Solver PackedSolver
	Sink   PackedSink
}

// NewPackedLane returns the lane of a solver and a sink, or nil if there is none.
func NewPackedLane(solver judge.Solver, sink judge.Sink) *PackedLane {
	s, ok := solver.(PackedSolver)
	k, packs := sink.(PackedSink)
	if !ok || !packs || !k.Packs() {
		return nil
	}
	return &PackedLane{s, k}
}
