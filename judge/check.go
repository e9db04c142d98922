package judge

import (
	"errors"
	"io"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Check gives verdicts on a stream of answers to a stream of puzzles. It reads
// each stream once and keeps little of it in memory.
type Check struct {
	Rules
	Puzzles  Puzzles
	Answers  Answers
	Expected Answers // the judge's own answers, which are judged too; nil: there are none
	Workers  int     // answers judged at once
	Before   int64   // number of puzzles that stand before these

	// Each is called with every verdict, in order. May be nil.
	Each func(*Finding)

	// Accepted, if it is not nil, may be called in place of Each, in order. Then many answers to
	// small boards take little time.
	Accepted AcceptedFunc

	// Right writes answers in the form of Answers. If it is not nil, Accepted is called for
	// answers with the text of a right one too. nil: these are read as others are.
	Right Sink
}

// An AcceptedFunc is called for a number of answers in a row that are accepted: with the number and
// the line of the first puzzle, and how many lines each puzzle is behind the one before it.
type AcceptedFunc func(first int64, line, step int, count int64)

// Puzzles are a Source that sets the lines of puzzles, as a puzzles.Decoder that tells them does.
type Puzzles interface {
	Source
	// Line returns the line on which a malformed record begins, from 1.
	Line() int
}

// Answers give the answers to puzzles in order, as answers.Decoder does.
type Answers interface {
	// Decode reads the answer to p, the nth of the stream from 1. It returns the
	// solution, with a path in buf's memory or its own. An error for which IsAnswer
	// holds stands in the place of a solution: puzzle.ErrUnsolvable or ErrTooLong if
	// that is the answer, io.EOF if there is no answer, and one that wraps
	// puzzle.ErrMalformed or ErrGaveUp if the record is not an answer. Any other
	// error means that reading failed. form says what is wrong with the form of an
	// answer whose content is clear.
	Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (s puzzle.Solution, err, form error)
	// End returns an error that wraps puzzle.ErrMalformed if anything but white
	// space is left, or the error of reading.
	End() error
	// Line returns the line on which the last answer begins, from 1.
	Line() int
	// Begin returns where the last answer begins, in bytes from the beginning.
	Begin() int64
	// Text returns how the last answer begins, or nothing. Decode uses its memory again.
	Text() []byte
}

// SplitAnswers are Answers that several goroutines can read at once, as answers.Decoder can.
type SplitAnswers interface {
	Answers
	// Ready returns how many of the next n answers Split can take, or -1 if it can't tell where
	// they end: then Decode has to go on.
	Ready(n int) int
	// Split takes the next n answers out of the stream, if Ready says that it can. part has
	// these. Once they have been read, at any time, whole reports whether the part was cut well.
	// join reports whether these answers come next. If they do not, or keep is false, Decode
	// has to read what was in the part and behind it. The calls of join must have the order of
	// those of Split, and Decode may be called only when all parts have been joined, or when
	// join has returned false.
	Split(n int) (part Answers, whole func() bool, join func(keep bool) bool)
}

// LineAnswers are Answers that can be lines: each has a path of one letter for each move, or a
// text.
type LineAnswers interface {
	Answers
	// Lines returns the text that has not been read, the move of each letter, and the line that
	// stands for puzzle.ErrUnsolvable. letters is nil if answers are written in another way.
	Lines() (text []byte, letters *[256]puzzle.Move, unsolvable string)
	// Skip takes the next answers, which have that many bytes in all, as read.
	Skip(answers, bytes int)
}

// TextAnswers are Answers that can be compared with the text of right ones.
type TextAnswers interface {
	Answers
	// SkipText takes the next answers, whose text has that size in all, as read if the input
	// goes on with a text that a Sink has written: these answers and one more. It reports whether
	// it does. It does not wait for input.
	SkipText(answers, size int, text []byte) bool
	// Arrived reports whether what comes next can be read without waiting.
	Arrived() bool
}

// IsAnswer reports whether an error of Answers.Decode stands in an answer's place.
// If it does not, reading failed.
func IsAnswer(err error) bool {
	return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong || err == io.EOF ||
		errors.Is(err, puzzle.ErrMalformed) || errors.Is(err, puzzle.ErrGaveUp)
}

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

// Clone returns a copy that shares no memory with f but the goal.
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
