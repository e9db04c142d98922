package puzzles

import (
	"bytes"
	"encoding/binary"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A packer reads boards of a small shape in their usual layout, each alone on a line, as
// puzzle.Packed. It takes less than half the time of a template (BenchmarkPart): it looks up one
// number for each tile, and the sum of these numbers is the board together with a check.
type packer struct {
	step  int // bytes of a line
	tiles []int32
	words []maskedWord
	// table[cell][byte] is a board with only that tile, plus the check 1<<tile from bit checkBit
	// on. It is junkSum for a byte that stands for no tile.
	table [][256]uint64
	goal  *puzzle.Goal
}

// The checks of n tiles add up to 1<<n - 1 if, and only if, all tiles differ: no other n powers of
// two, and no fewer, have that sum.
const (
	checkBit = 40
	junkSum  = 1 << 56
)

// newPacker returns the packer of a reader's records, or nil if records are of another kind.
func newPacker(r *reader) *packer {
	t, shape := usualLayout(r.Format), r.Shapes.Min
	if !r.boardOnly || !r.lines || t == nil || !t.flat || !shape.Packable() ||
		r.Board.Cells || r.Board.ByColumn {
		return nil
	}
	p := &packer{step: t.size + 1, tiles: t.tiles, words: t.words, goal: r.goals.last}
	p.table = make([][256]uint64, len(t.tiles))
	for cell := range p.table {
		for c, tile := range t.class {
			p.table[cell][c] = junkSum
			if int(tile) < len(t.tiles) {
				p.table[cell][c] = uint64(tile)<<(4*cell) | 1<<(checkBit+tile)
			}
		}
	}
	return p
}

// read reads boards, each from a line. It returns false if the text has anything else.
func (p *packer) read(text []byte, boards []puzzle.Packed) bool {
	if len(text) != len(boards)*p.step {
		return false
	}
	const board = 1<<checkBit - 1
	check := uint64(1)<<len(p.tiles) - 1
	tiles, table := p.tiles, p.table[:len(p.tiles)]
	for i := range boards {
		line := text[:p.step]
		text = text[p.step:]
		other := uint64(line[len(line)-1] ^ '\n')
		for _, w := range p.words {
			other |= binary.LittleEndian.Uint64(line[w.at:])&w.mask ^ w.want
		}
		sum := uint64(0)
		for cell, at := range tiles {
			sum += table[cell][line[at]]
		}
		if other != 0 || sum>>checkBit != check {
			return false
		}
		boards[i] = sum & board
	}
	return true
}

// Pack implements Part, for records that are boards in their usual layout, each alone on a line.
func (p *part) Pack(boards []puzzle.Packed) (goal *puzzle.Goal, line int) {
	k := p.d.packer
	text := bytes.TrimLeft(p.r.Buf, "\n") // the part begins with the end of the line before
	if k == nil || !k.read(text, boards[:p.want]) {
		return nil, 0
	}
	p.r.stood, p.whole = onOneLine, true
	return k.goal, p.r.Window.Line(len(p.r.Buf) - len(text))
}

// Packs reports whether AppendPacked can write the puzzles: the record is just a board.
func (e *Encoder) Packs() bool {
	return e.usual != nil && len(e.record) == 2 && e.record[0].Field == pattern.Board &&
		e.record[1].Field == pattern.Text && len(e.usual.at) <= puzzle.SmallCells
}

// AppendPacked is Append for many boards. It also returns their number, and no moves.
func (e *Encoder) AppendPacked(
	to []byte, boards []puzzle.Packed,
) (text []byte, solved, moves int) {
	layout, at, glyphs := e.usual.layout+e.record[1].Text, e.usual.at, e.usual.glyphs
	var glyph [16]byte
	copy(glyph[:], glyphs)
	for _, b := range boards {
		begin := len(to)
		to = append(to, layout...)
		line := to[begin:]
		for _, at := range at {
			line[at] = glyph[b&15]
			b >>= 4
		}
	}
	return to, len(boards), 0
}
