package anytime

import (
	"slices"
	"tilejudge/solver/internal/search"
)

// A tour is a walk over the tree of paths from a first board to the leaves of a beam: it
// goes down by moves and comes back by undoing them. What all paths begin with is no part
// of the tree.
type tour struct {
	ops    []uint8 // moves, tourLeaf and tourBack
	grown  []uint8 // memory for the next ops
	common []uint8 // the moves that all paths begin with
	stack  []uint8 // the moves made since, during the walk
}

// What a tour does beside moves: it visits a leaf, or undoes the last move of the stack.
const (
	tourLeaf = iota + search.None
	tourBack
)

// begin makes the tour of the first board alone.
func (t *tour) begin() {
	t.ops = append(t.ops[:0], tourLeaf)
	t.common, t.stack = t.common[:0], t.stack[:0]
}

func (t *tour) push(move uint8) { t.stack = append(t.stack, move) }

func (t *tour) pop() uint8 {
	last := len(t.stack) - 1
	move := t.stack[last]
	t.stack = t.stack[:last]
	return move
}

// grow replaces each leaf by its children that are kept. The children are in the order of
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

// trim takes the moves that all paths begin with from the tree, and returns them.
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
