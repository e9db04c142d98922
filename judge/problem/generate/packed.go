package generate

import (
	"tilejudge/solver/puzzle"
)

// packedMaker makes packed boards of a small shape, the same that Puzzle makes.
type packedMaker struct {
	*Generator
	solvable *puzzle.PackedGoal
	solved   puzzle.Packed
	tiles    []uint64 // tiles[blank] has the goal's tiles, packed, once the blank has gone to a cell
}

// newPackedMaker returns a maker of the boards, or nil if they take more than shuffling.
func newPackedMaker(g *Generator) *packedMaker {
	k := g.kinds[0]
	if len(g.kinds) > 1 || k.goal == nil || !k.Packable() || g.Way != Uniform || g.MaxBound > 0 ||
		g.Within && g.bound(k.Shape) > 0 {
		return nil
	}
	goal := k.goal()
	m := &packedMaker{
		Generator: g, solvable: puzzle.NewPackedGoal(goal), solved: goal.Pack(),
	}
	for blank := range goal.Cells() {
		b := goal.Board.Clone()
		swap(&b, blank, goal.Cell(puzzle.Blank))
		p := b.Pack()
		below := uint64(1)<<(4*blank) - 1
		m.tiles = append(m.tiles, p&below|p>>4&^below)
	}
	return m
}

// board returns the board of the puzzle with a number.
func (m *packedMaker) board(number int64) puzzle.Packed {
	r := newStream(m.Seed, number)
	odd := m.Unsolvable > 0 && r.below(100) < m.Unsolvable
	board := m.reachable(&r, odd)
	for m.Unsolved && !odd && board == m.solved {
		board = m.reachable(&r, odd)
	}
	return board
}

// reachable is space.reachable.
func (m *packedMaker) reachable(r *stream, odd bool) puzzle.Packed {
	n := len(m.tiles) - 1
	blank := r.below(n + 1)
	tiles := m.tiles[blank]
	for i := n - 1; i > 0; i-- {
		tiles = swapped(tiles, i, r.below(i+1))
	}
	below := uint64(1)<<(4*blank) - 1
	board := tiles&below | tiles&^below<<4
	if m.solvable.Solvable(board) == odd {
		tiles = swapped(tiles, n-1, n-2)
		board = tiles&below | tiles&^below<<4
	}
	return board
}

// swapped returns packed tiles after two of them have changed places.
func swapped(tiles uint64, i, j int) uint64 {
	i, j = 4*i&63, 4*j&63
	x := (tiles>>i ^ tiles>>j) & 15
	return tiles ^ x<<i ^ x<<j
}
