package greedy

import (
	"context"
	"fmt"
	"math"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// errLarge is the ErrShape for boards that are too large for every algorithm.
var errLarge = fmt.Errorf(
	"%w: no algorithm takes more than %d cells, or more than %d in a line",
	solver.ErrShape, search.MaxCells, search.MaxSide)

// A framedBoard is a board of up to MaxCells cells within a frame of cells that no tile
// enters. So moves need not look for the borders. The index of a cell with the frame is
// called its place.
type framedBoard struct {
	search.Budget
	puzzle.Shape
	order    puzzle.Order
	pitch    int     // places in a row
	by       [4]int  // by[i] is how many places the blank goes by order[i]
	at       []int32 // at[place] is the goal place of the tile there, or noPlace in the frame
	where    []int32 // where[t] is the place of the tile whose goal place is t
	blank    int     // place
	home     int     // goal place of the blank
	maxMoves int     // of a solution
	memory   int64   // bytes that the path may take
}

const noPlace = -1

// begin sets the board to the start of p. It returns the same errors as search.Search.Begin, except
// that boards may be larger.
func (b *framedBoard) begin(ctx context.Context, p *puzzle.Puzzle, o *solver.Options) error {
	s := p.Start.Shape
	b.Budget.Limited(ctx, o.NodeLimit, s.Cells())
	switch {
	case s.Spare > 0:
		return search.ErrBlanks
	case s.Cells() > search.MaxCells || max(s.Rows, s.Cols) > search.MaxSide:
		return errLarge
	case !p.Solvable():
		return puzzle.ErrUnsolvable
	}
	b.Shape, b.order, b.maxMoves, b.memory = s, search.Order(o), search.MaxMoves(p, o), o.MemoryLimit
	if b.memory == 0 {
		b.memory = math.MaxInt64
	}
	b.pitch = s.Cols + 2
	for i, m := range b.order {
		b.by[i] = map[puzzle.Move]int{
			puzzle.Up: -b.pitch, puzzle.Down: b.pitch, puzzle.Left: -1, puzzle.Right: 1,
		}[m]
	}
	b.at = search.Resized(b.at, b.pitch*(s.Rows+2))
	b.where = search.Resized(b.where, len(b.at))
	for i := range b.at {
		b.at[i] = noPlace
	}
	for c, t := range p.Start.Tiles {
		from, to := b.place(c), b.place(p.Goal.Cell(t))
		b.at[from], b.where[to] = int32(to), int32(from)
	}
	b.blank, b.home = b.place(p.Start.Blank()), b.place(p.Goal.Cell(puzzle.Blank))
	return nil
}

// place returns the place of a cell.
func (b *framedBoard) place(c int) int { return (c/b.Cols+1)*b.pitch + c%b.Cols + 1 }

// distance returns the Manhattan distance between two places.
func (b *framedBoard) distance(from, to int) int {
	rows := from/b.pitch - to/b.pitch
	cols := from%b.pitch - to%b.pitch
	return max(rows, -rows) + max(cols, -cols)
}

// away returns the sum of all tiles' distances to their goals. No path has fewer moves.
func (b *framedBoard) away() (sum int) {
	for place, goal := range b.at {
		if goal != noPlace && place != b.blank {
			sum += b.distance(place, int(goal))
		}
	}
	return sum
}

// swap moves the blank to a neighbouring place.
func (b *framedBoard) swap(to int) {
	t := b.at[to]
	b.at[b.blank], b.at[to] = t, int32(b.home)
	b.where[t], b.where[b.home] = int32(b.blank), int32(to)
	b.blank = to
}

// move returns the move that takes the blank by a number of places.
func (b *framedBoard) move(by int) puzzle.Move {
	for i, m := range b.order {
		if b.by[i] == by {
			return m
		}
	}
	panic("places are not neighbours")
}

// holds reports whether the memory has room for a path of some moves, and sets b.Err if not.
func (b *framedBoard) holds(moves int) bool {
	if int64(moves) > b.memory {
		b.Err = fmt.Errorf("%w: the path needs about %d MiB", solver.ErrMemoryLimit, moves>>20)
	}
	return b.Err == nil
}

// A route is a board, the path that has led to it, and the tiles that must stay.
type route struct {
	framedBoard
	path  puzzle.Path
	fixed []bool // fixed[place] is whether the tile there must stay; in the frame it is true
}

// follow moves the blank along the given places.
func (r *route) follow(way []int32) {
	for _, c := range way {
		r.slide(int(c))
	}
}

// slide moves the blank to a neighbouring place.
func (r *route) slide(to int) {
	r.path = append(r.path, r.move(to-r.blank))
	r.swap(to)
}
