package generate

import (
	"fmt"
	"io"

	"tilejudge/solver/puzzle"
)

// Puzzles returns a source of n puzzles; first is the number of the first one.
func (g *Generator) Puzzles(first, n int64) *Source { return &Source{g, first, first + n} }

// Packs reports whether AppendPacked can make the puzzles.
func (g *Generator) Packs() bool { return g.packed != nil }

// AppendPacked appends the boards of n puzzles. They are packed; first is the number of the first.
func (g *Generator) AppendPacked(boards []puzzle.Packed, first int64, n int) []puzzle.Packed {
	for i := range int64(n) {
		boards = append(boards, g.packed.board(first+i))
	}
	return boards
}

// A Source is a puzzle.Source of some of a generator's puzzles.
type Source struct {
	g         *Generator
	next, end int64 // numbers of puzzles; end is excluded
}

var _ puzzle.Source = (*Source)(nil)

// Decode implements puzzle.Source. Its errors are io.EOF, ErrNone, and those of the
// context and the solver.
func (s *Source) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		if err := s.g.ctx.Err(); err != nil {
			return n, err
		}
		if err := s.g.Puzzle(s.next, &ps[n]); err != nil {
			return n, fmt.Errorf("puzzle %d: %w", s.next, err)
		}
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
