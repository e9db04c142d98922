package solver

import (
	"context"
	"slices"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A tableBeam is a beam search for boards of up to 25 cells, whose score is looked up in
// pattern databases. It needs no groups of tiles.
type tableBeam struct {
	frame
	h         *pdb.CompoundHeuristic
	sums      []int // values of the first board
	first     tableNode
	nodes     []tableNode // the boards of the beam
	next      []tableNode // memory for the next ones
	selection beamSelection
	steps     []tableStep // that led to the boards of each number of moves, one after another
	starts    []int       // index of the first step of each number of moves
}

// A tableNode is a board of a tableBeam.
type tableNode struct {
	states pdb.States
	ups    pdb.Slack // moves so far that raised each sum; the others lowered it
	place  uint64    // hash of the board
	at     [32]uint8
	blank  uint8
	last   uint8 // direction that led to it, or none
}

// A tableStep is the last move of a board, and the index of the board before it.
type tableStep struct {
	parent int32
	move   uint8 // direction in the frame
}

// tableNodeBytes is what a tableBeam holds for each board of its width, beside beamBytes.
const tableNodeBytes = 2*256 + 8*maxTableMoves

// maxTableMoves is the most moves that a tableBeam makes. Shortest paths of boards with 25
// cells have about 100. It keeps the bytes of tableNode.ups from running over.
const maxTableMoves = 150

// windingTables are those of tableBeam. All solvers share them.
var windingTables lazy[pdb.GoalClass, *pdb.CompoundHeuristic]

// newWindingTables builds the tables for some goals. It returns nil if there can be none.
func newWindingTables(goals pdb.GoalClass) *pdb.CompoundHeuristic {
	if _, ok := pdb.InstantCompound(goals); ok { // IDA* uses the same
		return bestDatabase(goals, nil, false).compound
	}
	c, ok := pdb.WindingCompound(goals)
	if !ok {
		return nil
	}
	return newDatabase(c, pdb.InMemory(c)).compound
}

// begin makes b ready for a puzzle. It returns false if there are no tables for the board,
// or if they are not there yet and wait is false: then they are being built.
func (b *tableBeam) begin(ctx context.Context, p *puzzle.Puzzle, o *Options, wait bool) bool {
	var ok bool
	b.frame, ok = newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), o.order())
	if !ok || !o.mayHold(2*instantBytes) {
		return false
	}
	goals := b.GoalClass
	build := func() *pdb.CompoundHeuristic { return newWindingTables(goals) }
	if wait {
		b.h, _ = windingTables.get(ctx, goals, build)
	} else {
		b.h, _ = windingTables.poll(ctx, goals, build)
	}
	if b.h == nil {
		return false
	}
	b.first = tableNode{last: none}
	b.first.blank = uint8(b.frame.set(b.first.at[:], p))
	board := b.first.at[:p.Start.Cells()]
	b.first.states, b.sums = b.h.Start(board, int(b.first.blank))
	for c, t := range board {
		b.first.place ^= cellHash(int(t), c)
	}
	return true
}

// run searches with a number of boards for a path of at most maxMoves, and appends it to
// path[:0]. It returns nil if it finds none.
func (b *tableBeam) run(s *budget, width, maxMoves int, path puzzle.Path) puzzle.Path {
	b.nodes = append(b.nodes[:0], b.first)
	b.steps, b.starts = b.steps[:0], b.starts[:0]
	b.selection.begin(width)
	for moves := range min(maxMoves, maxTableMoves) {
		b.selection.children = b.selection.children[:0]
		for i := range b.nodes {
			if !s.spend() {
				return nil
			}
			if last, ok := b.addChildren(i, moves, maxMoves); ok {
				return b.trace(tableStep{int32(i), last}, moves, path[:0])
			}
		}
		s.generated += int64(len(b.selection.children))
		if b.selection.choose() == 0 {
			return nil
		}
		b.advance()
	}
	return nil
}

// addChildren adds the children of a board. If one of them is solved, it returns the last
// move and true.
func (b *tableBeam) addChildren(i, moves, maxMoves int) (last uint8, solved bool) {
	n := &b.nodes[i]
	var scratch pdb.States
	for d, m := range puzzle.UDLR {
		to, ok := b.Shape.Step(int(n.blank), m)
		if !ok || n.last < none && uint8(d) == n.last^1 {
			continue
		}
		tile := n.at[to]
		ups := n.ups + b.h.Move(&n.states, &scratch, b.h.SlotsWith[tile&31], uint8(to*4+d), 1)
		score, value := b.score(ups, moves+1)
		switch {
		case value == 0:
			return uint8(d), true
		case moves+1+value > maxMoves:
			continue
		}
		place := n.place ^ cellHash(int(tile), to) ^ cellHash(int(tile), int(n.blank)) ^
			cellHash(b.Blank, to) ^ cellHash(b.Blank, int(n.blank))
		b.selection.children = append(b.selection.children, beamChild{
			place: place, score: score, leaf: int32(i), move: uint8(d),
		})
	}
	return 0, false
}

// score returns a score and the largest sum. The score counts the other sums too, as equal
// boards are many.
func (b *tableBeam) score(ups pdb.Slack, moves int) (score int32, value int) {
	all := 0
	for i, sum := range b.sums {
		v := sum + 2*int(ups>>(i*8)&255) - moves
		value = max(value, v)
		all += v
	}
	return int32(2*len(b.sums)*value + all), value
}

// advance makes the moves of the children that are kept.
func (b *tableBeam) advance() {
	b.starts = append(b.starts, len(b.steps))
	next := b.next[:0]
	for i := range b.selection.children {
		c := &b.selection.children[i]
		if !c.keep {
			continue
		}
		next = append(next, b.nodes[c.leaf])
		n := &next[len(next)-1]
		to, _ := b.Shape.Step(int(n.blank), puzzle.UDLR[c.move])
		tile := n.at[to]
		slots := b.h.SlotsWith[tile&31]
		n.ups += b.h.Move(&n.states, &n.states, slots, uint8(to*4+int(c.move)), 1)
		n.at[n.blank], n.at[to] = tile, uint8(b.Blank)
		n.blank, n.last, n.place = uint8(to), c.move, c.place
		b.steps = append(b.steps, tableStep{c.leaf, c.move})
	}
	b.nodes, b.next = next, b.nodes
}

// trace appends the path that ends with a step after a number of moves.
func (b *tableBeam) trace(last tableStep, moves int, path puzzle.Path) puzzle.Path {
	path = append(path, b.moves[last.move])
	for moves--; moves >= 0; moves-- {
		last = b.steps[b.starts[moves]+int(last.parent)]
		path = append(path, b.moves[last.move])
	}
	slices.Reverse(path)
	return path
}
