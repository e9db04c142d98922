package checker

import (
	"tilejudge/formats/answers"
	"tilejudge/judge"
)

// A Check gives verdicts on a stream of answers to a stream of puzzles. It reads
// each stream once and keeps little of it in memory.
type Check struct {
	judge.Rules
	Puzzles  Puzzles
	Answers  *answers.Decoder
	Expected *answers.Decoder // the judge's own answers, which are judged too; nil: there are none
	More     bool             // others follow these answers, for puzzles behind these
	Workers  int              // answers judged at once
	Before   int64            // number of puzzles that stand before these

	// Each is called with every verdict, in order. May be nil.
	Each func(*judge.Finding)

	// Accepted, if it is not nil, may be called in place of Each, in order. Then many answers to
	// small boards take little time.
	Accepted AcceptedFunc

	// Right writes answers in the form of Answers. If it is not nil, Accepted is called for
	// answers with the text of a right one too. nil: these are read as others are.
	Right judge.Sink
}

// An AcceptedFunc is called for a number of answers in a row that are accepted: with the number and
// the line of the first puzzle, and how many lines each puzzle is behind the one before it.
type AcceptedFunc func(first int64, line, step int, count int64)

// Puzzles are a Source that sets the lines of puzzles, as a puzzles.Decoder that tells them does.
type Puzzles interface {
	judge.Source
	// Line returns the line on which a malformed record begins, from 1.
	Line() int
}
