// Package pipeline takes a stream through five steps on several cores and keeps its order. It knows
// neither the items of the stream nor what is done with them: that is a Stage's business.
//
//	err := pipeline.Run(ctx, stage, pipeline.Options{Workers: 8, Window: 4096, Waiting: 8 << 20})
package pipeline

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"
)

// A Stage says what is done with a stream. C is a chunk of consecutive items, W the memory that one
// goroutine keeps from chunk to chunk. Both begin as zero values and are used again. One goroutine
// takes a chunk through all steps up to Work, so that its items stay in the cache of a core.
//
// Claim and Settle are called by one goroutine at a time, and so is Deliver; the other methods by
// several at once.
type Stage[W, C any] interface {
	// Claim guesses where up to n items end in the input, and takes them out of it for c. It does
	// not wait for input. It returns how many they are, or 0 if it can't tell; then it may be asked
	// again, with the same c, after the chunks before have been settled. After a wrong guess it
	// returns 0 until all that was claimed behind it has been settled.
	Claim(c *C, n int) int

	// Parse decodes what c has claimed, as if all guesses before had been right.
	Parse(w *W, c *C)

	// Settle is called for each chunk in the order of the stream. It accepts what has been claimed
	// and parsed. If nothing was claimed, or if the guess was wrong, it reads up to n items,
	// and may wait for input. It returns the number of items, and whether more may come.
	Settle(w *W, c *C, n int) (items int, more bool)

	// Work does what takes time. If a part of the results need not wait for the others, it says so
	// to early, and from then on changes results only within early.Hold. ctx ends a second after
	// that of Run.
	Work(ctx context.Context, w *W, c *C, early *Early)

	// Deliver passes the results of c on, in the order of the stream. last is false if Work goes on.
	// An error ends the run.
	Deliver(c *C, last bool) error

	// Size returns how many bytes the results of c have, and how many bytes c holds in all.
	Size(c *C) (results, memory int)
}

// Options are limits of a run.
type Options struct {
	Workers int // goroutines, which work at once
	Window  int // items that have been settled but not delivered, at most

	// Waiting is how many bytes of chunks may wait for their turn, beyond one chunk for each worker.
	// As much memory is kept for chunks to come. 0: 8 MiB, or 1 MiB for each worker if that is more.
	Waiting int

	// Flush is called after chunks have been delivered, before the goroutine does anything else.
	// Its error ends the run. May be nil.
	Flush func() error
}

const (
	// Chunks take about chunkTime and have up to maxChunk items. A goroutine that waits for the
	// input sleeps, and waking it takes as long as a thousand small items: smaller chunks double
	// the total time.
	chunkTime = 2 * time.Millisecond
	maxChunk  = 4096

	// maxResults is how many bytes of results a chunk of several items is to have, so that they
	// stay in the cache of a core.
	maxResults = 256 << 10

	// earlyTime is how long an item may delay the results before it in its chunk.
	earlyTime = 20 * time.Millisecond

	// The usual limits of bytes that wait.
	minWaiting       = 8 << 20
	waitingPerWorker = 1 << 20

	// grace is how long Work may go on after the context of a run has ended.
	grace = time.Second
)

// Run takes a stream through a stage. It returns the first error of Deliver and Flush. When ctx
// ends, it claims and settles nothing new, gives the chunks that have begun one second, and returns
// ctx.Err(). A panic of the stage ends the run, and panics again.
func Run[W, C any](ctx context.Context, stage Stage[W, C], o Options) error {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	defer stop()
	o.Workers = max(o.Workers, 1)
	o.Waiting = cmp.Or(o.Waiting, max(minWaiting, o.Workers*waitingPerWorker))
	r := &run[W, C]{ctx: ctx, work: work, stage: stage}
	r.settled.L = &r.input
	r.queue = queue[W, C]{stage: stage, Options: o, waiting: make(map[int]*slot[C])}
	r.queue.room.L = &r.queue.mutex
	workers := pool.New().WithMaxGoroutines(o.Workers)
	for range o.Workers {
		workers.Go(r.loop)
	}
	workers.Wait()
	if ctx.Err() != nil {
		r.fail(ctx.Err())
	}
	return r.err
}

// A slot is a chunk and its place in the stream.
type slot[C any] struct {
	chunk  C
	turn   int // from 0
	items  int
	memory int  // while it waits
	behind bool // the end of the stream: it has nothing to deliver
	early  Early
}

// An Early has results of a chunk delivered before Work returns, if it is their turn.
type Early struct {
	mutex sync.Mutex // guards the results: deliver takes them while Work adds more
	watch int        // changes when watching begins or ends
	again func(watch int) bool
}

// Watch says that an item may take long. From now on, results are delivered every 20 ms until stop
// is called: so Work must call Hold to change them.
func (e *Early) Watch() (stop func()) {
	var timer *time.Timer
	e.Hold(func() {
		e.watch++
		watch := e.watch
		timer = time.AfterFunc(earlyTime, func() {
			if e.again(watch) {
				timer.Reset(earlyTime)
			}
		})
	})
	return func() {
		timer.Stop()
		e.Hold(func() { e.watch++ })
	}
}

// Hold calls f while no results are delivered.
func (e *Early) Hold(f func()) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	f()
}
