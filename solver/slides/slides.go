// Package slides finds paths of the fewest slides, where a slide moves any number of tiles in a
// line: the metric puzzle.MultiTile. It is IDA* with pattern databases of slides.
package slides

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver finds paths of the fewest slides, for puzzle.MultiTile: IDA* with pattern databases of
// slides, or for small boards with the distances of all boards. Of the paths with the fewest
// slides it returns the first in Options.Order, move by move.
//
// Two slides along one axis that follow each other would be one slide, or undo each other. So
// vertical and horizontal slides alternate, and all distances are those of paths whose first
// slide is along a given axis.
type Solver struct {
	solver.Options
	lookUp int  // lookUp is the number of cells of the largest boards that are looked up
	only   bool // the solver takes no other boards
	pool   search.Pool[slideSearch]
	tables search.Lazy[slideKey, slideTables]
	hard   atomic.Int64 // the most tiles in a pattern that a puzzle has needed so far
}

// New returns a solver with these options that does what the named algorithm does: table looks
// boards up, idastar searches, and auto looks up boards of up to 9 cells.
func New(o solver.Options, algorithm string) *Solver {
	return &Solver{Options: o, lookUp: map[string]int{
		"auto": 9, "table": puzzle.SmallCells,
	}[algorithm], only: algorithm == "table"}
}

// slideSearch is the state of one search.
type slideSearch struct {
	search.Search
	slideTables
	slideBoard
	axis  [4]int // of each move in order
	path  puzzle.Path
	bound int // on the sum of slides made and needed
	over  int // the smallest sum above the bound that was met
}

// A slideBoard is what a search keeps of the current board in addition to the tiles.
type slideBoard struct {
	index [sides]uint32 // into each table, without the axis
	wrong int           // tiles out of place
}

// errSlides is the ErrShape for boards without a table.
var errSlides = fmt.Errorf("%w: table takes boards of 2x2 up to %d cells", solver.ErrShape,
	puzzle.SmallCells)

// Solve implements Solver.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.Take()
	defer a.pool.Put(s)
	if err := s.Begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	s.path = buf[:0]
	err := a.search(s, p.Start.Shape)
	sol := s.Spent(&a.Options, int64(2*len(s.At)+len(s.path)))
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.Rule = len(s.path), puzzle.Least
	if a.Want == puzzle.WantPath {
		sol.Path = s.path
	}
	return sol, nil
}

// search searches with small tables, and then with larger ones.
func (a *Solver) search(s *slideSearch, shape puzzle.Shape) error {
	limit, err := s.Limit, errSlides
	stages := a.stages(shape)
	for i, stage := range stages {
		// With a node limit, whether a puzzle is given up must not depend on the puzzles before.
		if a.NodeLimit == 0 && i < len(stages)-1 && int64(stage.tiles) < a.hard.Load() {
			continue
		}
		if i > 0 {
			a.hard.Store(int64(stage.tiles))
		}
		key := slideKey{shape, s.Home, stage.tiles}
		build := func() slideTables { return newSlideTables(key) }
		s.slideTables, err = a.tables.Get(s.Ctx, key, build)
		if err != nil {
			return err
		}
		s.Limit = min(limit, stage.nodes)
		s.NextCheck, s.Err = min(s.NextCheck, s.Limit), nil
		if err = s.run(); err != solver.ErrNodeLimit || s.Nodes >= limit {
			return err
		}
	}
	return err
}

// A slideStage is one try at a puzzle: with the tables of patterns of a number of tiles, until all
// stages together have taken a number of nodes.
type slideStage struct {
	tiles int
	nodes int64
}

const (
	// firstTiles is the number of tiles of a pattern in the first stage.
	firstTiles = 3
	// bytesPerSlideNode is how many bytes of tables take as long to make as a node takes to search.
	// A stage ends when it has taken about as long as making the tables of the next stage takes.
	bytesPerSlideNode = 128
)

// stages returns the tries at puzzles of a shape. There are none if the solver takes no such
// boards.
func (a *Solver) stages(s puzzle.Shape) (all []slideStage) {
	switch {
	case s.Small() && s.Cells() <= a.lookUp:
		return []slideStage{{allTiles, math.MaxInt64}}
	case a.only:
		return nil
	}
	largest := mostTiles(s)
	for tiles := min(largest, firstTiles); ; tiles++ {
		if tiles == largest || !search.MayHold(&a.Options, slideBytes(s, tiles+1)) {
			return append(all, slideStage{tiles, math.MaxInt64})
		}
		all = append(all, slideStage{tiles, slideBytes(s, tiles+1) / bytesPerSlideNode})
	}
}

// run searches for the first path with the fewest slides.
func (s *slideSearch) run() error {
	s.look(s.At, s.Blank)
	if s.path = s.path[:0]; s.wrong == 0 {
		return nil
	}
	for s.bound = min(s.least(vertical), s.least(horizontal)); ; s.bound = s.over {
		s.over = math.MaxInt
		s.Round(s.bound)
		for k := range s.Order {
			switch {
			case s.slide(s.Blank, k, s.bound-1):
				return nil
			case s.Err != nil:
				return s.Err
			}
		}
	}
}

// dive searches below the board in s.At, whose blank is in a cell. The last move was k, in a
// slide that may go on, and up to left more slides may follow it. If dive returns true, s.path
// is the solution; otherwise dive restores board and path.
//
// It makes one move at a time: so it meets paths in their order, whether slides end or go on.
func (s *slideSearch) dive(blank, k, left int) bool {
	if s.wrong == 0 {
		return true
	}
	need := s.least(1 - s.axis[k])
	if need > left {
		s.over = min(s.over, s.bound-left+need)
	} else if !s.Spend() {
		return false
	}
	for next := range s.Order {
		solved := false
		switch {
		case next == k:
			solved = s.slide(blank, k, left)
		case next != s.Back[k] && need <= left:
			solved = s.slide(blank, next, left-1)
		}
		if solved || s.Err != nil {
			return solved
		}
	}
	return false
}

// slide makes move k of the blank, if that stays on the board, and dives.
func (s *slideSearch) slide(blank, k, left int) bool {
	to := int(s.Next[blank][k])
	if to < 0 {
		return false
	}
	before := s.slideBoard
	s.move(blank, to)
	s.path = append(s.path, s.Order[k])
	if s.dive(to, k, left) {
		return true
	}
	s.path = s.path[:len(s.path)-1]
	s.At[blank], s.At[to] = s.At[to], s.At[blank]
	s.slideBoard = before
	return false
}

// move moves the blank from one cell to another.
func (s *slideSearch) move(blank, to int) {
	t := s.At[to]
	s.At[blank], s.At[to] = t, s.At[blank]
	if int(t) == to {
		s.wrong++
	} else if int(t) == blank {
		s.wrong--
	}
	if s.Ranking != nil {
		s.index[0] = s.RankOf(s.At)
		return
	}
	x := uint32(blank ^ to)
	for i := range s.distances {
		s.index[i] ^= x
		if shift := s.shift[i][t]; shift > 0 {
			s.index[i] ^= x << shift
		}
	}
}

// look sets the part of the state that depends on the board.
func (s *slideSearch) look(at []uint16, blank int) {
	s.slideBoard = slideBoard{}
	for k, m := range s.Order {
		s.axis[k] = axisOf(m)
	}
	for c, t := range at {
		if int(t) != c && c != blank {
			s.wrong++
		}
		for i := range s.distances {
			if s.Ranking == nil && (c == blank || s.shift[i][t] > 0) {
				s.index[i] |= uint32(c) << s.shift[i][t]
			}
		}
	}
	if s.Ranking != nil {
		s.index[0] = s.RankOf(at)
	}
}

// least returns a lower bound on the slides that solve the board if the first of them is along
// an axis.
func (s *slideSearch) least(axis int) int {
	most := uint8(0)
	for i, d := range s.distances {
		most = max(most, d[s.index[i]<<1|uint32(axis)])
	}
	return int(most)
}
