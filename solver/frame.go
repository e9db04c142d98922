package solver

import (
	"context"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/words"
)

// A frame is how pattern databases see a puzzle: turned or mirrored as
// pdb.Canonical says. Tiles are named by their goal cells. So few tables serve all
// goals.
type frame struct {
	pdb.Corner
	cell  [maxFrame]uint8 // where each cell of the puzzle comes to be
	moves [4]puzzle.Move  // the puzzle's moves that become those of puzzle.UDLR
	order puzzle.Order    // of moves in the frame
}

// maxFrame is the most cells that a frame can have.
const maxFrame = 25

// newFrame returns the frame of goals that have the blank at home, and false if
// the shape takes none.
func newFrame(shape puzzle.Shape, home int, order puzzle.Order) (f frame, ok bool) {
	if shape.Cells() > maxFrame || shape.Walls != 0 || shape.Spare != 0 {
		return f, false
	}
	var best puzzle.Symmetry
	f.Corner, best = pdb.Canonical(shape, home)
	for c := range shape.Cells() {
		f.cell[c] = uint8(best.Cell(shape, c))
	}
	for k, m := range order {
		f.order[k] = best.Move(m)
		f.moves[direction(f.order[k])] = m
	}
	return f, true
}

// set fills at with the start of p, and returns the cell of the blank.
func (f *frame) set(at []uint8, p *puzzle.Puzzle) (blank int) {
	for c, t := range p.Start.Tiles {
		at[f.cell[c]] = f.cell[p.Goal.Cell(t)]
		if t == puzzle.Blank {
			blank = int(f.cell[c])
		}
	}
	return blank
}

// skips says which moves a search makes after the words of moves in a state of
// words.Automaton: each the next state << 8 | edge << 1 | 1, in order, and 0s.
type skips [][4]uint32

// wordLengths says how long the words to skip are after a search that took so
// many nodes, and what it takes at most to find them. With words of 2, 10, 12, 14
// and 16 moves a search of 15-puzzles expands 100, 66, 62, 58 and 56 boards, and to
// find them takes 0, 4, 30, 170 and 900 ms. Those of 10, 12 and 14 moves on 5x5
// take 10, 100 and 700 ms, as 40 thousand to 3 million nodes of a compound do; from
// each to the next a search takes 7 % fewer nodes, and the next bound some eight
// times as many.
var wordLengths = []struct {
	nodes  int64
	length int
	bytes  int64
}{{1 << 24, 14, 448 << 20}, {1 << 20, 12, instantBytes}, {0, 10, instantBytes}}

// wordLength is that of searches whose tables have values.
const wordLength = 12

var allSkips lazy[frameOrder, skips]

type frameOrder struct {
	shape  puzzle.Shape
	order  puzzle.Order
	length int
}

// skipsAfter returns the skips for a bound after one that took so many nodes. It
// returns ctx.Err() if ctx ends before they are there.
func (f *frame) skipsAfter(ctx context.Context, nodes int64, o *Options) (skips, error) {
	length := 0
	for _, w := range wordLengths {
		if length = w.length; nodes >= w.nodes && o.hold(w.bytes) {
			break // else the last: get has seen to its bytes
		}
	}
	return f.skips(ctx, length)
}

// skips returns the skips of words of up to length moves.
func (f *frame) skips(ctx context.Context, length int) (skips, error) {
	return allSkips.get(ctx, frameOrder{f.Shape, f.order, length}, func() skips {
		a := words.New(f.Shape, f.order, length)
		all := make(skips, len(a.Next))
		for state, next := range a.Next {
			n := 0
			for k, to := range next {
				if to != words.None {
					edge := uint32(a.Cell[to])<<2 | uint32(direction(f.order[k]))
					all[state][n] = to<<8 | edge<<1 | 1
					n++
				}
			}
		}
		return all
	})
}

// direction returns the number of a move in puzzle.UDLR.
func direction(m puzzle.Move) int {
	for d, o := range puzzle.UDLR {
		if m == o {
			return d
		}
	}
	panic("no move")
}
