package stream

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"github.com/dustin/go-humanize/english"
	"github.com/sourcegraph/conc/panics"

	"tilejudge/judge"
	"tilejudge/judge/pipeline"
	"tilejudge/solver/puzzle"
)

// A worker is what one goroutine of a run keeps from chunk to chunk.
type worker struct {
	Memory               // its Boards are answers, of TableSolver.SolvePacked
	text   *bufio.Writer // to the text of the chunk
	path   puzzle.Path   // memory for one path
	length int           // bytes of an answer of the last chunk; 0: not known yet

	records []byte // the solutions of Batch.Recorded
	missing error  // why there are fewer than puzzles
}

// A chunk is a run of consecutive puzzles, with their answers once these are known.
type chunk struct {
	Chunk
	text  Text   // the answers
	late  []late // the answers that follow those in text
	stats Stats
	notes []error // for Batch.Report
	fatal error   // why the answers end before the puzzles
}

// A Text grows as it is written to.
type Text []byte

// Write implements io.Writer.
func (t *Text) Write(p []byte) (int, error) {
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

// Size implements pipeline.Stage.
func (r *run) Size(c *chunk) (results, memory int) {
	memory = int(unsafe.Sizeof(*c)) + cap(c.text)
	for _, a := range c.late {
		memory += 4*len(a.p.Start.Tiles) + len(a.s.Path)
		if a.s.Shortest != nil {
			memory += a.s.Shortest.Bytes()
		}
	}
	return len(c.text), memory
}

// Work implements pipeline.Stage: it answers the puzzles that w has read.
func (r *run) Work(ctx context.Context, w *worker, c *chunk, early *pipeline.Early) {
	if w.text == nil {
		w.text, w.path = bufio.NewWriter(nil), make(puzzle.Path, 0, 128)
	}
	c.text = c.text[:0]
	if cap(c.text) == 0 {
		c.text = make(Text, 0, min(w.length*c.Count*9/8, maxText))
	}
	c.stats, c.late, c.notes, c.fatal = Stats{}, nil, nil, nil
	if len(w.Boards) > 0 {
		r.encodePacked(w, c)
	} else {
		w.text.Reset(&c.text)
		a := &answering{run: r, worker: w, chunk: c, searches: ctx, early: early}
		a.answerAll()
		w.text.Flush() // to memory
	}
	if c.Count > 0 {
		w.length = len(c.text) / c.Count
	}
}

// encodePacked writes the answers in w.Boards.
func (r *run) encodePacked(w *worker, c *chunk) {
	text, solved, moves := r.lane.Encoder.AppendPacked(c.text, w.Boards)
	c.text = text
	c.stats = Stats{
		Solved: int64(solved), Moves: int64(moves), Unsolvable: int64(c.Count - solved),
	}
	w.Boards = w.Boards[:0]
}

// An answering is the work of one goroutine on one chunk.
type answering struct {
	*run
	*worker
	chunk       *chunk
	searches    context.Context
	early       *pipeline.Early
	solved      int               // puzzles of the chunk that have an answer
	lookUpPanic *panics.Recovered // of SolveMany; nil: none
}

// answerAll answers a.Puzzles.
func (a *answering) answerAll() {
	a.lookUp()
	find := a.search
	if a.Recorded != nil {
		find = a.replay
	}
	searchPanic := panics.Try(find)
	if p := cmp.Or(searchPanic, a.lookUpPanic); p != nil {
		a.solved = min(a.solved, len(a.Puzzles)-1)
		a.chunk.fatal = &judge.Fault{
			Puzzle: a.chunk.First + int64(a.solved), Start: a.Puzzles[a.solved].Start.Clone(),
			Value: p.Value, Stack: p.Stack,
		}
	}
}

// lookUp answers the next puzzles as long as their answers are in a table. After a
// panic it does nothing more, and search finds the puzzle that caused it.
func (a *answering) lookUp() {
	if a.many == nil || a.lookUpPanic != nil {
		return
	}
	a.lookUpPanic = panics.Try(func() {
		a.many.SolveMany(a.searches, a.Puzzles[a.solved:], a.path, a.answerNext)
	})
}

// search solves one by one the puzzles that lookUp did not answer.
func (a *answering) search() {
	if a.solved == len(a.Puzzles) {
		return
	}
	if len(a.Puzzles) > 1 {
		defer a.early.Watch()()
	}
	for a.solved < len(a.Puzzles) {
		p := &a.Puzzles[a.solved]
		sol, err := a.Batch.solve(a.searches, p, a.path)
		a.early.Hold(func() {
			a.answerNext(p, sol, err)
			a.lookUp()
			a.text.Flush() // to memory
		})
	}
}

// replay answers the puzzles with the recorded solutions.
func (a *answering) replay() {
	text, missing := a.records, a.missing
	if missing == io.EOF {
		missing = errors.New("the input has more puzzles than there are records")
	}
	for i := range a.Puzzles {
		sol, err := puzzle.Solution{}, missing
		if len(text) > 0 {
			sol, text, err = a.Recorded.Solution(text, a.path)
		}
		a.answerNext(&a.Puzzles[i], sol, err)
	}
}

// answerNext takes the answer to the next puzzle of the chunk. After a fatal error
// it only counts.
func (a *answering) answerNext(p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	if a.chunk.fatal == nil {
		a.answer(a.chunk.First+int64(a.solved), p, sol, err)
	}
	a.solved++
}

// answer counts the answer to a puzzle, the nth of the batch, and encodes it or
// keeps it for later.
func (a *answering) answer(n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	c := a.chunk
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
				n, english.Plural(sol.Moves, "move", ""), limit))
			c.stats.TooLong++
		}
	case err == puzzle.ErrUnsolvable, err == puzzle.ErrTooLong:
		c.stats.Unsolvable++
	case errors.Is(err, puzzle.ErrGaveUp):
		c.notes = append(c.notes, fmt.Errorf("puzzle %d: %w", n, err))
		c.stats.GaveUp++
	case a.searches.Err() != nil:
		c.fatal = a.ctx.Err()
		return
	default:
		c.fatal = fmt.Errorf("puzzle %d: %w", n, err)
		return
	}
	if len(c.late) > 0 || len(sol.Path)*len(p.Start.Tiles) > lateCells || sol.Shortest != nil {
		a.keep(n, p, sol, err)
		return
	}
	if a.objects != nil {
		c.text = a.objects.Append(c.text, n, p, sol, err)
		return
	}
	a.sink.Encode(a.text, n, p, sol, err)
}

// keep keeps an answer for later.
func (a *answering) keep(n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error) {
	if sol.Shortest != nil {
		sol.Shortest.Done = a.searches.Done()
	}
	if len(sol.Path) <= cap(a.path) { // a longer one does not lie in a.path, and stays as it is
		sol.Path = slices.Clone(sol.Path)
	}
	q := *p
	q.Start = p.Start.Clone()
	a.chunk.late = append(a.chunk.late, late{n, q, sol, err})
}
