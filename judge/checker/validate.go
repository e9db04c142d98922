package checker

import (
	"context"
	"io"
	"unsafe"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// Validate is v.Validate on several cores: it calls v.Each from several goroutines at once, in
// any order, and perhaps twice for a puzzle.
func Validate(
	ctx context.Context, v *puzzles.Validator, in io.Reader, name string, workers int,
) (n int64, err error) {
	src := v.Open(in, name)
	err = pipeline.Run(ctx, validating{stream.NewReader(src)}, pipeline.Options{
		Workers: workers, Window: 1 << 16, Waiting: 1 << 20,
	})
	return src.Puzzles(), err
}

// validating is a pipeline.Stage: its source validates puzzles when it decodes them, and the stage
// does nothing else.
type validating struct{ stream.Reader }

// validated is a chunk.
type validated struct {
	part puzzles.Part
	err  error // what is wrong behind its puzzles
}

// Claim implements pipeline.Stage.
func (v validating) Claim(c *validated, n int) int { return v.Reader.Claim(&c.part, n) }

// Parse implements pipeline.Stage.
func (v validating) Parse(m *stream.Memory, c *validated) {
	v.Reader.Parse(m, c.part, func(*puzzle.Goal, []puzzle.Packed) bool { return true })
}

// Settle implements pipeline.Stage.
func (v validating) Settle(m *stream.Memory, c *validated, n int) (items int, more bool) {
	n, err := v.Reader.Settle(m, c.part, n)
	if c.err = err; err == io.EOF {
		c.err = nil
	}
	return n, err == nil
}

// Work implements pipeline.Stage.
func (validating) Work(context.Context, *stream.Memory, *validated, *pipeline.Early) {}

// Deliver implements pipeline.Stage.
func (validating) Deliver(c *validated, _ bool) error { return c.err }

// Size implements pipeline.Stage.
func (validating) Size(c *validated) (results, memory int) { return 0, int(unsafe.Sizeof(*c)) }
