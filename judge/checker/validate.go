package checker

import (
	"context"
	"io"
	"slices"
	"unsafe"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/pipeline"
	"tilejudge/solver/puzzle"
)

// Validate is v.Validate on several cores: it calls v.Each from several goroutines at once, in
// any order, and perhaps twice for a puzzle.
func Validate(
	ctx context.Context, v *puzzles.Validator, in io.Reader, name string, workers int,
) (n int64, err error) {
	src := v.Open(in, name)
	err = pipeline.Run(ctx, validating{src}, pipeline.Options{
		Workers: workers, Window: 1 << 16, Waiting: 1 << 20,
	})
	return src.Puzzles(), err
}

// validating is a pipeline.Stage: it reads puzzles, which validates them, and does nothing else.
type validating struct{ *puzzles.Validation }

// A validator is the memory of one goroutine.
type validator struct {
	puzzles []puzzle.Puzzle
	boards  []puzzle.Packed
}

// validated is a chunk: what Split has returned, and what is wrong behind its puzzles.
type validated struct {
	count  int
	decode func(ps []puzzle.Puzzle) bool
	pack   func(boards []puzzle.Packed) (goal *puzzle.Goal, line int)
	join   func(keep bool) bool
	err    error
}

// Claim implements pipeline.Stage.
func (v validating) Claim(c *validated, n int) int {
	if *c = (validated{}); n > 1 {
		c.count, c.decode, c.pack, c.join = v.Split(n)
	}
	return c.count
}

// Parse implements pipeline.Stage.
func (v validating) Parse(w *validator, c *validated) {
	w.boards = slices.Grow(w.boards[:0], c.count)[:c.count]
	if goal, _ := c.pack(w.boards); goal == nil {
		c.decode(w.room(c.count))
	}
}

// Settle implements pipeline.Stage.
func (v validating) Settle(w *validator, c *validated, n int) (items int, more bool) {
	if c.count > 0 && c.join(true) {
		return c.count, true
	}
	n, err := v.Decode(w.room(n))
	if err != io.EOF {
		c.err = err
	}
	return n, err == nil
}

// room returns memory for n puzzles, without that of large boards.
func (w *validator) room(n int) []puzzle.Puzzle {
	for i := 1; i < len(w.puzzles); i++ { // a chunk of one large board keeps its memory
		if cap(w.puzzles[i].Start.Tiles) > maxTiles {
			w.puzzles[i].Start.Tiles = nil
		}
	}
	w.puzzles = slices.Grow(w.puzzles[:0], n)[:n]
	return w.puzzles
}

// maxTiles is the size, in cells, of the largest board whose memory is used again.
const maxTiles = 256

// Work implements pipeline.Stage.
func (validating) Work(context.Context, *validator, *validated, *pipeline.Early) {}

// Deliver implements pipeline.Stage.
func (validating) Deliver(c *validated, _ bool) error { return c.err }

// Size implements pipeline.Stage.
func (validating) Size(c *validated) (results, memory int) { return 0, int(unsafe.Sizeof(*c)) }
