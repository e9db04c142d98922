package idastar

import (
	"math"
	"slices"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// runWeighted is Run for weights above 1. Whenever the bound grows, some board of a shortest path
// had a sum above it; so no bound exceeds the weight times the length of that path, and neither
// does the solution found within the bound.
func (s *Deepening) runWeighted(h int) error {
	if h > s.MaxMoves {
		return puzzle.ErrTooLong
	}
	start := s.Estimate.Now
	s.over = s.weight.Times(h)
	for {
		s.bound, s.over, s.Estimate.Now = s.over, math.MaxInt, start
		s.Round(s.bound)
		if h == 0 || s.diveWeighted(s.Blank, search.None, 0, h) || s.Err != nil {
			return s.Err
		}
		if s.over == math.MaxInt {
			return puzzle.ErrTooLong // only s.MaxMoves has pruned anything
		}
	}
}

// diveWeighted is dive with a weight, for every heuristic. If it returns true, s.bound
// is the length of the path.
func (s *Deepening) diveWeighted(blank, last, g, h int) bool {
	if !s.Spend() {
		s.bound = -1 // prunes all that is left
		return false
	}
	g++
	here := s.Estimate.Now
	ways := &s.Ways[blank][last]
	s.Generated += int64(ways.N)
	for _, w := range ways.List[:ways.N] {
		k, to := int(w.Move), int(w.To)
		s.Estimate.Now = here
		h := h + s.Estimate.Change(k, blank, to, s.At[to])
		if g+h > s.MaxMoves {
			continue
		}
		if sum := g + s.weight.Times(h); sum > s.bound {
			s.over = min(s.over, sum)
			continue
		}
		if h == 0 {
			s.bound = g
			s.Path = slices.Grow(s.Path[:0], g)[:g]
			s.Path[g-1] = s.Order[k]
			return true
		}
		s.At[blank], s.At[to] = s.At[to], s.At[blank]
		s.Estimate.Now = s.Estimate.Then
		solved := s.diveWeighted(to, k, g, h)
		s.At[blank], s.At[to] = s.At[to], s.At[blank]
		if solved {
			s.Path[g-1] = s.Order[k]
			return true
		}
	}
	return false
}
