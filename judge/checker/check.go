package checker

import (
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
)

// A Check gives verdicts on a stream of answers to a stream of puzzles. It reads
// each stream once and keeps little of it in memory.
type Check struct {
	judge.Rules
	Puzzles  *puzzles.Decoder // after TellLines
	Answers  *answers.Decoder
	Expected *answers.Decoder // the judge's own answers, which are judged too; nil: there are none
	More     bool             // other answers follow these, to puzzles behind these
	Workers  int              // answers judged at once
	Before   int64            // number of puzzles that stand before these

	// Each is called with every verdict, in order. May be nil.
	Each func(*judge.Finding)

	// Accepted, if it is not nil, may be called in place of Each, in order. Then many answers to
	// small boards take little time.
	Accepted AcceptedFunc

	// Right writes answers in the form of Answers. If it is not nil, Accepted may also be called
	// for answers with the same text as a right one. nil: these are read as others are.
	Right *answers.Encoder
}

// An AcceptedFunc is called for count consecutive answers that are accepted. first and line are the
// number and the line of the first puzzle, and step is the number of lines from one puzzle to the
// next.
type AcceptedFunc func(first int64, line, step int, count int64)
