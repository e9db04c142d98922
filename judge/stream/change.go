package stream

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/pipeline"
	"tilejudge/solver/puzzle"
)

// A Change changes puzzles on all cores, and writes them in their order.
type Change struct {
	Workers   int
	Window    int  // maximum number of puzzles read but not yet written
	KeepGoing bool // after a malformed record

	// Make changes a puzzle in place. Several goroutines call it at once. With an error the puzzle is
	// not written, and the run ends, unless the error wraps puzzle.ErrGaveUp: then it is reported.
	Make func(context.Context, *puzzle.Puzzle) error

	// Quick reports whether Make takes no search for a puzzle.
	Quick func(*puzzle.Puzzle) bool

	// Packed changes packed boards as Make does, if all of them are well and take no search. Else it
	// returns false and changes nothing.
	Packed func(goal *puzzle.Goal, boards []puzzle.Packed) bool

	// Report is called, in order, with an error for each record that is not written, if others
	// follow.
	Report func(error)
}

// Run writes the puzzles of src. Its error is the first one of src, out or Make.
func (h *Change) Run(ctx context.Context, src judge.Source, out *puzzles.Writer) error {
	g := &changing{
		Change: h, Reader: NewReader(src), ctx: ctx, out: out, before: out.Next() - 1,
		encoder: out.Encoder(), to: bufio.NewWriterSize(out.Records(), 64<<10),
	}
	workers := h.Workers
	if out.Numbered() && h.KeepGoing { // a number depends on how many before it are left out
		g.number, workers = out.Next(), 1
	}
	return pipeline.Run(ctx, g, pipeline.Options{
		Workers: workers, Window: max(h.Window, 1), Flush: g.to.Flush,
	})
}

// A changing is a run of a Change: a pipeline.Stage.
type changing struct {
	*Change
	Reader
	ctx     context.Context
	out     *puzzles.Writer
	encoder *puzzles.Encoder
	to      *bufio.Writer // to the records of out
	before  int64         // puzzles that out has written already
	records int64         // settled so far
	number  int64         // number of the next puzzle, if one worker counts; 0: it is not counted
}

// A changed is a chunk.
type changed struct {
	part  puzzles.Part // nil: there is none
	first int64        // number of the first record
	text  []byte
	count int64   // puzzles in the text
	notes []error // for Report
	next  error   // what comes after the puzzles
}

// Claim implements pipeline.Stage.
func (g *changing) Claim(c *changed, n int) int { return g.Reader.Claim(&c.part, n) }

// Parse implements pipeline.Stage. Packed boards are changed at once.
func (g *changing) Parse(m *Memory, c *changed) {
	if g.encoder.Packs() {
		g.Reader.Parse(m, c.part, g.Packed)
	} else {
		g.Reader.Parse(m, c.part, nil)
	}
}

// Settle implements pipeline.Stage.
func (g *changing) Settle(m *Memory, c *changed, n int) (items int, more bool) {
	n, err := g.Reader.Settle(m, c.part, n)
	c.first, c.next = g.records+1, err
	g.records += int64(n)
	switch {
	case errors.Is(err, puzzle.ErrMalformed):
		g.records++
		return n, g.KeepGoing
	case err == io.EOF:
		c.next = nil
	}
	return n, err == nil
}

// Work implements pipeline.Stage.
func (g *changing) Work(ctx context.Context, m *Memory, c *changed, early *pipeline.Early) {
	c.text, c.count, c.notes = c.text[:0], 0, nil
	if len(m.Boards) > 0 {
		c.text, _, _ = g.encoder.AppendPacked(c.text, m.Boards)
		c.count = int64(len(m.Boards))
		return
	}
	i := 0
	if p := panics.Try(func() { g.changeEach(ctx, m.Puzzles, c, early, &i) }); p != nil {
		c.next = &judge.Fault{
			Puzzle: c.first + int64(i), Start: m.Puzzles[i].Start.Clone(), Value: p.Value, Stack: p.Stack,
		}
	}
}

// changeEach changes puzzles one by one; i is the index of the one at hand.
func (g *changing) changeEach(
	ctx context.Context, ps []puzzle.Puzzle, c *changed, early *pipeline.Early, i *int,
) {
	watched := len(ps) == 1
	for goesOn := true; goesOn && *i < len(ps); *i++ {
		p, n := &ps[*i], c.first+int64(*i)
		if !watched && !g.Quick(p) {
			watched = true
			defer early.Watch()()
		}
		err := g.Make(ctx, p)
		if !watched {
			goesOn = g.add(ctx, c, n, p, err)
			continue
		}
		early.Hold(func() { goesOn = g.add(ctx, c, n, p, err) })
	}
}

// add adds the text of the nth puzzle, or the error of Make. It returns false if that is the last.
func (g *changing) add(
	ctx context.Context, c *changed, n int64, p *puzzle.Puzzle, err error,
) bool {
	switch {
	case err == nil:
		number := g.before + n
		if g.number > 0 {
			number = g.number
			g.number++
		}
		c.text = g.encoder.Append(c.text, number, p)
		c.count++
		return true
	case errors.Is(err, puzzle.ErrGaveUp):
		c.notes = append(c.notes, fmt.Errorf("puzzle %d: %w", n, err))
		return true
	case ctx.Err() != nil:
		c.next = g.ctx.Err()
	default:
		c.next = fmt.Errorf("puzzle %d: %w", n, err)
	}
	return false
}

// Deliver implements pipeline.Stage.
func (g *changing) Deliver(c *changed, last bool) error {
	g.to.Write(c.text) // Flush returns its error
	g.out.Add(c.count)
	c.text, c.count = c.text[:0], 0
	if !last {
		return nil
	}
	for _, err := range c.notes {
		g.Report(err)
	}
	if !errors.Is(c.next, puzzle.ErrMalformed) || !g.KeepGoing {
		return c.next
	}
	g.Report(c.next)
	return nil
}

// Size implements pipeline.Stage.
func (*changing) Size(c *changed) (results, memory int) {
	return len(c.text), int(unsafe.Sizeof(*c)) + cap(c.text)
}
