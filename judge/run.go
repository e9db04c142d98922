package judge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/solver/puzzle"
)

// A run is one call of Batch.Run. Each worker locks the input, takes the bytes of a chunk,
// unlocks the input, and decodes and solves the chunk; a source that can't be split is decoded
// while it is locked. The worker then writes the chunk, or leaves it to the worker whose chunk
// comes before it.
type run struct {
	*Batch
	ctx      context.Context
	searches context.Context // of the solver: ends some time after ctx
	src      Source
	sink     Sink
	lane     *packedLane  // nil: there is none
	cost     atomic.Int64 // estimate: nanoseconds per puzzle; 0: not known yet
	length   atomic.Int64 // bytes of an answer of the last chunk; 0: not known yet

	reading sync.Mutex // guards src and the fields down to the next blank line
	records int64      // read so far
	turns   int        // chunks read so far, or taken out of src
	joined  int        // of these, those whose puzzles have been counted
	parted  int        // puzzles in parts that are being decoded, at most
	joins   sync.Cond  // joined has changed
	ended   bool       // there is nothing more to read

	writing   sync.Mutex // guards all fields below
	written   sync.Cond  // turn has changed, or err is set
	out       *bufio.Writer
	turn      int            // of the chunk to write next
	waiting   map[int]*chunk // solved before their turn
	free      []*chunk
	spare     int // bytes of the texts of the chunks in free
	unwritten int // puzzles read and not yet written
	held      int // bytes of the chunks in waiting
	stats     Stats
	err       error // the first that ends the run
}

// work reads, solves and writes chunks until there are no more. Panics of the
// solver become a Fault; any other panic ends the run for all workers.
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
	w := newWorker(r)
	for c := new(chunk); r.read(w, c); c = r.write(c) {
		w.solve(c)
	}
}

// read fills w.puzzles with puzzles for about chunkTime, if the window has room for
// them. It returns false if there are no more. Other workers can read at the same time if src is
// a Splitter.
func (r *run) read(w *worker, c *chunk) bool {
	r.reading.Lock()
	defer r.reading.Unlock()
	for {
		room := r.room()
		if room == 0 || r.ended || r.ctx.Err() != nil {
			return false
		}
		size := r.chunkSize(room - r.parted)
		parted, decode, pack, join := r.split(size)
		if parted == 0 && r.joined < r.turns {
			r.joins.Wait() // parts come before the next puzzle
			continue
		}
		c.turn = r.turns
		r.turns++
		if parted == 0 {
			w.resize(size)
			r.count(w, c, func(ps []puzzle.Puzzle) (int, error) { return r.src.Decode(ps) })
			return true
		}
		r.parted += size
		r.reading.Unlock()
		fault := panics.Try(func() { w.readPart(parted, decode, pack) })
		r.reading.Lock()
		r.parted -= size
		for r.joined < c.turn {
			r.joins.Wait()
		}
		r.count(w, c, func(ps []puzzle.Puzzle) (int, error) {
			if fault != nil {
				panic(fault.AsError())
			}
			if join(true) {
				return parted, nil
			}
			w.packed = w.packed[:0]
			w.resize(size)
			return r.src.Decode(w.puzzles)
		})
		return true
	}
}

// split calls Split if src has it.
func (r *run) split(n int) (
	count int, decode func([]puzzle.Puzzle) bool,
	pack func([]puzzle.Packed) (*puzzle.Goal, int), join func(bool) bool,
) {
	if s, ok := r.src.(Splitter); ok && n > 1 {
		return s.Split(n)
	}
	return 0, nil, nil, nil
}

// chunkSize returns how many puzzles the next chunk may have; with no room, none.
func (r *run) chunkSize(room int) int {
	if cost := r.cost.Load(); cost > 0 {
		most := min(int64(chunkTime)/cost, maxText/max(r.length.Load(), 1), maxChunk)
		return int(min(max(most, 1), int64(room)))
	}
	return min(room, 1)
}

// count fills the chunk whose turn it is with the puzzles that decode returns, and counts them.
func (r *run) count(w *worker, c *chunk, decode func([]puzzle.Puzzle) (int, error)) {
	defer func() { // even if decode panics: others wait for this turn
		r.joined++
		r.joins.Broadcast()
	}()
	n, err := 0, error(nil)
	if r.ended {
		w.packed = w.packed[:0]
	} else {
		n, err = decode(w.puzzles)
	}
	if len(w.packed) == 0 {
		w.puzzles = w.puzzles[:n]
	}
	c.puzzles, c.next, c.number = n, err, r.Before+r.records+1
	r.records += int64(n)
	if errors.Is(err, puzzle.ErrMalformed) {
		r.records++
		r.ended = r.ended || !r.KeepGoing
	} else {
		r.ended = r.ended || err != nil
	}
	r.writing.Lock()
	r.unwritten += n
	r.writing.Unlock()
}

// room waits until the window has room, and returns for how many puzzles. It
// returns 0 if the run has ended.
func (r *run) room() int {
	r.writing.Lock()
	defer r.writing.Unlock()
	window := max(r.Window, 1)
	for (r.unwritten >= window || r.held >= r.mayWait()) && r.err == nil {
		r.written.Wait()
	}
	if r.err != nil {
		return 0
	}
	return window - r.unwritten
}

// mayWait returns how many bytes of answers may wait for their turn.
func (r *run) mayWait() int { return max(minWaiting, r.Workers*waitingPerWorker) }

// writeAnswers writes the answers of a chunk.
func (r *run) writeAnswers(c *chunk) {
	r.out.Write(c.text) // Flush returns its error
	for _, a := range c.late {
		r.sink.Encode(r.out, a.n, &a.p, a.s, a.err)
	}
}

// write writes a chunk and those that waited for it, if it is their turn; otherwise
// it lets the chunk wait. It returns a chunk that is free for use.
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
		if r.spare+cap(c.text) <= r.mayWait() || len(r.free) == 0 {
			r.free = append(r.free, c)
			r.spare += cap(c.text)
		}
	}
	if err := r.out.Flush(); err != nil {
		r.fail(err)
	}
	r.written.Broadcast()
	if last := len(r.free) - 1; last >= 0 {
		c = r.free[last]
		r.free = r.free[:last]
		r.spare -= cap(c.text)
		return c
	}
	return new(chunk)
}

// pass counts, writes and reports the answers of a chunk, and then handles the error
// that follows them.
func (r *run) pass(c *chunk) {
	r.stats.Add(c.stats)
	r.writeAnswers(c)
	c.late = nil // their paths can be large
	for _, err := range c.notes {
		r.report(err)
	}
	if r.Answered != nil {
		r.Answered(int64(c.puzzles))
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

// fail ends the run. Of several errors the first one counts.
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
