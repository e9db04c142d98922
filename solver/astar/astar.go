// Package astar is A* with a bucket queue: it expands the board with the fewest moves made plus
// moves estimated, and remembers all boards that it has met.
//
//   - P. E. Hart, N. J. Nilsson, B. Raphael: A formal basis for the heuristic determination of
//     minimum cost paths. IEEE Transactions on Systems Science and Cybernetics 4 (1968).
//   - I. Pohl: Heuristic search viewed as path finding in a graph. Artificial Intelligence 1
//     (1970): weights.
package astar

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

// Solver is A* (Hart, Nilsson and Raphael 1968). Its heuristics are consistent, so it
// expands each board by a shortest path. With a weight above 1 it may not, and expands a
// board again when a shorter path to it turns up. So the queue always has some board of a
// shortest path, reached by a shortest path. Its sum is at most the weight times the
// length of that path. When the goal is taken from the queue, its sum is no larger.
type Solver struct {
	solver.Options
	pdbs heuristic.Cache
	pool search.Pool[bestFirst]
}

// bestFirst is the state of one search.
type bestFirst struct {
	search.Search
	estimate heuristic.Estimate
	met      search.Frontier
	visits   []visit          // of each board met
	walks    []heuristic.Walk // of each board met, if the heuristic is WalkingDistance
	weight   solver.Weight
	open     [][]entry // open[i] has the boards whose weighted sum is base+i
	base     int       // at most the smallest sum so far
	below    int       // number of buckets before that of the start
	lowest   int       // all buckets before this one are empty
}

// A visit is what is known of a board that was met.
type visit struct {
	g, h   int32 // moves made on the best path so far, moves estimated
	last   uint8 // the last of them
	closed bool  // expanded, reached by this path
}

// An entry is a board in the queue, with the number of moves made when it was queued. The entry is
// stale if a shorter path to the board has been found since.
type entry struct {
	board, g int32
}

// bytesPerVisit is the memory for each board beside the set: its parent, its visit and
// one or two entries, all in slices that may be half empty.
const bytesPerVisit = 2 * (search.BytesPerParent + 12 + 2*8)

// bytesPerWalk is the memory for each board that walking distance adds.
const bytesPerWalk = 2 * 8

// Solve implements Solver.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.pdbs.Retry(p, &a.Options, func() (puzzle.Solution, error) {
		return a.try(ctx, p, buf)
	})
}

// try is Solve without the protection against unreadable stored tables: it panics if one can't be
// read.
func (a *Solver) try(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.Take()
	if err := s.Begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	goal, err := s.run(a)
	defer a.pool.Put(s) // not after a panic
	sol := s.Spent(&a.Options, s.met.Held())
	if err != nil {
		return sol, err
	}
	// With a weight, a shorter path to a board on the way may have been found later.
	if sol.Moves = s.met.Depth(goal); a.Weight <= solver.Once {
		sol.Rule = puzzle.Shortest
	}
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.Path(&s.Search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards until the goal is the next, and returns its number.
func (s *bestFirst) run(a *Solver) (goal int, err error) {
	h, err := s.estimate.Begin(&s.Search, cmp.Or(a.Heuristic, solver.Manhattan), &a.pdbs, &a.Options)
	if err != nil {
		return 0, err
	}
	extra := bytesPerVisit
	if s.estimate.Kind == solver.WalkingDistance {
		extra += bytesPerWalk
	}
	s.met.Begin(s.At, s.Blank, extra, a.MemoryLimit)
	s.walks = append(s.walks[:0], s.estimate.Now)
	s.visits = append(s.visits[:0], visit{h: int32(h), last: search.None})
	for i := range s.open {
		s.open[i] = s.open[i][:0]
	}
	s.weight = max(a.Weight, solver.Once)
	s.base, s.lowest = s.weight.Times(h)-s.below, len(s.open)
	s.push(0, 0)
	for {
		i := s.pop()
		switch {
		case i < 0 && s.MaxMoves < math.MaxInt:
			return 0, puzzle.ErrTooLong
		case i < 0:
			panic("a solvable puzzle has no solution")
		case s.visits[i].h == 0:
			return i, nil
		case !s.Spend():
			return 0, s.Err
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
	switch s.estimate.Kind {
	case solver.LinearConflict, solver.PatternDatabase:
		m.Unpack(s.At, i)
	case solver.WalkingDistance:
		s.estimate.Now = s.walks[i]
	}
	blank, from := int(m.Blank[i]), s.visits[i]
	ways := &s.Ways[blank][from.last]
	s.Generated += int64(ways.N)
	for _, w := range ways.List[:ways.N] {
		k, to := int(w.Move), int(w.To)
		search.Assign(m.Key, m.Board(i))
		t := m.Tile(m.Key, to)
		m.Swap(blank, to, t^uint16(s.Home))
		j, isNew := m.Add(m.Key, to)
		g := from.g + 1
		switch {
		case j < 0:
			return solver.ErrMemoryLimit
		case isNew:
			h := from.h
			switch s.estimate.Kind {
			case solver.Manhattan: // inlined
				h += int32(s.estimate.Step(k, to, t))
			case solver.PatternDatabase: // if a parent has bound b, its child has at least b-1 (pathmax)
				h = max(h-1, int32(s.estimate.SumAfter(blank, to)))
			case solver.WalkingDistance:
				h += int32(s.estimate.Change(k, blank, to, t))
				s.walks = append(s.walks, s.estimate.Then)
			default:
				h += int32(s.estimate.Change(k, blank, to, t))
			}
			s.visits = append(s.visits, visit{g: g, h: h, last: uint8(k)})
			m.Parent = append(m.Parent, int32(i))
		case s.visits[j].g <= g:
			continue
		default:
			v := &s.visits[j]
			*v = visit{g: g, h: max(v.h, from.h-1), last: uint8(k)}
			m.Parent[j] = int32(i)
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
	if int(g)+h > s.MaxMoves {
		return
	}
	if s.weight > solver.Once {
		h = s.weight.Times(h)
	}
	b := int(g) + h - s.base
	if b < s.lowest || b >= len(s.open) {
		b = s.widen(b)
	}
	s.open[b] = append(s.open[b], entry{int32(i), g})
}

// widen makes room for the bucket b and returns its new index. Only with a weight can b be below
// the lowest bucket, because the heuristics are consistent.
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
