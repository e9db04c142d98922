package puzzle

import "io"

// A Source gives puzzles in order, as puzzles.Decoder does.
type Source interface {
	// Decode fills ps with puzzles, in the memory of their boards if it can, and
	// returns how many. It waits only for the first. The error is about what comes
	// next: io.EOF at the end, and one that wraps ErrMalformed for a record
	// that is not a puzzle. After that one Decode may be called again.
	Decode(ps []Puzzle) (n int, err error)
}

// A List is a Source of puzzles in memory. It shares their boards with its caller.
type List []Puzzle

// Decode implements Source.
func (l *List) Decode(ps []Puzzle) (n int, err error) {
	n = copy(ps, *l)
	if *l = (*l)[n:]; n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
