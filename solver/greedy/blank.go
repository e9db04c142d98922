package greedy

import (
	"math"
	"slices"
)

// A reach finds short ways of the blank around fixed tiles.
type reach struct {
	from  []int32 // from[place] is where the blank came from, if the place is seen
	seen  []int32 // seen[place] == stamp if the current search has seen the place
	stamp int32   // number of the search, so that seen needs no clearing
	queue []int32
	way   []int32 // the way that the last search found
}

// farAway is the distance from which on the blank goes straight to where it must go. A search would
// look at about the square of the distance.
const farAway = 24

// search sets way to the places on a way of the blank to one of the places to, and returns false if
// there is none. A short way is a shortest one.
func (r *reach) search(s *route, to []int) bool {
	if len(r.seen) != len(s.at) || r.stamp == math.MaxInt32 {
		r.from = make([]int32, len(s.at))
		r.seen = make([]int32, len(s.at))
		r.stamp = 0
	}
	r.way = r.way[:0]
	first := r.approach(s, to)
	r.stamp++
	r.seen[first] = r.stamp
	r.queue = append(r.queue[:0], int32(first))
	for i := 0; i < len(r.queue); i++ {
		c := r.queue[i]
		if slices.Contains(to, int(c)) {
			r.trace(c)
			return true
		}
		for _, by := range s.by {
			n := c + int32(by)
			if !s.fixed[n] && r.seen[n] != r.stamp {
				r.seen[n] = r.stamp
				r.from[n] = c
				r.queue = append(r.queue, n)
			}
		}
	}
	return false
}

// approach moves towards the closest of the places to, as long as that is far away and each step
// gets nearer. It returns the place where it stops.
func (r *reach) approach(s *route, to []int) int {
	c := s.blank
	if len(to) == 0 {
		return c
	}
	goal := slices.MinFunc(to, func(a, b int) int { return s.distance(c, a) - s.distance(c, b) })
	for left := s.distance(c, goal); left > farAway; left-- {
		next := c
		for _, by := range s.by {
			if n := c + by; !s.fixed[n] && s.distance(n, goal) < left {
				next = n
				break
			}
		}
		if next == c {
			break
		}
		c = next
		r.way = append(r.way, int32(c))
	}
	return c
}

// trace appends the way by which the search got to a place.
func (r *reach) trace(c int32) {
	n := len(r.way)
	for first := r.queue[0]; c != first; c = r.from[c] {
		r.way = append(r.way, c)
	}
	slices.Reverse(r.way[n:])
}

// A pairSearch puts two tiles in place within a window of 12 places, by breadth-first
// search over the places of these tiles and the blank: at most 1,728 states.
type pairSearch struct {
	states []pairState
	seen   [12 * 12 * 12]bool
}

// A pairState has the tiles and the blank by their places in the window.
type pairState struct {
	x, y, blank int8
	parent      int32
}

// run moves tiles x and y to their goal places, x and y. They and the blank must be in the
// window w, and its places that are not fixed must be connected.
func (p *pairSearch) run(s *route, w []int, x, y int) {
	index := func(place int) int8 { return int8(slices.Index(w, place)) }
	wantX, wantY := index(x), index(y)
	p.seen = [len(p.seen)]bool{}
	p.states = p.states[:0]
	p.add(pairState{index(int(s.where[x])), index(int(s.where[y])), index(s.blank), -1})
	for i := 0; ; i++ {
		at := p.states[i]
		if at.x == wantX && at.y == wantY {
			p.replay(s, w, i)
			return
		}
		for _, by := range s.by {
			place := w[at.blank] + by
			if s.fixed[place] {
				continue
			}
			to := pairState{at.x, at.y, index(place), int32(i)}
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
func (p *pairSearch) replay(s *route, w []int, i int) {
	if parent := p.states[i].parent; parent >= 0 {
		p.replay(s, w, int(parent))
		s.slide(w[p.states[i].blank])
	}
}
