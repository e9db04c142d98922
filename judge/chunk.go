package judge

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
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

// solve answers the puzzles that w has read.
func (r *run) solve(w *worker, c *chunk) {
	begin := time.Now()
	c.text.Reset()
	w.text.Reset(&c.text)
	c.stats, c.late, c.notes, c.fatal = Stats{}, nil, nil, nil
	solved := 0
	answer := func(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
		if c.fatal == nil {
			r.answer(w, c, c.number+int64(solved), p, sol, err)
		}
		solved++
	}
	var all, each panics.Catcher
	many, _ := r.Solver.(ManySolver)
	lookUp := func() {
		if many != nil && r.TimeLimit <= 0 && all.Recovered() == nil {
			all.Try(func() { many.SolveMany(r.searches, w.puzzles[solved:], w.path, answer) })
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

// answer makes the text of the answer to a puzzle of a chunk, the nth of the
// batch.
func (r *run) answer(
	w *worker, c *chunk, n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error,
) {
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
	case r.searches.Err() != nil:
		c.fatal = r.ctx.Err()
		return
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
		return r.Solver.Solve(r.searches, p, buf)
	}
	ctx, cancel := context.WithTimeout(r.searches, r.TimeLimit)
	defer cancel()
	sol, err := r.Solver.Solve(ctx, p, buf)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrTimeLimit
	}
	return sol, err
}
