package solver

import (
	"sync"

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

// wordLength is the longest word to skip. Of 15-puzzles, with length 2, 10, 12,
// 14 and 16 a search expands 100, 66, 62, 58 and 56 boards, and to find the words
// takes 0, 5, 35, 200 and 900 ms.
const wordLength = 12

var allSkips lazy[frameOrder, skips]

type frameOrder struct {
	shape  puzzle.Shape
	order  puzzle.Order
	length int
}

func (f *frame) skips() skips { return f.skipsOf(wordLength) }

// skipsOf returns the skips of words of up to length moves.
func (f *frame) skipsOf(length int) skips {
	return allSkips.get(frameOrder{f.Shape, f.order, length}, func() skips {
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

// lazy makes values at first need and keeps them. Any number of goroutines may
// ask for one; all but the first wait.
type lazy[K comparable, V any] struct {
	mutex sync.Mutex
	of    map[K]func() V
}

func (l *lazy[K, V]) get(key K, build func() V) V {
	l.mutex.Lock()
	f := l.of[key]
	if f == nil {
		if l.of == nil {
			l.of = make(map[K]func() V)
		}
		f = sync.OnceValue(build)
		l.of[key] = f
	}
	l.mutex.Unlock()
	return f()
}
