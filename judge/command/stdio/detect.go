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

// Detect is puzzles.Detect for an input that Open returned, whose format the flag would name. The
// formats in the user's directory are candidates, too.
// At a terminal it tells at the first line that several formats fit; elsewhere it says what it
// waits for if more input does not come soon. If boards in rows are one of them, it takes them,
// and says so to a person at a terminal through complain, if that is not nil.
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

// OrTo adds to an error of Detect that --to is a way out, if it is: if the formats that fit
// read alike, and only their answers differ.
func OrTo(err error) error {
	ambiguous := (*ambiguousError)(nil)
	if errors.As(err, &ambiguous) && ambiguous.ReadAlike() {
		return inputError{fmt.Errorf("%w, or the answers with --to", err)}
	}
	return err
}

// Uncounted returns the format for reading an input that may lack the number of puzzles, which it
// says through complain, and a reader of the whole input: see puzzles.Uncounted.
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
