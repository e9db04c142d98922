// Package convert writes puzzles, or the answers to them, in another format. Boards are
// turned and tiles renumbered so that the same number of moves solves them.
//
//	c := convert.Puzzles(to, os.Stdout, spool)
//	c.Report = report
//	err := c.Run(ctx, os.Stdin, "stdin", from)
//	err = cmp.Or(err, c.Close())
package convert

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/solver/puzzle"
)

// A Conversion converts the records of one input after the other.
type Conversion struct {
	Workers   int         // puzzles converted at once; 0: one
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
	// convert converts the records of one input, as Run does.
	convert(ctx context.Context, c *Conversion, in *input) error
	// Close writes what stands behind all records.
	Close() error
}

// An input is what Run converts.
type input struct {
	io.Reader
	name   string
	format *formats.Format
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
	return c.target.convert(ctx, c, &input{in, name, from})
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

// A proof returns an error if a puzzle breaks a promise of the judge.
type proof func(context.Context, *puzzle.Puzzle) error

// newProof returns the proof for puzzles of a format. If force is set, the proof accepts every
// puzzle.
func newProof(f *formats.Format, force bool) proof {
	if force {
		return func(context.Context, *puzzle.Puzzle) error { return nil }
	}
	bound := checker.ProvesPromise(f)
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		err := f.Promise(p)
		if err == nil {
			err = bound(ctx, p)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("%s has no such puzzle: %w", f.Name, err)
		}
		return nil
	}
}
