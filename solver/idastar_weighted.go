package solver

import (
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// runWeighted is run for weights above 1. Some board of a shortest path was above the
// bound before, so no bound exceeds the weight times the length of that path; nor does
// the solution found within the bound.
func (s *deepening) runWeighted(h int) error {
	if h > s.maxMoves {
		return puzzle.ErrTooLong
	}
	start := s.estimate.now
	s.over = s.weight.times(h)
	for {
		s.bound, s.over, s.estimate.now = s.over, math.MaxInt, start
		if h == 0 || s.diveWeighted(s.blank, none, 0, h) || s.err != nil {
			return s.err
		}
		if s.over == math.MaxInt {
			return puzzle.ErrTooLong // only s.maxMoves has pruned
		}
	}
}

// diveWeighted is dive with a weight, for every heuristic. If it returns true, s.bound
// is the length of the path.
func (s *deepening) diveWeighted(blank, last, g, h int) bool {
	if !s.spend() {
		s.bound = -1 // prunes everything else
		return false
	}
	g++
	here := s.estimate.now
	ways := &s.ways[blank][last]
	s.generated += int64(ways.n)
	for _, w := range ways.list[:ways.n] {
		k, to := int(w.move), int(w.to)
		s.estimate.now = here
		h := h + s.estimate.change(k, blank, to, s.at[to])
		if g+h > s.maxMoves {
			continue
		}
		if sum := g + s.weight.times(h); sum > s.bound {
			s.over = min(s.over, sum)
			continue
		}
		if h == 0 {
			s.bound = g
			s.path = slices.Grow(s.path[:0], g)[:g]
			s.path[g-1] = s.order[k]
			return true
		}
		s.at[blank], s.at[to] = s.at[to], s.at[blank]
		s.estimate.now = s.estimate.then
		solved := s.diveWeighted(to, k, g, h)
		s.at[blank], s.at[to] = s.at[to], s.at[blank]
		if solved {
			s.path[g-1] = s.order[k]
			return true
		}
	}
	return false
}
