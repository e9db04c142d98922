package trace

import (
	"slices"

	"tilejudge/solver/puzzle"
)

// A side is a breadth-first search from one board.
type side struct {
	known  map[string]*node
	queue  []*node // all boards met, in order
	isGoal bool
}

func newSide(b puzzle.Board, isGoal bool) *side {
	n := &node{board: b}
	return &side{known: map[string]*node{key(b): n}, queue: []*node{n}, isGoal: isGoal}
}

// expand expands a node, and returns those of its neighbours that are new.
func (r *run) expand(s *side, n *node) (fresh []*node, children []*Child, err error) {
	n.step, err = r.step(
		&Step{Board: n.board, Goal: s.isGoal, G: n.g, Parent: stepOf(n)}, n.last)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range n.step.Next {
		k := key(c.Board)
		if s.known[k] != nil {
			c.Fate = Known
			continue
		}
		m := &node{board: c.Board, last: c.Move, parent: n, g: c.G}
		s.known[k] = m
		s.queue = append(s.queue, m)
		fresh, children = append(fresh, m), append(children, c)
	}
	return fresh, children, nil
}

// waiting counts the boards that wait in a queue, from a position on, by their distance.
func waiting(queue []*node, from int) (open []Level) {
	for _, n := range queue[from:] {
		if last := len(open) - 1; last >= 0 && open[last].Value == n.g {
			open[last].Boards++
		} else {
			open = append(open, Level{n.g, 1})
		}
	}
	return open
}

// bfs expands boards in the order in which it met them, until it meets the goal.
func (r *run) bfs() error {
	s := newSide(r.trace.Start.Start, false)
	if s.queue[0].board.Equal(r.goal.Board) {
		return nil
	}
	for i := 0; ; i++ {
		fresh, children, err := r.expand(s, s.queue[i])
		if err != nil {
			return err
		}
		s.queue[i].step.Open = waiting(s.queue, i+1)
		for j, n := range fresh {
			if n.board.Equal(r.goal.Board) {
				children[j].Fate = Solved
				r.trace.Path = n.path()
				return nil
			}
		}
	}
}

// bibfs expands whole layers, of the side whose newest layer is smaller, until the sides meet.
func (r *run) bibfs() error {
	start := newSide(r.trace.Start.Start, false)
	goal := newSide(r.goal.Board, true)
	if start.queue[0].board.Equal(r.goal.Board) {
		return nil
	}
	first := map[*side]int{} // of the newest layer
	for {
		near, far := start, goal
		if len(start.queue)-first[start] > len(goal.queue)-first[goal] {
			near, far = goal, start
		}
		from, to := first[near], len(near.queue)
		first[near] = to
		meet, err := r.layer(near, far, from, to)
		if err != nil {
			return err
		}
		if meet != nil {
			r.trace.Path = r.through(start.known[key(meet.board)], goal)
			return nil
		}
	}
}

// layer expands the boards of a layer. It returns the board where the sides meet: if there are
// several, the first in the order of the start's side; nil: the sides do not meet.
func (r *run) layer(near, far *side, from, to int) (meet *node, err error) {
	for i := from; i < to; i++ {
		fresh, children, err := r.expand(near, near.queue[i])
		if err != nil {
			return nil, err
		}
		near.queue[i].step.Open = waiting(near.queue, i+1)
		for j, n := range fresh {
			there := far.known[key(n.board)]
			if there == nil {
				continue
			}
			children[j].Fate = Met
			if !near.isGoal {
				return n, nil
			}
			if meet == nil || slices.Index(far.queue, there) < slices.Index(far.queue, meet) {
				meet = there
			}
		}
	}
	return meet, nil
}

// through returns the path through meet, a board of the start's side where the sides meet. From
// there it makes the first move each time that leads nearer to the goal.
func (r *run) through(meet *node, goal *side) puzzle.Path {
	path := meet.path()
	at := goal.known[key(meet.board)]
	for at.g > 0 {
		at = r.nearer(at, goal, &path)
	}
	return path
}

// nearer returns the first neighbour that is nearer to the goal, and appends the move.
func (r *run) nearer(at *node, goal *side, path *puzzle.Path) *node {
	for _, m := range r.order {
		b := at.board.Clone()
		if _, ok := b.Slide(b.Blank(), m); !ok {
			continue
		}
		if n := goal.known[key(b)]; n != nil && n.g == at.g-1 {
			*path = append(*path, m)
			return n
		}
	}
	panic("a board that is not the goal has no neighbour nearer to it")
}
