package solver

import (
	"math"
	"slices"
	"time"

	"tilejudge/solver/puzzle"
)

// An improvement is the state of one search by Anytime.
type improvement struct {
	search
	path   puzzle.Path // the shortest so far
	solved bool        // there is a path
	lower  int         // no path has fewer moves
	first  []uint16    // the board to solve
	entry  int         // its cell of the blank
	width  int         // of the last beam
	bound  int         // moves that a path may have
	beam   beam
	short  shortener
	fall   descent // on large boards, in place of the beam
	mender mender
}

// run sets s.path to the shortest path that it finds. It returns an error if it finds none.
func (s *improvement) run(g *Greedy, p *puzzle.Puzzle, o *Options, buf puzzle.Path) error {
	s.first = append(s.first[:0], s.at...)
	s.entry, s.path, s.solved, s.width, s.bound = s.blank, buf, false, 0, s.maxMoves
	var estimate estimate
	var err error
	if s.lower, err = estimate.begin(&s.search, LinearConflict, nil, o); err != nil {
		return err
	}
	s.beam.values.far = nil
	if p.Start.Walls == 0 {
		err = s.build(g, p, o)
	} else {
		s.beam.values.far = s.distances()
	}
	if err == nil {
		s.widen(o)
	}
	switch {
	case s.solved:
		return nil
	case err != nil:
		return err
	case s.err != nil:
		return s.err
	default:
		return ErrMemoryLimit
	}
}

// widen searches with wider and wider beams. The last is as wide as the rest of the budget
// allows, which is known from the beam before.
func (s *improvement) widen(o *Options) {
	widest := maxWidth
	if o.MemoryLimit > 0 {
		widest = int(min(maxWidth, o.MemoryLimit/beamBytes))
		if forDescent(s.Shape) {
			widest /= lateGrowth
		}
	}
	for w := s.narrowest(); w <= widest && !s.ended(); {
		begin, nodes := time.Now(), s.nodes
		s.width = w
		s.maxMoves = s.longest()
		if s.solved {
			s.maxMoves = len(s.path) - 2 // all paths have the same parity
		}
		s.tryBeam()
		switch most := s.left(time.Since(begin), s.nodes-nodes) * float64(w); {
		case most > growth*growth*float64(w):
			w *= growth
		case most > float64(w):
			w = int(most)
		default:
			return
		}
	}
}

// narrowest returns how many boards the first beam has. On large boards it must end soon.
func (s *improvement) narrowest() int {
	if len(s.at) > wideCells && forDescent(s.Shape) {
		return firstWidth / 4
	}
	return firstWidth
}

// left returns how many times what a beam took is left.
func (s *improvement) left(d time.Duration, nodes int64) float64 {
	times := float64(s.limit-s.nodes) / float64(max(1, nodes))
	if end, timed := s.ctx.Deadline(); timed {
		// Wider beams are slower for each board, since they need more memory.
		times = min(times, 0.8*float64(time.Until(end))/float64(max(1, d)))
	}
	return 0.98 * times
}

// ended reports whether the search must end, or the path is a shortest one.
func (s *improvement) ended() bool {
	return !s.check() || s.solved && len(s.path) <= s.lower
}

// build sets the path to that of Greedy. If the budget ends while the path is shortened, it
// stays as it is then.
func (s *improvement) build(g *Greedy, p *puzzle.Puzzle, o *Options) error {
	c := g.pool.get()
	defer g.pool.Put(c)
	if err := c.begin(s.ctx, p, o); err != nil {
		return err
	}
	err := c.build(&g.corner, s.path)
	if err == nil {
		s.solved = true
		c.set(p.Start.Tiles, p.Goal)
		c.short.limit = s.budget.limit
		s.path, s.err = c.short.shorten(&c.search, s.entry, c.path)
		c.short.limit = 0
	}
	s.nodes = c.nodes
	return err
}

// tryBeam searches with a beam for a shorter path.
func (s *improvement) tryBeam() {
	copy(s.at, s.first)
	s.blank = s.entry
	if forDescent(s.Shape) {
		s.descend()
		return
	}
	if !s.beam.run(&s.search, newPlan(s.grid, s.home, shapeFor(s.Shape, s.width)), s.width) {
		return
	}
	s.path, s.solved = append(s.path[:0], s.beam.found...), true
	if s.err == nil {
		copy(s.at, s.first)
		s.short.limit = s.budget.limit
		s.path, s.err = s.short.shorten(&s.search, s.entry, s.path)
	}
}

// longest returns how many moves a beam makes if there is no path yet, as between walls. A
// beam that needs more had better be wider.
func (s *improvement) longest() int {
	return min(s.bound, 4*s.lower+8*len(s.at))
}

// shapeFor returns how to cut a board into groups for a beam. A wide beam finds its way
// over a small board without groups.
func shapeFor(shape puzzle.Shape, width int) planShape {
	side := max(shape.Rows, shape.Cols)
	switch {
	case shape.Walls != 0:
		return planShape{lastSide: side, chunk: 1, merge: 1, weight: 2 * valueUnit}
	case side <= 4 || side <= 8 && width >= 256:
		return planShape{lastSide: side, merge: 1}
	default:
		pull := min(max(1, side/4-1), 4) // on larger boards the rest outweighs a group
		return planShape{lastSide: 4, chunk: 20, merge: 2, weight: int32(pull) * valueUnit}
	}
}

// distances returns the moves that take each tile from each cell to its goal cell, around
// walls, if nothing else is on the board.
func (s *improvement) distances() []uint8 {
	n := len(s.at)
	far := slices.Repeat([]uint8{math.MaxUint8}, n*n)
	for t := range n {
		row := far[t*n : (t+1)*n]
		row[t] = 0
		for queue := []int{t}; len(queue) > 0; queue = queue[1:] {
			for _, to := range s.next[queue[0]] {
				if to >= 0 && row[to] == math.MaxUint8 {
					row[to] = row[queue[0]] + 1
					queue = append(queue, int(to))
				}
			}
		}
	}
	return far
}
