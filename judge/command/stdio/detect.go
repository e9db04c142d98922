package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
)

// Detect is puzzles.Detect for an input that Open returned. flag is the flag that would name the
// format. Formats in the user's directory are candidates, too. If several formats fit the first
// line at a terminal, Detect says so; elsewhere, if no more input comes soon, it says what it waits
// for. If boards in rows are among the formats that fit, it takes that format, and says so to a
// person at a terminal through complain, unless complain is nil.
func Detect(
	ctx context.Context, in io.Reader, name, flag string, to *formats.Format, complain func(error),
) (*formats.Format, io.Reader, error) {
	if i, ok := in.(*input); ok {
		i.wanted = fmt.Errorf("%s: several formats fit so far: waiting for more input, or its end;"+
			" with --%s each puzzle is read at once", name, flag)
		defer func() { i.wanted = nil }()
	}
	own, _ := declared.Own()
	f, all, err := puzzles.Detect(ctx, in, own, to, AtTerminal(in))
	ambiguous := (*puzzles.AmbiguousError)(nil)
	switch {
	case err == nil:
		return f, all, nil
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.As(err, &ambiguous) && ambiguous.Neutral() != nil:
		if complain != nil && IsTerminal(os.Stderr) {
			complain(fmt.Errorf("%s: read as %s; %v; choose another with --%s", name,
				ambiguous.Neutral().Name, ambiguous, flag))
		}
		return ambiguous.Neutral(), all, nil
	case errors.As(err, &ambiguous):
		return nil, nil, inputError{&ambiguousError{name, flag, ambiguous}}
	default:
		return nil, nil, inputError{fmt.Errorf("%s: %w", name, err)}
	}
}

// An ambiguousError tells which flag names the format of an input that fits several.
type ambiguousError struct {
	name, flag string
	*puzzles.AmbiguousError
}

func (e *ambiguousError) Error() string {
	return fmt.Sprintf("%s: %v; choose one with --%s", e.name, e.AmbiguousError, e.flag)
}

// OrTo adds to an error of Detect that --to would help, if it would: if the formats that fit read
// the puzzles alike, and only their answers differ.
func OrTo(err error) error {
	ambiguous := (*ambiguousError)(nil)
	if errors.As(err, &ambiguous) && ambiguous.ReadAlike() {
		return inputError{fmt.Errorf("%w, or the answers with --to", err)}
	}
	return err
}

// Uncounted returns a format and a reader for an input that may lack the number of puzzles: see
// puzzles.Uncounted. If the number is missing, it says so through complain.
func Uncounted(
	f *formats.Format, in io.Reader, name string, complain func(error),
) (*formats.Format, io.Reader) {
	g, all := puzzles.Uncounted(f, in)
	if g != f {
		complain(fmt.Errorf("%s:1: found a puzzle, expected the number of puzzles; read without it",
			name))
	}
	return g, all
}
