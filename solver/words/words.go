// Package words finds the words of moves that a search for shortest paths may
// skip, since another word does the same (Taylor and Korf, Pruning duplicate nodes
// in depth-first search, AAAI 1993). It knows no tiles and no goals.
//
// A word, made from some cell of the blank, is skipped if another one from
// there leads to the same board and is shorter, or as long and lexicographically
// smaller. So no part of the canonical path, the smallest of the shortest, is
// ever skipped: a search that tries moves in order finds that path first,
// whether it skips words or not.
package words

import (
	"math/bits"

	"tilejudge/solver/puzzle"
)

// An Automaton reads the moves of a path. It never changes.
type Automaton struct {
	// Next[state][k] is the state after the kth move of the order, or None if
	// there is no such move or the word that it ends is skipped.
	Next [][4]uint32
	// Cell[state] is where the blank is. The first states are those before the
	// first move, one for each cell.
	Cell []uint8
}

// None is no state.
const None = ^uint32(0)

// New returns the automaton that skips words of up to length moves. The shape
// has no walls and 25 cells at most. It takes time and memory that double with
// each move.
func New(shape puzzle.Shape, order puzzle.Order, length int) *Automaton {
	f := newFinder(shape, order)
	for n := range length {
		f.grow(n+1 == length)
	}
	return f.automaton()
}

// A finder has the words that are not skipped, for all starts of the blank at
// once: the board is laid out from the start on, and what goes over an edge comes
// back at the other side. Then a word makes the same board of the finder whatever
// the start, and words that do the same from a start still make the same board.
type finder struct {
	from   [25][25]uint8 // from[start][cell] is the board's cell that is the finder's
	step   [25][4]uint8  // where the blank gets to
	takes  [25][4]starts // those from which it does not go over an edge
	ahead  [4]int        // from a start to the start after a move
	nodes  []node        // shorter words first, each length in order
	boards []board       // that they make
	levels [2]int        // where the longest words begin, and those a move shorter
	met    set           // boards of the words at hand and of those two moves shorter
}

// Starts are cells of the blank before the first move, a bit for each.
type starts uint32

// A node is a word.
type node struct {
	of      starts    // that do not skip it
	marked  starts    // of these, those where a skipped word begins so
	skipped [4]starts // those that skip the word that is a move longer
	next    [4]uint32 // that word, or 0
	tail    uint32    // the word without its first move
	parent  uint32    // without its last
	state   uint32    // that of the first marked start
	first   uint8     // move
	blank   uint8
}

func newFinder(shape puzzle.Shape, order puzzle.Order) *finder {
	f := new(finder)
	n, rows, cols := shape.Cells(), shape.Rows, shape.Cols
	wrap := func(row, col int) int { return (row+rows)%rows*cols + (col+cols)%cols }
	for start := range n {
		for cell := range n {
			at := wrap(start/cols+cell/cols, start%cols+cell%cols)
			f.from[start][cell] = uint8(at)
			for k, m := range order {
				if to, ok := shape.Step(at, m); ok {
					f.takes[cell][k] |= 1 << start
					f.ahead[k] = to - at
					f.step[cell][k] = uint8(wrap(cell/cols+to/cols-at/cols, cell%cols+to%cols-at%cols))
				}
			}
		}
	}
	f.nodes, f.boards = []node{{of: 1<<n - 1, marked: 1<<n - 1}}, make([]board, 1)
	return f
}

// before returns the starts from which a move leads to one of s.
func (f *finder) before(k uint8, s starts) starts {
	return starts(bits.RotateLeft32(uint32(s), -f.ahead[k]))
}

// grow adds the words that are a move longer, or only finds those of them that
// are skipped.
func (f *finder) grow(last bool) {
	i, end, shorter := f.levels[0], len(f.nodes), f.levels[1]
	f.levels = [2]int{end, i}
	f.met = newSet(4 * (end - shorter))
	for j := shorter; j < i; j++ {
		f.met.add(f.boards, f.boards[j], j, f.nodes[j].of)
	}
	for ; i < end; i++ {
		for k := range uint8(4) {
			f.extend(i, k, last)
		}
	}
}

// extend adds the word that is longer by a move.
func (f *finder) extend(i int, k uint8, last bool) {
	at := &f.nodes[i]
	of, first, tail := at.of&f.takes[at.blank][k], k, uint32(0)
	if i > 0 {
		t := &f.nodes[at.tail]
		first, tail = at.first, t.next[k]
		at.skipped[k] = of & f.before(first, t.skipped[k])
		of &^= at.skipped[k]
	}
	if of == 0 {
		return
	}
	to := f.step[at.blank][k]
	b := f.boards[i].slide(int(at.blank), int(to))
	if met := of & f.met.add(f.boards, b, len(f.boards), of); met != 0 {
		at.skipped[k] |= met
		f.mark(uint32(i), met)
		of &^= met
	}
	if of == 0 {
		return
	}
	if !last {
		at.next[k] = uint32(len(f.nodes))
		f.nodes = append(f.nodes, node{
			of: of, tail: tail, parent: uint32(i), first: first, blank: to,
		})
	}
	f.boards = append(f.boards, b)
}

// mark marks a word and those that it begins with.
func (f *finder) mark(i uint32, of starts) {
	for of &^= f.nodes[i].marked; of != 0; of &^= f.nodes[i].marked {
		f.nodes[i].marked |= of
		i = f.nodes[i].parent
	}
}

// automaton numbers the marked words, which are its states, one for each start:
// a path is in the state of the longest of them that it ends with.
func (f *finder) automaton() *Automaton {
	a := new(Automaton)
	for i := range f.nodes {
		n := &f.nodes[i]
		n.state = uint32(len(a.Cell))
		for s := n.marked; s != 0; s &= s - 1 {
			a.Cell = append(a.Cell, f.from[bits.TrailingZeros32(uint32(s))][n.blank])
		}
	}
	a.Next = make([][4]uint32, 0, len(a.Cell))
	for i := range f.nodes {
		n := &f.nodes[i]
		for s := n.marked; s != 0; s &= s - 1 {
			start := uint8(bits.TrailingZeros32(uint32(s)))
			var next [4]uint32
			for k, takes := range f.takes[n.blank] {
				next[k] = None
				if takes&(s&-s) != 0 {
					next[k] = f.after(uint32(i), start, k)
				}
			}
			a.Next = append(a.Next, next)
		}
	}
	return a
}

// after returns the state after a word from a start and the kth move.
func (f *finder) after(word uint32, start uint8, k int) uint32 {
	for {
		n := &f.nodes[word]
		if n.skipped[k]>>start&1 != 0 {
			return None
		}
		if m := &f.nodes[n.next[k]]; n.next[k] != 0 && m.marked>>start&1 != 0 {
			return m.state + uint32(bits.OnesCount32(uint32(m.marked&(1<<start-1))))
		}
		if word == 0 {
			return uint32(int(start) + f.ahead[k])
		}
		start = uint8(int(start) + f.ahead[n.first])
		word = n.tail
	}
}
