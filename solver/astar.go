package solver

import (
	"context"

	"tilejudge/solver/puzzle"
)

// AStar is A* (Hart, Nilsson and Raphael 1968). With a consistent heuristic the
// first path by which it expands a board is a shortest one; with another it may
// expand a board again.
type AStar struct {
	Options
	pool pool[bestFirst]
}

// bestFirst is the state of one search.
type bestFirst struct {
	search
	estimate estimate
	met      frontier
	about    []visit   // of each board met
	open     [][]entry // by moves made and estimated, less those estimated for the start
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

// Solve implements Solver.
func (a *AStar) Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	if a.Heuristic == PatternDatabase && !hasInstant(p) {
		return puzzle.Solution{}, ErrShape
	}
	goal, err := s.run(a)
	if err != nil {
		return puzzle.Solution{Nodes: s.nodes}, err
	}
	sol := puzzle.Solution{Moves: int(s.about[goal].g), Nodes: s.nodes}
	if a.Want == puzzle.WantPath {
		sol.Path = s.met.path(&s.search, buf[:0], goal)
	}
	return sol, nil
}

// run expands boards until the goal is the next, and returns its number.
func (s *bestFirst) run(a *AStar) (goal int, err error) {
	h := s.estimate.begin(&s.search, a.Heuristic.or(Manhattan))
	s.met.begin(s.at, s.blank, bytesPerVisit, a.MemoryLimit)
	s.about = append(s.about[:0], visit{h: int32(h), last: none})
	for i := range s.open {
		s.open[i] = s.open[i][:0]
	}
	s.lowest = 0
	s.push(0, entry{})
	for {
		i := s.pop()
		if i < 0 {
			panic("a solvable puzzle has no solution")
		}
		if s.lowest+int(s.about[0].h) > s.most {
			return 0, puzzle.ErrTooLong
		}
		if s.about[i].h == 0 {
			return i, nil
		}
		if !s.spend() {
			return 0, s.err
		}
		s.about[i].closed = true
		if err := s.expand(i); err != nil {
			return 0, err
		}
	}
}

// expand queues the neighbours of board i to which it is a better way.
func (s *bestFirst) expand(i int) error {
	m := &s.met
	if s.estimate.kind >= LinearConflict {
		m.unpack(s.at, i)
	}
	blank, from := int(m.blank[i]), s.about[i]
	ways := &s.ways[blank][from.last]
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
			case PatternDatabase: // not consistent: what holds for the parent holds here
				h = max(h-1, int32(s.estimate.after(blank, to)))
			default:
				h += int32(s.estimate.change(k, blank, to, t))
			}
			s.about = append(s.about, visit{g: g, h: h, last: uint8(k)})
			m.parent = append(m.parent, int32(i))
		case s.about[j].g <= g:
			continue
		default:
			s.about[j] = visit{g: g, h: max(s.about[j].h, from.h-1), last: uint8(k)}
			m.parent[j] = int32(i)
		}
		s.push(int(g+s.about[j].h-s.about[0].h), entry{int32(j), g})
	}
	return nil
}

// The queue is a bucket for each sum of moves made and estimated, since sums
// are whole numbers not far apart. A bucket is a stack, so of equal boards the one
// queued last, which tends to be nearest to the goal, comes first.

func (s *bestFirst) push(sum int, e entry) {
	for sum >= len(s.open) {
		s.open = append(s.open, nil)
	}
	s.open[sum] = append(s.open[sum], e)
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
