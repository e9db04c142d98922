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
	reader := stream.NewReader(src)
	reader.Pack = func(*puzzle.Goal, []puzzle.Packed) bool { return true }
	err = pipeline.Run(ctx, validating{reader}, pipeline.Options{
		Workers: workers, Window: 1 << 16, Waiting: 1 << 20,
	})
	return src.Puzzles(), err
}

// validating is a pipeline.Stage: its source validates puzzles when it decodes them, and the stage
// does nothing else.
type validating struct{ *stream.Reader }

// Work implements pipeline.Stage.
func (validating) Work(context.Context, *stream.Memory, *stream.Chunk, *pipeline.Early) {}

// Deliver implements pipeline.Stage.
func (validating) Deliver(c *stream.Chunk, _ bool) error {
	if c.Next == io.EOF {
		return nil
	}
	return c.Next
}

// Size implements pipeline.Stage.
func (validating) Size(c *stream.Chunk) (results, memory int) { return 0, int(unsafe.Sizeof(*c)) }
