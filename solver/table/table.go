// Package table looks up shortest paths of small boards. A breadth-first search back from the goal
// visits every solvable board of a shape once, and stores its answer under its rank. For boards of
// up to 10 cells without walls it stores the path, or its first move and length; for others, of up
// to 12 cells, the distance modulo 3.
package table

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// Solver looks up answers in distance tables, which it builds at first need: one for each
// shape and goal cell of the blank. Tiles are numbered by their goal
// cells, so goals that have the blank in the same cell share a table.
type Solver struct {
	solver.Options
	last   atomic.Pointer[View] // for the goal of the last puzzle
	mutex  sync.Mutex
	tables map[tableID]*table
	large  search.Lazy[tableID, *distances]
}

// Solve implements Solver. A look-up expands no nodes.
func (a *Solver) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	v := a.last.Load()
	if v == nil || v.goal != p.Goal {
		if !p.Start.Small() {
			return a.solveLarge(ctx, p, buf)
		}
		v = a.View(p.Goal)
	}
	key := v.key(p)
	rank, odd := v.Rank(key)
	if odd != v.odd {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	var path puzzle.Path
	switch {
	case a.StopAtBound && !p.Bound.Allows(v.Length(rank)):
		return puzzle.Solution{}, puzzle.ErrTooLong
	case a.Want == puzzle.WantLength:
		return puzzle.Solution{Moves: v.Length(rank), Rule: puzzle.Least}, nil
	case v.paths != nil:
		path = v.unpack(v.paths[rank], buf)
	default:
		path = v.walk(p, key, rank, buf)
	}
	return puzzle.Solution{Moves: len(path), Path: path, Rule: puzzle.Least}, nil
}

// solveLarge is Solve for boards that are not small.
func (a *Solver) solveLarge(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	shape := p.Start.Shape
	switch {
	case !p.Solvable():
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	case !hasDistances(shape):
		return puzzle.Solution{}, errShape(shape)
	case !search.MayHold(&a.Options, distancesMemory(shape)):
		return puzzle.Solution{}, solver.ErrMemoryLimit
	}
	id := tableID{shape, p.Goal.Cell(puzzle.Blank)}
	d, err := a.large.Get(ctx, id, func() *distances {
		return newDistances(id, search.Order(&a.Options), a.Cores)
	})
	if err != nil {
		return puzzle.Solution{}, err
	}
	s := puzzle.Solution{Rule: puzzle.Least}
	path := &s.Path
	if s.Path = buf[:0]; a.Want == puzzle.WantLength {
		s.Path, path = nil, nil
	}
	var ok bool
	switch s.Moves, ok = d.solve(p, path); {
	case !ok:
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	case a.StopAtBound && !p.Bound.Allows(s.Moves):
		return puzzle.Solution{}, puzzle.ErrTooLong
	}
	return s, nil
}

// Fits reports whether o lets a table of a shape be built. Building a table expands as many boards
// as it has entries.
func Fits(s puzzle.Shape, o *solver.Options) bool {
	boards := Boards(s)
	return boards > 0 && (o.NodeLimit == 0 || o.NodeLimit >= boards) &&
		(s.Small() || search.MayHold(o, distancesMemory(s)))
}

func errShape(s puzzle.Shape) error {
	return fmt.Errorf("%w: table takes boards of up to %d cells with one blank, not %v",
		solver.ErrShape, maxOpen, s)
}

// Serves reports whether the goal is that of the last puzzle solved.
func (a *Solver) Serves(goal *puzzle.Goal) bool {
	v := a.last.Load()
	return v != nil && v.goal == goal
}

// SolveMany solves the first puzzles, as long as they have the goal of the last puzzle
// solved, and calls answer for each in turn.
func (a *Solver) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	v := a.last.Load()
	if v == nil {
		return
	}
	if v.paths == nil && a.Want != puzzle.WantLength {
		for i := 0; i < len(ps) && ps[i].Goal == v.goal; i++ {
			sol, err := a.Solve(ctx, &ps[i], buf)
			answer(&ps[i], sol, err)
		}
		return
	}
	var packed [256]uint64
	for n := 0; len(ps) > 0; ps = ps[n:] {
		if n = v.fetch(packed[:], ps); n == 0 {
			return // another goal than that of the last puzzle
		}
		for i, w := range packed[:n] {
			sol, err := a.solution(v, w, ps[i].Bound, buf)
			answer(&ps[i], sol, err)
		}
	}
}

// solution returns what Solve returns for a puzzle with a bound, given its packed answer.
func (a *Solver) solution(
	v *View, packed uint64, bound puzzle.Bound, buf puzzle.Path,
) (puzzle.Solution, error) {
	if packed == 0 {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	s := puzzle.Solution{Moves: packedMoves(packed), Rule: puzzle.Least}
	if a.StopAtBound && !bound.Allows(s.Moves) {
		return puzzle.Solution{}, puzzle.ErrTooLong
	}
	if v.paths != nil {
		s.Path = v.unpack(packed, buf)
	}
	return s, nil
}

// View returns the view of a goal whose shape is Small. It builds the table if there is none yet.
func (a *Solver) View(goal *puzzle.Goal) *View {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	id := tableID{goal.Shape, goal.Cell(puzzle.Blank)}
	t := a.tables[id]
	if t == nil {
		t = newTable(id, search.Order(&a.Options), a.Want == puzzle.WantPath)
		if a.tables == nil {
			a.tables = make(map[tableID]*table)
		}
		a.tables[id] = t
	}
	v := &View{table: t, goal: goal}
	v.pairs = sync.OnceValue(v.addPairs)
	for cell := range goal.Tiles {
		for tile := range goal.Tiles {
			v.weight[cell][tile] = t.Weight[cell][goal.Cell(puzzle.Tile(tile))]
		}
	}
	a.last.Store(v)
	return v
}

// SolvePacked looks up boards with a goal, and replaces each by its answer: 0 if it is unsolvable,
// or else two bits for each move of the path, the first lowest, with a 1 above the last. A move is
// its index in the order. If only lengths are wanted, the answer is the length with bit 63 set.
// Packed boards have no bound. SolvePacked returns false, and changes nothing, if it has no such
// table for the goal yet.
func (a *Solver) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	v := a.last.Load()
	if v == nil || v.goal != goal || !goal.Packable() ||
		v.paths == nil && a.Want != puzzle.WantLength {
		return false
	}
	pairs := v.pairs()
	const most = 256 // boards at a time, as in SolveMany
	for ; len(boards) > most; boards = boards[most:] {
		v.fetchPacked(boards[:most], pairs)
	}
	v.fetchPacked(boards, pairs)
	return true
}
