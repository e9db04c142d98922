package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"unsafe"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// Puzzles returns a conversion of puzzles to a format, which writes to w. The spool keeps
// the puzzles of a format that begins with their number. The caller closes both.
func Puzzles(to *formats.Format, w io.Writer, spool puzzles.Spool) *Conversion {
	return &Conversion{target: &puzzleTarget{puzzles.NewSpoolingWriter(w, to, spool), to, nil}}
}

// A puzzleTarget writes puzzles. Malformed ones are left out.
type puzzleTarget struct {
	*puzzles.Writer
	to    *formats.Format
	proof proof // nil until the first input
}

// window is how many puzzles may be read and not yet written.
const window = 1 << 16

func (t *puzzleTarget) convert(ctx context.Context, c *Conversion, in *input) error {
	if t.proof == nil {
		t.proof = newProof(t.to, c.Force)
	}
	k := &converting{
		puzzleTarget: t, Conversion: c, name: in.name, records: puzzles.NewConverter(in.format, t.to),
		Reader: stream.NewReader(puzzles.NewDecoder(in, in.name, in.format)),
		before: t.Next() - 1,
	}
	k.Reader.KeepGoing = c.KeepGoing
	if t.Encoder().Packs() {
		k.Pack = k.pack
	}
	workers := c.Workers
	if c.KeepGoing && t.Numbered() { // a number depends on how many puzzles before it are left out
		workers, k.counts = 1, true
	}
	err := pipeline.Run(ctx, k, pipeline.Options{Workers: workers, Window: window, Flush: t.Flush})
	if errors.As(err, new(recordError)) || errors.Is(err, puzzle.ErrMalformed) {
		return k.fail(err)
	}
	return err
}

// converting is a pipeline.Stage: it converts the puzzles of an input.
type converting struct {
	*puzzleTarget
	*Conversion
	*stream.Reader
	name    string // of the input
	records *puzzles.Converter
	before  int64 // puzzles that earlier inputs have had
	counts  bool  // only puzzles that are written have numbers
}

// converted is a chunk of puzzles that have been converted.
type converted struct {
	stream.Chunk
	text    []byte // of puzzles that have not been written
	waiting int64  // how many these are
	left    []error
	err     error // why there are no more
}

// A converter is the memory of one goroutine.
type converter struct {
	stream.Memory
	length int // bytes of a puzzle of the last chunk; 0: not known yet
}

// Claim implements pipeline.Stage.
func (k *converting) Claim(c *converted, n int) int { return k.Reader.Claim(&c.Chunk, n) }

// Parse implements pipeline.Stage.
func (k *converting) Parse(w *converter, c *converted) { k.Reader.Parse(&w.Memory, &c.Chunk) }

// Settle implements pipeline.Stage.
func (k *converting) Settle(w *converter, c *converted, n int) (items int, more bool) {
	return k.Reader.Settle(&w.Memory, &c.Chunk, n)
}

// pack converts packed boards, and reports whether it could convert all of them.
func (k *converting) pack(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	return (k.Force || k.to.PromisePacked(goal, boards)) && k.records.ChangePacked(goal, boards)
}

// Work implements pipeline.Stage.
func (k *converting) Work(ctx context.Context, w *converter, c *converted, early *pipeline.Early) {
	c.waiting, c.left, c.err = 0, nil, nil
	c.text = slices.Grow(c.text[:0], w.length*max(len(w.Boards), len(w.Puzzles)))
	if len(w.Boards) > 0 {
		c.text, _, _ = k.Encoder().AppendPacked(c.text, w.Boards)
		c.waiting = int64(len(w.Boards))
	} else {
		k.convertAll(ctx, w.Puzzles, c, early)
	}
	if c.waiting > 0 {
		w.length = len(c.text)/int(c.waiting) + 1
	}
}

// convertAll converts the puzzles of a chunk.
func (k *converting) convertAll(
	ctx context.Context, ps []puzzle.Puzzle, c *converted, early *pipeline.Early,
) {
	quick := k.quick(ps)
	if !quick && len(ps) > 1 {
		defer early.Watch()()
	}
	for i := 0; i < len(ps) && c.err == nil; i++ {
		n, p := c.First+int64(i), &ps[i]
		if err := k.change(ctx, n, p); quick {
			k.add(ctx, c, n, p, err)
		} else {
			early.Hold(func() { k.add(ctx, c, n, p, err) })
		}
	}
}

// quick reports whether puzzles are converted without a search.
func (k *converting) quick(ps []puzzle.Puzzle) bool {
	if k.Force || !k.to.PromisesBound() {
		return true
	}
	for i := range ps {
		if !ps[i].Start.Small() {
			return false
		}
	}
	return true
}

// change converts a puzzle in place. A panic becomes a *judge.Fault of the nth record.
func (k *converting) change(ctx context.Context, n int64, p *puzzle.Puzzle) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &judge.Fault{Puzzle: n, Start: p.Start.Clone(), Value: v, Stack: debug.Stack()}
		}
	}()
	if _, err := k.records.Change(p); err != nil {
		return err
	}
	return k.proof(ctx, p)
}

// add adds a puzzle, the nth record, to those that are converted, or the error in its place.
func (k *converting) add(ctx context.Context, c *converted, n int64, p *puzzle.Puzzle, err error) {
	switch {
	case err == nil:
		number := k.before + n
		if k.counts {
			number = k.Next() + c.waiting
		}
		c.text = k.Encoder().Append(c.text, number, p)
		c.waiting++
	case errors.As(err, new(*judge.Fault)):
		c.err = err
	case ctx.Err() != nil:
		c.err = ctx.Err()
	case k.Conversion.KeepGoing:
		c.left = append(c.left, fmt.Errorf("puzzle %d: %w", n, err))
	default:
		c.err = recordError{fmt.Errorf("puzzle %d: %w", n, err)}
	}
}

// Deliver implements pipeline.Stage. After the last puzzles it reports those that are left out.
func (k *converting) Deliver(c *converted, last bool) error {
	if err := k.WriteText(c.text, c.waiting); err != nil {
		return err
	}
	c.text, c.waiting = c.text[:0], 0
	if !last {
		return nil
	}
	for _, err := range c.left {
		k.fail(err)
	}
	switch {
	case c.err != nil:
		return c.err
	case c.Next == io.EOF:
		return nil
	case k.Conversion.KeepGoing && errors.Is(c.Next, puzzle.ErrMalformed):
		k.fail(c.Next)
		return nil
	default:
		return c.Next
	}
}

// Size implements pipeline.Stage.
func (k *converting) Size(c *converted) (results, memory int) {
	return len(c.text), int(unsafe.Sizeof(*c)) + cap(c.text)
}

// fail is Conversion.fail, for an error that may not name the input.
func (k *converting) fail(err error) error {
	if !errors.As(err, new(*formats.SyntaxError)) {
		err = fmt.Errorf("%s: %w", k.name, err)
	}
	return k.Conversion.fail(err)
}
