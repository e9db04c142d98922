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
}

// A Solution is what a solver found out about one puzzle.
type Solution struct {
	Moves int   // length of the path
	Path  Path  // nil if only the length was asked for
	Nodes int64 // boards whose neighbours were looked at; 0 for a look-up
}

// What a record may have instead of a solution. Errors that give the reason
// wrap these.
var (
	ErrUnsolvable = errors.New("unsolvable") // an answer: no moves lead to the goal
	ErrGaveUp     = errors.New("gave up")    // a budget ended before the search
	ErrMalformed  = errors.New("malformed")  // the text is no puzzle
)

// Replay makes the moves of path one by one on a copy of p.Start and returns a
// *ReplayError if one leaves the board or the last does not end at the goal.
func (p *Puzzle) Replay(path Path) error {
	b := p.Start.Clone()
	blank := b.Blank()
	for i, m := range path {
		to, ok := b.Slide(blank, m)
		if !ok {
			return &ReplayError{Move: i + 1, What: m}
		}
		blank = to
	}
	if !b.Equal(p.Goal.Board) {
		return &ReplayError{End: b}
	}
	return nil
}

// Solvable reports whether any moves lead from the start to the goal. It takes
// time linear in the cells and searches for nothing.
//
// A move swaps the blank with a neighbour: it changes the parity of the
// permutation and the parity of the blank's distance. On boards of at least
// 2x2 boards with equal parities reach each other (Johnson and Story 1879); in
// a single row or column no tile passes another.
func (p *Puzzle) Solvable() bool {
	if p.Start.Rows == 1 || p.Start.Cols == 1 {
		return p.sameSequence()
	}
	from, to, cols := p.Start.Blank(), p.Goal.Cell(Blank), p.Start.Cols
	steps := from/cols + from%cols + to/cols + to%cols
	return p.permutation() == steps&1
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

// permutation returns 1 if an odd number of swaps turns the start into the
// goal, and 0 if an even one does: the cells less the cycles, modulo 2.
func (p *Puzzle) permutation() int {
	n := len(p.Start.Tiles)
	var small [4]uint64 // spares common boards an allocation
	todo := small[:min((n+63)/64, len(small))]
	if n > 64*len(small) {
		todo = make([]uint64, (n+63)/64)
	}
	for i := range todo { // one bit per cell
		todo[i] = ^uint64(0)
	}
	if n%64 != 0 {
		todo[len(todo)-1] = 1<<(n%64) - 1
	}
	odd := n
	for i := range todo {
		for todo[i] != 0 {
			c := 64*i + bits.TrailingZeros64(todo[i])
			odd++
			for todo[c/64]>>(c%64)&1 != 0 {
				todo[c/64] &^= 1 << (c % 64)
				c = p.Goal.Cell(p.Start.Tiles[c])
			}
		}
	}
	return odd & 1
}
