// Package bfs searches breadth-first: from the start, or from the start and the goal until the
// two searches meet. Bidirectional also takes boards with several blanks, and tells how many moves
// they need.
package bfs

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver is plain breadth-first search from the start.
type Solver struct {
	solver.Options
	pool search.Pool[breadth]
}

// breadth is the state of one search.
type breadth struct {
	search.Search
	met search.Frontier
}

// Solve implements Solver.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.Begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	s.met.Begin(s.At, s.Blank, search.BytesPerParent, a.MemoryLimit)
	goal, err := s.run()
	sol := s.Spent(&a.Options, s.met.Held())
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.Rule = s.met.Depth(goal), puzzle.Least
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.Path(&s.Search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards in the order in which it met them until it meets the goal, and
// returns the goal's number in s.met.
func (s *breadth) run() (goal int, err error) {
	want := make([]uint64, s.met.Words)
	for c := range s.At {
		s.met.Toggle(want, c, uint16(c))
	}
	if search.Equal(s.met.Board(0), want) {
		return 0, nil
	}
	s.Round(0)
	depth, layer := 0, 1 // the depth of board i, and the boards up to that depth
	for i := 0; i < s.met.N; i++ {
		first := s.met.N
		if i == layer {
			depth++
			layer = s.met.N
			s.Round(depth)
		}
		if depth >= s.MaxMoves {
			return 0, puzzle.ErrTooLong
		}
		if !s.Spend() {
			return 0, s.Err
		}
		if err := s.met.Expand(&s.Search, i); err != nil {
			return 0, err
		}
		for j := first; j < s.met.N; j++ {
			if search.Equal(s.met.Board(j), want) {
				return j, nil
			}
		}
	}
	panic("a solvable puzzle has no solution")
}
