package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/pipeline"
	"tilejudge/solver/puzzle"
)

// A Batch solves a stream of puzzles on several cores and keeps their order.
type Batch struct {
	Solver    judge.Solver
	Workers   int           // searches that run at once
	Window    int           // maximum number of puzzles read but not yet answered
	TimeLimit time.Duration // for each puzzle; 0: none
	KeepGoing bool          // after a malformed record
	Timed     bool          // measure the time of each search
	Before    int64         // number of puzzles that stand before those of the source

	// Recorded has the solutions of an earlier run on the same puzzles. If it is not nil, nothing is
	// searched for.
	Recorded Recorded

	// Report is called, in order, with an error for each record that has no
	// proper answer: the solver gave up, the answer exceeds the puzzle's bound, or
	// the record is malformed and KeepGoing is set. May be nil.
	Report func(error)

	// Answered is called, in order, with the number of puzzles each time that some have been
	// answered. May be nil.
	Answered func(puzzles int64)
}

// A Recorded has solutions as texts, in the order of their puzzles.
type Recorded interface {
	// Append appends the texts of the next n solutions to a text. If there are fewer, it appends
	// these, and returns io.EOF.
	Append(text []byte, n int) ([]byte, error)

	// Solution decodes the first solution in a text, with a path in the memory of buf if it has one,
	// and returns what follows. It may be called by several goroutines at once.
	Solution(text []byte, buf puzzle.Path) (sol puzzle.Solution, rest []byte, err error)
}

// ErrTimeLimit is the error of a puzzle that took longer than Batch.TimeLimit.
var ErrTimeLimit = fmt.Errorf("%w: time limit", puzzle.ErrGaveUp)

const (
	// maxText is the most memory for answers, in bytes, with which a chunk begins.
	maxText = 256 << 10

	// MaxTiles is the size, in cells, of the largest board whose memory is reused
	// for the next puzzle.
	MaxTiles = 256

	// An answer whose boards could have more cells than lateCells in all is
	// encoded only when it is written, so that it takes no memory while it waits.
	lateCells = 16 << 10
)

// Run solves the puzzles of src and writes to out, in order, the answers that sink
// encodes. An answer waits only for those before it.
//
// It returns the first error of src or out, a *Fault, or, unless KeepGoing is set,
// the error of the first malformed record. All answers before it have been
// written. When ctx ends, Run reads no more, gives the searches that have begun one
// second to finish, and returns ctx.Err(). It cannot wake a source that blocks:
// that is the caller's task.
func (b *Batch) Run(
	ctx context.Context, src puzzle.Source, sink judge.Sink, out io.Writer,
) (Stats, error) {
	begin := time.Now()
	r := newRun(ctx, b, src, sink, out)
	err := pipeline.Run(ctx, r, pipeline.Options{
		Workers: b.Workers, Window: max(b.Window, 1), Flush: r.out.Flush,
	})
	r.stats.Time = time.Since(begin)
	return r.stats, err
}

// solve solves one puzzle, and measures the time if that is asked for.
func (b *Batch) solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if !b.Timed {
		return b.solveInTime(ctx, p, buf)
	}
	begin := time.Now()
	sol, err := b.solveInTime(ctx, p, buf)
	sol.Time = time.Since(begin)
	return sol, err
}

// solveInTime solves one puzzle within the time limit.
func (b *Batch) solveInTime(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if b.TimeLimit <= 0 {
		return b.Solver.Solve(ctx, p, buf)
	}
	limited, cancel := context.WithTimeout(ctx, b.TimeLimit)
	defer cancel()
	sol, err := b.Solver.Solve(limited, p, buf)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrTimeLimit
	}
	return sol, err
}

// Stats count the records of a batch. Add adds them up.
type Stats struct {
	Solved     int64
	TooLong    int64 // solved, but with more moves than the puzzle's bound
	Unsolvable int64 // at all, or within the bound
	GaveUp     int64
	Malformed  int64

	Moves int64 // of the solutions

	// Of the solutions for which the solver tells a lower bound:
	Bounded      int64 // their number
	BoundedMoves int64
	LowerBound   int64 // the sum of these bounds

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
	s.Bounded += o.Bounded
	s.BoundedMoves += o.BoundedMoves
	s.LowerBound += o.LowerBound
	s.Nodes += o.Nodes
	s.Time += o.Time
}
