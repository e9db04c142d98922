package stream

import (
	"bufio"
	"context"
	"errors"
	"io"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A run is one call of Batch.Run: a pipeline.Stage that decodes, solves and writes puzzles.
type run struct {
	*Batch
	ctx    context.Context
	src    judge.Source
	splits judge.Splitter // the source, if it is one
	sink   judge.Sink
	adds   Appender         // the sink, if it is one
	many   judge.ManySolver // the solver, if it is one, and there is no time limit
	lane   *PackedLane      // nil: there is none

	records int64 // settled so far

	out   *bufio.Writer
	stats Stats
}

func newRun(ctx context.Context, b *Batch, src judge.Source, sink judge.Sink, out io.Writer) *run {
	r := &run{Batch: b, ctx: ctx, src: src, sink: sink, out: bufio.NewWriterSize(out, 64<<10)}
	r.splits, _ = src.(judge.Splitter)
	r.adds, _ = sink.(Appender)
	if b.Recorded != nil {
		return r
	}
	if b.TimeLimit <= 0 {
		r.many, _ = b.Solver.(judge.ManySolver)
	}
	if b.TimeLimit <= 0 && !b.Timed {
		r.lane = NewPackedLane(b.Solver, sink)
	}
	return r
}

// Claim implements pipeline.Stage.
func (r *run) Claim(c *chunk, n int) int {
	c.part = piece{}
	if r.splits != nil && n > 1 {
		c.part.count, c.part.decode, c.part.pack, c.part.join = r.splits.Split(n)
	}
	return c.part.count
}

// Parse implements pipeline.Stage: it decodes a part into w.packed, where it solves the puzzles
// too, or into w.puzzles.
func (r *run) Parse(w *worker, c *chunk) {
	n := c.part.count
	if r.lane != nil && c.part.pack != nil {
		if cap(w.packed) < n {
			w.packed = make([]puzzle.Packed, maxPacked)
		}
		w.packed = w.packed[:n]
		goal, _ := c.part.pack(w.packed)
		if goal != nil && r.lane.Solver.SolvePacked(goal, w.packed) {
			w.resize(0)
			return
		}
	}
	w.packed = w.packed[:0]
	w.resize(n)
	c.part.decode(w.puzzles)
}

// Settle implements pipeline.Stage.
func (r *run) Settle(w *worker, c *chunk, n int) (items int, more bool) {
	var err error
	if c.part.count > 0 && c.part.join(true) {
		n = c.part.count
	} else {
		w.packed = w.packed[:0]
		w.resize(n)
		n, err = r.src.Decode(w.puzzles)
		w.puzzles = w.puzzles[:n]
	}
	c.puzzles, c.next, c.number = n, err, r.Before+r.records+1
	r.records += int64(n)
	if errors.Is(err, puzzle.ErrMalformed) {
		r.records++
		return n, r.KeepGoing
	}
	return n, err == nil
}

// Deliver implements pipeline.Stage. After the last answers it counts and reports them, and then
// handles the error that follows them.
func (r *run) Deliver(c *chunk, last bool) error {
	r.out.Write(c.text) // Flush returns its error
	for _, a := range c.late {
		r.sink.Encode(r.out, a.n, &a.p, a.s, a.err)
	}
	c.text, c.late = c.text[:0], nil // their paths can be large
	if !last {
		return nil
	}
	r.stats.Add(c.stats)
	for _, err := range c.notes {
		r.report(err)
	}
	if r.Answered != nil {
		r.Answered(int64(c.puzzles))
	}
	switch {
	case c.fatal != nil:
		return c.fatal
	case c.next == nil || c.next == io.EOF:
		return nil
	case !errors.Is(c.next, puzzle.ErrMalformed):
		return c.next
	}
	r.stats.Malformed++
	if !r.KeepGoing {
		return c.next
	}
	r.report(c.next)
	r.sink.Encode(r.out, c.number+int64(c.puzzles), nil, puzzle.Solution{}, c.next)
	return nil
}

func (r *run) report(err error) {
	if r.Report != nil {
		r.Report(err)
	}
}
