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
	"runtime"
	"sync"
	"sync/atomic"

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
	f := &finder{tries: make([]trie, shape.Cells()), before: make([][]node, shape.Cells())}
	for c := range f.tries {
		for k, m := range order {
			to, ok := shape.Step(c, m)
			if !ok {
				to = -1
			}
			f.step[c][k] = to
		}
		t := &f.tries[c]
		t.nodes = []node{{blank: uint8(c), state: 1}}
		t.met.add(board{})
	}
	for n := range length {
		f.grow(n+1 == length)
	}
	return f.automaton()
}

// A finder has, for each start of the blank, the words that are not skipped.
type finder struct {
	step   [25][4]int // where the blank gets to, or -1
	tries  []trie
	before [][]node // of each trie, at the last level: for the others to read
}

// A trie has the words from one cell, shorter ones first, each length in order.
type trie struct {
	nodes   []node
	longest int // the first of the longest words
	met     set
}

// A node is a word.
type node struct {
	board
	next   [4]ref // words that are one move longer; 0: not of the trie
	tail   ref    // the word without its first move
	parent uint32
	state  uint32 // not 0 if a skipped word begins so
	blank  uint8
}

// A ref is a node's trie, in the high bits, and index.
type ref uint32

const (
	indexBits = 27
	skipped   = ^ref(0)
)

// root returns the empty word.
func root(cell int) ref { return ref(cell) << indexBits }

func (r ref) split() (cell, index int) { return int(r >> indexBits), int(r & (1<<indexBits - 1)) }

func (f *finder) node(r ref) *node {
	cell, index := r.split()
	return &f.before[cell][index]
}

// grow adds the words that are a move longer, or only finds those of them that
// are skipped.
func (f *finder) grow(last bool) {
	for c := range f.tries {
		f.before[c] = f.tries[c].nodes
	}
	var next atomic.Int32
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for c := int(next.Add(1)) - 1; c < len(f.tries); c = int(next.Add(1)) - 1 {
				f.growTrie(c, last)
			}
		})
	}
	wait.Wait()
}

func (f *finder) growTrie(cell int, last bool) {
	t := &f.tries[cell]
	i, end := t.longest, len(t.nodes)
	for t.longest = end; i < end; i++ {
		at := t.nodes[i] // a copy: nodes may move
		for k, to := range f.step[at.blank] {
			if to < 0 {
				continue
			}
			tail := root(to)
			if i > 0 {
				tail = f.node(at.tail).next[k]
			}
			if tail == skipped {
				t.nodes[i].next[k] = skipped
				continue
			}
			b := at.board.slide(int(at.blank), to)
			switch {
			case !t.met.add(b):
				t.nodes[i].next[k] = skipped
				t.mark(i)
			case !last:
				t.nodes[i].next[k] = root(cell) | ref(len(t.nodes))
				t.nodes = append(t.nodes, node{
					board: b, tail: tail, parent: uint32(i), blank: uint8(to),
				})
			}
		}
	}
}

// mark marks a word and those that it begins with.
func (t *trie) mark(i int) {
	for t.nodes[i].state == 0 {
		t.nodes[i].state = 1
		i = int(t.nodes[i].parent)
	}
}

// automaton numbers the marked words, which are its states: a path is in the
// state of the longest of them that it ends with.
func (f *finder) automaton() *Automaton {
	a := new(Automaton)
	for c := range f.tries {
		f.before[c] = f.tries[c].nodes
		f.before[c][0].state = uint32(c)
		a.Cell = append(a.Cell, uint8(c))
	}
	for _, nodes := range f.before {
		for i := range nodes[1:] {
			if n := &nodes[i+1]; n.state != 0 {
				n.state = uint32(len(a.Cell))
				a.Cell = append(a.Cell, n.blank)
			}
		}
	}
	a.Next = make([][4]uint32, len(a.Cell))
	for c, nodes := range f.before {
		for i := range nodes {
			if n := &nodes[i]; i == 0 || n.state != 0 {
				for k, to := range f.step[n.blank] {
					a.Next[n.state][k] = None
					if to >= 0 {
						a.Next[n.state][k] = f.next(root(c)|ref(i), k, to)
					}
				}
			}
		}
	}
	return a
}

// next returns the state after the word and the move k, which takes the blank
// to a cell.
func (f *finder) next(word ref, k, to int) uint32 {
	for {
		n := f.node(word)
		switch r := n.next[k]; {
		case r == skipped:
			return None
		case r != 0 && f.node(r).state != 0:
			return f.node(r).state
		}
		if _, i := word.split(); i == 0 {
			return uint32(to)
		}
		word = n.tail
	}
}
