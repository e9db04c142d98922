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
	Workers   int           // puzzles searched at once
	Window    int           // puzzles read and not yet answered, at most
	TimeLimit time.Duration // for each puzzle; 0: none
	KeepGoing bool          // after a malformed record

	// Report is told, in order, of each record that has no proper answer: it
	// gave up, it has more moves than its bound, or it is malformed and
	// KeepGoing is set. May be nil.
	Report func(error)
}

// ErrTimeLimit is why a puzzle is given up after Batch.TimeLimit.
var ErrTimeLimit = fmt.Errorf("%w: time limit", puzzle.ErrGaveUp)

const (
	// Cheap puzzles go in chunks, of about chunkTime and no more than maxChunk
	// puzzles. Workers that wait for each other to read sleep, and to wake one
	// takes as long as a thousand look-ups: smaller chunks double the time.
	chunkTime = 2 * time.Millisecond
	maxChunk  = 4096

	// splitTime is how long a search may hold up the answers before it in its
	// chunk.
	splitTime = 20 * time.Millisecond

	// grace is how long searches go on after the context of a batch has ended.
	grace = time.Second

	// maxWaiting is how many bytes of answers may wait for their turn before no
	// more is read, whatever the window.
	maxWaiting = 32 << 20

	// maxTiles is the largest board whose memory a worker keeps for the next.
	maxTiles = 256

	// An answer that could show more cells than this, in all its boards, is
	// made when it is written.
	lateCells = 16 << 10
)

// Run solves the puzzles of src and writes the answers that sink makes of them
// to out, in order. An answer waits for nothing but those before it.
//
// It returns the first error of src or out, a malformed record's unless
// KeepGoing is set, or a *Fault; all answers before it have been written. When
// ctx ends it reads no more, finishes the searches that have begun if that takes
// no more than a second, and returns ctx.Err(). A source that waits must be woken by
// other means.
func (b *Batch) Run(ctx context.Context, src Source, sink Sink, out io.Writer) (Stats, error) {
	begin := time.Now()
	r := &run{
		Batch: b, ctx: ctx, src: src, sink: sink,
		out:     bufio.NewWriterSize(out, 64<<10),
		waiting: make(map[int]*chunk),
	}
	r.written.L = &r.writing
	var stop context.CancelFunc
	r.searches, stop = context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })()
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
