package stream

import (
	"tilejudge/formats/answers"
	"tilejudge/judge"
)

// A PackedLane is a shorter way through a run, for parts whose boards can be packed: the solver
// puts an answer in place of each board, and the encoder writes these.
type PackedLane struct {
	Solver  judge.TableSolver
	Encoder *answers.Encoder
}

// NewPackedLane returns the lane of a solver and a sink, or nil if there is none.
func NewPackedLane(solver judge.Solver, sink judge.Sink) *PackedLane {
	s, looksUp := solver.(judge.TableSolver)
	e, encodes := sink.(*answers.Encoder)
	if !looksUp || !encodes || !e.Packs() {
		return nil
	}
	return &PackedLane{s, e}
}
