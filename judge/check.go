package judge

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/stream"

	"tilejudge/solver/puzzle"
)

// A Check gives verdicts on a stream of answers to a stream of puzzles. It reads
// each input once and holds little of it in memory.
type Check struct {
	Rules
	Puzzles  Puzzles
	Answers  Answers
	Expected Answers // the judge's own answers, which are judged too; nil: there are none
	Workers  int     // answers judged at once

	// Each is told every verdict, in order. May be nil.
	Each func(*Finding)
}

// Puzzles are a Source that tells lines, as puzzles.Decoder does.
type Puzzles interface {
	Source
	// Line returns the line on which the puzzle read last begins, from 1.
	Line() int
}

// Answers give the answers to puzzles in order, as answers.Decoder does.
type Answers interface {
	// Decode reads the answer to p, the nth of the stream from 1. It returns the
	// solution, with a path in buf's memory or its own; puzzle.ErrUnsolvable or
	// ErrTooLong if that is the answer; io.EOF if there is none; an error that is
	// puzzle.ErrMalformed or ErrGaveUp for what is none; and any other if
	// reading fails. form says what is wrong with the form of an answer that can
	// be told nevertheless.
	Decode(n int64, p *puzzle.Puzzle, buf puzzle.Path) (s puzzle.Solution, err, form error)
	// End returns an error that is puzzle.ErrMalformed if anything but white
	// space is left, or that of reading.
	End() error
	// Line returns the line on which the answer read last begins, from 1.
	Line() int
}

// A Finding is the verdict on one answer.
type Finding struct {
	N       int64 // of the puzzle, from 1
	Line    int   // of the puzzle
	Verdict Verdict
	Message string // why; "": accepted
	Unread  bool   // there is no answer that could be read
}

const (
	checkChunk = 256              // answers judged together, at most
	checkTime  = time.Millisecond // or so many as take this long
	checkBytes = 128 << 10        // or as take this much memory
)

// An item is a puzzle, the answers to it, and what comes of them.
type item struct {
	puzzle   puzzle.Puzzle
	err      error // in place of a puzzle
	answer   reply
	expected reply
	Finding
}

// A reply is what stands in an answer's place.
type reply struct {
	puzzle.Solution
	err, form error
	line      int // that it begins on, of an expected answer
}

// A batch is some items that follow each other, and the memory of their paths.
type batch struct {
	items []item
	paths puzzle.Path
}

// Run judges all answers and counts the verdicts. A malformed puzzle ends it,
// with a verdict of JE. It returns an error of reading, or ctx.Err(), and what
// has been counted until then.
func (c *Check) Run(ctx context.Context) (Tally, error) {
	k := &checking{Check: c, ctx: ctx}
	workers := max(c.Workers, 1)
	free := make(chan *batch, workers+3) // as many as the stream holds, and the one being read
	for range cap(free) {
		free <- &batch{items: make([]item, checkChunk), paths: make(puzzle.Path, 0, checkBytes)}
	}
	var cost atomic.Int64 // nanoseconds an answer, lately
	results := stream.New().WithMaxGoroutines(workers)
	k.ahead()
	for more := true; more; {
		b := <-free
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

// checking is a run of a Check.
type checking struct {
	*Check
	ctx   context.Context
	n     int64            // puzzles read, but for the next
	next  [1]puzzle.Puzzle // for Decode
	line  int              // on which it begins
	last  error            // in place of it
	err   error            // of reading
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
		if it.err = k.last; it.err == io.EOF { // the first is the end: no other is looked for then
			it.err = errors.New("there is no puzzle")
		}
		b.items = b.items[:len(b.items)+1]
		if it.err != nil {
			return false
		}
		it.puzzle, k.next[0] = k.next[0], it.puzzle
		it.answer = k.reply(k.Answers, it, b)
		if it.expected = k.reply(k.Expected, it, b); k.Expected != nil {
			it.expected.line = k.Expected.Line()
		}
		if k.err != nil { // it is nobody's answer that can't be read
			b.items = b.items[:len(b.items)-1]
			return false
		}
		if k.ahead(); k.last == io.EOF {
			k.end(k.Answers, &it.answer)
			k.end(k.Expected, &it.expected)
			return false
		}
		used += 4*len(it.puzzle.Start.Tiles) + len(it.answer.Path) + len(it.expected.Path)
	}
	return true
}

// ahead reads the next puzzle.
func (k *checking) ahead() {
	if p := &k.next[0]; cap(p.Start.Tiles) > maxTiles {
		p.Start.Tiles = nil
	}
	n, err := 0, error(nil)
	for n == 0 && err == nil {
		n, err = k.Puzzles.Decode(k.next[:])
	}
	k.line = k.Puzzles.Line()
	switch {
	case n > 0: // the error is told again
	case err == io.EOF, errors.Is(err, puzzle.ErrMalformed):
		k.last = err
	default:
		k.err = err
	}
}

// reply reads an answer, with a path in the batch's memory while there is room.
func (k *checking) reply(from Answers, it *item, b *batch) (r reply) {
	if from == nil {
		return reply{}
	}
	used := len(b.paths)
	r.Solution, r.err, r.form = from.Decode(it.N, &it.puzzle, b.paths[used:])
	if used+len(r.Path) <= cap(b.paths) {
		b.paths = b.paths[:used+len(r.Path)]
	}
	if r.err != nil && !isAnswer(r.err) {
		k.err = r.err
	}
	return r
}

// isAnswer reports whether an error stands in an answer's place.
func isAnswer(err error) bool {
	return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong || err == io.EOF ||
		errors.Is(err, puzzle.ErrMalformed) || errors.Is(err, puzzle.ErrGaveUp)
}

// end looks at what comes behind the last answer.
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

// deliver counts and passes on verdicts.
func (k *checking) deliver(items []item) {
	for i := range items {
		f := &items[i].Finding
		if f.Verdict == 0 {
			continue // interrupted
		}
		k.tally[f.Verdict]++
		if k.Each != nil {
			k.Each(f)
		}
	}
}
