package solver

import (
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// An estimate computes one heuristic on the board of one search.
type estimate struct {
	*search
	kind Heuristic
	tail []uint16 // scratch memory of conflicts

	tables *pdb.PartitionHeuristic // for PatternDatabase
	frame  frame

	walker         // for WalkingDistance
	now, then walk // of the current board, and of the board after the move that change got
}

// begin sets up a heuristic for the search s, and returns its value for the first board,
// or an error that wraps puzzle.ErrGaveUp. pdbs has the tables for PatternDatabase.
func (e *estimate) begin(s *search, kind Heuristic, pdbs *pdbCache, o *Options) (h int, err error) {
	e.search, e.kind = s, kind
	if kind == WalkingDistance {
		e.now, err = e.walker.begin(s)
		return e.now.moves(), err
	}
	if longest := max(s.Rows, s.Cols); len(e.tail) < longest {
		e.tail = make([]uint16, longest)
	}
	if kind == PatternDatabase {
		if err := e.chooseTables(pdbs, o); err != nil {
			return 0, err
		}
		return e.sum(), nil
	}
	for c, t := range s.at {
		switch {
		case int(t) == s.home || int(t) == c:
		case kind == Hamming:
			h++
		default:
			h += distance(s.row[t], s.row[c]) + distance(s.col[t], s.col[c])
		}
	}
	if kind == LinearConflict {
		for r := range s.Rows {
			h += 2 * e.conflicts(r*s.Cols, 1, s.Cols, s.row, uint16(r), s.col)
		}
		for c := range s.Cols {
			h += 2 * e.conflicts(c, s.Cols, s.Rows, s.col, uint16(c), s.row)
		}
	}
	return h, nil
}

// chooseTables sets the tables that sum looks up.
func (e *estimate) chooseTables(pdbs *pdbCache, o *Options) error {
	var ok bool
	if e.frame, ok = newFrame(e.Shape, e.home, e.order); !ok {
		return errPattern
	}
	db, err := pdbs.get(e.ctx, e.frame.GoalClass, o, true)
	e.tables = db.partition
	return err
}

// sumAfter returns what sum would after the blank has moved from one cell to another.
func (e *estimate) sumAfter(blank, to int) int {
	e.at[blank], e.at[to] = e.at[to], e.at[blank]
	sum := e.sum()
	e.at[blank], e.at[to] = e.at[to], e.at[blank]
	return sum
}

// sum looks up the current board in the pattern databases.
func (e *estimate) sum() int {
	var p position
	for c, t := range e.at {
		p.at[e.frame.cell[c]] = e.frame.cell[t]
	}
	distance, sums := p.look(e.tables)
	return distance + 2*int(max(sums[0], sums[1]))
}

// change returns by how much the heuristic grows when the blank makes move k from cell
// blank to cell to, where tile t is. It is called before the board changes. It is not for
// PatternDatabase, which has sumAfter.
func (e *estimate) change(k, blank, to int, t uint16) int {
	switch e.kind {
	case Manhattan:
		return e.step(k, to, t)
	case LinearConflict:
		return e.step(k, to, t) + 2*e.conflictChange(k, blank, to)
	case WalkingDistance:
		e.then = e.after(e.now, k, t)
		return e.then.moves() - e.now.moves()
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

// step returns the change of the Manhattan distance: -1 if the tile's goal is ahead of
// it, and 1 otherwise. It has no branch, as that would be taken every other time.
func (e *estimate) step(k, to int, t uint16) int {
	ahead := e.ahead[k]
	return int(1 + 2*((ahead[to]-ahead[t])>>31))
}

// conflictChange returns by how many the conflicts grow. They change only in the line
// that the tile leaves or enters, and only if that is the tile's goal line.
func (e *estimate) conflictChange(k, blank, to int) int {
	t := e.at[to]
	across, along, cell, step, n := e.col, e.row, e.col[t], e.Cols, e.Rows
	line := cell
	if m := e.order[k]; m == puzzle.Up || m == puzzle.Down {
		across, along, step, n = e.row, e.col, 1, e.Cols
		line = e.row[t]
		cell = line * uint16(e.Cols)
	}
	if line != across[to] && line != across[blank] {
		return 0
	}
	before := e.conflicts(int(cell), step, n, across, line, along)
	e.at[blank], e.at[to] = t, e.at[blank]
	after := e.conflicts(int(cell), step, n, across, line, along)
	e.at[blank], e.at[to] = e.at[to], t
	return after - before
}

// conflicts returns how many tiles must leave a line so that the others can pass along it
// to their goals: the tiles whose goal is in the line, less their longest increasing
// subsequence. The line has n cells, starts at cell and goes on by step. across[t] is the
// goal line of tile t, and along[t] its place in that line.
func (e *estimate) conflicts(cell, step, n int, across []uint16, line uint16, along []uint16) int {
	tail := e.tail // tail[i] is the smallest last place of i+1 increasing tiles
	tiles, longest := 0, 0
	for range n {
		t := e.at[cell]
		cell += step
		if across[t] != line || int(t) == e.home {
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
