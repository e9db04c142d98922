package puzzles

import (
	"fmt"
	"strings"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// classes returns the tile of each byte, or space or junk.
func classes(glyphs string) *[256]uint8 {
	var class [256]uint8
	for c := range class {
		class[c] = junk
		if window.IsSpace(byte(c)) {
			class[c] = space
		} else if t := strings.IndexByte(glyphs, byte(c)); t >= 0 {
			class[c] = uint8(t)
		}
	}
	return &class
}

const space, junk = 62, 63 // no glyphs has as many tiles

// readGlyphs reads a board of one byte a tile.
func (r *reader) readGlyphs(b *puzzle.Board, class *[256]uint8) bool {
	tiles, cell, seen := b.Tiles, 0, uint64(0)
	glued := r.Board.Glued()
	for cell < len(tiles) {
		if r.Pos == len(r.Buf) && !r.more() {
			return r.short(fmt.Sprintf("a tile (the puzzle has %d of %d)", cell, len(tiles)))
		}
		pos := r.Pos
		for cell < len(tiles) && pos < len(r.Buf) {
			t := class[r.Buf[pos]]
			pos++
			if t == space && (!glued || cell == 0) {
				continue
			}
			if t >= space || int(t) >= len(tiles) || seen>>t&1 != 0 {
				r.word = pos - 1 - r.Mark
				r.Pos = pos
				if t < space && int(t) < len(tiles) {
					return r.again(b, cell)
				}
				return r.fault(r.word,
					fmt.Sprintf("one of %s (the puzzle has %d tiles of %d)", r.Board.Glyphs, cell, len(tiles)))
			}
			seen |= 1 << t
			tiles[cell] = puzzle.Tile(t)
			cell++
		}
		r.Pos = pos
	}
	return true
}
