package anytime

import (
	"context"
	"slices"
	"time"

	"tilejudge/solver/greedy"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A mender puts the last tiles in place on a board where few are out of place, in parts that are
// far from each other. On its way home the blank makes excursions: it goes to a window around some
// of these tiles, solves the window so that it ends in the cell through which it came, and goes
// back the same way. So the tiles on its way return to where they were.
type mender struct {
	*search.Search
	path     puzzle.Path
	windows  []window
	taken    []bool    // of each cell: a window will move its tile
	children [][]int32 // of each cell: cells to which the blank goes from there, and comes back
	entered  [][]int32 // of each cell: the windows that the blank solves there
	from     []int32   // memory of branch
	queue    []int32
	solve    *Solver        // solves windows
	greedy   *greedy.Solver // solves large windows
}

// windowNodes is the most nodes of the search for a window. greedy.Solver solves windows of more
// than windowCells, and those that would need a descent, which would need a mender again.
const (
	windowNodes = 4000
	windowCells = 80
	noCell      = -1 // the search for a branch has not reached the cell
)

// run puts all tiles of the board of s in place, and appends the moves to path. It returns
// false if the context ends before, or a search fails.
func (m *mender) run(s *search.Search, path puzzle.Path) (puzzle.Path, bool) {
	m.Search, m.path = s, path
	if m.solve == nil {
		m.solve = &Solver{}
		m.greedy = &greedy.Solver{}
	}
	n := len(s.At)
	m.children, m.entered = search.Resized(m.children, n), search.Resized(m.entered, n)
	for c := range n {
		m.children[c], m.entered[c] = m.children[c][:0], m.entered[c][:0]
	}
	way := m.wayHome()
	m.plan(way)
	m.attach(way)
	for i, c := range way {
		if i > 0 {
			m.slide(int(c))
		}
		if !m.visit(c) {
			return m.path, false
		}
	}
	for c, t := range m.At {
		if int(t) != c {
			return m.path, false
		}
	}
	return m.path, true
}

// wayHome returns the cells on a way of the blank to its goal: its rows first, then its
// columns.
func (m *mender) wayHome() []int32 {
	c := m.Blank
	way := []int32{int32(c)}
	for c != m.Home {
		switch {
		case m.Row[c] < m.Row[m.Home]:
			c += m.Cols
		case m.Row[c] > m.Row[m.Home]:
			c -= m.Cols
		case m.Col[c] < m.Col[m.Home]:
			c++
		default:
			c--
		}
		way = append(way, int32(c))
	}
	return way
}

// attach connects all windows with the way home by short ways, the closest windows first.
func (m *mender) attach(way []int32) {
	in := make([][]int32, len(m.At)) // of each cell: the windows that contain it
	for i, w := range m.windows {
		for r := w.Top; r < w.Bottom; r++ {
			for c := w.Left; c < w.Right; c++ {
				in[r*m.Cols+c] = append(in[r*m.Cols+c], int32(i))
			}
		}
	}
	left := len(m.windows)
	enter := func(c int32) {
		for _, i := range in[c] {
			if w := &m.windows[i]; !w.attached {
				m.entered[c] = append(m.entered[c], i)
				w.attached = true
				left--
			}
		}
	}
	wanted := func(c int32) bool {
		return slices.ContainsFunc(in[c], func(i int32) bool { return !m.windows[i].attached })
	}
	tree := slices.Clone(way)
	slices.Reverse(tree) // from home on: a window is entered at its first cell on the way
	for _, c := range tree {
		enter(c)
	}
	for left > 0 {
		branch := m.branch(tree, wanted)
		for i, c := range branch[1:] {
			m.children[branch[i]] = append(m.children[branch[i]], c)
		}
		tree = append(tree, branch[1:]...)
		enter(tree[len(tree)-1])
	}
}

// branch returns the cells on a shortest way from one of the cells of a tree to a wanted one.
func (m *mender) branch(tree []int32, wanted func(c int32) bool) []int32 {
	m.from = search.Resized(m.from, len(m.At))
	for c := range m.from {
		m.from[c] = noCell
	}
	for _, c := range tree {
		m.from[c] = c
	}
	queue := append(m.queue[:0], tree...)
	for i := 0; ; i++ {
		c := queue[i]
		if wanted(c) {
			m.queue = queue
			way := []int32{c}
			for ; m.from[c] != c; c = m.from[c] {
				way = append(way, m.from[c])
			}
			slices.Reverse(way)
			return way
		}
		for _, to := range m.Next[c] {
			if to >= 0 && m.from[to] == noCell {
				m.from[to] = c
				queue = append(queue, to)
			}
		}
	}
}

// visit solves the windows that are entered through the blank's cell, then the windows behind the
// children of that cell. The blank ends where it was.
func (m *mender) visit(c int32) bool {
	for _, w := range m.entered[c] {
		if !m.mend(&m.windows[w]) {
			return false
		}
	}
	for _, to := range m.children[c] {
		m.slide(int(to))
		if !m.visit(to) {
			return false
		}
		m.slide(int(c))
	}
	return true
}

// slide moves the blank to a neighbouring cell.
func (m *mender) slide(to int) {
	m.path = append(m.path, m.Order[m.Move(m.Blank, to)])
	m.At[m.Blank], m.At[to] = m.At[to], m.At[m.Blank]
	m.Blank = to
}

// mend solves a window so that the blank ends where it is.
func (m *mender) mend(w *window) bool {
	p, err := m.puzzle(w)
	if err != nil {
		return false
	}
	var sol puzzle.Solution
	if w.Cells() <= windowCells && !forDescent(p.Start.Shape) {
		m.solve.NodeLimit = min(windowNodes, max(1, m.Limit-m.Nodes))
		sol, err = m.solve.Solve(untimed{m.Ctx}, p, nil)
	} else {
		sol, err = m.greedy.Solve(m.Ctx, p, nil)
	}
	m.Nodes += sol.Nodes
	if err != nil {
		return false
	}
	for _, move := range sol.Path {
		to, _ := m.Step(m.Blank, move)
		m.slide(to)
	}
	return true
}

// An untimed is a context that ends with another one, but tells no deadline: the search for a
// window must depend on its nodes alone.
type untimed struct{ context.Context }

func (untimed) Deadline() (end time.Time, ok bool) { return }
