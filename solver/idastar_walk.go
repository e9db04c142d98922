package solver

// stroll is dive with walking distance, whose walk goes along with the search
// instead of a sum.
func (s *deepening) stroll(blank, last, g int, at walk) bool {
	if !s.spend() {
		s.bound = -1 // prunes all that is left
		return false
	}
	g++
	ways := &s.ways[blank][last]
	s.generated += int64(ways.n)
	for _, w := range ways.list[:ways.n] {
		k, to := int(w.move), int(w.to)
		next := s.estimate.after(at, k, s.at[to])
		h := next.moves()
		if g+h > s.bound {
			s.over = min(s.over, g+h)
			continue
		}
		solved := h == 0
		if !solved {
			s.at[blank], s.at[to] = s.at[to], s.at[blank]
			solved = s.stroll(to, k, g, next)
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
