package table

import (
	"slices"

	"tilejudge/solver/internal/ranking"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A table is a distance table: it has the answers for all solvable boards of a shape, to
// the goal that has each tile in the cell of its number.
type table struct {
	*ranking.Ranking
	*search.Grid
	odd     uint32              // the value of odd that Rank returns for solvable boards
	answers []uint8             // answers[rank] is the length << moveBits | the first move
	paths   []uint64            // paths[rank] is the packed path, see unpack; nil: there are none
	quads   [256][4]puzzle.Move // quads[b] are the four moves in the byte b of a path
}

const (
	moveBits  = 2
	unseen    = 0xff // no answer yet; more than any board of 10 cells needs
	maxPacked = 31   // moves of a packed path
)

// A tableID is all that a table depends on.
type tableID struct {
	shape puzzle.Shape
	home  int
}

// newTable visits all boards breadth-first, back from the goal. The answer of a board has the first
// move, in order, of those that lead one layer nearer to the goal. The table has packed paths if
// packed paths are wanted and none is too long.
func newTable(id tableID, order puzzle.Order, paths bool) *table {
	t := &table{
		Ranking: ranking.New(id.shape, id.home), Grid: search.NewGrid(id.shape, order),
	}
	t.answers = slices.Repeat([]uint8{unseen}, id.shape.Boards())
	if paths {
		t.paths = make([]uint64, id.shape.Boards())
	}
	goal, odd := t.Goal()
	t.odd = odd
	t.answers[goal.Rank] = 0
	if paths {
		t.paths[goal.Rank] = 1
	}
	layer, next := []ranking.Reached{goal}, []ranking.Reached(nil)
	for len(layer) > 0 {
		for i := range layer {
			next = t.expand(&layer[i], next)
		}
		layer, next = next, layer[:0]
	}
	for i := range t.quads {
		for j := range t.quads[i] {
			t.quads[i][j] = order[i>>(moveBits*j)&3]
		}
	}
	return t
}

// expand sets the answers of b's neighbours, and adds the new ones to next.
func (t *table) expand(b *ranking.Reached, next []ranking.Reached) []ranking.Reached {
	length := t.answers[b.Rank]>>moveBits + 1
	for k, cell := range t.Next[b.Blank] {
		if cell < 0 {
			continue
		}
		c := b.Slide(t.Ranking, int(cell))
		answer := length<<moveBits | uint8(t.Back[k])
		old := t.answers[c.Rank]
		if old <= answer {
			continue
		}
		if old == unseen {
			next = append(next, c)
			if length > maxPacked {
				t.paths = nil
			}
		}
		t.answers[c.Rank] = answer
		if t.paths != nil {
			t.paths[c.Rank] = t.paths[b.Rank]<<moveBits | uint64(t.Back[k])
		}
	}
	return next
}
