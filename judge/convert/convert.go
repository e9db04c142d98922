// Package convert writes puzzles, or the answers to them, in another format. Boards are
// turned and tiles renumbered so that the same number of moves solves them.
//
//	c := convert.Puzzles(to, os.Stdout, spool)
//	c.Report = report
//	err := c.Run(ctx, os.Stdin, "stdin", from)
//	err = cmp.Or(err, c.Close())
package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// A Conversion converts the records of one input after the other.
type Conversion struct {
	KeepGoing bool        // after a record that can't be converted
	Force     bool        // write what breaks a promise of the target's judge, too
	Report    func(error) // is told why one can't; must not be nil

	// Failed is set when something can't be converted.
	Failed bool

	target target
}

// ErrFailed is returned by Run if it ends at something that can't be converted, which has
// been reported.
var ErrFailed = errors.New("some records could not be converted")

// A target is where the records of a conversion go, which are puzzles or answers.
type target interface {
	// from returns the converter of an input in that format. What breaks a promise of the
	// target's judge fails, unless force is set.
	from(ctx context.Context, f *formats.Format, force bool) (converter, error)
	// Flush writes what is buffered.
	Flush() error
	// Close writes what stands behind all records.
	Close() error
}

// A converter converts the records of one input.
type converter interface {
	// convert converts the nth record of the input; p is nil if it is malformed. It
	// returns a recordError if this record fails but later ones may go on.
	convert(n int64, p *puzzle.Puzzle) error
	// end makes sure that nothing is left after n records.
	end(n int64) error
}

// A recordError is about one record. Others may be converted after it.
type recordError struct{ error }

// A streamError is about the answers as a whole, and ends the conversion.
type streamError struct{ error }

// Run converts one input, which is in the format from and is called name in messages. It
// returns ErrFailed, ctx.Err(), or an error of reading or writing. With KeepGoing it
// returns nil even if some records could not be converted: see Failed.
func (c *Conversion) Run(
	ctx context.Context, in io.Reader, name string, from *formats.Format,
) error {
	records, err := c.target.from(ctx, from, c.Force)
	if err != nil {
		return err
	}
	dec := puzzles.NewDecoder(in, name, from)
	ps := make([]puzzle.Puzzle, 256)
	for read := int64(0); ; {
		n, end := dec.Decode(ps)
		for i := range ps[:n] {
			read++
			err := records.convert(read, &ps[i])
			if errors.As(err, new(recordError)) {
				err = c.fail(fmt.Errorf("%s: puzzle %d: %w", name, read, err))
			}
			if err != nil {
				return c.ended(err)
			}
		}
		if errors.Is(end, puzzle.ErrMalformed) {
			read++
			if err := c.fail(end); err != nil {
				return err
			}
			end = records.convert(read, nil)
		}
		err := cmp.Or(c.target.Flush(), ctx.Err())
		switch {
		case err != nil:
			return err
		case end == io.EOF:
			return c.ended(records.end(read))
		case end != nil:
			return c.ended(end)
		}
	}
}

// ended returns how Run ends. It reports a streamError, and returns ErrFailed in its
// place.
func (c *Conversion) ended(err error) error {
	if errors.As(err, new(streamError)) {
		c.Report(err)
		c.Failed = true
		return ErrFailed
	}
	return err
}

// fail reports a record that can't be converted. It returns ErrFailed if no other may
// follow.
func (c *Conversion) fail(err error) error {
	c.Report(err)
	c.Failed = true
	if c.KeepGoing {
		return nil
	}
	return ErrFailed
}

// Close writes what stands behind all records. Call it however the runs ended.
func (c *Conversion) Close() error { return c.target.Close() }

// Puzzles returns a conversion of puzzles to a format, which writes to w. The spool keeps
// the puzzles of a format that begins with their number. The caller closes both.
func Puzzles(to *formats.Format, w io.Writer, spool puzzles.Spool) *Conversion {
	return &Conversion{target: &puzzleTarget{puzzles.NewSpoolingWriter(w, to, spool), to, nil}}
}

// A puzzleTarget writes puzzles. Malformed ones are left out.
type puzzleTarget struct {
	*puzzles.Writer
	to    *formats.Format
	proof proof // from newProof; nil until the first input
}

func (t *puzzleTarget) from(
	ctx context.Context, f *formats.Format, force bool,
) (converter, error) {
	if t.proof == nil {
		t.proof = newProof(ctx, t.to, force)
	}
	return &puzzleConverter{t.Writer, puzzles.NewConverter(f, t.to), t.proof}, nil
}

type puzzleConverter struct {
	out   *puzzles.Writer
	conv  *puzzles.Converter
	proof proof
}

func (c *puzzleConverter) convert(_ int64, p *puzzle.Puzzle) error {
	if p == nil {
		return nil
	}
	q, _, err := c.conv.Convert(p)
	if err == nil {
		err = c.proof(q)
	}
	if err != nil {
		return recordError{err}
	}
	return c.out.Write(q)
}

func (c *puzzleConverter) end(int64) error { return nil }

// A proof returns an error if a puzzle breaks a promise of its judge.
type proof func(*puzzle.Puzzle) error

// newProof returns the proof for puzzles of a format. If force is set, it looks at nothing.
func newProof(ctx context.Context, f *formats.Format, force bool) proof {
	if force {
		return func(*puzzle.Puzzle) error { return nil }
	}
	bound := checker.ProvesPromise(ctx, f)
	return func(p *puzzle.Puzzle) error {
		err := f.Promise(p)
		if err == nil {
			err = bound(p)
		}
		if err != nil {
			return fmt.Errorf("%s has no such puzzle: %w", f.Name, err)
		}
		return nil
	}
}
