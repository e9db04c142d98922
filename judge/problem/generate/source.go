package generate

import (
	"fmt"
	"io"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// Puzzles returns a source of n puzzles; first is the number of the first one.
func (g *Generator) Puzzles(first, n int64) *Source { return &Source{g, first, first + n} }

// Numbers returns a source of puzzles that have nothing but their numbers, for Make. Several
// goroutines can decode them. If they are packed, the boards are numbers too, for MakePacked.
func (g *Generator) Numbers(first, n int64) judge.Splitter {
	s := &numbers{next: first, end: first + n}
	if g.packed != nil {
		s.goal = g.packed.goal
	}
	return s
}

// Packs reports whether MakePacked can make the puzzles.
func (g *Generator) Packs() bool { return g.packed != nil }

// MakePacked makes the boards that Numbers has packed.
func (g *Generator) MakePacked(_ *puzzle.Goal, boards []puzzle.Packed) bool {
	g.packed.make(boards)
	return true
}

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
type numbers struct {
	next, end int64
	drops     int          // how often parts have gone back
	goal      *puzzle.Goal // nil: they are not packed
}

// Decode implements judge.Source.
func (s *numbers) Decode(ps []puzzle.Puzzle) (n int, err error) {
	n = int(min(int64(len(ps)), s.end-s.next))
	number(ps[:n], s.next)
	s.next += int64(n)
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// number gives puzzles their numbers.
func number(ps []puzzle.Puzzle, first int64) {
	for i := range ps {
		ps[i].ID = int(first) + i
	}
}

// Split implements judge.Splitter.
func (s *numbers) Split(n int) (
	count int, decode func(ps []puzzle.Puzzle) bool,
	pack func(boards []puzzle.Packed) (goal *puzzle.Goal, line int), join func(keep bool) bool,
) {
	first := s.next
	if count = int(min(int64(n), s.end-first)); count == 0 {
		return 0, nil, nil, nil
	}
	s.next += int64(count)
	decode = func(ps []puzzle.Puzzle) bool {
		number(ps[:count], first)
		return true
	}
	pack = func(boards []puzzle.Packed) (*puzzle.Goal, int) {
		for i := range boards[:count] {
			boards[i] = uint64(first) + uint64(i)
		}
		return s.goal, 0
	}
	drops := s.drops
	return count, decode, pack, func(keep bool) bool {
		if drops == s.drops && !keep {
			s.next = first
			s.drops++
		}
		return drops == s.drops
	}
}
