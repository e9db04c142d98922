// Package judge says what a verdict is: which answers to a puzzle are right, what a case of a test
// earns, and how results count. It knows no format, no algorithm and no stream.
//
// The words of a stream, for the packages that build on this one:
//
//   - A record is what the input has for one puzzle; its item is the puzzle, or the error in it.
//   - A chunk is a run of consecutive records that one goroutine works on. Chunks are delivered in
//     the order of the stream.
//   - A stage is what is done with a stream; package pipeline takes the stream through it. Solve is
//     a stage in package stream, check and validate in package checker, convert in package convert,
//     and generate in package recipe. The smallest is checker.Validate: copy that for a new one.
//   - A part is what is cut out of one stream for a chunk, before it is known to be cut well.
//   - A block is what a chunk of check holds: its puzzles, the answers to them, and its findings.
//   - A lane is a fast way through a stage for boards that fit a word, which gives the same bytes.
package judge

import (
	"bufio"
	"context"
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Solver solves puzzles. Several goroutines may call it at once, as they may call
// solver.Solver.
type Solver interface {
	Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error)
}

// A TableSolver is a Solver that is faster on many puzzles at once than one by one: it looks
// answers up in a table.
type TableSolver interface {
	Solver

	// SolveMany solves ps in order, calls answer with what Solve would return for
	// each, and stops at the first puzzle that takes a search. The path is nil or
	// in buf's memory, and is valid until answer returns.
	SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
		answer func(p *puzzle.Puzzle, s puzzle.Solution, err error))

	// SolvePacked puts the answer in place of each board, as answers.Encoder.AppendPacked takes
	// it. It returns false, and changes nothing, if it can't: then Solve has to.
	SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool
}

// A Sink encodes answers. Several goroutines may call it at once, as they may call
// answers.Encoder.
type Sink interface {
	// Encode writes the solution of p, the nth of the batch from 1, or the text for
	// the error in its place. It may change p, which is nil for a malformed record.
	Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error)
}

// A Fault is a panic while a puzzle was solved or its answer encoded: a bug of ours,
// not an error of the puzzle.
type Fault struct {
	Puzzle int64 // its number in the batch, from 1
	Start  puzzle.Board
	Value  any // of the panic
	Stack  []byte
}

func (f *Fault) Error() string {
	return fmt.Sprintf("puzzle %d: the solver panicked on %v board %v: %v",
		f.Puzzle, f.Start.Shape, f.Start.Tiles, f.Value)
}
