package judge

import (
	"slices"

	"tilejudge/solver/puzzle"
)

// A Finding is the verdict on one answer.
type Finding struct {
	N       int64 // number of the puzzle, from 1
	Line    int   // of the puzzle
	Verdict Verdict
	Message string // why; "": accepted
	Unread  bool   // the answer is missing or cannot be read
	GaveUp  bool   // the verdict is JE because the solver gave up

	// Excess is by how many moves an accepted path is longer than a shortest one, if
	// Rules.ByMoves asks for that.
	Excess int `json:",omitzero"`

	// Score is what the judge's formula gives, if Rules.Score is set; nil: the answer has none.
	Score *float64 `json:",omitempty"`

	// At and ExpectedAt are where the answer and the expected answer begin, in bytes from
	// the beginning of all answers.
	At, ExpectedAt int64

	// Text and Expected are how the answer and the expected answer begin, as they were
	// written, if Answers keep that and the verdict is not AC.
	Text, Expected []byte `json:",omitempty"`

	// What was judged, for Each alone: its memory, like that of Text and Expected, is used
	// again once that returns. Puzzle is nil if the puzzle is malformed.
	Puzzle *puzzle.Puzzle
	Answer puzzle.Solution
}

// Clone returns a copy that shares no memory with f, except the goal.
func (f *Finding) Clone() *Finding {
	c := *f
	c.Text, c.Expected = slices.Clone(f.Text), slices.Clone(f.Expected)
	if f.Puzzle != nil {
		p := *f.Puzzle
		p.Start = p.Start.Clone()
		c.Puzzle, c.Answer.Path = &p, slices.Clone(f.Answer.Path)
	}
	return &c
}
