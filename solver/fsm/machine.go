// Package fsm makes finite-state machines that prune duplicate nodes from a
// depth-first search (Taylor and Korf, Pruning duplicate nodes in depth-first
// search, AAAI 1993). It knows no tiles and no goals.
//
// Two strings of moves are duplicates if they lead from the same cell of the blank
// to the same board. The machine rejects a string if a duplicate of it is shorter,
// or is as long and lexicographically smaller. So it never rejects a part of the
// canonical path, the smallest of the shortest: a search that tries moves in order
// finds that path first, with or without the machine.
package fsm

import (
	"math/bits"
	"slices"

	"tilejudge/solver/puzzle"
)

// A Machine reads the moves of a path. It never changes.
type Machine struct {
	// Next[state][k] is the state after the kth move of the order. It is Reject if
	// the blank can't make that move, or if the move completes a rejected string.
	Next [][4]uint32
	// Cell[state] is the cell of the blank. The first states are those before the
	// first move, one for each cell.
	Cell []uint8
}

// Reject stands in Machine.Next for a move that the search must not make.
const Reject = ^uint32(0)

// New returns the machine that rejects strings of up to length moves. The shape
// must have at most 25 cells. Time and memory grow about twofold with
// each move of length.
func New(shape puzzle.Shape, order puzzle.Order, length int) *Machine {
	t := newTrie(shape, order)
	for n := range length {
		t.grow(n+1 == length)
	}
	return t.machine()
}

// A trie has the strings that are not rejected, for all starts of the blank at
// once. It sees the board as a torus whose origin is the start: a cell is numbered
// by its distance from the start, and wraps around at the edges. Then a string makes
// the same torus board from every start, and two strings are duplicates from a start
// exactly if they make the same torus board and both are possible from there.
type trie struct {
	cell   [25][25]uint8 // cell[start][torus cell] is the cell of the real board
	step   [25][4]uint8  // step[torus cell][move] is where the blank gets to
	inside [25][4]starts // the starts from which that step stays on the board
	shift  [4]int        // from a start to the start that is a move further on
	nodes  []node        // shorter strings first, each length in lexicographic order
	boards []board       // boards[i] is what the string nodes[i] makes of the torus board
	same   finder        // of strings that make the same board
	levels [2]int        // index of the first of the longest strings, and of the length below
}

// starts is a set of cells where the blank may begin, one bit for each.
type starts uint32

// A node is a string of moves.
type node struct {
	from     starts    // starts from which the string is possible and not rejected
	prefix   starts    // those of them from which the string begins a rejected string
	rejected [4]starts // rejected[k]: starts from which the string and move k are rejected
	next     [4]uint32 // node of the string and move k, or 0
	suffix   uint32    // node of the string without its first move
	parent   uint32    // node of the string without its last move
	state    uint32    // machine state of the first start in prefix
	first    uint8     // the first move
	blank    uint8     // torus cell of the blank after the string
}

func newTrie(shape puzzle.Shape, order puzzle.Order) *trie {
	t := new(trie)
	n, rows, cols := shape.Cells(), shape.Rows, shape.Cols
	wrap := func(row, col int) int { return (row+rows)%rows*cols + (col+cols)%cols }
	for start := range n {
		for cell := range n {
			at := wrap(start/cols+cell/cols, start%cols+cell%cols)
			t.cell[start][cell] = uint8(at)
			for k, m := range order {
				if to, ok := shape.Step(at, m); ok {
					t.inside[cell][k] |= 1 << start
					t.shift[k] = to - at
					row, col := cell/cols+to/cols-at/cols, cell%cols+to%cols-at%cols
					t.step[cell][k] = uint8(wrap(row, col))
				}
			}
		}
	}
	t.nodes, t.boards = []node{{from: 1<<n - 1, prefix: 1<<n - 1}}, make([]board, 1)
	return t
}

// before returns the starts from which move k leads to one of s.
func (t *trie) before(k uint8, s starts) starts {
	return starts(bits.RotateLeft32(uint32(s), -t.shift[k]))
}

// grow finds the rejected strings that are a move longer than those in the trie,
// and adds the other strings of that length, unless this is the last call.
func (t *trie) grow(last bool) {
	shorter, begin, end := t.levels[1], t.levels[0], len(t.nodes)
	t.levels = [2]int{end, begin}
	t.same.reset(begin - shorter + 3*(end-begin))
	for i := shorter; i < begin; i++ {
		t.same.add(t.boards[i].hash(), i)
	}
	for i := begin; i < end; i++ {
		for k := range 4 {
			if t.longer(i, k) != 0 {
				t.same.add(t.child(i, k).hash(), begin+4*(i-begin)+k)
			}
		}
	}
	same := t.same.numbers()
	met := newSet(len(same))
	for _, number := range same {
		if i := int(number); i < begin {
			met.add(t.boards[i], t.nodes[i].from)
		} else {
			t.reject(begin+(i-begin)/4, (i-begin)%4, met)
		}
	}
	if !last {
		t.addLevel(begin, end)
	}
}

// longer returns the starts from which the string of node i and move k are possible, and do not
// end with a shorter string that is rejected. It notes the others as rejected.
func (t *trie) longer(i, k int) starts {
	at := &t.nodes[i]
	from := at.from & t.inside[at.blank][k]
	if i > 0 {
		at.rejected[k] = from & t.before(at.first, t.nodes[at.suffix].rejected[k])
	}
	return from &^ at.rejected[k]
}

// child returns what the string of node i and move k make of the torus board.
func (t *trie) child(i, k int) board {
	blank := t.nodes[i].blank
	return t.boards[i].slide(int(blank), int(t.step[blank][k]))
}

// reject rejects the string of node i and move k from the starts from which a string before it
// makes the same board, which met knows.
func (t *trie) reject(i, k int, met set) {
	from := t.longer(i, k)
	if before := from & met.add(t.child(i, k), from); before != 0 {
		t.nodes[i].rejected[k] |= before
		t.mark(uint32(i), before)
	}
}

// addLevel adds the strings of the nodes between two, with each move that is not rejected.
func (t *trie) addLevel(begin, end int) {
	t.nodes = slices.Grow(t.nodes, 3*(end-begin)+1) // at most, since moves back are rejected
	t.boards = slices.Grow(t.boards, 3*(end-begin)+1)
	for i := begin; i < end; i++ {
		for k := range 4 {
			at := &t.nodes[i]
			from := at.from & t.inside[at.blank][k] &^ at.rejected[k]
			if from == 0 {
				continue
			}
			first, suffix := uint8(k), uint32(0)
			if i > 0 {
				first, suffix = at.first, t.nodes[at.suffix].next[k]
			}
			at.next[k] = uint32(len(t.nodes))
			t.nodes = append(t.nodes, node{
				from: from, suffix: suffix, parent: uint32(i), first: first,
				blank: t.step[at.blank][k],
			})
			t.boards = append(t.boards, t.child(i, k))
		}
	}
}

// mark notes that a string, and all that it begins with, are prefixes of a string
// that is rejected from these starts.
func (t *trie) mark(i uint32, from starts) {
	for from &^= t.nodes[i].prefix; from != 0; from &^= t.nodes[i].prefix {
		t.nodes[i].prefix |= from
		i = t.nodes[i].parent
	}
}

// machine makes a state of each prefix of a rejected string and each of its
// starts. As in Aho and Corasick's automaton (1975), a path is in the state of the
// longest prefix that it ends with.
func (t *trie) machine() *Machine {
	m := new(Machine)
	for i := range t.nodes {
		n := &t.nodes[i]
		n.state = uint32(len(m.Cell))
		for s := n.prefix; s != 0; s &= s - 1 {
			m.Cell = append(m.Cell, t.cell[bits.TrailingZeros32(uint32(s))][n.blank])
		}
	}
	m.Next = make([][4]uint32, 0, len(m.Cell))
	for i := range t.nodes {
		n := &t.nodes[i]
		for s := n.prefix; s != 0; s &= s - 1 {
			start := uint8(bits.TrailingZeros32(uint32(s)))
			var next [4]uint32
			for k, inside := range t.inside[n.blank] {
				next[k] = Reject
				if inside&(s&-s) != 0 {
					next[k] = t.after(uint32(i), start, k)
				}
			}
			m.Next = append(m.Next, next)
		}
	}
	return m
}

// after returns the state after the string of a node, made from a start, and move
// k.
func (t *trie) after(i uint32, start uint8, k int) uint32 {
	for {
		n := &t.nodes[i]
		if n.rejected[k]>>start&1 != 0 {
			return Reject
		}
		if next := &t.nodes[n.next[k]]; n.next[k] != 0 && next.prefix>>start&1 != 0 {
			return next.state + uint32(bits.OnesCount32(uint32(next.prefix&(1<<start-1))))
		}
		if i == 0 {
			return uint32(int(start) + t.shift[k])
		}
		start = uint8(int(start) + t.shift[n.first])
		i = n.suffix
	}
}
