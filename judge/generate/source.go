package generate

import (
	"fmt"
	"io"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// Puzzles returns a source of n puzzles; first is the number of the first one.
func (g *Generator) Puzzles(first, n int64) *Source { return &Source{g, first, first + n} }

// Numbers returns a source of puzzles that have nothing but their numbers, for Make.
func (g *Generator) Numbers(first, n int64) judge.Source { return &numbers{first, first + n} }

// Make makes a puzzle that Numbers has returned.
func (g *Generator) Make(p *puzzle.Puzzle) error { return g.Puzzle(int64(p.ID), p) }

// A Source is a judge.Source of some of a generator's puzzles.
type Source struct {
	g         *Generator
	next, end int64 // numbers of puzzles; end is excluded
}

var _ judge.Source = (*Source)(nil)

// Decode implements judge.Source. Its errors are io.EOF, ErrNone, and those of the
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

// numbers is what Generator.Numbers returns.
type numbers struct{ next, end int64 }

// Decode implements judge.Source.
func (s *numbers) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		ps[n].ID = int(s.next)
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
