package anytime

import (
	"slices"
	"tilejudge/solver/internal/search"
)

// A tour is a walk over the tree of paths from a first board to the leaves of a beam: it goes down
// by making moves and comes back by undoing them. The moves with which all paths begin are not part
// of the tree.
type tour struct {
	ops    []uint8 // moves, tourLeaf and tourBack
	grown  []uint8 // memory for the next ops
	common []uint8 // the moves that all paths begin with
	stack  []uint8 // the moves made since, during the walk
}

// What a tour does besides moves: it visits a leaf, or undoes the last move of the stack.
const (
	tourLeaf = iota + search.None
	tourBack
)

// A standing is what a beam knows of a board.
type standing struct {
	key   uint64 // hash of the group's tiles and their cells
	h     int32  // sum of all tiles' distances to their goal cells
	value int32  // of the valuation
	group int32  // number of the first group that is not in place
	lacks int32  // sum of the distances of this group's tiles to their goal cells
}

// A beamLeaf is a board of the beam. The tour leads to its tiles.
type beamLeaf struct {
	standing
	last uint8 // the move that led to the board
}

// A beamChild is a board one move after a leaf.
type beamChild struct {
	standing
	place uint64 // hash of the tiles of the group and of the blank, with their cells
	score int32  // less is better
	leaf  int32  // index
	blank int32  // cell of the blank, for descents
	move  uint8
	keep  bool
}

// begin starts a tour with the first board as its only leaf.
func (t *tour) begin() {
	t.ops = append(t.ops[:0], tourLeaf)
	t.common, t.stack = t.common[:0], t.stack[:0]
}

// A walker holds the board that a tour leads to.
type walker interface {
	slide(move int)     // moves the blank
	leaf(leaf int) bool // finds the children of a leaf, whose board is the current one
}

// walk leads w to all leaves; back[move] undoes a move. It ends, and returns false, if a call of
// w.leaf returns false.
func (t *tour) walk(w walker, back *[5]int) bool {
	leaf := 0
	for _, op := range t.ops {
		switch op {
		case tourBack:
			w.slide(back[t.pop()])
		case tourLeaf:
			if !w.leaf(leaf) {
				return false
			}
			leaf++
		default:
			t.push(op)
			w.slide(int(op))
		}
	}
	return true
}

func (t *tour) push(move uint8) { t.stack = append(t.stack, move) }

func (t *tour) pop() uint8 {
	last := len(t.stack) - 1
	move := t.stack[last]
	t.stack = t.stack[:last]
	return move
}

// grow replaces each leaf by those of its children that are kept. The children are in the order of
// the leaves. It appends the new leaves to leaves.
func (t *tour) grow(children []beamChild, leaves []beamLeaf) []beamLeaf {
	ops := t.grown[:0]
	leaf := int32(0)
	for _, op := range t.ops {
		switch {
		case op == tourLeaf:
			for ; len(children) > 0 && children[0].leaf == leaf; children = children[1:] {
				if c := &children[0]; c.keep {
					ops = append(ops, c.move, tourLeaf, tourBack)
					leaves = append(leaves, beamLeaf{c.standing, c.move})
				}
			}
			leaf++
		case op == tourBack && ops[len(ops)-1] < search.None: // no leaf is left below that move
			ops = ops[:len(ops)-1]
		default:
			ops = append(ops, op)
		}
	}
	t.ops, t.grown = ops, t.ops
	return leaves
}

// trim removes the moves with which all paths begin from the tree, and returns them.
func (t *tour) trim() []uint8 {
	before := len(t.common)
	for t.ops[0] < search.None && t.end() == len(t.ops)-1 {
		t.common = append(t.common, t.ops[0])
		t.ops = slices.Delete(t.ops, 0, 1)
		t.ops = t.ops[:len(t.ops)-1]
	}
	return t.common[before:]
}

// end returns the index of the op that undoes the first move.
func (t *tour) end() int {
	depth := 0
	for i, op := range t.ops {
		switch {
		case op < search.None:
			depth++
		case op == tourBack:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("a tour does not come back")
}
