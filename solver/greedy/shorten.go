package greedy

import (
	"context"
	"fmt"
	"math"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Shorten makes given paths shorter, on boards of any size. It replaces parts of a path by shortest
// paths between their ends: first short parts, which take a brief search each, then longer and
// longer ones, up to the whole path. It ends when the path is proved to be a shortest one, when its
// context ends, or at the node limit, which the search of the last part may exceed.
type Shorten struct {
	solver.Options
	pool search.Pool[shortening]
}

// shortening is the state of one search.
type shortening struct {
	search.Search
	estimate heuristic.Estimate
	short    Shortener
}

// Without a limit, Shorten expands DefaultNodes, or nodesPerMove for each move of the path if that
// is more: enough for a pass with the shortest parts.
const nodesPerMove = 100

// After a pass with parts of one length, the parts become longer and may take more nodes.
const (
	partGrowth  = 5 // quarters
	nodesGrowth = 8
)

// Solve implements Solver: it shortens p.Answer.Path, which it does not change. If that path is no
// solution, the error wraps puzzle.ErrGaveUp and the *puzzle.ReplayError. The path that it returns
// is never longer.
func (a *Shorten) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := a.pool.Take()
	defer a.pool.Put(s)
	o := a.Options
	if _, timed := ctx.Deadline(); !timed && o.NodeLimit == 0 {
		o.NodeLimit = max(search.DefaultNodes, nodesPerMove*int64(len(p.Answer.Path)))
	}
	if err := s.Begin(ctx, p, &o); err != nil {
		return puzzle.Solution{}, err
	}
	if err := p.Answer.Err; err != nil {
		return puzzle.Solution{}, fmt.Errorf("%w: %w", puzzle.ErrGaveUp, err)
	}
	if err := p.Replay(p.Answer.Path); err != nil {
		return puzzle.Solution{}, fmt.Errorf("%w: the given answer is wrong: %w",
			puzzle.ErrGaveUp, err)
	}
	lower, err := s.estimate.Begin(&s.Search, solver.LinearConflict, nil, &o)
	if err != nil {
		return puzzle.Solution{}, err
	}
	path, proved := s.run(append(buf[:0], p.Answer.Path...), lower)
	sol := s.Spent(&o, int64(2*len(s.At)+len(path)))
	sol.Moves, sol.LowerBound = len(path), lower
	if proved {
		sol.LowerBound, sol.Rule = len(path), puzzle.Shortest
	}
	if a.Want == puzzle.WantPath {
		sol.Path = path
	}
	return sol, nil
}

// run returns the shortened path, and whether it is proved to be a shortest one. lower is a number
// of moves that every path has at least.
func (s *shortening) run(path puzzle.Path, lower int) (puzzle.Path, bool) {
	p := briefParts
	p.total = math.MaxInt64
	s.short.Limit = s.Limit
	var err error
	for err == nil && len(path) > lower && s.Check() {
		if p.length >= len(path) {
			return s.whole(path)
		}
		path, err = s.short.shortenParts(&s.Search, s.Blank, path, p)
		p.length = p.length * partGrowth / 4
		p.stride = p.length / 8
		p.nodes = min(p.nodes, s.Limit/nodesGrowth) * nodesGrowth
	}
	return path, len(path) <= lower
}

// whole searches for a shortest path between the ends of the whole path.
func (s *shortening) whole(path puzzle.Path) (puzzle.Path, bool) {
	h := &s.short
	h.prepare(&s.Search)
	copy(h.at, s.At)
	copy(h.then, s.At)
	h.parts = parts{length: len(path), nodes: max(s.Limit-s.Nodes, 1)}
	better, err := h.around(&s.Search, s.Blank, path)
	if better != nil {
		return append(path[:0], better...), true
	}
	return path, err == nil && h.search.Err == nil
}
