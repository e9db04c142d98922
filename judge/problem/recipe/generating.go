package recipe

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// window is how many puzzles may be made and not yet written.
const window = 1 << 16

// generating is a pipeline.Stage: it makes the puzzles of a generator and writes them.
type generating struct {
	*generate.Generator
	out       *puzzles.Writer
	packs     bool  // the puzzles are made and written as packed boards
	quick     bool  // no puzzle takes a search
	next, end int64 // numbers of the puzzles to make; end is excluded
	written   func(puzzles int64)
}

// A maker is the memory of one goroutine.
type maker struct {
	puzzle puzzle.Puzzle
	boards []puzzle.Packed
	length int // bytes of a puzzle of the last chunk; 0: not known yet
}

// made are puzzles with consecutive numbers.
type made struct {
	first   int64
	count   int    // to be made
	text    []byte // of puzzles that have been made and not yet written
	waiting int    // how many these are
	err     error  // why there are no more
}

// Claim implements pipeline.Stage. It leaves the numbers to Settle: that takes no time.
func (g *generating) Claim(*made, int) int { return 0 }

// Parse implements pipeline.Stage.
func (g *generating) Parse(*maker, *made) {}

// Settle implements pipeline.Stage.
func (g *generating) Settle(_ *maker, c *made, n int) (items int, more bool) {
	n = int(min(int64(n), g.end-g.next))
	*c = made{first: g.next, count: n, text: c.text[:0]}
	g.next += int64(n)
	return n, g.next < g.end
}

// Work implements pipeline.Stage.
func (g *generating) Work(ctx context.Context, w *maker, c *made, early *pipeline.Early) {
	c.text = slices.Grow(c.text, w.length*c.count)
	defer func() { w.length = len(c.text)/c.count + 1 }()
	switch {
	case g.packs:
		w.boards = g.AppendPacked(w.boards[:0], c.first, c.count)
		c.text, c.waiting, _ = g.out.Encoder().AppendPacked(c.text, w.boards)
		return
	case c.count > 1 && !g.quick:
		defer early.Watch()()
	}
	for i := 0; i < c.count && c.err == nil; i++ {
		n := c.first + int64(i)
		err := g.Puzzle(n, &w.puzzle)
		if g.quick {
			g.add(ctx, c, n, &w.puzzle, err)
		} else {
			early.Hold(func() { g.add(ctx, c, n, &w.puzzle, err) })
		}
	}
}

// add adds the nth puzzle to those that are made, or the error in its place.
func (g *generating) add(ctx context.Context, c *made, n int64, p *puzzle.Puzzle, err error) {
	switch {
	case err == nil:
		c.text = g.out.Encoder().Append(c.text, n, p)
		c.waiting++
	case ctx.Err() != nil:
		c.err = ctx.Err()
	default:
		c.err = fmt.Errorf("puzzle %d: %w", n, err)
	}
}

// Deliver implements pipeline.Stage.
func (g *generating) Deliver(c *made, last bool) error {
	if err := g.out.WriteText(c.text, int64(c.waiting)); err != nil {
		return err
	}
	if g.written != nil {
		g.written(int64(c.waiting))
	}
	c.text, c.waiting = c.text[:0], 0
	if last {
		return c.err
	}
	return nil
}

// Size implements pipeline.Stage.
func (g *generating) Size(c *made) (results, memory int) {
	return len(c.text), int(unsafe.Sizeof(*c)) + cap(c.text)
}
