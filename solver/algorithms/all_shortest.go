package algorithms

import (
	"cmp"
	"context"
	"errors"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// AllShortest finds all shortest paths, in Solution.Shortest. A search for one of them tells the
// length. Then IDA* with that bound goes on until it has seen all of them. It remembers the boards
// that these paths pass, so each board is searched once, however many paths lead to it: time and
// memory depend on the number of boards, not on the number of paths.
type AllShortest struct {
	solver.Options
	pool  search.Pool[paths]
	table table.Solver
	one   *Auto
}

// NewAllShortest returns an AllShortest with these options. It ignores Want, AnyPath and
// Weight. The heuristic is that of Auto if there is none.
func NewAllShortest(o solver.Options) *AllShortest {
	o.Want, o.AnyPath, o.Weight, o.Effort = puzzle.WantPath, false, 0, nil
	return &AllShortest{Options: o, table: table.Solver{Options: o}, one: NewAuto(o)}
}

// paths is the state of one search. A board has the same number in the set and in the result.
type paths struct {
	search.Search
	estimate heuristic.Estimate
	exact    *table.View // has the distances of small boards; nil: there is an estimate
	met      search.Boards
	depth    []int32  // of each board in the set: moves from the start
	key      []uint64 // the packed board
	bound    int
	found    *puzzle.Paths
}

// bytesPerPathBoard is the memory for each board beside the set: its depth and its moves.
const bytesPerPathBoard = 4 + 16

// Solve implements Solver. The path is the canonical one.
func (a *AllShortest) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	sol, err := a.one.Solve(ctx, p, buf)
	if err != nil {
		return sol, err
	}
	if p.Start.Spare > 0 {
		return sol, search.ErrBlanks
	}
	s := a.pool.Take()
	defer a.pool.Put(s)
	o := a.Options
	if o.NodeLimit > 0 {
		o.NodeLimit = max(o.NodeLimit-sol.Nodes, 1)
	}
	if err := s.Begin(ctx, p, &o); err != nil {
		return sol, err
	}
	h, err := a.estimate(s, p, sol.Nodes)
	if err == nil {
		s.bound = sol.Moves
		err = s.run(h, o.MemoryLimit)
	}
	sol.Nodes += s.Nodes
	sol.Shortest, s.found = s.found, nil
	if err != nil {
		return puzzle.Solution{Nodes: sol.Nodes}, err
	}
	return sol, nil
}

// estimate sets up what tells how far a board is from the goal, and returns that for the first
// board. nodes is how many nodes the search for one path has taken.
func (a *AllShortest) estimate(s *paths, p *puzzle.Puzzle, nodes int64) (h int, err error) {
	s.exact = nil
	if p.Start.Small() && a.Heuristic == 0 {
		s.exact = a.table.View(p.Goal)
		return 0, nil
	}
	kind := cmp.Or(a.Heuristic, solver.LinearConflict)
	pdbs := &a.one.search.PDB.Cache
	if a.Heuristic == 0 && nodes >= briefNodes && a.one.search.PDB.Takes(p, &a.Options) {
		h, err = s.estimate.Begin(&s.Search, solver.PatternDatabase, pdbs, &a.Options)
		if !errors.Is(err, solver.ErrShape) {
			return h, err
		}
	}
	return s.estimate.Begin(&s.Search, kind, pdbs, &a.Options)
}

// run searches for all paths whose length is the bound. h is the estimate for the first board.
func (s *paths) run(h int, memoryLimit int64) error {
	s.met.Begin(len(s.At), bytesPerPathBoard, memoryLimit)
	s.key, s.depth = search.Resized(s.key, s.met.Words), s.depth[:0]
	s.found = puzzle.NewPaths(s.Order)
	s.met.Pack(s.key, s.At)
	goal := make([]uint64, s.met.Words)
	for c := range s.At {
		s.met.Toggle(goal, c, uint16(c))
	}
	s.note(goal, s.Home, s.bound, [4]int32{-1, -1, -1, -1})
	if s.bound > 0 && s.Err == nil {
		s.dive(s.Blank, search.None, 0, h, s.estimate.Now)
	}
	return s.Err
}

// note adds a board that a shortest path passes after depth moves, and returns its number.
func (s *paths) note(key []uint64, blank, depth int, next [4]int32) int32 {
	i, isNew := s.met.Add(key, blank)
	if i < 0 {
		s.Err = cmp.Or(s.Err, solver.ErrMemoryLimit)
		return -1
	}
	if !isNew {
		panic("a board is noted twice")
	}
	s.depth = append(s.depth, int32(depth))
	s.found.Add(next)
	return int32(i)
}

// dive searches below the board in s.at, which g moves have led to and which needs at least h more;
// at is its walk, as for deepening. It returns the board's number, or -1 if no shortest path passes
// it. In any case, dive restores the board.
func (s *paths) dive(blank, last, g, h int, at heuristic.Walk) int32 {
	if i := s.met.Find(s.key); i >= 0 {
		if int(s.depth[i]) != g {
			return -1 // there is a shorter way to it
		}
		return int32(i)
	}
	if !s.Spend() {
		return -1
	}
	next, some := [4]int32{-1, -1, -1, -1}, false
	ways := &s.Ways[blank][last]
	for _, w := range ways.List[:ways.N] {
		k, to := int(w.Move), int(w.To)
		t := s.At[to]
		h, at := s.after(h, at, k, blank, to)
		if g+1+h > s.bound {
			continue
		}
		s.slide(blank, to, t)
		if next[k] = s.dive(to, k, g+1, h, at); next[k] >= 0 {
			some = true
		}
		s.slide(to, blank, t)
		if s.Err != nil {
			return -1
		}
	}
	if !some {
		return -1
	}
	return s.note(s.key, blank, g, next)
}

// after returns the estimate and the walk of the board after move k, which takes the blank from
// one cell to another.
func (s *paths) after(h int, at heuristic.Walk, k, blank, to int) (int, heuristic.Walk) {
	e := &s.estimate
	switch {
	case s.exact != nil:
		return s.distanceAfter(blank, to), at
	case e.Kind == solver.PatternDatabase:
		return e.SumAfter(blank, to), at
	case e.Kind == solver.WalkingDistance:
		at = e.After(at, k, s.At[to])
		return at.Moves(), at
	default:
		return h + e.Change(k, blank, to, s.At[to]), at
	}
}

// distanceAfter returns what the table has for the board after the blank has moved: its distance to
// the goal.
func (s *paths) distanceAfter(blank, to int) int {
	key, weight := uint64(0), &s.exact.Ranking.Weight
	for c, t := range s.At {
		key += weight[c&15][t&15]
	}
	t := s.At[to]
	key += weight[blank&15][t&15] + weight[to&15][s.Home&15]
	key -= weight[to&15][t&15] + weight[blank&15][s.Home&15]
	rank, _ := s.exact.Rank(key)
	return s.exact.Length(rank)
}

// slide moves the blank from one cell to another. Tile t is in one of the two cells.
func (s *paths) slide(from, to int, t uint16) {
	s.At[from], s.At[to] = s.At[to], s.At[from]
	x := t ^ uint16(s.Home)
	s.met.Toggle(s.key, from, x)
	s.met.Toggle(s.key, to, x)
}
