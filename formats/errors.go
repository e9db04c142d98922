package formats

import (
	"errors"
	"fmt"

	"tilejudge/solver/puzzle"
)

// ErrUnknown is returned by Lookup for a name that no format in All has.
var ErrUnknown = errors.New("unknown format")

// A SyntaxError is a malformed puzzle, answer or game, or a mistake in the declaration of a
// format. Line and Col are 1-based; Col counts bytes. errors.Is reports it as
// puzzle.ErrMalformed.
type SyntaxError struct {
	Name      string // of the input
	Line, Col int
	Err       error // what was found and what was expected
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Col, e.Err)
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Is reports whether target is puzzle.ErrMalformed.
func (e *SyntaxError) Is(target error) bool { return target == puzzle.ErrMalformed }

// A Place is a position in an input. The zero value is its start.
type Place struct {
	Offset    int64 // in bytes
	Line, Col int   // from 0; Col counts bytes
}
