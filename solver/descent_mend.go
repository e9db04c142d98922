package solver

import (
	"context"
	"slices"
	"time"

	"tilejudge/solver/puzzle"
)

// A mender puts the last tiles in place on a board where few are not, in parts that are far
// from each other. On its way home the blank makes excursions: it goes to a window around
// some of these tiles, solves the window, such that the blank ends in the cell through which
// it came, and goes back the same way. So the tiles on its way end where they were.
type mender struct {
	*search
	path     puzzle.Path
	windows  []window
	children [][]int32 // of each cell: where the blank goes from there, and comes back from
	entered  [][]int32 // of each cell: the windows that the blank solves there
	from     []int32   // memory of branch
	queue    []int32
	solve    *Anytime // of windows
	greedy   *Greedy  // of large windows
}

// A window is an area with tiles out of place, with the goals of all of these. Only at the
// border of the board they are in its outer cells. So the blank comes in through another cell.
type window struct {
	area
	odd      bool // the tiles are an odd permutation
	attached bool // there is a way to it
}

const (
	noCell = -1 // the search for a branch has not seen a cell
	// A window has at least windowSide rows and columns, where the board has them.
	windowSide = 4
	// windowNodes is the most nodes of a window's search. Windows of more than windowCells
	// are left to Greedy, and so are those that would need a descent, and then a mender.
	windowNodes = 4000
	windowCells = 80
)

// run puts all tiles of the board of s in place, and appends the moves to path. It returns
// false if the context ends before, or a search fails.
func (m *mender) run(s *search, path puzzle.Path) (puzzle.Path, bool) {
	m.search, m.path = s, path
	if m.solve == nil {
		m.solve = &Anytime{}
		m.greedy = &Greedy{}
	}
	n := len(s.at)
	m.children, m.entered = resized(m.children, n), resized(m.entered, n)
	for c := range n {
		m.children[c], m.entered[c] = m.children[c][:0], m.entered[c][:0]
	}
	way := m.wayHome()
	m.findWindows(way)
	m.attach(way)
	for i, c := range way {
		if i > 0 {
			m.slide(int(c))
		}
		if !m.visit(c) {
			return m.path, false
		}
	}
	for c, t := range m.at {
		if int(t) != c {
			return m.path, false
		}
	}
	return m.path, true
}

// wayHome returns the cells on a way of the blank to its goal: its rows first, then its
// columns.
func (m *mender) wayHome() []int32 {
	c := m.blank
	way := []int32{int32(c)}
	for c != m.home {
		switch {
		case m.row[c] < m.row[m.home]:
			c += m.Cols
		case m.row[c] > m.row[m.home]:
			c -= m.Cols
		case m.col[c] < m.col[m.home]:
			c++
		default:
			c--
		}
		way = append(way, int32(c))
	}
	return way
}

// findWindows cuts out what is out of place once the blank has gone home.
func (m *mender) findWindows(way []int32) {
	at := slices.Clone(m.at)
	for i := range way[1:] {
		at[way[i]], at[way[i+1]] = at[way[i+1]], at[way[i]]
	}
	m.windows = m.windows[:0]
	for first := range at {
		if int(at[first]) == first {
			continue
		}
		r, c := int(m.row[first]), int(m.col[first])
		w := window{area: area{r, c, r + 1, c + 1}, odd: true}
		for i := first; int(at[i]) != i; { // a cycle, put in place as it is followed
			i, at[i] = int(at[i]), uint16(i)
			r, c := int(m.row[i]), int(m.col[i])
			w.area = w.union(area{r, c, r + 1, c + 1})
			w.odd = !w.odd
		}
		w.area = m.widened(w.area)
		m.addWindow(w)
	}
	for m.pairOdd() {
	}
}

// widened returns an area with a border of one cell, where the board has one, and at least
// windowSide rows and columns.
func (m *mender) widened(a area) area {
	a.top, a.bottom = widenedSide(a.top, a.bottom, m.Rows)
	a.left, a.right = widenedSide(a.left, a.right, m.Cols)
	return a
}

func widenedSide(from, to, limit int) (int, int) {
	from, to = max(0, from-1), min(limit, to+1)
	for to-from < min(windowSide, limit) {
		if from > 0 {
			from--
		}
		if to < limit && to-from < windowSide {
			to++
		}
	}
	return from, to
}

// addWindow adds a window, together with those that it overlaps.
func (m *mender) addWindow(w window) {
	for i := 0; i < len(m.windows); {
		v := m.windows[i]
		if !w.overlaps(v.area) {
			i++
			continue
		}
		w = window{area: w.union(v.area), odd: w.odd != v.odd}
		m.windows[i] = m.windows[len(m.windows)-1]
		m.windows = m.windows[:len(m.windows)-1]
		i = 0
	}
	m.windows = append(m.windows, w)
}

// pairOdd makes one window of an odd one and the closest other odd one. It returns false if
// there are none.
func (m *mender) pairOdd() bool {
	odd := slices.IndexFunc(m.windows, func(w window) bool { return w.odd })
	if odd < 0 {
		return false
	}
	w := m.windows[odd]
	closest := -1
	for i, v := range m.windows {
		if i != odd && v.odd && (closest < 0 || w.gap(v.area) < w.gap(m.windows[closest].area)) {
			closest = i
		}
	}
	if closest < 0 {
		return false // parity forbids it
	}
	v := m.windows[closest]
	m.windows = slices.Delete(m.windows, max(odd, closest), max(odd, closest)+1)
	m.windows = slices.Delete(m.windows, min(odd, closest), min(odd, closest)+1)
	m.addWindow(window{area: w.union(v.area)})
	return true
}

// attach finds ways from the way home to all windows, the closest ones first.
func (m *mender) attach(way []int32) {
	in := make([]int32, len(m.at)) // in[cell] is the window's index and 1
	for i, w := range m.windows {
		for r := w.top; r < w.bottom; r++ {
			for c := w.left; c < w.right; c++ {
				in[r*m.Cols+c] = int32(i + 1)
			}
		}
	}
	left := len(m.windows)
	enter := func(c int32) {
		w := in[c] - 1
		m.entered[c] = append(m.entered[c], w)
		m.windows[w].attached = true
		left--
	}
	wanted := func(c int32) bool { return in[c] > 0 && !m.windows[in[c]-1].attached }
	tree := slices.Clone(way)
	slices.Reverse(tree) // from home on: the first cell of a window is where it is entered
	for _, c := range tree {
		if wanted(c) {
			enter(c)
		}
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
	m.from = resized(m.from, len(m.at))
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
		for _, to := range m.next[c] {
			if to >= 0 && m.from[to] == noCell {
				m.from[to] = c
				queue = append(queue, to)
			}
		}
	}
}

// visit solves the windows that are entered through the blank's cell, then those behind its
// children. It returns with the blank where it was.
func (m *mender) visit(c int32) bool {
	for _, w := range m.entered[c] {
		if !m.mend(m.windows[w].area) {
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
	m.path = append(m.path, m.order[m.move(m.blank, to)])
	m.at[m.blank], m.at[to] = m.at[to], m.at[m.blank]
	m.blank = to
}

// mend solves a window, such that the blank ends where it is.
func (m *mender) mend(a area) bool {
	p, err := areaPuzzle(a, m.at, m.Cols, m.blank)
	if err != nil {
		return false
	}
	var sol puzzle.Solution
	if a.cells() <= windowCells && !forDescent(p.Start.Shape) {
		m.solve.NodeLimit = min(windowNodes, max(1, m.limit-m.nodes))
		sol, err = m.solve.Solve(untimed{m.ctx}, p, nil)
	} else {
		sol, err = m.greedy.Solve(m.ctx, p, nil)
	}
	m.nodes += sol.Nodes
	if err != nil {
		return false
	}
	for _, move := range sol.Path {
		to, _ := m.Step(m.blank, move)
		m.slide(to)
	}
	return true
}

// An untimed is a context that ends with another one, but tells no deadline: what a window's
// search does must depend on its nodes alone.
type untimed struct{ context.Context }

func (untimed) Deadline() (end time.Time, ok bool) { return }

// areaPuzzle returns the puzzle of an area of a board, in which the blank has its goal in cell
// home. at has the goal cells of the tiles, with a number of cells from one row to the next.
// The tiles must be those of the area's other cells.
func areaPuzzle[cell uint16 | int32](
	a area, at []cell, pitch, home int,
) (*puzzle.Puzzle, error) {
	shape := puzzle.Shape{Rows: a.bottom - a.top, Cols: a.right - a.left}
	start := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	goal := start.Clone()
	number := make(map[int]puzzle.Tile)
	cellOf := func(c int) int { return (a.top+c/shape.Cols)*pitch + a.left + c%shape.Cols }
	for c := range goal.Tiles {
		if t := cellOf(c); t != home {
			goal.Tiles[c] = puzzle.Tile(len(number) + 1)
			number[t] = goal.Tiles[c]
		}
	}
	for c := range start.Tiles {
		start.Tiles[c] = number[int(at[cellOf(c)])] // 0 for the blank
	}
	g, err := puzzle.NewGoal(goal)
	return &puzzle.Puzzle{Start: start, Goal: g}, err
}

func (a area) cells() int { return (a.bottom - a.top) * (a.right - a.left) }

// union returns the smallest area that has both.
func (a area) union(b area) area {
	return area{
		min(a.top, b.top), min(a.left, b.left), max(a.bottom, b.bottom), max(a.right, b.right),
	}
}

func (a area) overlaps(b area) bool {
	return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
}

// gap returns how many rows and columns are between two areas.
func (a area) gap(b area) int {
	return max(0, a.top-b.bottom, b.top-a.bottom) + max(0, a.left-b.right, b.left-a.right)
}
