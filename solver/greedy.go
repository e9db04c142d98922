package solver

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// Greedy puts tiles in place one after another. So it answers at once on boards of any
// size, but not with a shortest path.
//
// It solves the outer row or column whose tiles are nearest to their goals, fixes it and
// goes on with the rest, until 3x3 cells are left around the goal of the blank. BiBFS
// solves these. Then it shortens the path: see shortener. Boards with walls, or of a
// single row or column, are solved by IDA*.
type Greedy struct {
	Options
	pool   pool[construction]
	corner BiBFS
}

// ErrDetour is returned by Greedy if Options.StopAtBound is set and its path is longer
// than the bound: a shorter one may exist.
var ErrDetour = fmt.Errorf("%w: the path found is too long", puzzle.ErrGaveUp)

// A construction is the state of one search by Greedy.
type construction struct {
	search
	path  puzzle.Path
	where []int  // where[t] is the cell of the tile whose goal is cell t
	fixed []bool // fixed[cell] is whether the tile there must stay
	area  area   // the cells that are not fixed yet, and the line that is being solved
	reach reach
	pair  pairSearch
	short shortener
}

// An area is the cells of some rows and columns.
type area struct{ top, left, bottom, right int } // bottom and right are exclusive

// lastSide is the side of the area that a search solves in the end.
const lastSide = 3

// Solve implements Solver.
func (a *Greedy) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Walls != 0 || min(p.Start.Rows, p.Start.Cols) < 2 {
		narrow := IDAStar{Options: a.Options}
		return narrow.Solve(ctx, p, buf)
	}
	s := a.pool.get()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	err := s.build(&a.corner, buf[:0])
	if err == nil {
		s.set(p.Start.Tiles, p.Goal)
		s.path, err = s.short.shorten(&s.search, p.Start.Blank(), s.path)
	}
	if err == nil && len(s.path) > s.maxMoves {
		err = ErrDetour
	}
	sol := puzzle.Solution{Nodes: s.nodes}
	if err != nil {
		return sol, err
	}
	sol.Moves = len(s.path)
	if a.Want == puzzle.WantPath {
		sol.Path = s.path
	}
	return sol, nil
}

// build appends a solution to the path.
func (s *construction) build(corner *BiBFS, path puzzle.Path) error {
	n := len(s.at)
	s.path = path
	s.fixed = append(s.fixed[:0], make([]bool, n)...)
	s.where = resized(s.where, n)
	for c, t := range s.at {
		s.where[t] = c
	}
	s.area = area{0, 0, s.Rows, s.Cols}
	for s.area.bottom-s.area.top > lastSide || s.area.right-s.area.left > lastSide {
		if !s.spend() {
			return s.err
		}
		s.solve(s.nearest())
	}
	return s.finish(corner)
}

// A line is the outer cells of one side of the area.
type line struct {
	cells  []int
	inward int  // from a cell to the next one inside
	rest   area // what is left without the line
}

// nearest returns the line whose tiles have the smallest sum of distances to their goals.
// It skips lines with the goal of the blank, and leaves no side shorter than lastSide.
func (s *construction) nearest() line {
	a := s.area
	var best line
	least := math.MaxInt
	try := func(first, step, n, inward int, rest area) {
		l := line{inward: inward, rest: rest}
		steps := 0
		for i := range n {
			c := first + i*step
			if c == s.home {
				return
			}
			l.cells = append(l.cells, c)
			steps += s.distance(s.where[c], c)
		}
		if steps < least {
			best, least = l, steps
		}
	}
	rows, cols := a.bottom-a.top, a.right-a.left
	first, last := a.top*s.Cols+a.left, (a.bottom-1)*s.Cols+a.right-1
	if rows > lastSide {
		try(first, 1, cols, s.Cols, area{a.top + 1, a.left, a.bottom, a.right})
		try(last, -1, cols, -s.Cols, area{a.top, a.left, a.bottom - 1, a.right})
	}
	if cols > lastSide {
		try(first, s.Cols, rows, 1, area{a.top, a.left + 1, a.bottom, a.right})
		try(last, -s.Cols, rows, -1, area{a.top, a.left, a.bottom, a.right - 1})
	}
	return best
}

// distance returns the Manhattan distance between two cells.
func (s *construction) distance(a, b int) int {
	return distance(s.row[a], s.row[b]) + distance(s.col[a], s.col[b])
}

// solve solves and fixes a line: the last two tiles together, the others one by one.
func (s *construction) solve(l line) {
	n := len(l.cells)
	for _, c := range l.cells[:n-2] {
		s.bring(c, c)
		s.fixed[c] = true
	}
	x, y := l.cells[n-2], l.cells[n-1]
	if s.where[x] != x || s.where[y] != y {
		s.solvePair(l, x, y)
	}
	s.fixed[x], s.fixed[y] = true, true
	s.area = l.rest
}

// solvePair brings tiles x and y and the blank into a window at the end of the line,
// where a search puts the tiles into their goal cells. The cells that are not fixed are
// at least two wide everywhere. So one tile cuts nothing off from the blank, and two
// tiles in the window leave it a way in.
func (s *construction) solvePair(l line, x, y int) {
	w := l.window(3)
	if !s.gather(w, x, s.closest(w, x, -1), y) {
		// With x in the corner, only a dead end is cut off from y.
		s.gather(w, x, y, y)
	}
	// This window is one cell deeper than the one in which the tiles are, so that they
	// can't keep the blank out.
	w = l.window(4)
	if !slices.Contains(w, s.blank) {
		fx, fy := s.where[x], s.where[y]
		s.fixed[fx], s.fixed[fy] = true, true
		way, _ := s.reach.search(s, w)
		s.walk(way)
		s.fixed[fx], s.fixed[fy] = false, false
	}
	s.pair.run(s, w, x, y)
}

// window returns the last three cells of the line and those behind them, depth cells
// deep in all.
func (l line) window(depth int) []int {
	var w []int
	for _, c := range l.cells[max(0, len(l.cells)-3):] {
		for i := range depth {
			w = append(w, c+i*l.inward)
		}
	}
	return w
}

// gather brings tile x to a cell of the window and tile y into the window.
func (s *construction) gather(w []int, x, to, y int) bool {
	if !s.bring(x, to) {
		return false
	}
	s.fixed[to] = true
	defer func() { s.fixed[to] = false }()
	return slices.Contains(w, s.where[y]) || s.bring(y, s.closest(w, y, to))
}

// closest returns the cell of the window that is closest to a tile, other than other.
func (s *construction) closest(w []int, tile, other int) int {
	best, at := -1, s.where[tile]
	for _, c := range w {
		if c != other && (best < 0 || s.distance(at, c) < s.distance(at, best)) {
			best = c
		}
	}
	return best
}

// bring takes a tile to a cell, each move nearer to it. It returns false if fixed tiles
// are in the way.
func (s *construction) bring(tile, cell int) bool {
	for s.where[tile] != cell {
		at := s.where[tile]
		var ahead []int // the cells nearer to the goal: the blank must get to one of them
		for _, to := range s.next[at] {
			if to >= 0 && !s.fixed[to] && s.distance(int(to), cell) < s.distance(at, cell) {
				ahead = append(ahead, int(to))
			}
		}
		s.fixed[at] = true
		way, ok := s.reach.search(s, ahead)
		s.fixed[at] = false
		if !ok {
			return false
		}
		s.walk(way)
		s.slide(at)
	}
	return true
}

// walk moves the blank along the given cells.
func (s *construction) walk(way []int32) {
	for _, c := range way {
		s.slide(int(c))
	}
}

// slide moves the blank to a neighbouring cell.
func (s *construction) slide(to int) {
	s.path = append(s.path, s.order[s.move(s.blank, to)])
	t := s.at[to]
	s.at[s.blank], s.at[to] = t, s.at[s.blank]
	s.where[t], s.where[s.home] = s.blank, to
	s.blank = to
}

// finish solves the last area, as a puzzle of its own.
func (s *construction) finish(corner *BiBFS) error {
	p, err := s.area.puzzle(&s.search, s.home)
	if err != nil {
		return err
	}
	sol, err := corner.Solve(s.ctx, p, nil)
	s.nodes += sol.Nodes
	s.path = append(s.path, sol.Path...)
	return err
}
