package judge

import (
	"bufio"
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

// A worker is what one goroutine of a run keeps from chunk to chunk. The worker
// that reads a puzzle also solves it and encodes the answer, so the puzzle stays in
// the cache of one core.
type worker struct {
	*run
	puzzles []puzzle.Puzzle
	packed  []uint64      // the answers to a chunk of packed boards; empty: it is not packed
	text    *bufio.Writer // to the text of the chunk
	path    puzzle.Path   // memory for one path
	adds    Appender      // the sink, if it is one

	chunk       *chunk            // that is being solved
	solved      int               // puzzles of the chunk that have an answer
	lookUpPanic *panics.Recovered // of SolveMany on this chunk; nil: none
}

func newWorker(r *run) *worker {
	w := &worker{run: r, text: bufio.NewWriter(nil), path: make(puzzle.Path, 0, 128)}
	w.adds, _ = r.sink.(Appender)
	return w
}

// resize gives w.puzzles a length, and drops the memory of large boards.
func (w *worker) resize(n int) {
	for i := 1; i < len(w.puzzles); i++ { // a chunk of one large board keeps its memory
		if cap(w.puzzles[i].Start.Tiles) > maxTiles {
			w.puzzles[i].Start.Tiles = nil
		}
	}
	w.puzzles = slices.Grow(w.puzzles[:0], n)[:n]
}

// A chunk is a run of consecutive puzzles, with their answers once these are known.
type chunk struct {
	number  int64 // of the first record, from Batch.Before + 1
	turn    int   // of the chunk in the run, from 0
	puzzles int
	next    error // of Source.Decode: what comes after the puzzles

	mutex sync.Mutex // guards the answers: split writes them while the worker adds more
	watch int        // changes when splitting begins or ends
	text  text       // the answers
	late  []late     // the answers that follow those in text
	stats Stats
	notes []error // for Batch.Report
	fatal error   // why the answers end before the puzzles
}

// A text grows as it is written to.
type text []byte

// Write implements io.Writer.
func (t *text) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	return len(p), nil
}

// A late answer is encoded when it is written: its text would take too much memory
// while it waits.
type late struct {
	n   int64 // number of the puzzle in the batch
	p   puzzle.Puzzle
	s   puzzle.Solution
	err error
}

// size estimates how many bytes a chunk holds while it waits.
func (c *chunk) size() int {
	n := int(unsafe.Sizeof(*c)) + cap(c.text)
	for _, a := range c.late {
		n += 4*len(a.p.Start.Tiles) + len(a.s.Path)
		if a.s.Shortest != nil {
			n += a.s.Shortest.Bytes()
		}
	}
	return n
}

// solve answers the puzzles that w has read.
func (w *worker) solve(c *chunk) {
	begin := time.Now()
	c.text = c.text[:0]
	if cap(c.text) == 0 {
		n := int64(max(len(w.puzzles), len(w.packed)))
		c.text = make(text, 0, min(w.length.Load()*n*9/8, maxText))
	}
	w.text.Reset(&c.text)
	c.stats, c.late, c.notes, c.fatal = Stats{}, nil, nil, nil
	w.chunk, w.solved, w.lookUpPanic = c, 0, nil
	if len(w.packed) > 0 {
		w.solved = w.encodePacked(c)
	} else {
		w.answerAll(c)
	}
	w.text.Flush() // to memory
	if w.solved > 0 {
		// The estimate sinks slowly, so that few hard puzzles get into one chunk.
		old := w.cost.Load()
		w.cost.Store(max(int64(time.Since(begin))/int64(w.solved), old-old/8, 1))
		w.length.Store(int64(len(c.text) / w.solved))
	}
}

// answerAll answers w.puzzles.
func (w *worker) answerAll(c *chunk) {
	w.lookUp()
	searchPanic := panics.Try(w.search)
	if p := cmp.Or(searchPanic, w.lookUpPanic); p != nil {
		w.solved = min(w.solved, len(w.puzzles)-1)
		c.fatal = &Fault{
			c.number + int64(w.solved), w.puzzles[w.solved].Start.Clone(), p.Value, p.Stack,
		}
	}
}

// lookUp answers the next puzzles as long as their answers are in a table. After a
// panic it does nothing more, and search finds the puzzle that caused it.
func (w *worker) lookUp() {
	many, ok := w.Solver.(ManySolver)
	if !ok || w.TimeLimit > 0 || w.lookUpPanic != nil {
		return
	}
	w.lookUpPanic = panics.Try(func() {
		many.SolveMany(w.searches, w.puzzles[w.solved:], w.path, w.answerNext)
	})
}

// search solves one by one the puzzles that lookUp did not answer.
func (w *worker) search() {
	if w.solved == len(w.puzzles) {
		return
	}
	stop := w.startSplitting()
	defer stop()
	for w.solved < len(w.puzzles) {
		p := &w.puzzles[w.solved]
		sol, err := w.find(p, w.path)
		w.chunk.hold(func() {
			w.answerNext(p, sol, err)
			w.lookUp()
		})
	}
}

// find solves one puzzle, and measures the time if that is asked for.
func (w *worker) find(p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if !w.Timed {
		return w.solveInTime(p, buf)
	}
	begin := time.Now()
	sol, err := w.solveInTime(p, buf)
	sol.Time = time.Since(begin)
	return sol, err
}

// solveInTime solves one puzzle within the time limit.
func (w *worker) solveInTime(p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if w.TimeLimit <= 0 {
		return w.Solver.Solve(w.searches, p, buf)
	}
	ctx, cancel := context.WithTimeout(w.searches, w.TimeLimit)
	defer cancel()
	sol, err := w.Solver.Solve(ctx, p, buf)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrTimeLimit
	}
	return sol, err
}

// hold calls f while no split can happen.
func (c *chunk) hold(f func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	f()
}

// startSplitting splits the chunk every splitTime, so that a long search does not
// delay the answers before it. It returns a function that ends that.
func (w *worker) startSplitting() (stop func()) {
	if len(w.puzzles) < 2 {
		return func() {}
	}
	c := w.chunk
	var timer *time.Timer
	c.hold(func() {
		c.watch++
		watch := c.watch
		timer = time.AfterFunc(splitTime, func() {
			if w.split(c, watch) {
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
// returns false if the splitting that began with this value of c.watch has ended.
func (w *worker) split(c *chunk, watch int) bool {
	w.writing.Lock()
	defer w.writing.Unlock()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.watch != watch {
		return false
	}
	if w.turn == c.turn && w.err == nil {
		w.text.Flush() // to memory
		w.writeAnswers(c)
		c.text = c.text[:0]
		c.late = nil
		if err := w.out.Flush(); err != nil {
			w.fail(err)
		}
	}
	return true
}

// answerNext takes the answer to the next puzzle of the chunk. After a fatal error
// it only counts.
func (w *worker) answerNext(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	if w.chunk.fatal == nil {
		w.answer(w.chunk.number+int64(w.solved), p, sol, err)
	}
	w.solved++
}

// answer counts the answer to a puzzle, the nth of the batch, and encodes it or
// keeps it for later.
func (w *worker) answer(n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	c := w.chunk
	c.stats.Nodes += sol.Nodes
	switch {
	case err == nil:
		c.stats.Solved++
		c.stats.Moves += int64(sol.Moves)
		if sol.LowerBound > 0 {
			c.stats.Bounded++
			c.stats.BoundedMoves += int64(sol.Moves)
			c.stats.LowerBound += int64(sol.LowerBound)
		}
		if !p.Bound.Allows(sol.Moves) {
			limit, _ := p.Bound.Moves()
			c.notes = append(c.notes, fmt.Errorf(
				"puzzle %d: the answer has %s, more than the %d that the format allows",
				n, moves(sol.Moves), limit))
			c.stats.TooLong++
		}
	case err == puzzle.ErrUnsolvable, err == puzzle.ErrTooLong:
		c.stats.Unsolvable++
	case errors.Is(err, puzzle.ErrGaveUp):
		c.notes = append(c.notes, fmt.Errorf("puzzle %d: %w", n, err))
		c.stats.GaveUp++
	case w.searches.Err() != nil:
		c.fatal = w.ctx.Err()
		return
	default:
		c.fatal = fmt.Errorf("puzzle %d: %w", n, err)
		return
	}
	if len(c.late) > 0 || len(sol.Path)*len(p.Start.Tiles) > lateCells || sol.Shortest != nil {
		w.keep(n, p, sol, err)
		return
	}
	if w.adds != nil {
		c.text = w.adds.Append(c.text, n, p, sol, err)
		return
	}
	w.sink.Encode(w.text, n, p, sol, err)
}

// keep keeps an answer for later.
func (w *worker) keep(n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	if sol.Shortest != nil {
		sol.Shortest.Done = w.searches.Done()
	}
	if len(sol.Path) <= cap(w.path) { // a longer one does not lie in w.path, and stays as it is
		sol.Path = slices.Clone(sol.Path)
	}
	q := *p
	q.Start = p.Start.Clone()
	w.chunk.late = append(w.chunk.late, late{n, q, sol, err})
}
