package puzzle

import "math/bits"

// A Packed is a board of a shape for which Packable holds, in one word: the tile in cell c is in
// the four bits from 4c on. Streams of small boards go through such words in a fraction of the
// time that a Puzzle takes for each.
type Packed = uint64

// Packable reports whether boards of the shape can be packed.
func (s Shape) Packable() bool { return s.Small() }

// Pack returns the board as a word.
func (b Board) Pack() (p Packed) {
	for cell, t := range b.Tiles {
		p |= Packed(t) << (4 * cell)
	}
	return p
}

// Unpack makes b the packed board of a shape. It uses the memory of the tiles again.
func (b *Board) Unpack(s Shape, p Packed) {
	b.Shape, b.Tiles = s, b.Tiles[:0]
	for range s.Cells() {
		b.Tiles = append(b.Tiles, Tile(p&15))
		p >>= 4
	}
}

// A PackedGoal tells which packed boards are solvable.
type PackedGoal struct {
	cells int
	odd   uint16 // bit c is the parity that solvable boards have with the blank in cell c
}

// NewPackedGoal returns the PackedGoal of a goal whose shape is Packable.
func NewPackedGoal(goal *Goal) *PackedGoal {
	g := &PackedGoal{cells: goal.Cells()}
	to := goal.Cell(Blank)
	for from := range g.cells {
		steps := from/goal.Cols + from%goal.Cols + to/goal.Cols + to%goal.Cols
		g.odd |= uint16((steps^goal.odd)&1) << from
	}
	return g
}

// Solvable is Puzzle.Solvable.
func (g *PackedGoal) Solvable(p Packed) bool {
	const ones = 0x1111111111111111
	blank := bits.TrailingZeros64((p-ones)&^p&(8*ones)) / 4 // the first four bits that are 0
	var seen, odds uint64                                   // as in smallParity
	for range g.cells {
		t := p & 15
		odds ^= seen >> t
		seen |= 1 << t
		p >>= 4
	}
	return uint16(bits.OnesCount64(odds))&1 == g.odd>>blank&1
}

// A PackedConversion is a Conversion of packed boards.
type PackedConversion struct {
	part [][16]uint64 // part[cell][tile] is what the tile in a cell adds to the new board
}

// Packed returns the conversion of packed boards, if the shape of the old goal is Packable.
func (c *Conversion) Packed() *PackedConversion {
	p := new(PackedConversion)
	for cell := range c.from.Cells() {
		var part [16]uint64
		for old, t := range c.tile {
			part[old] = uint64(t) << (4 * c.cell[cell])
		}
		p.part = append(p.part, part)
	}
	return p
}

// Board returns what a board becomes.
func (c *PackedConversion) Board(p Packed) (q Packed) {
	for i := range c.part {
		q += c.part[i][p&15]
		p >>= 4
	}
	return q
}
