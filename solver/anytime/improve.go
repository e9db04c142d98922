package anytime

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/greedy"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// An improvement is the state of one search by a Solver.
type improvement struct {
	search.Search
	path   puzzle.Path // the shortest so far
	solved bool        // a path has been found
	lower  int         // no path has fewer moves
	first  []uint16    // the tiles of the board to solve
	entry  int         // the cell of its blank
	width  int         // width of the last beam
	bound  int         // the most moves that a path may have
	widest int         // the largest width of a beam
	beam   beam
	sides  [2]directedBeam // on small boards, from the board and from the goal
	short  greedy.Shortener
	rough  puzzle.Path // the path of greedy.Solver, not shortened yet; empty: none
	proof  proof
	fall   descent // on large boards, in place of the beam
	mender mender

	begun        time.Time
	improvements []solver.Improvement
}

// improve records the path and the lower bound, if there is a path and one of them is better than
// before.
func (s *improvement) improve() {
	now := solver.Improvement{Time: time.Since(s.begun), Moves: len(s.path), Bound: s.lower}
	if n := len(s.improvements); s.solved && (n == 0 ||
		now.Moves < s.improvements[n-1].Moves || now.Bound > s.improvements[n-1].Bound) {
		s.improvements = append(s.improvements, now)
	}
}

// run sets s.path to the shortest path that it finds. It returns an error if it finds none.
func (s *improvement) run(a *Solver, p *puzzle.Puzzle, o *solver.Options, buf puzzle.Path) error {
	s.first = append(s.first[:0], s.At...)
	s.entry, s.path, s.solved, s.width, s.bound = s.Blank, buf, false, 0, s.MaxMoves
	var estimate heuristic.Estimate
	var err error
	if s.lower, err = estimate.Begin(&s.Search, solver.LinearConflict, nil, o); err != nil {
		return err
	}
	s.beam.values.far = nil
	s.rough = s.rough[:0]
	if p.Start.Walls == 0 {
		err = s.build(&a.greedy, p, o)
	} else {
		s.beam.values.far = s.distances()
	}
	if err == nil {
		s.proof.begin(a, s, p, o)
		s.widen(o)
	}
	switch {
	case s.solved:
		return nil
	case err != nil:
		return err
	case s.Err != nil:
		return s.Err
	default:
		return solver.ErrMemoryLimit
	}
}

// widen searches with wider and wider beams. The last beam is as wide as the rest of the budget
// allows, judging by the beam before. Between beams it looks for a proof. On a small board the
// first beam is finished even if the search must end: it takes little longer than shortening the
// greedy path, and its path is shorter by a third or more.
func (s *improvement) widen(o *solver.Options) {
	s.widest = int(min(maxWidth, max(firstWidth, s.Limit-s.Nodes)))
	if o.MemoryLimit > 0 {
		s.widest = int(min(int64(s.widest), o.MemoryLimit/beamBytes))
		switch {
		case forDescent(s.Shape):
			s.widest /= lateGrowth
		case s.isSmall():
			s.widest /= len(s.sides)
		}
	}
	s.improve()
	last, ctx := false, s.Ctx
	if s.isSmall() && s.widest >= firstWidth {
		s.Ctx = context.WithoutCancel(ctx)
	}
	for w := s.narrowest(); w <= s.widest && !s.ended(); {
		begin, nodes := time.Now(), s.Nodes
		s.tryBeam(w, last)
		s.Ctx = ctx
		s.improve()
		took, nodes := time.Since(begin), s.Nodes-nodes
		if s.dropRough(); w > firstWidth {
			s.shortenRough()
		}
		if last && s.isSmall() || s.ended() {
			break
		}
		if s.solved && w > firstWidth {
			s.tryProof(took, nodes)
			s.improve()
		}
		most := s.left(took, nodes)
		if last = most <= growth*growth || w == s.widest; !last {
			w = min(w*growth, s.widest)
			continue
		}
		if w == s.widest || most <= s.leastRest() ||
			s.solved && s.proof.nodes > 0 && s.proof.chance(s) > 1 {
			break
		}
		if w = min(int(most*float64(w)), s.widest); w < s.narrowest() {
			break
		}
	}
	s.shortenRough()
	if !s.ended() && s.solved && (s.proof.pdb != nil || s.proof.chance(s) > 1) {
		s.prove(s.rest())
	}
}

// leastRest returns the least rest of the budget, as a multiple of what the last beam took, with
// which another beam is tried. Descents of about the same width find paths whose lengths differ by
// several percent, so one more is worth it.
func (s *improvement) leastRest() float64 {
	if forDescent(s.Shape) {
		return 0.2
	}
	return 1
}

// rest returns the time and the nodes that are left of the budget.
func (s *improvement) rest() (time.Duration, int64) {
	d := time.Duration(math.MaxInt64)
	if end, timed := s.Ctx.Deadline(); timed {
		d = time.Until(end)
	}
	return d, s.Limit - s.Nodes
}

// slowNode is more time than a node of a large board takes.
const slowNode = 600 * time.Nanosecond

// narrowest returns how many boards the first beam has. On large boards it must end in time.
func (s *improvement) narrowest() int {
	if !forDescent(s.Shape) || len(s.At) <= wideCells {
		return firstWidth
	}
	one := 3 * int64(s.lower) // a beam of one board takes fewer nodes
	fits := s.left(time.Duration(one)*slowNode, one)
	return int(min(max(fits, firstWidth/8), firstWidth/4))
}

// left returns how many beams like one that took d and nodes fit into the rest of the budget.
func (s *improvement) left(d time.Duration, nodes int64) float64 {
	times := float64(s.Limit-s.Nodes) / float64(max(1, nodes))
	if end, timed := s.Ctx.Deadline(); timed {
		// Wider beams are slower for each board, since they need more memory.
		times = min(times, 0.8*float64(time.Until(end))/float64(max(1, d)))
	}
	return 0.98 * times
}

// ended reports whether the search must end, or the path is a shortest one.
func (s *improvement) ended() bool {
	return !s.Check() || s.solved && len(s.path) <= s.lower
}

// build sets the path to the greedy one, shortened. If the context ends meanwhile, the path stays
// as it is then. On a small board there is a path even if the context has ended before, and it is
// shortened only after the first beam, which takes less time and finds a shorter path.
func (s *improvement) build(g *greedy.Solver, p *puzzle.Puzzle, o *solver.Options) error {
	ctx := s.Ctx
	if s.isSmall() {
		ctx = context.WithoutCancel(ctx)
	}
	var err error
	if s.path, s.Nodes, err = g.AppendPath(ctx, p, o, s.path); err != nil {
		return err
	}
	s.solved = true
	if len(s.path) > greedy.MaxShortened {
		return nil
	}
	s.rough = append(s.rough, s.path...)
	if !s.isSmall() {
		s.shortenRough()
	}
	return nil
}

// shortenRough shortens the greedy path, and takes it if it is shorter than the path. On a small
// board it does so even if the search has ended: that takes a few milliseconds at most.
func (s *improvement) shortenRough() {
	if len(s.rough) == 0 || len(s.path) <= s.lower {
		return
	}
	copy(s.At, s.first)
	s.short.Limit = 0
	ctx := s.Ctx
	if s.isSmall() {
		s.Ctx = context.WithoutCancel(ctx)
	}
	s.rough, _ = s.short.Shorten(&s.Search, s.entry, s.rough)
	s.Ctx = ctx
	if len(s.rough) < len(s.path) {
		s.path = append(s.path[:0], s.rough...)
	}
	s.rough = s.rough[:0]
}

// dropRough drops the greedy path if it would not become shorter than the path. Of 1,800 paths of
// random boards of 4x4 to 8x8, none was shortened to less than 0.71 of its length. Of 60,000 boards
// a few hundred random moves from their goal, 4 greedy paths would have become shorter than the
// path of the first beam, none of them on 4x4.
func (s *improvement) dropRough() {
	beam := s.width > firstWidth || len(s.At) <= 16
	if beam && 3*len(s.path) <= 2*len(s.rough) {
		s.rough = s.rough[:0]
	}
}

// tryBeam searches with a beam for a shorter path. The last beam may use up the budget.
func (s *improvement) tryBeam(width int, last bool) {
	copy(s.At, s.first)
	s.Blank, s.width = s.entry, width
	s.MaxMoves = s.longest()
	if s.solved {
		s.MaxMoves = len(s.path) - 2 // all paths have the same parity
	}
	var found puzzle.Path
	switch {
	case s.isSmall():
		found = s.trySmall(last)
	case forDescent(s.Shape):
		found = s.descend()
	case s.beam.run(&s.Search, newPlan(s.Grid, s.Home, shapeFor(s.Shape)), width):
		found = s.beam.found
	}
	if found == nil {
		return
	}
	if s.Err == nil && !s.isSmall() {
		copy(s.At, s.first)
		s.short.Limit = s.Budget.Limit
		found, s.Err = s.short.Shorten(&s.Search, s.entry, found)
	}
	if !s.solved || len(found) < len(s.path) {
		s.path, s.solved = append(s.path[:0], found...), true
	}
}

// descend searches with a descent for a path. It returns nil if it finds none.
func (s *improvement) descend() puzzle.Path {
	moves, ok := s.fall.run(&s.Search, s.width)
	if !ok {
		return nil
	}
	copy(s.At, s.first)
	s.Blank = s.entry
	var path puzzle.Path
	for _, move := range moves {
		to := int(s.Next[s.Blank][move])
		s.At[s.Blank], s.At[to] = s.At[to], s.At[s.Blank]
		s.Blank = to
		path = append(path, s.Order[move])
	}
	if path, ok = s.mender.run(&s.Search, path); !ok {
		return nil
	}
	return path
}

// isSmall reports whether the board fits a smallBeam.
func (s *improvement) isSmall() bool {
	return s.Walls == 0 && max(s.Rows, s.Cols) <= smallSide
}

// trySmall searches with a smallBeam, and at the same time with another one from the goal to the
// board. Each may use half of the nodes that are left.
func (s *improvement) trySmall(last bool) puzzle.Path {
	there, back := &s.sides[0], &s.sides[1]
	if s.width == firstWidth {
		found := there.run(s, &s.Search, last)
		back.pace = there.pace
		return found
	}
	there.halve(&s.Search)
	back.Search.Turn(&there.Search)
	var wait sync.WaitGroup
	wait.Go(func() { back.run(s, &back.Search, last) })
	there.run(s, &there.Search, last)
	wait.Wait()
	s.Nodes += there.Nodes + back.Nodes - 2*s.Nodes
	s.Generated += there.Generated + back.Generated - 2*s.Generated
	s.Check()
	if back.found == nil || there.found != nil && len(there.found) <= len(back.found) {
		return there.found
	}
	slices.Reverse(back.found)
	for i, m := range back.found {
		back.found[i] = m.Opposite()
	}
	return back.found
}

// A directedBeam is a smallBeam in one direction.
type directedBeam struct {
	search.Search
	beam  smallBeam
	pace  pace
	found puzzle.Path
}

// halve sets up the search like s, with half of the nodes that are left.
func (d *directedBeam) halve(s *search.Search) {
	d.Search = *s
	d.Limit = s.Nodes + (s.Limit-s.Nodes)/2
}

// run searches with the beam. If the beam is the last one, it may use up the budget.
func (d *directedBeam) run(s *improvement, on *search.Search, last bool) puzzle.Path {
	width := func(int) int { return s.width }
	d.pace.begin(&on.Budget, s.widest)
	if last {
		width = func(moves int) int { return d.pace.width(&on.Budget, moves, on.MaxMoves) }
	}
	d.beam.share = turnedShare
	d.found = d.beam.run(on, s.width, width)
	d.pace.measure(&on.Budget)
	return d.found
}

// longest returns the most moves of a beam if there is no path yet, as between walls. If a beam
// needs more, a wider one is better.
func (s *improvement) longest() int {
	return min(s.bound, 4*s.lower+8*len(s.At))
}

// shapeFor returns how to cut a board into groups for a beam.
func shapeFor(shape puzzle.Shape) planShape {
	side := max(shape.Rows, shape.Cols)
	switch {
	case shape.Walls != 0:
		return planShape{lastSide: side, chunk: 1, merge: 1, weight: 2 * valueUnit}
	default:
		pull := min(max(1, side/4-1), 4) // on larger boards the other tiles outweigh a group
		return planShape{lastSide: 4, chunk: 20, merge: 2, weight: int32(pull) * valueUnit}
	}
}

// distances returns the moves that take each tile from each cell to its goal cell, around
// walls, if nothing else is on the board.
func (s *improvement) distances() []uint8 {
	n := len(s.At)
	far := slices.Repeat([]uint8{math.MaxUint8}, n*n)
	for t := range n {
		row := far[t*n : (t+1)*n]
		row[t] = 0
		for queue := []int{t}; len(queue) > 0; queue = queue[1:] {
			for _, to := range s.Next[queue[0]] {
				if to >= 0 && row[to] == math.MaxUint8 {
					row[to] = row[queue[0]] + 1
					queue = append(queue, int(to))
				}
			}
		}
	}
	return far
}
