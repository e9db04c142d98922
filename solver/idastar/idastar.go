// Package idastar is iterative-deepening A*: a depth-first search within a bound on moves made plus
// moves estimated, which grows until a path is found. It remembers one path alone. With pattern
// databases it has two loops of its own, for tables of values and for tables of bits, prunes
// strings of moves with a duplicate, and shares hard puzzles among cores.
//
//   - R. E. Korf: Depth-first iterative-deepening. Artificial Intelligence 27 (1985).
//   - I. Pohl: Heuristic search viewed as path finding in a graph. Artificial Intelligence 1
//     (1970): weights.
//   - L. A. Taylor, R. E. Korf: Pruning duplicate nodes in depth-first search. AAAI 1993.
//   - R. E. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134
//     (2002).
package idastar

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver is iterative-deepening A* (Korf 1985). It holds one path in memory.
//
// It tries moves in order, so the first solution within the bound is the
// lexicographically smallest of that length. With a weight above 1 it returns the first
// solution within a bound of at most that weight times the length of a shortest one.
type Solver struct {
	solver.Options
	pool search.Pool[Deepening]
	PDB  Patterns
}

// Deepening is the state of one search.
type Deepening struct {
	search.Search
	Estimate heuristic.Estimate
	Path     puzzle.Path // as many moves as the bound, or none if only the length is wanted
	bound    int         // on the sum of moves made and estimated
	over     int         // the smallest sum above the bound that was met
	Least    int         // no path has fewer moves
	weight   solver.Weight
}

// Solve implements Solver.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.SolveBy(ctx, p, cmp.Or(a.Heuristic, solver.Manhattan), buf)
}

func (a *Solver) SolveBy(
	ctx context.Context, p *puzzle.Puzzle, kind solver.Heuristic, buf puzzle.Path,
) (puzzle.Solution, error) {
	if kind == solver.PatternDatabase {
		return a.PDB.Solve(ctx, p, &a.Options, buf)
	}
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.Begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	s.Path = buf[:0]
	s.weight = a.Weight
	h, err := s.Estimate.Begin(&s.Search, kind, &a.PDB.Cache, &a.Options)
	switch {
	case err != nil:
	case a.Weight > solver.Once:
		err = s.runWeighted(h)
	default:
		err = s.Run(h, a.Want == puzzle.WantPath)
	}
	sol := s.Spent(&a.Options, int64(2*len(s.At)+len(s.Path)))
	if err != nil {
		return sol, err
	}
	if sol.Moves = s.bound; a.Weight <= solver.Once {
		sol.Rule = puzzle.Least
	}
	if a.Want == puzzle.WantPath {
		sol.Path = s.Path
	}
	return sol, nil
}

// Run searches for a shortest path, which has at least h moves. It sets s.bound to its length and,
// if the path is wanted, s.Path.
func (s *Deepening) Run(h int, wanted bool) error {
	// All paths between two boards have the parity of the blank's distance, so bounds
	// go up by at least two, whatever the heuristic.
	odd := search.Distance(s.Row[s.Blank], s.Row[s.Home]) +
		search.Distance(s.Col[s.Blank], s.Col[s.Home])
	s.over = h
	for {
		s.bound = s.over + (odd-s.over)&1
		s.Least = s.bound
		if s.bound > s.MaxMoves {
			return puzzle.ErrTooLong
		}
		if wanted {
			s.Path = slices.Grow(s.Path[:0], s.bound)[:s.bound]
		}
		s.over = math.MaxInt
		s.Round(s.bound)
		if h == 0 || s.dive(s.Blank, search.None, 0, h, s.Estimate.Now) || s.Err != nil {
			return s.Err
		}
	}
}

// dive searches below the board in s.At, which g moves have led to and which needs at least h more.
// last is the last of these moves; at is the board's walk, if the heuristic is WalkingDistance. If
// dive returns true, it has filled s.Path from g on. In any case it restores the board.
func (s *Deepening) dive(blank, last, g, h int, at heuristic.Walk) bool {
	if !s.Spend() {
		s.bound = -1 // prunes all that is left
		return false
	}
	g++
	ways := &s.Ways[blank][last]
	s.Generated += int64(ways.N)
	for _, w := range ways.List[:ways.N] {
		k, to := int(w.Move), int(w.To)
		h, at := h, at
		switch s.Estimate.Kind {
		case solver.Manhattan: // inlined: a third faster
			h += s.Estimate.Step(k, to, s.At[to])
		case solver.WalkingDistance:
			at = s.Estimate.After(at, k, s.At[to])
			h = at.Moves()
		default:
			h += s.Estimate.Change(k, blank, to, s.At[to])
		}
		if g+h > s.bound {
			s.over = min(s.over, g+h)
			continue
		}
		solved := h == 0
		if !solved {
			s.At[blank], s.At[to] = s.At[to], s.At[blank]
			solved = s.dive(to, k, g, h, at)
			s.At[blank], s.At[to] = s.At[to], s.At[blank]
		}
		if solved {
			if g <= len(s.Path) {
				s.Path[g-1] = s.Order[k]
			}
			return true
		}
	}
	return false
}
