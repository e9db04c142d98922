package solver

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// AStar is A* (Hart, Nilsson and Raphael 1968). Its heuristics are consistent, so it
// expands each board by a shortest path. With a weight above 1 it may not, and expands a
// board again when a shorter path to it turns up. So the queue always has some board of a
// shortest path, reached by a shortest path. Its sum is at most the weight times the
// length of that path. When the goal is taken from the queue, its sum is no larger.
type AStar struct {
	Options
	pdbs pdbCache
	pool pool[bestFirst]
}

// bestFirst is the state of one search.
type bestFirst struct {
	search
	estimate estimate
	met      frontier
	visits   []visit // of each board met
	walks    []walk  // of each board met, if the heuristic is WalkingDistance
	weight   Weight
	open     [][]entry // open[i] has the boards whose weighted sum is base+i
	base     int       // at most the smallest sum so far
	below    int       // number of buckets before that of the start
	lowest   int       // all buckets of open before this one are empty
}

// A visit is what is known of a board that was met.
type visit struct {
	g, h   int32 // moves made on the best path so far, moves estimated
	last   uint8 // the last of them
	closed bool  // expanded, reached by this path
}

// An entry is a board in the queue, with the moves made when it was queued. It is stale
// if a shorter path to the board has been found since.
type entry struct {
	board, g int32
}

// bytesPerVisit is the memory for each board beside the set: its parent, its visit and
// one or two entries, all in slices that may be half empty.
const bytesPerVisit = 2 * (bytesPerParent + 12 + 2*8)

// bytesPerWalk is the memory for each board that walking distance adds.
const bytesPerWalk = 2 * 8

// Solve implements Solver.
func (a *AStar) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.pdbs.search(p, &a.Options, func() (puzzle.Solution, error) {
		return a.try(ctx, p, buf)
	})
}

// try is Solve, except that it panics if a stored table can't be read.
func (a *AStar) try(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.get()
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	goal, err := s.run(a)
	defer a.pool.Put(s) // not after a panic
	sol := s.spent(&a.Options, s.met.held())
	if err != nil {
		return sol, err
	}
	// With a weight, a shorter path to a board on the way may have been found later.
	if sol.Moves = s.met.depth(goal); a.Weight <= Once {
		sol.Rule = puzzle.Shortest
	}
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.path(&s.search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards until the goal is the next, and returns its number.
func (s *bestFirst) run(a *AStar) (goal int, err error) {
	h, err := s.estimate.begin(&s.search, cmp.Or(a.Heuristic, Manhattan), &a.pdbs, &a.Options)
	if err != nil {
		return 0, err
	}
	extra := bytesPerVisit
	if s.estimate.kind == WalkingDistance {
		extra += bytesPerWalk
	}
	s.met.begin(s.at, s.blank, extra, a.MemoryLimit)
	s.walks = append(s.walks[:0], s.estimate.now)
	s.visits = append(s.visits[:0], visit{h: int32(h), last: none})
	for i := range s.open {
		s.open[i] = s.open[i][:0]
	}
	s.weight = max(a.Weight, Once)
	s.base, s.lowest = s.weight.times(h)-s.below, len(s.open)
	s.push(0, 0)
	for {
		i := s.pop()
		switch {
		case i < 0 && s.maxMoves < math.MaxInt:
			return 0, puzzle.ErrTooLong
		case i < 0:
			panic("a solvable puzzle has no solution")
		case s.visits[i].h == 0:
			return i, nil
		case !s.spend():
			return 0, s.err
		}
		s.visits[i].closed = true
		if err := s.expand(i); err != nil {
			return 0, err
		}
	}
}

// expand queues the neighbours of board i, unless as short a path to them is known. It is
// one long function because a call for each new board takes up to a tenth longer.
func (s *bestFirst) expand(i int) error {
	m := &s.met
	switch s.estimate.kind {
	case LinearConflict, PatternDatabase:
		m.unpack(s.at, i)
	case WalkingDistance:
		s.estimate.now = s.walks[i]
	}
	blank, from := int(m.blank[i]), s.visits[i]
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
			case PatternDatabase: // the parent's bound less 1 is a bound here (pathmax)
				h = max(h-1, int32(s.estimate.sumAfter(blank, to)))
			case WalkingDistance:
				h += int32(s.estimate.change(k, blank, to, t))
				s.walks = append(s.walks, s.estimate.then)
			default:
				h += int32(s.estimate.change(k, blank, to, t))
			}
			s.visits = append(s.visits, visit{g: g, h: h, last: uint8(k)})
			m.parent = append(m.parent, int32(i))
		case s.visits[j].g <= g:
			continue
		default:
			v := &s.visits[j]
			*v = visit{g: g, h: max(v.h, from.h-1), last: uint8(k)}
			m.parent[j] = int32(i)
		}
		s.push(j, g)
	}
	return nil
}

// The queue has a bucket for each sum of moves made and estimated, as sums are small
// integers. A bucket is a stack: of boards with equal sums, the one queued last comes
// first, which tends to be nearest to the goal.

// push queues board i, which g moves lead to, unless its sum exceeds maxMoves.
func (s *bestFirst) push(i int, g int32) {
	h := int(s.visits[i].h)
	if int(g)+h > s.maxMoves {
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

// widen makes room for bucket b and returns its new index. Only with a weight can b be
// below the lowest bucket, because the heuristics are consistent.
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

// pop takes the board with the smallest sum from the queue, and returns -1 if there is
// none. It skips stale entries and boards that are closed.
func (s *bestFirst) pop() int {
	for ; s.lowest < len(s.open); s.lowest++ {
		for b := s.open[s.lowest]; len(b) > 0; b = s.open[s.lowest] {
			e := b[len(b)-1]
			s.open[s.lowest] = b[:len(b)-1]
			if v := s.visits[e.board]; !v.closed && v.g == e.g {
				return int(e.board)
			}
		}
	}
	return -1
}
