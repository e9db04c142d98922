package solver

import (
	"context"
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// AStar is A* (Hart, Nilsson and Raphael 1968). Its heuristics are consistent,
// so the first path by which it expands a board is a shortest one. With a weight
// above 1 that need not be, and a board to which a better way turns up is expanded
// again; so some board of a shortest path is always in the queue, by a shortest
// path, and its sum, which is no less than that of the goal when it comes up, is
// at most the weight times that path's length.
type AStar struct {
	Options
	library library
	pool    pool[bestFirst]
}

// bestFirst is the state of one search.
type bestFirst struct {
	search
	estimate estimate
	met      frontier
	about    []visit // of each board met
	walks    []walk  // of each board met, if the heuristic is WalkingDistance
	weight   Weight
	open     [][]entry // by moves made and the weighted estimate, from the sum base on
	base     int       // at most the least sum so far
	below    int       // buckets before that of the start
	lowest   int       // no bucket of open below this one has an entry
}

// A visit is what is known of a board that was met.
type visit struct {
	g, h   int32 // moves made on the best path so far, moves estimated
	last   uint8 // the last of them
	closed bool  // expanded by this path
}

// An entry is a board in the queue, with the moves made when it was queued. It
// is stale if a better path has been found since.
type entry struct {
	board, g int32
}

// Memory for each board beside the set: its parent and visit, and an entry or
// two, all in slices that may be half empty.
const bytesPerVisit = 2 * (bytesPerParent + 12 + 2*8)

// bytesPerWalk is what comes to that with walking distance.
const bytesPerWalk = 2 * 8

// Solve implements Solver.
func (a *AStar) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	goal, err := s.run(a)
	sol := s.spent(&a.Options, s.met.held())
	if err != nil {
		return sol, err
	}
	// With a weight the way to a board before the goal may have become shorter.
	sol.Moves = s.met.depth(goal)
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.path(&s.search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards until the goal is the next, and returns its number.
func (s *bestFirst) run(a *AStar) (goal int, err error) {
	h, err := s.estimate.begin(&s.search, a.Heuristic.or(Manhattan), &a.library, &a.Options)
	if err != nil {
		return 0, err
	}
	extra := bytesPerVisit
	if s.estimate.kind == WalkingDistance {
		extra += bytesPerWalk
	}
	s.met.begin(s.at, s.blank, extra, a.MemoryLimit)
	s.walks = append(s.walks[:0], s.estimate.now)
	s.about = append(s.about[:0], visit{h: int32(h), last: none})
	for i := range s.open {
		s.open[i] = s.open[i][:0]
	}
	s.weight = max(a.Weight, Once)
	s.base, s.lowest = s.weight.times(h)-s.below, len(s.open)
	s.push(0, 0)
	for {
		i := s.pop()
		switch {
		case i < 0 && s.most < math.MaxInt:
			return 0, puzzle.ErrTooLong
		case i < 0:
			panic("a solvable puzzle has no solution")
		case s.about[i].h == 0:
			return i, nil
		case !s.spend():
			return 0, s.err
		}
		s.about[i].closed = true
		if err := s.expand(i); err != nil {
			return 0, err
		}
	}
}

// expand queues the neighbours of board i to which it is a better way. It is long
// because a call for each new board takes up to a tenth longer.
func (s *bestFirst) expand(i int) error {
	m := &s.met
	switch s.estimate.kind {
	case LinearConflict, PatternDatabase:
		m.unpack(s.at, i)
	case WalkingDistance:
		s.estimate.now = s.walks[i]
	}
	blank, from := int(m.blank[i]), s.about[i]
	ways := &s.ways[blank][from.last]
	s.generated += int64(ways.n)
	for _, w := range ways.list[:ways.n] {
		k, to := int(w.move), int(w.to)
		assign(m.key, m.board(i))
		t := m.tile(m.key, to)
		m.swap(blank, to, t^uint16(s.home))
		j, isNew := m.add(m.key, to)
		g := from.g + 1
		switch {
		case j < 0:
			return ErrMemoryLimit
		case isNew:
			h := from.h
			switch s.estimate.kind {
			case Manhattan: // inlined
				h += int32(s.estimate.step(k, to, t))
			case PatternDatabase: // what holds for the parent, less 1, holds here
				h = max(h-1, int32(s.estimate.sumAfter(blank, to)))
			case WalkingDistance:
				h += int32(s.estimate.change(k, blank, to, t))
				s.walks = append(s.walks, s.estimate.then)
			default:
				h += int32(s.estimate.change(k, blank, to, t))
			}
			s.about = append(s.about, visit{g: g, h: h, last: uint8(k)})
			m.parent = append(m.parent, int32(i))
		case s.about[j].g <= g:
			continue
		default:
			v := &s.about[j]
			*v = visit{g: g, h: max(v.h, from.h-1), last: uint8(k)}
			m.parent[j] = int32(i)
		}
		s.push(j, g)
	}
	return nil
}

// The queue is a bucket for each sum of moves made and estimated, since sums
// are whole numbers not far apart. A bucket is a stack, so of equal boards the one
// queued last, which tends to be nearest to the goal, comes first.

// push queues board i, to which g moves lead, unless it takes too many in all.
func (s *bestFirst) push(i int, g int32) {
	h := int(s.about[i].h)
	if int(g)+h > s.most {
		return
	}
	if s.weight > Once {
		h = s.weight.times(h)
	}
	b := int(g) + h - s.base
	if b < s.lowest || b >= len(s.open) {
		b = s.widen(b)
	}
	s.open[b] = append(s.open[b], entry{int32(i), g})
}

// widen makes room for bucket b and returns its new number. One below the lowest
// takes a weight: the heuristics are consistent.
func (s *bestFirst) widen(b int) int {
	if b < 0 {
		by := max(-b, len(s.open))
		s.open = slices.Insert(s.open, 0, make([][]entry, by)...)
		s.base -= by
		s.below += by
		s.lowest += by
		b += by
	}
	for b >= len(s.open) {
		s.open = append(s.open, nil)
	}
	s.lowest = min(s.lowest, b)
	return b
}

// pop takes the best board that is still to be expanded from the queue, and
// returns -1 if there is none.
func (s *bestFirst) pop() int {
	for ; s.lowest < len(s.open); s.lowest++ {
		for b := s.open[s.lowest]; len(b) > 0; b = s.open[s.lowest] {
			e := b[len(b)-1]
			s.open[s.lowest] = b[:len(b)-1]
			if v := s.about[e.board]; !v.closed && v.g == e.g {
				return int(e.board)
			}
		}
	}
	return -1
}
