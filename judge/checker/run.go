package checker

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"sync/atomic"

	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

const (
	// Answers are judged in chunks of up to checkChunk, which have about checkBytes of boards and
	// paths at most. blockMemory is about what the memory of a chunk takes.
	checkChunk  = 512
	checkBytes  = 128 << 10
	blockMemory = 512 << 10

	// firstChunk is how many answers are in a chunk as long as few have been read: most inputs have
	// few, and memory for many takes time.
	firstChunk = 16

	// checkWindow is how many answers may be judged before their turn.
	checkWindow = 1 << 16
)

// An item is a puzzle, the answers to it, and the verdict.
type item struct {
	puzzle  *puzzle.Puzzle
	err     error // in place of a puzzle
	replies [2]reply
	judge.Finding
}

// The replies of an item.
const (
	contestants = iota
	expected
)

// A reply is what Answers.Decode returned.
type reply struct {
	judge.Reply
	begin int64 // in bytes
	text  []byte
}

// A checking is a run of a Check: a pipeline.Stage. It claims parts of the streams where these can
// be split, which workers read at once. Otherwise it reads chunks in order.
type checking struct {
	*Check
	ctx   context.Context
	split []*answers.Decoder // with the puzzles; empty: nothing is split
	packedCheck
	packs *stream.PackedLane // nil: right answers to packed boards can't be found and written
	text  *answers.Decoder   // Answers, if they are to be compared with right ones
	many  judge.TableSolver  // the solver, if it can find these

	searched atomic.Int64 // nodes, before the solver could look answers up
	reached  atomic.Int64 // where the last answer begins, in bytes

	taken  int64    // number of the last puzzle that has been claimed or settled
	open   int      // parts that have been claimed but not settled
	n      int64    // number of the last puzzle that has been settled
	rest   *block   // has puzzles whose answers have not been read
	behind int      // how many these are
	then   error    // of Decode, what comes after them
	astray bool     // a part was cut wrongly, and taken is not known
	inTurn bool     // the last part was in turn
	pause  int      // parts that are not to be in turn
	ended  bool     // there is nothing more to read
	err    error    // of reading
	last   [2]error // of Decode, for the last answers

	held  *block // its last item waits for what follows it
	tally judge.Tally
}

// A judgedChunk has a block, which Deliver may exchange for another one.
type judgedChunk struct{ *block }

// A checkWorker has no memory of its own.
type checkWorker struct{}

// Run judges all answers and counts the verdicts. It stops at a malformed puzzle,
// which gets the verdict JE. The error is one of reading, or ctx.Err(); the tally
// has what was counted until then.
func (c *Check) Run(ctx context.Context) (judge.Tally, error) {
	k := newChecking(ctx, c)
	workers := max(c.Workers, 1)
	err := pipeline.Run(ctx, k, pipeline.Options{
		Workers: workers, Window: checkWindow, Waiting: workers * blockMemory,
	})
	k.release(nil)
	return k.tally, cmp.Or(k.err, err)
}

func newChecking(ctx context.Context, c *Check) *checking {
	k := &checking{Check: c, ctx: ctx, taken: c.Before, n: c.Before}
	for _, a := range []*answers.Decoder{c.Answers, c.Expected} {
		if a != nil && (c.Workers > 1 || c.Accepted != nil) {
			k.split = append(k.split, a)
		}
	}
	k.setWays()
	return k
}

// Claim implements pipeline.Stage.
func (k *checking) Claim(c *judgedChunk, n int) int {
	if c.block == nil {
		c.block = new(block)
	}
	c.reset()
	if n = min(n, max(firstChunk, int(k.taken))); !k.packed.Load() {
		n = min(n, checkChunk)
	}
	c.inOrder = min(n, checkChunk)
	c.grow(c.inOrder)
	return k.claimPart(c.block, n)
}

// Parse implements pipeline.Stage.
func (k *checking) Parse(_ *checkWorker, c *judgedChunk) {
	c.part.good = k.readPart(c.block, c.part)
}

// Settle implements pipeline.Stage.
func (k *checking) Settle(_ *checkWorker, c *judgedChunk, n int) (items int, more bool) {
	before := k.n
	if c.part != nil {
		k.join(c.block, c.part)
	} else {
		k.read(c.block, min(n, c.inOrder))
		k.taken, k.astray = k.n, false
	}
	k.reached.Store(k.Answers.Begin())
	return int(k.n - before), !k.ended
}

// Work implements pipeline.Stage: it gives the verdicts on the items of a block.
func (k *checking) Work(_ context.Context, _ *checkWorker, c *judgedChunk, _ *pipeline.Early) {
	for i := range c.items {
		k.judgeItem(&c.items[i])
	}
}

// judgeItem sets the verdict and the message of an item.
func (k *checking) judgeItem(it *item) {
	if it.err != nil {
		it.Verdict, it.Message = judge.JE, it.err.Error()
		return
	}
	known := &it.replies[expected].Reply
	switch came := it.puzzle.Answer; {
	case known.Line > 0:
	case came != nil && (k.Want == puzzle.WantLength || k.Rule == puzzle.Shortest):
		known = &judge.Reply{
			Solution: puzzle.Solution{Moves: came.Moves}, Line: it.puzzle.Line, Counted: true,
		}
	default:
		known = nil
	}
	k.Judge(k.ctx, &it.Finding, it.puzzle, &it.replies[contestants].Reply, known)
}

// Size implements pipeline.Stage.
func (k *checking) Size(c *judgedChunk) (results, memory int) {
	if c.block == nil {
		return 0, 0
	}
	return 0, blockMemory + 8*cap(c.boards) + cap(c.texts) + cap(c.right.text)
}

// read reads up to size puzzles and the answers to them, in order.
func (k *checking) read(b *block, size int) {
	if k.ctx.Err() != nil {
		k.ended = true
	}
	if k.ended {
		return
	}
	n, err := k.behind, k.then
	if n > 0 {
		b.grow(n)
		b.swap(k.rest, 0, n)
		k.behind = 0
	} else {
		b.grow(size)
		b.dropLarge(size)
		n, err = k.Puzzles.Decode(b.puzzles[:size])
	}
	if done := k.replies(b, n, k.Answers, k.Expected); done < n && k.err == nil {
		k.leave(b, done, n, err)
		return
	}
	k.follow(b, err)
}

// leave hands the puzzles of a block, from number from up to to, over to the next block. err is
// what comes after them.
func (k *checking) leave(b *block, from, to int, err error) {
	if k.rest == nil {
		k.rest = new(block)
	}
	k.behind, k.then = to-from, err
	k.rest.grow(k.behind)
	k.rest.swap(b, from, k.behind)
}

// replies reads the answers to n puzzles of a block. It stops when they take too much memory,
// where it would have to wait if answers are compared with right ones, or at an error of reading,
// which is not a wrong answer. It returns how many it has read.
func (k *checking) replies(b *block, n int, from ...*answers.Decoder) (done int) {
	for used := 0; done < n && used < checkBytes; done++ {
		if done > 0 && k.text != nil && !k.text.Arrived() {
			break // the verdicts on those before need not wait
		}
		it := b.add(done, k.n+1)
		for i, a := range from {
			if a == nil {
				continue
			}
			if k.err = b.reply(&it.replies[i], a, it); k.err != nil {
				b.items = b.items[:done]
				return done
			}
			k.last[i] = it.replies[i].Err
		}
		it.locate()
		k.n++
		used += it.memory()
	}
	return done
}

// follow handles the error with which Decode says what comes after a block.
func (k *checking) follow(b *block, err error) {
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
func (k *checking) end(b *block) {
	for i, a := range []*answers.Decoder{k.Answers, k.Expected} {
		if a == nil || k.More || k.last[i] == io.EOF {
			continue
		}
		switch err := a.End(); {
		case errors.Is(err, puzzle.ErrMalformed):
			b.ends[i] = err
		case err != nil:
			k.err = err
		}
	}
}

// Deliver implements pipeline.Stage. It passes on the verdict that was held, and all of a block but
// the last, which is held until it is known what follows.
func (k *checking) Deliver(c *judgedChunk, _ bool) error {
	b := c.block
	free := k.release(b)
	last := len(b.items) - 1
	if last < 0 {
		k.passAccepted(b, math.MaxInt64)
		return nil
	}
	k.pass(b, b.items[:last])
	k.held, c.block = b, free
	return nil
}

// release passes on the verdict that was held. If the next block says that something follows the
// last answer, the verdict is on that, too. It returns the block that has held the verdict, which
// is free for use.
func (k *checking) release(next *block) *block {
	held := k.held
	if held == nil {
		return nil
	}
	last := held.items[len(held.items)-1:]
	if next != nil && (next.ends[contestants] != nil || next.ends[expected] != nil) {
		for i, err := range next.ends {
			r := &last[0].replies[i]
			r.Form = cmp.Or(r.Form, err)
		}
		last[0].Finding = unjudged(&last[0].Finding)
		k.judgeItem(&last[0])
	}
	k.pass(held, last)
	k.passAccepted(held, math.MaxInt64)
	k.held = nil
	return held
}

// pass counts the verdicts on items of a block, and passes them to Each.
func (k *checking) pass(b *block, items []item) {
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
				if f.Verdict != judge.AC {
					f.Text, f.Expected = items[i].replies[contestants].text, items[i].replies[expected].text
				}
			}
			k.Each(f)
		}
	}
}

// passAccepted passes on the accepted answers of a block before the nth puzzle.
func (k *checking) passAccepted(b *block, n int64) {
	for b.passed < len(b.accepted) && b.accepted[b.passed].first < n {
		r := &b.accepted[b.passed]
		b.passed++
		k.tally[judge.AC] += r.count
		k.Accepted(r.first, r.line, r.step, r.count)
	}
}
