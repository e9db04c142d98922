package solver

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// IDAStar is iterative-deepening A* (Korf 1985). It holds one path in memory.
//
// It tries moves in order, so the first solution within the bound is the
// lexicographically smallest of that length. With a weight above 1 it returns the first
// solution within a bound of at most that weight times the length of a shortest one.
type IDAStar struct {
	Options
	pool pool[deepening]
	pdb  pdbSolver
}

// deepening is the state of one search.
type deepening struct {
	search
	estimate estimate
	path     puzzle.Path // bound moves, or none if only the length is wanted
	bound    int         // on the sum of moves made and estimated
	over     int         // the smallest sum met that is above the bound
	least    int         // no path has fewer moves
	weight   Weight
}

// Solve implements Solver.
func (a *IDAStar) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.solve(ctx, p, cmp.Or(a.Heuristic, Manhattan), buf)
}

func (a *IDAStar) solve(
	ctx context.Context, p *puzzle.Puzzle, kind Heuristic, buf puzzle.Path,
) (puzzle.Solution, error) {
	if kind == PatternDatabase {
		return a.pdb.solve(ctx, p, &a.Options, buf)
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	s.path = buf[:0]
	s.weight = a.Weight
	h, err := s.estimate.begin(&s.search, kind, &a.pdb.pdbCache, &a.Options)
	switch {
	case err != nil:
	case a.Weight > Once:
		err = s.runWeighted(h)
	default:
		err = s.run(h, a.Want == puzzle.WantPath)
	}
	sol := s.spent(&a.Options, int64(2*len(s.at)+len(s.path)))
	if err != nil {
		return sol, err
	}
	if sol.Moves = s.bound; a.Weight <= Once {
		sol.Rule = puzzle.Least
	}
	if a.Want == puzzle.WantPath {
		sol.Path = s.path
	}
	return sol, nil
}

// run searches for a shortest path, which has at least h moves. It sets s.bound to its
// length and, if the path is wanted, s.path.
func (s *deepening) run(h int, wanted bool) error {
	// All paths between two boards have the parity of the blank's distance, so bounds
	// go up by at least two, whatever the heuristic.
	odd := distance(s.row[s.blank], s.row[s.home]) + distance(s.col[s.blank], s.col[s.home])
	s.over = h
	for {
		s.bound = s.over + (odd-s.over)&1
		s.least = s.bound
		if s.bound > s.maxMoves {
			return puzzle.ErrTooLong
		}
		if wanted {
			s.path = slices.Grow(s.path[:0], s.bound)[:s.bound]
		}
		s.over = math.MaxInt
		if h == 0 || s.dive(s.blank, none, 0, h, s.estimate.now) || s.err != nil {
			return s.err
		}
	}
}

// dive searches below the board in s.at, which g moves have led to and which needs at
// least h more. last is the last of these moves; at is the board's walk, if the heuristic
// is WalkingDistance. If dive returns true, it has filled s.path from g on; the board is
// as it was in any case.
func (s *deepening) dive(blank, last, g, h int, at walk) bool {
	if !s.spend() {
		s.bound = -1 // prunes everything else
		return false
	}
	g++
	ways := &s.ways[blank][last]
	s.generated += int64(ways.n)
	for _, w := range ways.list[:ways.n] {
		k, to := int(w.move), int(w.to)
		h, at := h, at
		switch s.estimate.kind {
		case Manhattan: // inlined: a third faster
			h += s.estimate.step(k, to, s.at[to])
		case WalkingDistance:
			at = s.estimate.after(at, k, s.at[to])
			h = at.moves()
		default:
			h += s.estimate.change(k, blank, to, s.at[to])
		}
		if g+h > s.bound {
			s.over = min(s.over, g+h)
			continue
		}
		solved := h == 0
		if !solved {
			s.at[blank], s.at[to] = s.at[to], s.at[blank]
			solved = s.dive(to, k, g, h, at)
			s.at[blank], s.at[to] = s.at[to], s.at[blank]
		}
		if solved {
			if g <= len(s.path) {
				s.path[g-1] = s.order[k]
			}
			return true
		}
	}
	return false
}
