package stream

import (
	"bufio"
	"context"
	"errors"
	"io"

	"tilejudge/formats/answers"
	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A run is one call of Batch.Run: a pipeline.Stage that decodes, solves and writes puzzles.
type run struct {
	*Batch
	*Reader
	ctx     context.Context
	sink    judge.Sink
	objects *answers.ObjectEncoder // the sink, if it is one
	many    judge.TableSolver      // the solver, if it is one, and there is no time limit
	lane    *PackedLane            // nil: there is none

	out   *bufio.Writer
	stats Stats
}

func newRun(
	ctx context.Context, b *Batch, src puzzle.Source, sink judge.Sink, out io.Writer,
) *run {
	r := &run{
		Batch: b, Reader: NewReader(src), ctx: ctx, sink: sink,
		out: bufio.NewWriterSize(out, 64<<10),
	}
	r.Reader.KeepGoing, r.Records = b.KeepGoing, b.Before
	r.objects, _ = sink.(*answers.ObjectEncoder)
	if b.Recorded != nil || b.TimeLimit > 0 {
		return r
	}
	r.many, _ = b.Solver.(judge.TableSolver)
	if r.lane = NewPackedLane(b.Solver, sink); r.lane != nil && !b.Timed {
		r.Pack = r.lane.Solver.SolvePacked // packed boards are solved at once
	}
	return r
}

// Claim implements pipeline.Stage.
func (r *run) Claim(c *chunk, n int) int { return r.Reader.Claim(&c.Chunk, n) }

// Parse implements pipeline.Stage.
func (r *run) Parse(w *worker, c *chunk) { r.Reader.Parse(&w.Memory, &c.Chunk) }

// Settle implements pipeline.Stage.
func (r *run) Settle(w *worker, c *chunk, n int) (items int, more bool) {
	items, more = r.Reader.Settle(&w.Memory, &c.Chunk, n)
	if r.Recorded != nil {
		w.records, w.missing = r.Recorded.Append(w.records[:0], items)
	}
	return items, more
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
		r.Answered(int64(c.Count))
	}
	switch {
	case c.fatal != nil:
		return c.fatal
	case c.Next == nil || c.Next == io.EOF:
		return nil
	case !errors.Is(c.Next, puzzle.ErrMalformed):
		return c.Next
	}
	r.stats.Malformed++
	if !r.Batch.KeepGoing {
		return c.Next
	}
	r.report(c.Next)
	r.sink.Encode(r.out, c.First+int64(c.Count), nil, puzzle.Solution{}, c.Next)
	return nil
}

func (r *run) report(err error) {
	if r.Report != nil {
		r.Report(err)
	}
}
