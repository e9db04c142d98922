package solver

import (
	"context"

	"tilejudge/solver/puzzle"
)

// BFS is plain breadth-first search from the start.
type BFS struct {
	Options
	pool pool[breadth]
}

// breadth is the state of one search.
type breadth struct {
	search
	met frontier
}

// Solve implements Solver.
func (a *BFS) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	s.met.begin(s.at, s.blank, bytesPerParent, a.MemoryLimit)
	goal, err := s.run()
	sol := s.spent(&a.Options, s.met.held())
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.Rule = s.met.depth(goal), puzzle.Least
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.path(&s.search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards in the order in which it met them until it meets the goal, and
// returns the goal's number in s.met.
func (s *breadth) run() (goal int, err error) {
	want := make([]uint64, s.met.words)
	for c := range s.at {
		s.met.toggle(want, c, uint16(c))
	}
	if equal(s.met.board(0), want) {
		return 0, nil
	}
	depth, layer := 0, 1 // the depth of board i, and the boards up to that depth
	for i := 0; i < s.met.n; i++ {
		first := s.met.n
		if i == layer {
			depth++
			layer = s.met.n
		}
		if depth >= s.maxMoves {
			return 0, puzzle.ErrTooLong
		}
		if !s.spend() {
			return 0, s.err
		}
		if err := s.met.expand(&s.search, i); err != nil {
			return 0, err
		}
		for j := first; j < s.met.n; j++ {
			if equal(s.met.board(j), want) {
				return j, nil
			}
		}
	}
	panic("a solvable puzzle has no solution")
}
