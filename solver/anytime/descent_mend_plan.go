package anytime

import (
	"slices"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A knot is tiles out of place that are put in place together. The tile in each cell of a cycle
// belongs in the next cell, and the tile in the last cell belongs in the first.
type knot struct {
	search.Area
	cycles [][]int32
	odd    bool // the permutation of its tiles is odd
}

// A window is an area in which the blank puts the tiles of knots in place, and leaves all others
// where they are, even if they are out of place. So windows may overlap, and it does not matter
// which comes first. A knot has outer cells of the area only at the border of the board, so the
// blank comes in through a cell that is not of the knot.
type window struct {
	search.Area
	knots    []knot
	attached bool // there is a way to it
}

const (
	// A window has at least windowSide rows and columns, where the board has them.
	windowSide = 4
	windowMost = 8 // and no more than these
	// Two knots that would need more than pairCells in one window get several windows. With 20, 24
	// and 40 in place of that, paths on 20x20 are 1.2, 0.4 and 0.6 % longer.
	pairCells = 30
)

// plan sets m.windows to the windows that put all tiles in place, once the blank has gone home. One
// window can't make an odd permutation, so two odd knots share one.
func (m *mender) plan(way []int32) {
	m.windows = m.windows[:0]
	var odd []knot
	for _, k := range m.knots(way) {
		if k.odd {
			odd = append(odd, k)
		} else {
			m.addWindow(k)
		}
	}
	pair(odd)
	for i := 0; i+1 < len(odd); i += 2 {
		m.connect(odd[i], odd[i+1])
	}
}

// knots returns the cycles of the tiles that will be out of place once the blank has gone home.
// Each cycle is a knot, except those that are too large for the window of a search: they form one
// knot together.
func (m *mender) knots(way []int32) (all []knot) {
	at := slices.Clone(m.At)
	for i := range way[1:] {
		at[way[i]], at[way[i+1]] = at[way[i+1]], at[way[i]]
	}
	m.taken = search.Resized(m.taken, len(at))
	clear(m.taken)
	m.taken[m.Home] = true
	var large []knot
	for first := range at {
		if int(at[first]) == first {
			continue
		}
		var cycle []int32
		for i := first; int(at[i]) != i; { // marks cells as in place while it follows the cycle
			cycle = append(cycle, int32(i))
			i, at[i] = int(at[i]), uint16(i)
		}
		k := m.knot(cycle)
		if m.fits(k.Area, windowMost*windowMost) {
			all = append(all, k)
			continue
		}
		if len(large) > 0 {
			k = large[0].and(k)
		}
		large = []knot{k}
	}
	return append(all, large...)
}

// knot returns the knot of a cycle. Its cells are taken from now on.
func (m *mender) knot(cycle []int32) knot {
	k := knot{m.areaOf(cycle[0]), [][]int32{cycle}, len(cycle)%2 == 0}
	for _, c := range cycle {
		m.taken[c] = true
		k.Area = k.Union(m.areaOf(c))
	}
	return k
}

func (m *mender) areaOf(c int32) search.Area {
	row, col := int(m.Row[c]), int(m.Col[c])
	return search.Area{Top: row, Left: col, Bottom: row + 1, Right: col + 1}
}

// and returns one knot that is both.
func (k knot) and(l knot) knot {
	return knot{k.Union(l.Area), slices.Concat(k.cycles, l.cycles), k.odd != l.odd}
}

// pair reorders knots so that each one with an even index is close to the next one.
func pair(knots []knot) {
	gap := func(i, j int) int { return knots[i].Gap(knots[j].Area) }
	for i := 0; i+1 < len(knots); i += 2 {
		for j := i + 2; j < len(knots); j++ {
			if gap(i, j) < gap(i, i+1) {
				knots[i+1], knots[j] = knots[j], knots[i+1]
			}
		}
	}
	for better := true; better; {
		better = false
		for i := 0; i+1 < len(knots); i += 2 {
			for j := 0; j < i; j += 2 {
				now := gap(i, i+1) + gap(j, j+1)
				switch {
				case gap(i, j)+gap(i+1, j+1) < now:
					knots[i+1], knots[j] = knots[j], knots[i+1]
					better = true
				case gap(i, j+1)+gap(j, i+1) < now:
					knots[i+1], knots[j+1] = knots[j+1], knots[i+1]
					better = true
				}
			}
		}
	}
}

// connect adds windows for two odd knots. If the knots are far from each other, a chain of windows
// connects them: each one also swaps two neighbouring tiles, and the next one swaps them back.
func (m *mender) connect(k, l knot) {
	for !m.fits(k.Union(l.Area), pairCells) {
		hop, ok := m.hop(k, l)
		if !ok {
			break
		}
		m.addWindow(k, hop)
		k = hop
	}
	m.addWindow(k, l)
}

// fits reports whether a window around an area has at most a number of cells, and fits a smallBeam.
func (m *mender) fits(a search.Area, cells int) bool {
	a = m.widened(a)
	return max(a.Bottom-a.Top, a.Right-a.Left) <= windowMost && a.Cells() <= cells
}

// hop returns two neighbouring cells in reach of one window with k, and as close to l as possible.
// It returns false if none are closer to l than k.
func (m *mender) hop(k, l knot) (knot, bool) {
	var best []int32
	least := k.Gap(l.Area)
	for row := max(0, k.Top-windowMost); row < min(m.Rows, k.Bottom+windowMost); row++ {
		for col := max(0, k.Left-windowMost); col < min(m.Cols, k.Right+windowMost); col++ {
			c := int32(row*m.Cols + col)
			for _, to := range [...]struct {
				cell int32
				ok   bool
			}{{c + 1, col+1 < m.Cols}, {c + int32(m.Cols), row+1 < m.Rows}} {
				if !to.ok || m.taken[c] || m.taken[to.cell] {
					continue
				}
				a := m.areaOf(c).Union(m.areaOf(to.cell))
				if a.Gap(l.Area) < least && m.fits(k.Union(a), pairCells) {
					least, best = a.Gap(l.Area), []int32{c, to.cell}
				}
			}
		}
	}
	if best == nil {
		return knot{}, false
	}
	return m.knot(best), true
}

// addWindow adds a window for knots.
func (m *mender) addWindow(knots ...knot) {
	a := knots[0].Area
	for _, k := range knots {
		a = a.Union(k.Area)
	}
	m.windows = append(m.windows, window{Area: m.widened(a), knots: knots})
}

// widened returns an area with a border of one cell, except at the border of the board, and with at
// least windowSide rows and columns.
func (m *mender) widened(a search.Area) search.Area {
	a.Top, a.Bottom = widenedSide(a.Top, a.Bottom, m.Rows)
	a.Left, a.Right = widenedSide(a.Left, a.Right, m.Cols)
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

// puzzle returns the puzzle of a window, which the blank has entered. Its tiles keep their order.
func (m *mender) puzzle(w *window) (*puzzle.Puzzle, error) {
	shape := puzzle.Shape{Rows: w.Bottom - w.Top, Cols: w.Right - w.Left}
	index := func(cell int) int {
		return (int(m.Row[cell])-w.Top)*shape.Cols + int(m.Col[cell]) - w.Left
	}
	start := puzzle.Board{Shape: shape}
	for i := range shape.Cells() {
		start.Tiles = append(start.Tiles, puzzle.Tile(i))
	}
	blank := index(m.Blank)
	start.Tiles[0], start.Tiles[blank] = start.Tiles[blank], start.Tiles[0]
	goal := start.Clone()
	for _, k := range w.knots {
		for _, cycle := range k.cycles {
			from := cycle[len(cycle)-1]
			for _, to := range cycle {
				goal.Tiles[index(int(to))] = start.Tiles[index(int(from))]
				from = to
			}
		}
	}
	g, err := puzzle.NewGoal(goal)
	return &puzzle.Puzzle{Start: start, Goal: g}, err
}
