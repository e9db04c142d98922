package judge

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/sourcegraph/conc/pool"

	"tilejudge/solver/puzzle"
)

// A Batch solves a stream of puzzles on several cores and keeps their order.
type Batch struct {
	Solver    Solver
	Workers   int           // searches that run at once
	Window    int           // maximum number of puzzles read but not yet answered
	TimeLimit time.Duration // for each puzzle; 0: none
	KeepGoing bool          // after a malformed record
	Timed     bool          // measure the time of each search
	Before    int64         // number of puzzles that stand before those of the source

	// Report is called, in order, with an error for each record that has no
	// proper answer: the solver gave up, the answer exceeds the puzzle's bound, or
	// the record is malformed and KeepGoing is set. May be nil.
	Report func(error)

	// Answered is called, in order, with the number of puzzles each time that some have been
	// answered. May be nil.
	Answered func(puzzles int64)
}

// ErrTimeLimit is the error of a puzzle that took longer than Batch.TimeLimit.
var ErrTimeLimit = fmt.Errorf("%w: time limit", puzzle.ErrGaveUp)

const (
	// Cheap puzzles are solved in chunks that take about chunkTime and have up to
	// maxChunk puzzles. A worker that waits for the input sleeps, and waking it
	// takes as long as a thousand look-ups: smaller chunks double the total time.
	chunkTime = 2 * time.Millisecond
	maxChunk  = 4096

	// maxText is how many bytes of answers a chunk of several puzzles is to have, so that they stay
	// in the cache of a core.
	maxText = 256 << 10

	// splitTime is how long a search may delay the answers before it in its chunk.
	splitTime = 20 * time.Millisecond

	// grace is how long searches may go on after the context of a batch has ended.
	grace = time.Second

	// minWaiting is how many bytes of answers may wait for their turn if there are few workers, and
	// waitingPerWorker how many of each worker if there are many. Beyond that nothing is read,
	// however large the window is. As much memory is kept for answers to come.
	minWaiting       = 8 << 20
	waitingPerWorker = 1 << 20

	// maxTiles is the size, in cells, of the largest board whose memory is reused
	// for the next puzzle.
	maxTiles = 256

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
func (b *Batch) Run(ctx context.Context, src Source, sink Sink, out io.Writer) (Stats, error) {
	begin := time.Now()
	searches, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stopWaiting := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	defer stopWaiting()
	r := &run{
		Batch: b, ctx: ctx, searches: searches, src: src, sink: sink,
		out:     bufio.NewWriterSize(out, 64<<10),
		waiting: make(map[int]*chunk),
	}
	if b.TimeLimit <= 0 && !b.Timed {
		r.lane = newPackedLane(b.Solver, sink)
	}
	r.written.L, r.joins.L = &r.writing, &r.reading
	workers := pool.New().WithMaxGoroutines(max(b.Workers, 1))
	for range max(b.Workers, 1) {
		workers.Go(r.work)
	}
	workers.Wait()
	if ctx.Err() != nil {
		r.fail(ctx.Err())
	}
	r.stats.Time = time.Since(begin)
	return r.stats, r.err
}
