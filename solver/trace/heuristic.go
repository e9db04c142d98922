package trace

import (
	"math"

	"tilejudge/solver/puzzle"
)

// An openList has the boards that wait to be expanded, by g+h. Of boards with the same sum, the one
// queued last comes first.
type openList struct {
	buckets map[int][]waitingNode
	least   int // no bucket below it has boards
}

// A waitingNode is out of date if a shorter path to the node has been found since.
type waitingNode struct {
	*node
	g int
}

func (w waitingNode) isCurrent() bool { return !w.closed && w.node.g == w.g }

func (l *openList) push(n *node) {
	f := n.g + n.h
	l.buckets[f] = append(l.buckets[f], waitingNode{n, n.g})
	l.least = min(l.least, f)
}

// pop takes out the next board.
func (l *openList) pop() *node {
	for ; len(l.buckets) > 0; l.least++ {
		for bucket := l.buckets[l.least]; len(bucket) > 0; bucket = l.buckets[l.least] {
			w := bucket[len(bucket)-1]
			l.buckets[l.least] = bucket[:len(bucket)-1]
			if w.isCurrent() {
				return w.node
			}
		}
		delete(l.buckets, l.least)
	}
	panic("a solvable puzzle has no solution")
}

// levels returns, for each sum g+h, how many boards of the list have it.
func (l *openList) levels() (open []Level) {
	for f, left := l.least, len(l.buckets); left > 0; f++ {
		bucket, ok := l.buckets[f]
		if !ok {
			continue
		}
		left--
		boards := 0
		for _, w := range bucket {
			if w.isCurrent() {
				boards++
			}
		}
		if boards > 0 {
			open = append(open, Level{f, boards})
		}
	}
	return open
}

// astar expands the board with the least g+h, until that is the goal.
func (r *run) astar() error {
	start := &node{board: r.trace.Start.Start}
	var err error
	if start.h, err = r.estimate(start.board); err != nil {
		return err
	}
	known := map[string]*node{key(start.board): start}
	open := &openList{buckets: make(map[int][]waitingNode), least: start.h}
	open.push(start)
	for {
		n := open.pop()
		if n.h == 0 {
			r.trace.Path = n.path()
			return nil
		}
		n.closed = true
		n.step, err = r.step(
			&Step{Board: n.board, G: n.g, H: n.h, Parent: stepOf(n)}, n.last)
		if err != nil {
			return err
		}
		for _, c := range n.step.Next {
			if c.H, err = r.estimate(c.Board); err != nil {
				return err
			}
			open.meet(known, c, n)
		}
		n.step.Open = open.levels()
	}
}

// meet queues a neighbour of an expanded board, unless as short a path to it is known.
func (l *openList) meet(known map[string]*node, c *Child, parent *node) {
	k := key(c.Board)
	switch old := known[k]; {
	case old == nil:
		known[k] = &node{board: c.Board, last: c.Move, parent: parent, g: c.G, h: c.H}
		l.push(known[k])
	case old.g <= c.G:
		c.Fate = Known
	default:
		c.Fate = Shorter
		old.last, old.parent, old.g, old.closed = c.Move, parent, c.G, false
		l.push(old)
	}
}

// idastar searches depth-first, and cuts where g+h is above a bound. After each iteration it raises
// the bound to the least sum that was cut.
func (r *run) idastar() error {
	start := r.trace.Start.Start
	h, err := r.estimate(start)
	if err != nil || h == 0 {
		return err
	}
	// Each move takes the blank to a cell of the other colour of a chess board. So all paths
	// have an even number of moves, or all an odd one.
	odd := distance(start, start.Blank(), r.goal.Cell(puzzle.Blank)) & 1
	for bound := h; ; {
		bound += (odd - bound) & 1
		d := &dive{run: r, bound: bound, over: math.MaxInt}
		solved, err := d.below(&Step{Board: start, Bound: bound, H: h}, 0)
		if err != nil || solved {
			return err
		}
		bound = d.over
	}
}

// distance returns the distance of two cells in rows and columns.
func distance(b puzzle.Board, x, y int) int {
	rows, cols := x/b.Cols-y/b.Cols, x%b.Cols-y%b.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// A dive is one iteration of idastar.
type dive struct {
	*run
	bound int
	over  int // the least g+h that was cut
}

// below expands a board and what is below it, and reports whether it found the goal.
func (d *dive) below(s *Step, last puzzle.Move) (solved bool, err error) {
	if s, err = d.step(s, last); err != nil {
		return false, err
	}
	for _, c := range s.Next {
		if c.H, err = d.estimate(c.Board); err != nil {
			return false, err
		}
		c.Fate = NotTried
	}
	for _, c := range s.Next {
		switch f := c.G + c.H; {
		case f > d.bound:
			c.Fate = Cut
			d.over = min(d.over, f)
			continue
		case c.H == 0:
			c.Fate, solved = Solved, true
		default:
			c.Fate = Entered
			solved, err = d.below(
				&Step{Board: c.Board, Bound: d.bound, G: c.G, H: c.H, Parent: s}, c.Move)
		}
		if solved {
			d.trace.Path = append(puzzle.Path{c.Move}, d.trace.Path...)
		}
		if solved || err != nil {
			return solved, err
		}
	}
	return false, nil
}
