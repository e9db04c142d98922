package solver

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tilejudge/solver/puzzle"
)

// Greedy puts tiles in place one after the other, and so answers at once on
// boards of any size, but not with a shortest path.
//
// It solves the outer row or column whose tiles are nearest to it, fixes it and
// goes on with the rest, until 3x3 cells are left around the goal of the blank,
// which BiBFS solves. Then it shortens the path: see shortener. Boards with
// walls, and of a single row, it leaves to IDA*.
type Greedy struct {
	Options
	pool   pool[builder]
	corner BiBFS
}

// ErrDetour is returned by Greedy for a path that is too long where
// Options.StopAtBound is set: a shorter one may exist.
var ErrDetour = fmt.Errorf("%w: the path found is too long", puzzle.ErrGaveUp)

// builder is the state of one construction.
type builder struct {
	search
	path  puzzle.Path
	where []int  // where[t] is the cell of the tile that belongs in cell t
	fixed []bool // fixed[cell]: what it has stays
	area  area   // the cells that are not fixed, but for the line at hand
	reach reach
	pair  pairSearch
	short shortener
}

// An area is the cells of some rows and columns.
type area struct{ top, left, bottom, right int } // bottom and right are outside

// lastSide is the longest side of the area that is left to a search.
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
	if err == nil && len(s.path) > s.most {
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
func (s *builder) build(corner *BiBFS, path puzzle.Path) error {
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

// nearest returns the line that takes the fewest steps of tiles to solve. It
// is none with the goal of the blank, and leaves no side shorter than lastSide.
func (s *builder) nearest() line {
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

// distance returns the Manhattan distance of two cells.
func (s *builder) distance(a, b int) int {
	return distance(s.row[a], s.row[b]) + distance(s.col[a], s.col[b])
}

// solve solves and fixes a line: all tiles but two in turn, these two together.
func (s *builder) solve(l line) {
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

// solvePair brings both tiles and the blank into a window at the end of the
// line, where a search puts the tiles into their cells x and y. What is not
// fixed is two cells wide everywhere, so that a tile cuts nothing off from the
// blank, and two that lie in the window leave it a way in.
func (s *builder) solvePair(l line, x, y int) {
	w := l.window(3)
	if !s.gather(w, x, s.closest(w, x, -1), y) {
		// With x in the corner nothing but a dead end is cut off from y.
		s.gather(w, x, y, y)
	}
	// The window is one cell deeper than where the tiles are gathered, so that
	// they can't keep the blank out.
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

// window returns the cells of the last three of the line and so many inwards.
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
func (s *builder) gather(w []int, x, to, y int) bool {
	if !s.bring(x, to) {
		return false
	}
	s.fixed[to] = true
	defer func() { s.fixed[to] = false }()
	return slices.Contains(w, s.where[y]) || s.bring(y, s.closest(w, y, to))
}

// closest returns the cell of the window closest to a tile, other than one.
func (s *builder) closest(w []int, tile, other int) int {
	best := -1
	for _, c := range w {
		if c != other && (best < 0 || s.distance(s.where[tile], c) < s.distance(s.where[tile], best)) {
			best = c
		}
	}
	return best
}

// bring takes a tile to a cell, always nearer. It returns false if what is
// fixed is in the way.
func (s *builder) bring(tile, cell int) bool {
	for s.where[tile] != cell {
		at := s.where[tile]
		var ahead []int // where the blank must go so that the tile gets nearer
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

// walk moves the blank along cells.
func (s *builder) walk(way []int32) {
	for _, c := range way {
		s.slide(int(c))
	}
}

// slide moves the blank to a neighbour cell.
func (s *builder) slide(to int) {
	s.path = append(s.path, s.order[s.move(s.blank, to)])
	t := s.at[to]
	s.at[s.blank], s.at[to] = t, s.at[s.blank]
	s.where[t], s.where[s.home] = s.blank, to
	s.blank = to
}

// finish solves the area that is left.
func (s *builder) finish(corner *BiBFS) error {
	a := s.area
	shape := puzzle.Shape{Rows: a.bottom - a.top, Cols: a.right - a.left}
	start := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	goal := start.Clone()
	number := make(map[uint16]puzzle.Tile)
	cell := func(c int) int { return (a.top+c/shape.Cols)*s.Cols + a.left + c%shape.Cols }
	for c := range goal.Tiles {
		if t := cell(c); t != s.home {
			goal.Tiles[c] = puzzle.Tile(len(number) + 1)
			number[uint16(t)] = goal.Tiles[c]
		}
	}
	for c := range start.Tiles {
		start.Tiles[c] = number[s.at[cell(c)]] // 0 for the blank
	}
	g, err := puzzle.NewGoal(goal)
	if err != nil {
		return err
	}
	sol, err := corner.Solve(s.ctx, &puzzle.Puzzle{Start: start, Goal: g}, nil)
	s.nodes += sol.Nodes
	s.path = append(s.path, sol.Path...)
	return err
}
