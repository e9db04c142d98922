package judge

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/stream"

	"tilejudge/solver/puzzle"
)

// Answers are judged in chunks, which end at the first of these limits.
const (
	checkChunk = 512              // answers
	checkTime  = time.Millisecond // estimated time to judge them
	checkBytes = 128 << 10        // memory of boards and paths
)

// An item is a puzzle, the answers to it, and the verdict.
type item struct {
	puzzle  *puzzle.Puzzle
	err     error // in place of a puzzle
	replies [2]reply
	Finding
}

// The replies of an item.
const (
	contestants = iota
	expected
)

// A reply is what Answers.Decode returned.
type reply struct {
	puzzle.Solution
	err, form error
	line      int   // on which an expected answer begins; 0 for a contestant's
	begin     int64 // in bytes
	text      []byte
}

// A checking is a run of a Check. One goroutine takes chunks from the streams. It reads them in
// order, or, where these can be split, leaves that to the workers, which judge them.
type checking struct {
	*Check
	ctx     context.Context
	puzzles Splitter // nil: nothing is split
	split   []SplitAnswers
	cost    atomic.Int64 // nanoseconds per answer in the last chunk; 0: not known yet
	packedCheck
	packs *packedLane // nil: right answers to packed boards can't be found and written
	text  TextAnswers // Answers, if they are to be compared with right ones
	many  ManySolver  // the solver, if it can find these
	free  chan *batch // nil: one that has not been made yet

	reading sync.Mutex // guards the streams and the fields down to the next blank line
	n       int64      // number of the last puzzle that has been read
	rest    *batch     // has puzzles whose answers have not been read
	waiting int        // how many these are
	then    error      // of Decode, what comes after them
	astray  bool       // a part was cut wrongly, and taken is not known
	inTurn  bool       // the last part was
	pause   int        // parts that are not to be in turn
	ended   bool       // there is nothing more to read
	err     error      // of reading
	last    [2]error   // of Decode, for the last answers

	taken  int64         // number of the last puzzle that has been taken; only one goroutine uses it
	joined chan struct{} // of the last part that was split off; nil: there was none

	held  *batch // its last item waits for what follows it; only callbacks use it
	tally Tally
}

// Run judges all answers and counts the verdicts. It stops at a malformed puzzle,
// which gets the verdict JE. The error is one of reading, or ctx.Err(); the tally
// has what was counted until then.
func (c *Check) Run(ctx context.Context) (Tally, error) {
	k := newChecking(ctx, c)
	if c.Workers > 1 {
		k.runParallel()
	} else {
		for more := true; more; {
			b := k.batch()
			more = k.take(b)
			k.join(b)
			k.judge(b)
			k.deliver(b)
		}
	}
	k.release(nil)
	if k.err == nil {
		k.err = ctx.Err()
	}
	return k.tally, k.err
}

// runParallel judges all batches, several at once.
func (k *checking) runParallel() {
	results := stream.New().WithMaxGoroutines(k.Workers)
	for more := true; more; {
		b := k.batch()
		more = k.take(b)
		results.Go(func() stream.Callback {
			k.join(b)
			k.judge(b)
			return func() { k.deliver(b) }
		})
	}
	results.Wait()
}

// batch returns a batch that is free for use.
func (k *checking) batch() *batch {
	if b := <-k.free; b != nil {
		return b
	}
	return newBatch()
}

func newChecking(ctx context.Context, c *Check) *checking {
	k := &checking{Check: c, ctx: ctx, n: c.Before}
	workers := max(c.Workers, 1)
	k.free = make(chan *batch, workers+4) // those in the stream, the held one, the one being read
	for range cap(k.free) {
		k.free <- nil
	}
	k.puzzles, _ = c.Puzzles.(Splitter)
	for _, a := range []Answers{c.Answers, c.Expected} {
		if s, ok := a.(SplitAnswers); ok {
			k.split = append(k.split, s)
		} else if a != nil {
			k.puzzles = nil
		}
	}
	if workers == 1 && c.Accepted == nil {
		k.puzzles = nil
	}
	k.setWays()
	return k
}

// take fills a batch with what comes next. It returns false if that is the last.
func (k *checking) take(b *batch) bool {
	size := k.chunkSize()
	b.reset()
	size, ok := k.takePart(b, size)
	if ok {
		return true
	}
	if k.joined != nil {
		<-k.joined
		k.joined = nil
	}
	k.reading.Lock()
	defer k.reading.Unlock()
	k.read(b, min(size, checkChunk))
	k.taken, k.astray = k.n, false
	return !k.ended
}

// chunkSize returns how many answers the next chunk may have.
func (k *checking) chunkSize() int {
	limit := checkChunk
	if k.packed.Load() {
		limit = packedChunk
	}
	if cost := k.cost.Load(); cost > 0 {
		return int(min(max(int64(checkTime)/cost, 1), int64(limit)))
	}
	return limit
}

// read reads up to size puzzles and the answers to them, in order.
func (k *checking) read(b *batch, size int) {
	if k.ctx.Err() != nil {
		k.ended = true
	}
	if k.ended {
		return
	}
	n, err := k.waiting, k.then
	if n > 0 {
		b.grow(n)
		b.swap(k.rest, 0, n)
		k.waiting = 0
	} else {
		b.dropLarge()
		n, err = k.Puzzles.Decode(b.puzzles[:size])
	}
	if done := k.replies(b, n, k.Answers, k.Expected); done < n && k.err == nil {
		k.leave(b, done, n, err)
		return
	}
	k.follow(b, err)
}

// leave leaves the puzzles of a batch from one up to another to the next one. err is what comes
// after them.
func (k *checking) leave(b *batch, from, to int, err error) {
	if k.rest == nil {
		k.rest = newBatch()
	}
	k.waiting, k.then = to-from, err
	k.rest.grow(k.waiting)
	k.rest.swap(b, from, k.waiting)
}

// replies reads the answers to n puzzles of a batch. It stops when they take too much memory,
// where it would have to wait if answers are compared with right ones, or at an error of reading,
// which is not a wrong answer. It returns how many it has read.
func (k *checking) replies(b *batch, n int, from ...Answers) (done int) {
	for used := 0; done < n && used < checkBytes; done++ {
		if done > 0 && k.text != nil && !k.text.Arrived() {
			break // the verdicts on those before need not wait
		}
		it := b.add(done, k.n+1)
		for i, answers := range from {
			if answers == nil {
				continue
			}
			if k.err = b.reply(&it.replies[i], answers, it); k.err != nil {
				b.items = b.items[:done]
				return done
			}
			k.last[i] = it.replies[i].err
		}
		it.locate()
		k.n++
		used += it.memory()
	}
	return done
}

// follow handles what Decode says of what comes after a batch.
func (k *checking) follow(b *batch, err error) {
	switch k.ended = true; {
	case k.err != nil:
	case err == nil:
		k.ended = false
	case err == io.EOF && k.n > k.Before:
		k.end(b)
	case err == io.EOF:
		b.fail(k.n+1, k.Puzzles.Line(), errors.New("there is no puzzle"))
	case errors.Is(err, puzzle.ErrMalformed):
		b.fail(k.n+1, k.Puzzles.Line(), err)
	default:
		k.err = err
	}
}

// end checks what follows the last answers.
func (k *checking) end(b *batch) {
	for i, answers := range []Answers{k.Answers, k.Expected} {
		if answers == nil || k.last[i] == io.EOF {
			continue
		}
		switch err := answers.End(); {
		case errors.Is(err, puzzle.ErrMalformed):
			b.ends[i] = err
		case err != nil:
			k.err = err
		}
	}
}

// judge gives the verdicts on the items of a batch.
func (k *checking) judge(b *batch) {
	begin := time.Now()
	for i := range b.items {
		k.Check.judge(k.ctx, &b.items[i])
	}
	n := max(len(b.items), b.size, 1)
	k.cost.Store(max(int64(time.Since(begin))/int64(n), 1))
}

// deliver passes on the verdict that was held, and all of a batch but the last, which is held
// until it is known what follows.
func (k *checking) deliver(b *batch) {
	k.release(b)
	if last := len(b.items) - 1; last >= 0 {
		k.pass(b, b.items[:last])
		k.held = b
		return
	}
	k.passAccepted(b, math.MaxInt64)
	k.free <- b
}

// release passes on the verdict that was held. If the batch behind it says that something follows
// the last answer, that is judged with it.
func (k *checking) release(next *batch) {
	held := k.held
	if held == nil {
		return
	}
	last := held.items[len(held.items)-1:]
	if next != nil && (next.ends[contestants] != nil || next.ends[expected] != nil) {
		for i, err := range next.ends {
			r := &last[0].replies[i]
			r.form = cmp.Or(r.form, err)
		}
		last[0].Finding = last[0].unjudged()
		k.Check.judge(k.ctx, &last[0])
	}
	k.pass(held, last)
	k.passAccepted(held, math.MaxInt64)
	k.held = nil
	k.free <- held
}

// pass counts the verdicts on items of a batch, and passes them to Each.
func (k *checking) pass(b *batch, items []item) {
	for i := range items {
		f := &items[i].Finding
		k.passAccepted(b, f.N)
		if f.Verdict == 0 {
			continue // interrupted
		}
		k.tally[f.Verdict]++
		if k.Each != nil {
			if items[i].err == nil {
				f.Puzzle, f.Answer = items[i].puzzle, items[i].replies[contestants].Solution
				if f.Verdict != AC {
					f.Text, f.Expected = items[i].replies[contestants].text, items[i].replies[expected].text
				}
			}
			k.Each(f)
		}
	}
}

// passAccepted passes on the accepted answers of a batch before the nth puzzle.
func (k *checking) passAccepted(b *batch, n int64) {
	for b.passed < len(b.accepted) && b.accepted[b.passed].first < n {
		r := &b.accepted[b.passed]
		b.passed++
		k.tally[AC] += r.count
		k.Accepted(r.first, r.line, r.step, r.count)
	}
}
