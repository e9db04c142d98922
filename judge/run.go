package judge

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/solver/puzzle"
)

// A worker is what one goroutine of a run keeps from chunk to chunk. A puzzle
// stays with the worker that reads, solves and answers it, and so in the cache
// of one core.
type worker struct {
	puzzles []puzzle.Puzzle
	text    *bufio.Writer // to the chunk's
	path    puzzle.Path   // memory for one path
}

// A chunk is what becomes of some puzzles that follow each other.
type chunk struct {
	number  int64 // of the first record in the batch, from 1
	turn    int   // of the chunk in the run, from 0
	puzzles int
	next    error // what comes after the puzzles

	mutex sync.Mutex   // held while the answer to a search is made, for split
	watch int          // changes when that begins or ends
	text  bytes.Buffer // the answers
	late  []late       // more answers
	stats Stats
	notes []error // for Batch.Report
	fatal error   // why the answers end before the puzzles
}

// A late answer is too long to wait as text for its turn.
type late struct {
	n   int64 // of the puzzle in the batch
	p   puzzle.Puzzle
	s   puzzle.Solution
	err error
}

// size returns about how many bytes a chunk holds while it waits.
func (c *chunk) size() int {
	n := int(unsafe.Sizeof(*c)) + c.text.Cap()
	for _, a := range c.late {
		n += 4*len(a.p.Start.Tiles) + len(a.s.Path)
	}
	return n
}

// A run is one call of Run. Each worker takes the input, reads a chunk, lets go
// of the input, solves the chunk, and writes it or leaves it to the worker
// whose chunk is before it.
type run struct {
	*Batch
	ctx  context.Context
	src  Source
	sink Sink
	cost atomic.Int64 // nanoseconds a puzzle, lately

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
	for i := range w.puzzles {
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

// solve answers the puzzles that w has read.
func (r *run) solve(w *worker, c *chunk) {
	begin := time.Now()
	c.text.Reset()
	w.text.Reset(&c.text)
	c.stats, c.late, c.notes, c.fatal = Stats{}, nil, nil, nil
	solved := 0
	answer := func(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
		if c.fatal == nil {
			r.answer(w, c, p, sol, err)
		}
		solved++
	}
	var all, each panics.Catcher
	many, _ := r.Solver.(ManySolver)
	lookUp := func() {
		if many != nil && r.TimeLimit <= 0 && all.Recovered() == nil {
			all.Try(func() { many.SolveMany(context.Background(), w.puzzles[solved:], w.path, answer) })
		}
	}
	lookUp()
	each.Try(func() { // what is left: all, or after a panic from the puzzle that caused it
		if solved < len(w.puzzles) {
			defer r.watch(w, c)()
		}
		for solved < len(w.puzzles) {
			p := &w.puzzles[solved]
			sol, err := r.find(p, w.path)
			c.hold(func() {
				answer(p, sol, err)
				lookUp()
			})
		}
	})
	if p := cmp.Or(each.Recovered(), all.Recovered()); p != nil {
		solved = min(solved, len(w.puzzles)-1)
		c.fatal = &Fault{c.number + int64(solved), w.puzzles[solved].Start.Clone(), p.Value, p.Stack}
	}
	w.text.Flush() // to memory
	if solved > 0 {
		// A hard puzzle is remembered for a while, lest many get into one chunk.
		old := r.cost.Load()
		r.cost.Store(max(int64(time.Since(begin))/int64(solved), old-old/8, 1))
	}
}

// hold calls f while split waits.
func (c *chunk) hold(f func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	f()
}

// watch splits a chunk now and then, lest a search that takes long hold up the
// answers before it. It returns a function that ends that.
func (r *run) watch(w *worker, c *chunk) (end func()) {
	if len(w.puzzles) < 2 {
		return func() {}
	}
	var timer *time.Timer
	c.hold(func() {
		c.watch++
		watch := c.watch
		timer = time.AfterFunc(splitTime, func() {
			if r.split(w, c, watch) {
				timer.Reset(splitTime)
			}
		})
	})
	return func() {
		timer.Stop()
		c.hold(func() { c.watch++ })
	}
}

// split writes the answers that a chunk has so far, if it is their turn. It
// returns false if that watch is over.
func (r *run) split(w *worker, c *chunk, watch int) bool {
	r.writing.Lock()
	defer r.writing.Unlock()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.watch != watch {
		return false
	}
	if r.turn == c.turn && r.err == nil {
		w.text.Flush() // to memory
		r.writeAnswers(c)
		c.text.Reset()
		c.late = nil
		if err := r.out.Flush(); err != nil {
			r.fail(err)
		}
	}
	return true
}

// writeAnswers writes the answers of a chunk.
func (r *run) writeAnswers(c *chunk) {
	r.out.Write(c.text.Bytes()) // it keeps its error for Flush
	for _, a := range c.late {
		r.sink.Encode(r.out, a.n, &a.p, a.s, a.err)
	}
}

// answer makes the text of the answer to the next puzzle of a chunk.
func (r *run) answer(w *worker, c *chunk, p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	n := c.number + c.stats.Puzzles()
	c.stats.Nodes += sol.Nodes
	switch {
	case err == nil:
		c.stats.Solved++
		c.stats.Moves += int64(sol.Moves)
		if !p.Bound.Allows(sol.Moves) {
			most, _ := p.Bound.Moves()
			c.notes = append(c.notes, fmt.Errorf(
				"puzzle %d: the answer has %d moves, more than the %d that the format allows", n, sol.Moves, most))
			c.stats.TooLong++
		}
	case err == puzzle.ErrUnsolvable, err == puzzle.ErrTooLong:
		c.stats.Unsolvable++
	case errors.Is(err, puzzle.ErrGaveUp):
		c.notes = append(c.notes, fmt.Errorf("puzzle %d: %w", n, err))
		c.stats.GaveUp++
	default:
		c.fatal = fmt.Errorf("puzzle %d: %w", n, err)
		return
	}
	if len(c.late) > 0 || len(sol.Path)*len(p.Start.Tiles) > lateCells {
		sol.Path = slices.Clone(sol.Path)
		q := *p
		q.Start = p.Start.Clone()
		c.late = append(c.late, late{n, q, sol, err})
		return
	}
	r.sink.Encode(w.text, n, p, sol, err)
}

// find solves one puzzle within the time limit.
func (r *run) find(p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if r.TimeLimit <= 0 {
		return r.Solver.Solve(context.Background(), p, buf)
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.TimeLimit)
	defer cancel()
	sol, err := r.Solver.Solve(ctx, p, buf)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrTimeLimit
	}
	return sol, err
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
