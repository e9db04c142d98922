package puzzle

import (
	"errors"
	"math/bits"
)

// A Puzzle asks for the moves that turn Start, a proper board, into Goal, a
// board of the same shape.
type Puzzle struct {
	Start Board
	Goal  *Goal
	Bound Bound // on the moves of a solution
	ID    int   // the number that its source gives it; 0: none
}

// IDOr returns the ID, or n if there is none.
func (p *Puzzle) IDOr(n int64) int64 {
	if p.ID > 0 {
		return int64(p.ID)
	}
	return n
}

// A Bound is the most moves that a solution may have. The zero value is none.
type Bound int32

// AtMost returns the bound of so many moves.
func AtMost(moves int) Bound { return Bound(moves + 1) }

// Moves returns the bound, and false if there is none.
func (b Bound) Moves() (moves int, ok bool) { return int(b) - 1, b > 0 }

// Allows reports whether a solution may have so many moves.
func (b Bound) Allows(moves int) bool { return b <= 0 || moves < int(b) }

// A Solution is what a solver found out about one puzzle.
type Solution struct {
	Moves int   // length of the path
	Path  Path  // nil if only the length was asked for
	Nodes int64 // boards whose neighbours were looked at; 0 for a look-up
}

// Want is how much of a solution is wanted.
type Want uint8

// The zero value is all of it.
const (
	WantPath     Want = iota // Solution.Path and Moves
	WantLength               // Moves; Path is nil
	WantDecision             // neither: no error or ErrUnsolvable, by parity alone
)

// A Rule is which solutions are accepted.
type Rule uint8

// The rules. Of a number of moves, every rule but Decision accepts only that of
// a shortest path.
const (
	AnyPath  Rule = iota
	Shortest      // any shortest path, or their length
	Least         // the lexicographically smallest of the shortest paths, in an Order
	Decision      // whether there is a path
)

// String describes the rule to a person.
func (r Rule) String() string {
	return [...]string{
		"any path", "a shortest path", "of the shortest paths the lexicographically smallest",
		"whether there is a path",
	}[r]
}

// What a record may have instead of a solution. Errors that give the reason
// wrap these.
var (
	ErrUnsolvable = errors.New("unsolvable") // an answer: no moves lead to the goal
	ErrTooLong    = errors.New("too long")   // an answer: no solution is within the bound
	ErrGaveUp     = errors.New("gave up")    // a budget ended before the search
	ErrMalformed  = errors.New("malformed")  // the text is no puzzle
)

// Replay makes the moves of path one by one on a copy of p.Start and returns a
// *ReplayError if one leaves the board or the last does not end at the goal.
func (p *Puzzle) Replay(path Path) error {
	var small [64]Tile // spares common boards an allocation
	b := Board{p.Start.Shape, append(small[:0], p.Start.Tiles...)}
	blank := b.Blank()
	row, col := blank/b.Cols, blank%b.Cols // Step would divide for every move
	for i, m := range path {
		switch m {
		case Up:
			row--
		case Down:
			row++
		case Left:
			col--
		case Right:
			col++
		}
		to := row*b.Cols + col
		if uint(row) >= uint(b.Rows) || uint(col) >= uint(b.Cols) || b.Tiles[to] == Wall || to == blank {
			return &ReplayError{Move: i + 1, What: m}
		}
		b.Tiles[blank], b.Tiles[to] = b.Tiles[to], b.Tiles[blank]
		blank = to
	}
	if !b.Equal(p.Goal.Board) {
		return &ReplayError{End: b.Clone()}
	}
	return nil
}

// Solvable reports whether any moves lead from the start to the goal. It takes
// time linear in the cells and searches for nothing.
//
// A move swaps the blank with a neighbour: it changes the parity of the
// permutation and the parity of the blank's distance. On boards of at least
// 2x2 boards with equal parities reach each other (Johnson and Story 1879); in
// a single row or column no tile passes another. With walls, that holds for
// what is left when dead ends are cut off, if that is 2-connected and more than
// a ring (Wilson 1974). Of puzzles with several blanks it reports true: only a
// search can tell.
func (p *Puzzle) Solvable() bool {
	switch {
	case p.Start.Spare > 0:
		return true
	case p.Start.Walls != 0:
		q := Puzzle{p.Start.Clone(), p.Goal, 0, 0}
		return q.cutDeadEnds() && q.sameParity()
	case p.Start.Rows == 1 || p.Start.Cols == 1:
		return p.sameSequence()
	default:
		return p.sameParity()
	}
}

// cutDeadEnds moves the blanks of start and goal out of dead ends, and reports
// whether all dead ends then have the same tiles: they never change.
func (p *Puzzle) cutDeadEnds() bool {
	goal := p.Goal.Board.Clone()
	inner := p.Start.Shape // what is left, dead ends turned to walls
	for cell := 0; cell < inner.Cells(); cell++ {
		ways, way := 0, Up
		for _, m := range UDLR {
			if _, ok := inner.Step(cell, m); ok {
				ways++
				way = m
			}
		}
		if inner.IsWall(cell) || ways != 1 {
			continue
		}
		for _, b := range []Board{p.Start, goal} {
			if b.Tiles[cell] == Blank {
				b.Slide(cell, way)
			}
		}
		if p.Start.Tiles[cell] != goal.Tiles[cell] {
			return false
		}
		inner.Walls |= 1 << cell
		cell = -1 // its neighbour may be one now
	}
	var err error
	p.Goal, err = NewGoal(goal)
	return err == nil
}

// sameParity reports whether the parities of permutation and blank agree.
func (p *Puzzle) sameParity() bool {
	from, to, cols := p.Start.Blank(), p.Goal.Cell(Blank), p.Start.Cols
	steps := from/cols + from%cols + to/cols + to%cols
	return parity(p.Start.Tiles, p.Start.MaxTile())^p.Goal.odd == steps&1
}

// sameSequence reports whether both boards have the same tiles in the same
// order, wherever the blank is.
func (p *Puzzle) sameSequence() bool {
	j := 0
	for _, t := range p.Start.Tiles {
		if t == Blank {
			continue
		}
		if p.Goal.Tiles[j] == Blank {
			j++
		}
		if p.Goal.Tiles[j] != t {
			return false
		}
		j++
	}
	return true
}

// parity returns 1 if an odd number of swaps sorts the tiles, and 0 if an even
// one does: the parity of the inversions. They are those from 0 to most, in any
// order, and walls, which do not count.
//
// A radix sort makes one permutation for each digit, and the parities add up.
// That of a digit is the parity of the pairs in which the first has the larger
// one; a word that tells which digits have come an odd number of times is all
// it takes. So the memory is read in order, which to follow the cycles of a
// large board is not.
func parity(tiles []Tile, most Tile) (odd int) {
	const radix = 64
	n := int(most) + 1
	var from, to []Tile
	for shift := 0; ; shift += 6 {
		had := uint64(0)
		if most>>shift < radix { // nothing is left to sort
			for _, t := range tiles {
				if t >= 0 {
					digit := t >> (shift & 31)
					odd += bits.OnesCount64(had >> (digit & 63) >> 1)
					had ^= 1 << (digit & 63)
				}
			}
			return odd & 1
		}
		if to == nil {
			to, from = make([]Tile, n), make([]Tile, n)
		}
		var next [radix]int // where the next tile of each digit goes to
		full, rest := (n>>shift)/radix<<shift, n%(radix<<shift)
		for digit := range radix - 1 {
			next[digit+1] = next[digit] + full + min(max(rest-digit<<shift, 0), 1<<shift)
		}
		for _, t := range tiles {
			if t >= 0 {
				digit := t >> (shift & 31) & 63
				odd += bits.OnesCount64(had >> digit >> 1)
				had ^= 1 << digit
				to[next[digit]] = t
				next[digit]++
			}
		}
		tiles, to, from = to, from, to
	}
}
