package judge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"tilejudge/solver/puzzle"
)

// A run is one call of Run. Each worker takes the input, reads a chunk, lets go
// of the input, solves the chunk, and writes it or leaves it to the worker
// whose chunk is before it.
type run struct {
	*Batch
	ctx      context.Context
	searches context.Context // of the solver: ends some time after ctx
	src      Source
	sink     Sink
	cost     atomic.Int64 // nanoseconds a puzzle, lately

	reading sync.Mutex // held while reading
	records int64      // read
	turns   int        // of chunks read
	ended   bool       // read no more

	writing   sync.Mutex // held while writing
	written   sync.Cond  // turn has changed, or err is set
	out       *bufio.Writer
	turn      int            // of the chunk to write next
	waiting   map[int]*chunk // solved before their turn
	free      []*chunk
	unwritten int // puzzles read and not yet written
	held      int // bytes of what waits
	stats     Stats
	err       error // the first that ends the run
}

// work reads, solves and writes chunks until there are no more. A panic, which
// is none of the solver's, ends the run for the others too.
func (r *run) work() {
	defer func() {
		if p := recover(); p != nil {
			r.writing.Lock()
			r.fail(fmt.Errorf("panic: %v", p))
			r.written.Broadcast()
			r.writing.Unlock()
			panic(p)
		}
	}()
	w := &worker{text: bufio.NewWriter(nil), path: make(puzzle.Path, 0, 128)}
	for c := new(chunk); r.read(w, c); c = r.write(c) {
		r.solve(w, c)
	}
}

// read fills w.puzzles with as many puzzles as are worth it and as there is
// room for in the window. It returns false if there are no more.
func (r *run) read(w *worker, c *chunk) bool {
	r.reading.Lock()
	defer r.reading.Unlock()
	room := r.room()
	if room == 0 || r.ended || r.ctx.Err() != nil {
		return false
	}
	size := 1
	if cost := r.cost.Load(); cost > 0 {
		size = int(min(max(int64(chunkTime)/cost, 1), maxChunk, int64(room)))
	}
	for i := 1; i < len(w.puzzles); i++ { // the first of many large ones keeps its memory
		if cap(w.puzzles[i].Start.Tiles) > maxTiles {
			w.puzzles[i].Start.Tiles = nil
		}
	}
	w.puzzles = slices.Grow(w.puzzles[:0], size)[:size]
	n, err := r.src.Decode(w.puzzles)
	w.puzzles = w.puzzles[:n]
	c.puzzles, c.next, c.number, c.turn = n, err, r.records+1, r.turns
	r.turns++
	r.records += int64(n)
	if errors.Is(err, puzzle.ErrMalformed) {
		r.records++
		r.ended = !r.KeepGoing
	} else {
		r.ended = err != nil
	}
	r.writing.Lock()
	r.unwritten += n
	r.writing.Unlock()
	return true
}

// room waits for room in the window and returns for how many puzzles there is
// some: for none if the run has ended.
func (r *run) room() int {
	r.writing.Lock()
	defer r.writing.Unlock()
	window := max(r.Window, 1)
	for (r.unwritten >= window || r.held >= maxWaiting) && r.err == nil {
		r.written.Wait()
	}
	if r.err != nil {
		return 0
	}
	return window - r.unwritten
}

// writeAnswers writes the answers of a chunk.
func (r *run) writeAnswers(c *chunk) {
	r.out.Write(c.text.Bytes()) // it keeps its error for Flush
	for _, a := range c.late {
		r.sink.Encode(r.out, a.n, &a.p, a.s, a.err)
	}
}

// write writes the answers of a chunk, if it is their turn, and of those that
// waited for it. It returns a chunk to use.
func (r *run) write(c *chunk) *chunk {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.waiting[c.turn] = c
	r.held += c.size()
	for c := r.waiting[r.turn]; c != nil; c = r.waiting[r.turn] {
		delete(r.waiting, r.turn)
		r.turn++
		r.held -= c.size()
		r.unwritten -= c.puzzles
		if r.err == nil {
			r.pass(c)
		}
		if len(r.free) < max(r.Workers, 1) {
			r.free = append(r.free, c)
		}
	}
	if err := r.out.Flush(); err != nil {
		r.fail(err)
	}
	r.written.Broadcast()
	if last := len(r.free) - 1; last >= 0 {
		c = r.free[last]
		r.free = r.free[:last]
		return c
	}
	return new(chunk)
}

// pass passes on what came of a chunk.
func (r *run) pass(c *chunk) {
	r.stats.Add(c.stats)
	r.writeAnswers(c)
	for _, err := range c.notes {
		r.report(err)
	}
	switch {
	case c.fatal != nil:
		r.fail(c.fatal)
	case c.next == nil || c.next == io.EOF:
	case !errors.Is(c.next, puzzle.ErrMalformed):
		r.fail(c.next)
	case r.KeepGoing:
		r.stats.Malformed++
		r.report(c.next)
		r.sink.Encode(r.out, c.number+int64(c.puzzles), nil, puzzle.Solution{}, c.next)
	default:
		r.stats.Malformed++
		r.fail(c.next)
	}
}

// fail ends the run, unless it has been ended.
func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *run) report(err error) {
	if r.Report != nil {
		r.Report(err)
	}
}
