// Package heuristic computes lower bounds on the moves to the goal: Hamming and Manhattan distance,
// linear conflicts, walking distance and pattern databases. Package solver has their names.
//
//   - R. E. Korf: Depth-first iterative-deepening. Artificial Intelligence 27 (1985): Manhattan
//     distance.
//   - O. Hansson, A. Mayer, M. Yung: Criticizing solutions to relaxed models yields powerful
//     admissible heuristics. Information Sciences 63 (1992): linear conflict.
//   - K. Takahashi: walking distance, in his solver of the 15-puzzle (2001).
//   - R. E. Korf, A. Felner: Disjoint pattern database heuristics. Artificial Intelligence 134
//     (2002).
package heuristic

import (
	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// An Estimate computes one heuristic on the board of one search.
type Estimate struct {
	*search.Search
	Kind solver.Heuristic
	tail []uint16 // scratch memory of conflicts

	tables *pdb.PartitionHeuristic // for PatternDatabase
	frame  Frame

	walker         // for WalkingDistance
	Now, Then Walk // walks of the current board, and of the board after the move passed to Change
}

// Begin sets up a heuristic for the search s, and returns its value for the first board, or an
// error that wraps puzzle.ErrGaveUp. pdbs keeps the tables for PatternDatabase.
func (e *Estimate) Begin(
	s *search.Search, kind solver.Heuristic, pdbs *Cache, o *solver.Options,
) (h int, err error) {
	e.Search, e.Kind = s, kind
	if kind == solver.WalkingDistance {
		e.Now, err = e.walker.begin(s)
		return e.Now.Moves(), err
	}
	if longest := max(s.Rows, s.Cols); len(e.tail) < longest {
		e.tail = make([]uint16, longest)
	}
	if kind == solver.PatternDatabase {
		if err := e.chooseTables(pdbs, o); err != nil {
			return 0, err
		}
		return e.sum(), nil
	}
	for c, t := range s.At {
		switch {
		case int(t) == s.Home || int(t) == c:
		case kind == solver.Hamming:
			h++
		default:
			h += search.Distance(s.Row[t], s.Row[c]) + search.Distance(s.Col[t], s.Col[c])
		}
	}
	if kind == solver.LinearConflict {
		for r := range s.Rows {
			h += 2 * e.conflicts(r*s.Cols, 1, s.Cols, s.Row, uint16(r), s.Col)
		}
		for c := range s.Cols {
			h += 2 * e.conflicts(c, s.Cols, s.Rows, s.Col, uint16(c), s.Row)
		}
	}
	return h, nil
}

// chooseTables sets the tables that sum looks up.
func (e *Estimate) chooseTables(pdbs *Cache, o *solver.Options) error {
	var ok bool
	if e.frame, ok = NewFrame(e.Shape, e.Home, e.Order); !ok {
		return ErrPattern
	}
	db, err := pdbs.Get(e.Ctx, e.frame.GoalClass, o, true)
	e.tables = db.Partition
	return err
}

// SumAfter returns the value that sum would return after the blank has moved from one cell to
// another.
func (e *Estimate) SumAfter(blank, to int) int {
	e.At[blank], e.At[to] = e.At[to], e.At[blank]
	sum := e.sum()
	e.At[blank], e.At[to] = e.At[to], e.At[blank]
	return sum
}

// sum looks up the current board in the pattern databases.
func (e *Estimate) sum() int {
	var p Position
	for c, t := range e.At {
		p.At[e.frame.cell[c]] = e.frame.cell[t]
	}
	distance, sums := p.Look(e.tables)
	return distance + 2*int(max(sums[0], sums[1]))
}

// Change returns by how much the heuristic grows when the blank makes move k from cell blank to
// cell to, where tile t is. It is called before the board changes. PatternDatabase has SumAfter
// instead.
func (e *Estimate) Change(k, blank, to int, t uint16) int {
	switch e.Kind {
	case solver.Manhattan:
		return e.Step(k, to, t)
	case solver.LinearConflict:
		return e.Step(k, to, t) + 2*e.conflictChange(k, blank, to)
	case solver.WalkingDistance:
		e.Then = e.After(e.Now, k, t)
		return e.Then.Moves() - e.Now.Moves()
	}
	switch int(t) {
	case to:
		return 1
	case blank:
		return -1
	default:
		return 0
	}
}

// Step returns the change of the Manhattan distance: -1 if the tile's goal is ahead of
// it, and 1 otherwise. It has no branch, as that would be taken every other time.
func (e *Estimate) Step(k, to int, t uint16) int {
	ahead := e.Ahead[k]
	return int(1 + 2*((ahead[to]-ahead[t])>>31))
}

// conflictChange returns by how many the conflicts grow. They change only in the line
// that the tile leaves or enters, and only if that is the tile's goal line.
func (e *Estimate) conflictChange(k, blank, to int) int {
	t := e.At[to]
	across, along, cell, step, n := e.Col, e.Row, e.Col[t], e.Cols, e.Rows
	line := cell
	if m := e.Order[k]; m == puzzle.Up || m == puzzle.Down {
		across, along, step, n = e.Row, e.Col, 1, e.Cols
		line = e.Row[t]
		cell = line * uint16(e.Cols)
	}
	if line != across[to] && line != across[blank] {
		return 0
	}
	before := e.conflicts(int(cell), step, n, across, line, along)
	e.At[blank], e.At[to] = t, e.At[blank]
	after := e.conflicts(int(cell), step, n, across, line, along)
	e.At[blank], e.At[to] = e.At[to], t
	return after - before
}

// conflicts returns how many tiles must leave a line so that the others can pass along it
// to their goals: the tiles whose goal is in the line, less their longest increasing
// subsequence. The line has n cells, starts at cell and goes on by step. across[t] is the
// goal line of tile t, and along[t] its place in that line.
func (e *Estimate) conflicts(cell, step, n int, across []uint16, line uint16, along []uint16) int {
	tail := e.tail // tail[i] is the smallest last place of an increasing subsequence of i+1 tiles
	tiles, longest := 0, 0
	for range n {
		t := e.At[cell]
		cell += step
		if across[t] != line || int(t) == e.Home {
			continue
		}
		tiles++
		place := along[t]
		i := longest
		for i > 0 && tail[i-1] > place {
			i--
		}
		tail[i] = place
		longest = max(longest, i+1)
	}
	return tiles - longest
}
