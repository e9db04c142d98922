package generate

import "tilejudge/solver/puzzle"

// A space is the set of boards of one shape. Tiles in a dead end can't pass each other:
// if the goal can be reached from a board, its dead ends have the same tiles as the
// goal's. The other cells are the core, where any order of the right parity is possible.
type space struct {
	puzzle.Shape
	cells []int           // all cells that are not walls
	core  []int           // all cells that are not in a dead end
	place []int           // place[cell] is the cell's index in core, or -1
	entry []int           // entry[cell] is where the blank leaves the core to reach the cell
	way   [][]puzzle.Move // way[cell] has the moves of the blank from the entry to the cell
}

func newSpace(shape puzzle.Shape) *space {
	n := shape.Cells()
	s := &space{
		Shape: shape, place: make([]int, n), entry: make([]int, n), way: make([][]puzzle.Move, n),
	}
	type step struct {
		to int         // the neighbour nearer to the core
		m  puzzle.Move // that leads there
	}
	dead := make(map[int]step)
	inner := shape
	if shape.Walls != 0 || shape.Rows == 1 || shape.Cols == 1 { // others have no dead ends
		for cell := 0; cell < n; cell++ {
			to, m, ok := deadEnd(inner, cell, dead[cell].m != 0)
			if ok && len(dead) < shape.Open()-1 {
				dead[cell] = step{to, m}
				inner.Walls |= 1 << cell
				cell = -1 // start again: its neighbour may be a dead end now
			}
		}
	}
	for cell := range n {
		s.place[cell], s.entry[cell] = -1, cell
		if shape.IsWall(cell) {
			continue
		}
		s.cells = append(s.cells, cell)
		for at, ok := dead[cell]; ok; at, ok = dead[at.to] {
			s.entry[cell] = at.to
			s.way[cell] = append([]puzzle.Move{at.m.Opposite()}, s.way[cell]...)
		}
		if s.way[cell] == nil {
			s.place[cell] = len(s.core)
			s.core = append(s.core, cell)
		}
	}
	return s
}

// deadEnd reports whether only one move leads out of a cell, and returns it.
func deadEnd(s puzzle.Shape, cell int, known bool) (to int, way puzzle.Move, ok bool) {
	ways := 0
	for _, m := range puzzle.UDLR {
		if next, ok := s.Step(cell, m); ok {
			to, way = next, m
			ways++
		}
	}
	return to, way, ways == 1 && !known && !s.IsWall(cell)
}

// any fills b with a board of the space, each with the same probability.
func (s *space) any(r *stream, b *puzzle.Board) {
	next := puzzle.Blank - puzzle.Tile(s.Spare)
	for cell := range b.Tiles {
		b.Tiles[cell] = puzzle.Wall
		if !s.IsWall(cell) {
			b.Tiles[cell] = max(next, puzzle.Blank)
			next++
		}
	}
	for i := len(s.cells) - 1; i > 0; i-- {
		swap(b, s.cells[i], s.cells[r.below(i+1)])
	}
}

// solvable fills b with a board from which the goal can be reached, each with the same
// probability.
//
// It draws the cell of the blank first, because each cell has the same number of such
// boards, and then an order of the tiles. Half of the orders have the wrong parity; to
// swap two tiles makes it right. So each right order comes from two drawn ones.
func (s *space) solvable(r *stream, goal *puzzle.Goal, b *puzzle.Board) {
	s.reachable(r, goal, b, false)
}

// reachable does the work of solvable. If odd is set, it fills b with a board of the
// wrong parity in the core instead.
func (s *space) reachable(r *stream, goal *puzzle.Goal, b *puzzle.Board, odd bool) {
	copy(b.Tiles, goal.Tiles)
	blank := goal.Cell(puzzle.Blank)
	for i := len(s.way[blank]) - 1; i >= 0; i-- {
		blank, _ = b.Slide(blank, s.way[blank][i].Opposite())
	}
	to := s.cells[r.below(len(s.cells))]
	swap(b, blank, s.entry[to])
	hole := s.place[s.entry[to]]
	cell := func(i int) int { // the ith cell of the core, without that of the blank
		if i >= hole {
			i++
		}
		return s.core[i]
	}
	tiles := len(s.core) - 1
	for i := tiles - 1; i > 0; i-- {
		swap(b, cell(i), cell(r.below(i+1)))
	}
	p := puzzle.Puzzle{Start: *b, Goal: goal}
	if tiles > 1 && p.Solvable() == odd {
		swap(b, cell(tiles-1), cell(tiles-2))
	}
	at := s.entry[to]
	for _, m := range s.way[to] {
		at, _ = b.Slide(at, m)
	}
}

// unsolvable fills b with a board from which the goal can't be reached. Without dead
// ends each has the same probability. With dead ends, nearly all of these boards have a
// wrong tile in one; so in half of the draws it is a board without.
func (s *space) unsolvable(r *stream, goal *puzzle.Goal, b *puzzle.Board) {
	whole := len(s.core) == len(s.cells)
	if len(s.core) > 2 && (whole || r.below(2) == 0) {
		s.reachable(r, goal, b, true)
		return
	}
	p := puzzle.Puzzle{Start: *b, Goal: goal}
	for s.any(r, b); p.Solvable(); {
		s.any(r, b)
	}
}

// hasUnsolvable reports whether there are unsolvable boards that parity detects.
func (s *space) hasUnsolvable() bool { return s.Spare == 0 && len(s.cells) > 2 }

func swap(b *puzzle.Board, i, j int) { b.Tiles[i], b.Tiles[j] = b.Tiles[j], b.Tiles[i] }
