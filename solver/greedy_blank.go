package solver

import (
	"math"
	"slices"
)

// A reach finds shortest ways of the blank around fixed tiles.
type reach struct {
	from  []int32 // from[cell] is where the blank came from, if the cell is seen
	seen  []int32 // seen[cell] == stamp if this search has seen the cell
	stamp int32   // number of the search, so that seen needs no clearing
	queue []int32
}

// search returns the cells on a shortest way of the blank to one of the cells to, and
// false if there is none.
func (r *reach) search(s *construction, to []int) (way []int32, ok bool) {
	if len(r.seen) != len(s.at) || r.stamp == math.MaxInt32 {
		r.from = make([]int32, len(s.at))
		r.seen = make([]int32, len(s.at))
		r.stamp = 0
	}
	r.stamp++
	r.seen[s.blank] = r.stamp
	r.queue = append(r.queue[:0], int32(s.blank))
	for i := 0; i < len(r.queue); i++ {
		c := r.queue[i]
		if slices.Contains(to, int(c)) {
			return r.trace(c), true
		}
		for _, n := range s.next[c] {
			if n >= 0 && !s.fixed[n] && r.seen[n] != r.stamp {
				r.seen[n] = r.stamp
				r.from[n] = c
				r.queue = append(r.queue, n)
			}
		}
	}
	return nil, false
}

// trace returns the way by which the search got to a cell.
func (r *reach) trace(c int32) []int32 {
	first := r.queue[0]
	way := r.queue[len(r.queue):]
	for ; c != first; c = r.from[c] {
		way = append(way, c)
	}
	slices.Reverse(way)
	return way
}

// A pairSearch puts two tiles in place within a window of 12 cells, by breadth-first
// search over the cells of these tiles and the blank: at most 1,728 states.
type pairSearch struct {
	states []pairState
	seen   [12 * 12 * 12]bool
}

// A pairState has the tiles and the blank by their places in the window.
type pairState struct {
	x, y, blank int8
	parent      int32
}

// run moves tiles x and y to their goal cells, x and y. They and the blank must be in the
// window w, and its cells that are not fixed must be connected.
func (p *pairSearch) run(s *construction, w []int, x, y int) {
	index := func(cell int) int8 { return int8(slices.Index(w, cell)) }
	wantX, wantY := index(x), index(y)
	p.seen = [len(p.seen)]bool{}
	p.states = p.states[:0]
	p.add(pairState{index(s.where[x]), index(s.where[y]), index(s.blank), -1})
	for i := 0; ; i++ {
		at := p.states[i]
		if at.x == wantX && at.y == wantY {
			p.replay(s, w, i)
			return
		}
		for _, cell := range s.next[w[at.blank]] {
			if cell < 0 || s.fixed[cell] {
				continue
			}
			to := pairState{at.x, at.y, index(int(cell)), int32(i)}
			switch to.blank {
			case -1:
				continue
			case at.x:
				to.x = at.blank
			case at.y:
				to.y = at.blank
			}
			p.add(to)
		}
	}
}

func (p *pairSearch) add(q pairState) {
	if id := (int(q.x)*12+int(q.y))*12 + int(q.blank); !p.seen[id] {
		p.seen[id] = true
		p.states = append(p.states, q)
	}
}

// replay makes the moves that lead to state i.
func (p *pairSearch) replay(s *construction, w []int, i int) {
	if parent := p.states[i].parent; parent >= 0 {
		p.replay(s, w, int(parent))
		s.slide(w[p.states[i].blank])
	}
}
