package convert

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
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
	fail := func(err error) error {
		if !errors.As(err, new(*formats.SyntaxError)) {
			err = fmt.Errorf("%s: %w", in.name, err)
		}
		return c.fail(err)
	}
	conv := puzzles.NewConverter(in.format, t.to)
	w := stream.Change{
		Workers: c.Workers, Window: window, KeepGoing: c.KeepGoing,
		Report: func(err error) { fail(err) },
		Make: func(ctx context.Context, p *puzzle.Puzzle) error {
			_, err := conv.Change(p)
			if err == nil {
				err = t.proof(ctx, p)
			}
			switch {
			case err == nil, ctx.Err() != nil:
				return err
			case c.KeepGoing:
				return skipped{err}
			default:
				return recordError{err}
			}
		},
		Quick: func(p *puzzle.Puzzle) bool {
			return c.Force || !t.to.PromisesBound() || p.Start.Small()
		},
		Packed: func(goal *puzzle.Goal, boards []puzzle.Packed) bool {
			return (c.Force || t.to.PromisePacked(goal, boards)) && conv.ChangePacked(goal, boards)
		},
	}
	err := w.Run(ctx, puzzles.NewDecoder(in, in.name, in.format), t.Writer)
	if errors.As(err, new(recordError)) || errors.Is(err, puzzle.ErrMalformed) {
		return fail(err)
	}
	return err
}

// A skipped error is about a puzzle that is left out.
type skipped struct{ error }

func (skipped) Is(target error) bool { return target == puzzle.ErrGaveUp }
