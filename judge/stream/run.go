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
	ctx context.Context
	Reader
	sink    judge.Sink
	objects *answers.ObjectEncoder // the sink, if it is one
	many    judge.TableSolver      // the solver, if it is one, and there is no time limit
	lane    *PackedLane            // nil: there is none

	records int64 // settled so far

	out   *bufio.Writer
	stats Stats
}

func newRun(ctx context.Context, b *Batch, src puzzle.Source, sink judge.Sink, out io.Writer) *run {
	r := &run{
		Batch: b, ctx: ctx, Reader: NewReader(src), sink: sink,
		out: bufio.NewWriterSize(out, 64<<10),
	}
	r.objects, _ = sink.(*answers.ObjectEncoder)
	if b.Recorded != nil {
		return r
	}
	if b.TimeLimit <= 0 {
		r.many, _ = b.Solver.(judge.TableSolver)
	}
	if b.TimeLimit <= 0 && !b.Timed {
		r.lane = NewPackedLane(b.Solver, sink)
	}
	return r
}

// Claim implements pipeline.Stage.
func (r *run) Claim(c *chunk, n int) int { return r.Reader.Claim(&c.part, n) }

// Parse implements pipeline.Stage. Packed boards are solved at once.
func (r *run) Parse(w *worker, c *chunk) {
	var solve func(*puzzle.Goal, []puzzle.Packed) bool
	if r.lane != nil {
		solve = r.lane.Solver.SolvePacked
	}
	r.Reader.Parse(&w.Memory, c.part, solve)
}

// Settle implements pipeline.Stage.
func (r *run) Settle(w *worker, c *chunk, n int) (items int, more bool) {
	n, err := r.Reader.Settle(&w.Memory, c.part, n)
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
