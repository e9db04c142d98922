package judge

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/solver/puzzle"
)

// A chunk is some puzzles that follow each other. It stays with the worker
// that reads, solves and answers them, and so in the cache of one core.
type chunk struct {
	puzzles []puzzle.Puzzle
	number  int64 // of the first record in the batch, from 1
	turn    int   // of the chunk in the run, from 0
	next    error // what comes after the puzzles

	held  int           // bytes, about, when it is solved
	text  bytes.Buffer  // the answers
	w     *bufio.Writer // to text
	path  puzzle.Path   // memory for one path
	late  []late
	stats Stats
	notes []error // for Batch.Report
	fatal error   // why the answers end before the puzzles
}

// A late answer is too long to wait as text for its turn.
type late struct {
	p   *puzzle.Puzzle
	s   puzzle.Solution
	err error
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

func newChunk() *chunk {
	c := &chunk{path: make(puzzle.Path, 0, 128)}
	c.w = bufio.NewWriter(&c.text)
	return c
}

// read fills a chunk with as many puzzles as are worth it, when there is room
// in the window. It returns false if there are no more.
func (r *run) read(c *chunk) bool {
	r.reading.Lock()
	defer r.reading.Unlock()
	if !r.hasRoom() || r.ended || r.ctx.Err() != nil {
		return false
	}
	size := 1
	if cost := r.cost.Load(); cost > 0 {
		size = int(min(max(int64(chunkTime)/cost, 1), maxChunk, int64(max(r.Window, 1))))
	}
	c.puzzles = slices.Grow(c.puzzles[:0], size)[:size]
	n, err := r.src.Decode(c.puzzles)
	c.puzzles = c.puzzles[:n]
	c.next, c.number, c.turn = err, r.records+1, r.turns
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

// hasRoom waits for room in the window. It returns false if the run has ended.
func (r *run) hasRoom() bool {
	r.writing.Lock()
	defer r.writing.Unlock()
	for (r.unwritten >= max(r.Window, 1) || r.held >= maxWaiting) && r.err == nil {
		r.written.Wait()
	}
	return r.err == nil
}

// solve answers the puzzles of a chunk.
func (r *run) solve(c *chunk) {
	begin := time.Now()
	c.text.Reset()
	c.stats, c.late, c.notes, c.fatal = Stats{}, c.late[:0], c.notes[:0], nil
	solved := 0
	answer := func(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
		if c.fatal == nil {
			r.answer(c, p, c.number+int64(solved), sol, err)
		}
		solved++
	}
	var catcher panics.Catcher
	catcher.Try(func() {
		if many, ok := r.Solver.(ManySolver); ok && r.TimeLimit <= 0 {
			many.SolveMany(context.Background(), c.puzzles, c.path, answer)
			return
		}
		for i := range c.puzzles {
			sol, err := r.find(&c.puzzles[i], c.path)
			answer(&c.puzzles[i], sol, err)
		}
	})
	if p := catcher.Recovered(); p != nil {
		c.fatal = &Fault{c.number + int64(solved), c.puzzles[solved].Start, p.Value, p.Stack}
	}
	c.w.Flush() // to memory
	c.held = c.text.Len()
	for i := range c.puzzles {
		c.held += recordBytes + 4*len(c.puzzles[i].Start.Tiles)
	}
	if solved > 0 {
		// A hard puzzle is remembered for a while, lest many get into one chunk.
		old := r.cost.Load()
		r.cost.Store(max(int64(time.Since(begin))/int64(solved), old-old/8, 1))
	}
}

// answer makes the text of the answer to one puzzle of a chunk.
func (r *run) answer(c *chunk, p *puzzle.Puzzle, number int64, sol puzzle.Solution, err error) {
	c.stats.Nodes += sol.Nodes
	switch {
	case err == nil:
		c.stats.Solved++
		c.stats.Moves += int64(sol.Moves)
	case err == puzzle.ErrUnsolvable:
		c.stats.Unsolvable++
	case errors.Is(err, puzzle.ErrGaveUp):
		c.stats.GaveUp++
		c.notes = append(c.notes, fmt.Errorf("puzzle %d: %w", number, err))
	default:
		c.fatal = fmt.Errorf("puzzle %d: %w", number, err)
		return
	}
	if len(c.late) > 0 || (sol.Moves+1)*len(p.Start.Tiles) > lateCells {
		sol.Path = slices.Clone(sol.Path)
		c.late = append(c.late, late{p, sol, err})
		return
	}
	r.sink.Encode(c.w, p, sol, err)
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
	r.held += c.held
	for c := r.waiting[r.turn]; c != nil; c = r.waiting[r.turn] {
		delete(r.waiting, r.turn)
		if r.err == nil {
			r.pass(c)
		}
		r.turn++
		r.unwritten -= len(c.puzzles)
		r.held -= c.held
		r.free = append(r.free, c)
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
	return newChunk()
}

// pass passes on what came of a chunk.
func (r *run) pass(c *chunk) {
	r.stats.Add(c.stats)
	r.out.Write(c.text.Bytes()) // it keeps its error for Flush
	for _, a := range c.late {
		r.sink.Encode(r.out, a.p, a.s, a.err)
	}
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
		r.sink.Encode(r.out, nil, puzzle.Solution{}, c.next)
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
