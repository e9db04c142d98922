// Package greedy finds a path at once on boards of any size, tile by tile and line by line, and
// makes paths shorter. Such a path is not a shortest one: its length grows as the cube of the
// board's side.
//
// I. Parberry: Solving the (n^2-1)-puzzle with 8/3 n^3 expected moves. Algorithms 8 (2015), solves
// boards line by line, too. Shortener replaces parts of a path by shortest ones; Shorten does so
// with paths that are given.
package greedy

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/bfs"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver puts tiles in place one after another. So it answers at once on boards of any
// size, but not with a shortest path.
//
// On a large board the blank first walks about so that tiles get near their goals: see heatWalk.
// Then it solves the outer row or column whose tiles are nearest to their goals, fixes it and goes
// on with the rest, until 3x3 cells are left around the goal of the blank. bfs.Bidirectional solves
// these. Finally the solver shortens the path: see Shortener. Boards with walls, or of a single row
// or column, are solved by IDA*.
type Solver struct {
	solver.Options
	pool   search.Pool[greedySearch]
	corner bfs.Bidirectional
}

// MaxShortened is the most moves of a path that is shortened. Shortening a longer one would take a
// minute, and gain about a hundredth.
const MaxShortened = 2_000_000

// A greedySearch is the state of one search by a Solver.
type greedySearch struct {
	construction
	plain search.Search // for a board of up to search.SearchCells, whose path is shortened
	short Shortener
}

// ErrDetour is returned by a Solver if Options.StopAtBound is set and its path is longer
// than the bound: a shorter one may exist.
var ErrDetour = fmt.Errorf("%w: the path found is too long", puzzle.ErrGaveUp)

// A construction makes a path that puts one tile after another in place.
type construction struct {
	route
	lower int         // no path has fewer moves
	area  search.Area // the places that are not fixed yet, and the line that is being solved
	walk  heatWalk
	reach reach
	pair  pairSearch
}

// lastSide is the side of the area that a search solves in the end.
const lastSide = 3

// Solve implements Solver.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Walls != 0 || min(p.Start.Rows, p.Start.Cols) < 2 {
		narrow := idastar.Solver{Options: a.Options}
		return narrow.Solve(ctx, p, buf)
	}
	sol, err := a.SolveBounded(ctx, p, buf)
	sol.LowerBound = 0
	return sol, err
}

// SolveBounded is Solve on a board without walls, with two rows and columns or more. It sets
// Solution.LowerBound.
func (a *Solver) SolveBounded(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (sol puzzle.Solution, err error) {
	o := &a.Options
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, o); err != nil {
		return sol, err
	}
	err = s.build(&a.corner, buf[:0])
	if err == nil && len(s.path) <= MaxShortened && s.Cells() <= search.SearchCells {
		err = s.shorten(p, o)
	}
	path := s.path
	s.path = nil // it belongs to the solution now
	if err == nil && len(path) > s.maxMoves {
		err = ErrDetour
	}
	sol.Nodes = s.Nodes
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.LowerBound = len(path), s.lower
	if o.Want == puzzle.WantPath {
		sol.Path = path
	}
	return sol, nil
}

// AppendPath appends a path that is not shortened. It also returns the number of nodes, which is
// valid even with an error.
func (a *Solver) AppendPath(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, path puzzle.Path,
) (puzzle.Path, int64, error) {
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.begin(ctx, p, o); err != nil {
		return path, 0, err
	}
	err := s.build(&a.corner, path)
	path, s.path = s.path, nil
	return path, s.Nodes, err
}

// shorten shortens the path, until the budget ends.
func (s *greedySearch) shorten(p *puzzle.Puzzle, o *solver.Options) (err error) {
	s.plain.Load(p, o)
	s.plain.Budget = s.Budget
	s.path, err = s.short.Shorten(&s.plain, p.Start.Blank(), s.path)
	s.Budget = s.plain.Budget
	return err
}

// build appends a solution to the path.
func (s *construction) build(corner *bfs.Bidirectional, path puzzle.Path) error {
	s.path, s.lower = path, s.away()
	s.fixed = search.Resized(s.fixed, len(s.at))
	for i, goal := range s.at {
		s.fixed[i] = goal == noPlace
	}
	if !s.walk.goNear(&s.route, s.lower) {
		return s.Err
	}
	s.area = search.Area{Top: 1, Left: 1, Bottom: s.Rows + 1, Right: s.Cols + 1}
	for s.area.Bottom-s.area.Top > lastSide || s.area.Right-s.area.Left > lastSide {
		if !s.Spend() || !s.holds(len(s.path)) {
			return s.Err
		}
		s.solve(s.nearest())
	}
	return s.finish(corner)
}

// A line is the outer places of one side of the area.
type line struct {
	first, step, n int
	inward         int         // how the place changes by a step inwards
	rest           search.Area // the area without the line
}

// nearest returns the line whose tiles have the smallest sum of distances to their goals.
// It skips lines with the goal of the blank, and leaves no side shorter than lastSide.
func (s *construction) nearest() line {
	a := s.area
	var best line
	least := math.MaxInt
	try := func(l line) {
		steps := 0
		for i := range l.n {
			c := l.first + i*l.step
			if c == s.home {
				return
			}
			steps += s.distance(int(s.where[c]), c)
		}
		if steps < least {
			best, least = l, steps
		}
	}
	rows, cols := a.Bottom-a.Top, a.Right-a.Left
	first, last := a.Top*s.pitch+a.Left, (a.Bottom-1)*s.pitch+a.Right-1
	noTop, noBottom, noLeft, noRight := a, a, a, a
	noTop.Top++
	noBottom.Bottom--
	noLeft.Left++
	noRight.Right--
	if rows > lastSide {
		try(line{first, 1, cols, s.pitch, noTop})
		try(line{last, -1, cols, -s.pitch, noBottom})
	}
	if cols > lastSide {
		try(line{first, s.pitch, rows, 1, noLeft})
		try(line{last, -s.pitch, rows, -1, noRight})
	}
	return best
}

// solve solves and fixes a line: the last two tiles together, the others one by one.
func (s *construction) solve(l line) {
	for i := range l.n - 2 {
		c := l.first + i*l.step
		s.bring(c, c)
		s.fixed[c] = true
	}
	y := l.first + (l.n-1)*l.step
	x := y - l.step
	if int(s.where[x]) != x || int(s.where[y]) != y {
		s.solvePair(l, x, y)
	}
	s.fixed[x], s.fixed[y] = true, true
	s.area = l.rest
}

// solvePair brings tiles x and y and the blank into a window at the end of the line,
// where a search puts the tiles into their goal places. The places that are not fixed are
// at least two wide everywhere. So one tile cuts nothing off from the blank, and two
// tiles in the window leave it a way in.
func (s *construction) solvePair(l line, x, y int) {
	w := l.window(3)
	if !s.gather(w, x, s.closest(w, x, -1), y) {
		// Once x is in the corner, only a dead end is cut off from y.
		s.gather(w, x, y, y)
	}
	// This window is one place deeper than the one with the tiles, so that they can't keep the
	// blank out.
	w = l.window(4)
	if !slices.Contains(w, s.blank) {
		fx, fy := s.where[x], s.where[y]
		s.fixed[fx], s.fixed[fy] = true, true
		s.reach.search(&s.route, w)
		s.follow(s.reach.way)
		s.fixed[fx], s.fixed[fy] = false, false
	}
	s.pair.run(&s.route, w, x, y)
}

// window returns the last three places of the line and the places behind them. It is depth places
// deep.
func (l line) window(depth int) []int {
	var w []int
	for i := max(0, l.n-3); i < l.n; i++ {
		for j := range depth {
			w = append(w, l.first+i*l.step+j*l.inward)
		}
	}
	return w
}

// gather brings tile x to the place to in the window, and tile y into the window.
func (s *construction) gather(w []int, x, to, y int) bool {
	if !s.bring(x, to) {
		return false
	}
	s.fixed[to] = true
	defer func() { s.fixed[to] = false }()
	return slices.Contains(w, int(s.where[y])) || s.bring(y, s.closest(w, y, to))
}

// closest returns the place of the window that is closest to a tile. It does not return the place
// other.
func (s *construction) closest(w []int, tile, other int) int {
	best, at := -1, int(s.where[tile])
	for _, c := range w {
		if c != other && (best < 0 || s.distance(at, c) < s.distance(at, best)) {
			best = c
		}
	}
	return best
}

// bring takes a tile to a place; each move brings it nearer. It returns false if fixed tiles are in
// the way.
func (s *construction) bring(tile, place int) bool {
	for int(s.where[tile]) != place {
		at := int(s.where[tile])
		var list [4]int
		ahead := list[:0] // the places nearer to the goal: the blank must go to one of them
		for _, by := range s.by {
			to := at + by
			if !s.fixed[to] && s.distance(to, place) < s.distance(at, place) {
				ahead = append(ahead, to)
			}
		}
		s.fixed[at] = true
		ok := s.reach.search(&s.route, ahead)
		s.fixed[at] = false
		if !ok {
			return false
		}
		s.follow(s.reach.way)
		s.slide(at)
	}
	return true
}

// finish solves the last area as a separate puzzle.
func (s *construction) finish(corner *bfs.Bidirectional) error {
	p, err := s.last()
	if err != nil {
		return err
	}
	sol, err := corner.Solve(s.Ctx, p, nil)
	s.Nodes += sol.Nodes
	s.path = append(s.path, sol.Path...)
	return err
}

// last returns the puzzle of the last area, which contains the goal of the blank.
func (s *construction) last() (*puzzle.Puzzle, error) {
	a := s.area
	shape := puzzle.Shape{Rows: a.Bottom - a.Top, Cols: a.Right - a.Left}
	start := puzzle.Board{Shape: shape, Tiles: make([]puzzle.Tile, shape.Cells())}
	goal := start.Clone()
	number := make(map[int32]puzzle.Tile)
	place := func(c int) int { return (a.Top+c/shape.Cols)*s.pitch + a.Left + c%shape.Cols }
	for c := range goal.Tiles {
		if t := place(c); t != s.home {
			goal.Tiles[c] = puzzle.Tile(len(number) + 1)
			number[int32(t)] = goal.Tiles[c]
		}
	}
	for c := range start.Tiles {
		start.Tiles[c] = number[s.at[place(c)]] // 0 for the blank
	}
	g, err := puzzle.NewGoal(goal)
	return &puzzle.Puzzle{Start: start, Goal: g}, err
}
