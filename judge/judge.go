// Package judge runs streams of puzzles through a solver and gives verdicts on
// answers. It knows no format and no algorithm: it is handed a source, a solver
// and a sink.
//
//	b := judge.Batch{Solver: s, Workers: 8, Window: 4096}
//	stats, err := b.Run(ctx, decoder, encoder, os.Stdout)
package judge

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"tilejudge/solver/puzzle"
)

// A Source gives puzzles in order, as puzzles.Decoder does.
type Source interface {
	// Decode fills ps with puzzles, whose memory it may reuse, and returns how
	// many, waiting only for the first. The error is about what comes next:
	// io.EOF at the end, and one that is puzzle.ErrMalformed for a record that
	// is no puzzle, after which Decode may be called again.
	Decode(ps []puzzle.Puzzle) (n int, err error)
}

// A List is a Source of puzzles that are there already, whose boards it hands out.
type List []puzzle.Puzzle

// Decode implements Source.
func (l *List) Decode(ps []puzzle.Puzzle) (n int, err error) {
	n = copy(ps, *l)
	if *l = (*l)[n:]; n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A Solver solves puzzles for several goroutines at once, as solver.Solver does.
type Solver interface {
	Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error)
}

// A ManySolver is a Solver that solves many puzzles in less time than one by
// one, as one that looks answers up does.
type ManySolver interface {
	Solver
	// SolveMany does what Solve would for the first of ps in turn, for all
	// those that take no time, and calls answer with what Solve would return.
	// The path is in buf's memory, or nil, and lives until answer returns.
	SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
		answer func(p *puzzle.Puzzle, s puzzle.Solution, err error))
}

// A Sink writes answers, for several goroutines at once, as answers.Encoder does.
type Sink interface {
	// Encode writes the solution of p, the nth of the batch from 1, or the
	// line for the error that stands in its place. It may change p, which is
	// nil for a malformed record.
	Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error)
}

// Stats count the records of a batch. Add them up with Add.
type Stats struct {
	Solved     int64
	TooLong    int64 // of these: with more moves than the puzzle's bound
	Unsolvable int64 // or not within the bound
	GaveUp     int64
	Malformed  int64

	Moves int64 // of the solutions
	Nodes int64 // expanded in all searches
	Time  time.Duration
}

// Puzzles returns the number of records.
func (s *Stats) Puzzles() int64 { return s.Solved + s.Unsolvable + s.GaveUp + s.Malformed }

// Failed returns the number of records without a proper answer.
func (s *Stats) Failed() int64 { return s.TooLong + s.GaveUp + s.Malformed }

// Add adds the counts of another batch.
func (s *Stats) Add(o Stats) {
	s.Solved += o.Solved
	s.TooLong += o.TooLong
	s.Unsolvable += o.Unsolvable
	s.GaveUp += o.GaveUp
	s.Malformed += o.Malformed
	s.Moves += o.Moves
	s.Nodes += o.Nodes
	s.Time += o.Time
}

// A Fault is a panic of the solver: an error of ours, not of the puzzle.
type Fault struct {
	Puzzle int64 // which of the batch, from 1
	Start  puzzle.Board
	Value  any // of the panic
	Stack  []byte
}

func (f *Fault) Error() string {
	return fmt.Sprintf("puzzle %d: the solver panicked on %v board %v: %v",
		f.Puzzle, f.Start.Shape, f.Start.Tiles, f.Value)
}
