package judge

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/stream"

	"tilejudge/solver/puzzle"
)

// A Check gives verdicts on a stream of answers to a stream of puzzles. It reads
// each stream once and keeps little of it in memory.
type Check struct {
	Rules
	Puzzles  Puzzles
	Answers  Answers
	Expected Answers // the judge's own answers, which are judged too; nil: there are none
	Workers  int     // answers judged at once
	Before   int64   // number of puzzles that stand before these

	// Each is called with every verdict, in order. May be nil.
	Each func(*Finding)
}

// Puzzles are a Source that knows line numbers, as puzzles.Decoder does.
type Puzzles interface {
	// DecodeLines is Source.Decode, and sets lines[i] to the line on which ps[i] begins, from 1.
	DecodeLines(ps []puzzle.Puzzle, lines []int) (n int, err error)
	// Line returns the line on which a malformed record begins, from 1.
	Line() int
}

// Answers give the answers to puzzles in order, as answers.Decoder does.
type Answers interface {
	// Decode reads the answer to p, the nth of the stream from 1. It returns the
	// solution, with a path in buf's memory or its own. An error for which IsAnswer
	// holds stands in the place of a solution: puzzle.ErrUnsolvable or ErrTooLong if
	// that is the answer, io.EOF if there is no answer, and one that wraps
	// puzzle.ErrMalformed or ErrGaveUp if the record is not an answer. Any other
	// error means that reading failed. form says what is wrong with the form of an
	// answer whose content is clear.
	Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (s puzzle.Solution, err, form error)
	// End returns an error that wraps puzzle.ErrMalformed if anything but white
	// space is left, or the error of reading.
	End() error
	// Line returns the line on which the last answer begins, from 1.
	Line() int
	// Begin returns where the last answer begins, in bytes from the beginning.
	Begin() int64
}

// IsAnswer reports whether an error of Answers.Decode stands in an answer's place.
// If it does not, reading failed.
func IsAnswer(err error) bool {
	return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong || err == io.EOF ||
		errors.Is(err, puzzle.ErrMalformed) || errors.Is(err, puzzle.ErrGaveUp)
}

// A Finding is the verdict on one answer.
type Finding struct {
	N       int64 // number of the puzzle, from 1
	Line    int   // of the puzzle
	Verdict Verdict
	Message string // why; "": accepted
	Unread  bool   // the answer is missing or cannot be read

	// Excess is by how many moves an accepted path is longer than a shortest one, if
	// Rules.ByMoves asks for that.
	Excess int `json:",omitzero"`

	// At and ExpectedAt are where the answer and the expected answer begin, in bytes from
	// the beginning of all answers.
	At, ExpectedAt int64

	// What was judged, for Each alone: the memory is used again once that returns. Puzzle
	// is nil if the puzzle is malformed.
	Puzzle *puzzle.Puzzle
	Answer puzzle.Solution
}

// Clone returns a copy that shares no memory with f but the goal.
func (f *Finding) Clone() *Finding {
	c := *f
	if f.Puzzle != nil {
		p := *f.Puzzle
		p.Start = p.Start.Clone()
		c.Puzzle, c.Answer.Path = &p, slices.Clone(f.Answer.Path)
	}
	return &c
}

// Answers are judged in chunks, which end at the first of these limits.
const (
	checkChunk = 256              // answers
	checkTime  = time.Millisecond // estimated time to judge them
	checkBytes = 128 << 10        // memory of boards and paths
)

// An item is a puzzle, the answers to it, and the verdict.
type item struct {
	puzzle   puzzle.Puzzle
	err      error // in place of a puzzle
	answer   reply
	expected reply
	Finding
}

// A reply is what Answers.Decode returned.
type reply struct {
	puzzle.Solution
	err, form error
	line      int   // on which an expected answer begins; 0 for a contestant's
	begin     int64 // in bytes
}

// A batch is a chunk of consecutive items, and the memory of their paths.
type batch struct {
	items []item
	paths puzzle.Path
}

// Run judges all answers and counts the verdicts. It stops at a malformed puzzle,
// which gets the verdict JE. The error is one of reading, or ctx.Err(); the tally
// has what was counted until then.
func (c *Check) Run(ctx context.Context) (Tally, error) {
	k := &checking{
		Check: c, ctx: ctx, n: c.Before,
		ahead: make([]puzzle.Puzzle, 0, checkChunk), lines: make([]int, checkChunk),
	}
	workers := max(c.Workers, 1)
	free := make(chan *batch, workers+3) // those in the stream, and the one being read
	for range cap(free) {
		free <- new(batch)
	}
	var cost atomic.Int64 // nanoseconds per answer in the last chunk; 0: not known yet
	results := stream.New().WithMaxGoroutines(workers)
	k.readAhead()
	for more := true; more; {
		b := <-free
		if b.items == nil { // few answers need few batches
			b.items, b.paths = make([]item, checkChunk), make(puzzle.Path, 0, checkBytes)
		}
		size := checkChunk
		if cost := cost.Load(); cost > 0 {
			size = int(min(max(int64(checkTime)/cost, 1), checkChunk))
		}
		more = k.read(b, size)
		results.Go(func() stream.Callback {
			begin := time.Now()
			for i := range b.items {
				c.judge(ctx, &b.items[i])
			}
			cost.Store(max(int64(time.Since(begin))/int64(max(len(b.items), 1)), 1))
			return func() {
				k.deliver(b.items)
				free <- b
			}
		})
	}
	results.Wait()
	if k.err == nil {
		k.err = ctx.Err()
	}
	return k.tally, k.err
}

// checking is a run of a Check. It reads one puzzle ahead, to know which answer
// is the last.
type checking struct {
	*Check
	ctx   context.Context
	n     int64           // number of the last puzzle, before the next one
	ahead []puzzle.Puzzle // decoded, of which those from at on are to be read
	lines []int           // on which they begin
	at    int             // in ahead, of the next one
	then  error           // of Decode, what comes after them
	line  int             // on which the next one begins
	last  error           // in place of the next one
	err   error           // of reading
	tally Tally
}

// read reads up to size puzzles and the answers to them. It returns false if
// there are no more.
func (k *checking) read(b *batch, size int) bool {
	b.items, b.paths = b.items[:0], b.paths[:0]
	for used := 0; len(b.items) < size && used < checkBytes; {
		if k.err != nil || k.ctx.Err() != nil {
			return false
		}
		k.n++
		it := &b.items[:len(b.items)+1][len(b.items)]
		it.Finding = Finding{N: k.n, Line: k.line}
		if it.err = k.last; it.err == io.EOF { // only before the first puzzle
			it.err = errors.New("there is no puzzle")
		}
		b.items = b.items[:len(b.items)+1]
		if it.err != nil {
			return false
		}
		it.puzzle, k.ahead[k.at] = k.ahead[k.at], it.puzzle
		k.at++
		k.reply(&it.answer, k.Answers, it, b)
		if k.Expected != nil {
			k.reply(&it.expected, k.Expected, it, b)
			it.expected.line = k.Expected.Line()
		}
		it.At, it.ExpectedAt = it.answer.begin, it.expected.begin
		if k.err != nil { // a read error is not a wrong answer
			b.items = b.items[:len(b.items)-1]
			return false
		}
		if k.readAhead(); k.last == io.EOF {
			k.end(k.Answers, &it.answer)
			k.end(k.Expected, &it.expected)
			return false
		}
		used += 4*len(it.puzzle.Start.Tiles) + len(it.answer.Path) + len(it.expected.Path)
	}
	return true
}

// readAhead makes sure that the next puzzle, or what is in its place, is known.
func (k *checking) readAhead() {
	for k.at == len(k.ahead) && k.then == nil {
		for i := range k.ahead {
			if p := &k.ahead[i]; cap(p.Start.Tiles) > maxTiles {
				p.Start.Tiles = nil
			}
		}
		n, err := k.Puzzles.DecodeLines(k.ahead[:cap(k.ahead)], k.lines)
		k.ahead, k.at, k.then = k.ahead[:n], 0, err
	}
	switch {
	case k.at < len(k.ahead):
		k.line = k.lines[k.at]
	case k.then == io.EOF, errors.Is(k.then, puzzle.ErrMalformed):
		k.line, k.last = k.Puzzles.Line(), k.then
	default:
		k.err = k.then
	}
}

// reply reads an answer into r, with a path in the batch's memory while there is room.
func (k *checking) reply(r *reply, from Answers, it *item, b *batch) {
	used := len(b.paths)
	r.Solution, r.err, r.form = from.Decode(it.N, &it.puzzle, b.paths[used:])
	r.begin = from.Begin()
	if used+len(r.Path) <= cap(b.paths) {
		b.paths = b.paths[:used+len(r.Path)]
	}
	if r.err != nil && !IsAnswer(r.err) {
		k.err = r.err
	}
}

// end checks what follows the last answer.
func (k *checking) end(answers Answers, last *reply) {
	if answers == nil || last.err == io.EOF {
		return
	}
	switch err := answers.End(); {
	case errors.Is(err, puzzle.ErrMalformed):
		last.form = cmp.Or(last.form, err)
	case err != nil:
		k.err = err
	}
}

// deliver counts verdicts and passes them to Each.
func (k *checking) deliver(items []item) {
	for i := range items {
		f := &items[i].Finding
		if f.Verdict == 0 {
			continue // interrupted
		}
		k.tally[f.Verdict]++
		if k.Each != nil {
			if items[i].err == nil {
				f.Puzzle, f.Answer = &items[i].puzzle, items[i].answer.Solution
			}
			k.Each(f)
		}
	}
}
