package puzzles

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// classes returns the tile that each byte stands for; space for white space, and junk for any other
// byte.
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

// space and junk are larger than any tile that has a glyph.
const space, junk = 62, 63

// readGlyphs reads a board in which each tile is one byte.
func (r *reader) readGlyphs(b *puzzle.Board, class *[256]uint8) bool {
	tiles, cell, seen := b.Tiles, 0, uint64(0)
	glued := r.Board.Glued()
	for cell < len(tiles) {
		if r.Pos == len(r.Buf) && !r.more() {
			return r.endsEarly(fmt.Sprintf("a tile (the puzzle has %d of %d)", cell, len(tiles)))
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
					return r.duplicateTile(b, cell)
				}
				return r.fault(r.word, fmt.Sprintf("one of %s (the puzzle has %s of %d)",
					r.Board.Glyphs, english.Plural(cell, "tile", ""), len(tiles)))
			}
			seen |= 1 << t
			tiles[cell] = puzzle.Tile(t)
			cell++
		}
		r.Pos = pos
	}
	return true
}

// glyph reads a tile of one byte into a cell.
func (r *reader) glyph(b *puzzle.Board, cell int) bool {
	from := r.Offset()
	c, ok := r.next()
	if !ok {
		return r.endsEarly("one of " + r.Board.Glyphs)
	}
	r.word = r.Offset() - 1
	t := strings.IndexByte(r.Board.Glyphs, c)
	isTile := func(t puzzle.Tile) bool { return t != puzzle.Wall || r.Board.Wall != "" }
	apart := r.word > from && r.Board.Glued() && slices.ContainsFunc(b.Tiles[:cell], isTile)
	if t < 0 || t > int(b.MaxTile()) || apart {
		return r.fault(r.word, "one of "+r.Board.Glyphs)
	}
	return r.put(b, puzzle.Tile(t), cell)
}

// A template reads boards of a fixed shape in the layout that nearly all of them have, such
// as "1 2 3 4 5 6 7 8 x" or "[[1,2,3],[4,5,0]]", with one byte for each tile. It compares
// eight bytes at a time and hardly branches. That takes half the time of readGlyphs and a
// quarter of the time of readPlain (BenchmarkDecode). It leaves boards in another layout,
// and all errors, to these two.
type template struct {
	size  int          // of the layout in bytes, at least 8
	flat  bool         // the layout has no line end, and a record is just a board
	open  bool         // the layout ends in a number, which may have more digits
	tiles []int32      // where in the layout each tile is
	words []maskedWord // what the layout has around the tiles
	class *[256]uint8  // from the function classes
}

// A maskedWord says what eight bytes of the layout must be, apart from the tiles among them.
type maskedWord struct {
	at         int    // of the first byte
	mask, want uint64 // in little endian; bytes of the mask that stand for tiles are 0
}

// usualLayout returns the template for the format's own layout, or nil if boards have several
// shapes or tiles of more than a byte.
func usualLayout(f *formats.Format) *template {
	layout, glyphs := layoutOf(f, &f.Board)
	if layout == "" {
		return nil
	}
	t := newTemplate(layout, classes(glyphs))
	if t != nil {
		t.flat = len(f.Record.Words()) == 1 && !strings.Contains(layout, "\n")
		t.open = f.Board.Glyphs == "" && strings.HasSuffix(layout, "_")
	}
	return t
}

// layoutOf returns the text of a board in a notation, with "_" for each tile, and the glyphs: the
// bytes that stand for the tiles. It returns "" if boards have several shapes or tiles of more than
// a byte.
func layoutOf(f *formats.Format, n *formats.Notation) (layout, glyphs string) {
	const digits = "0123456789"
	shape := f.Shapes.Min
	tooMany := n.Glyphs == "" && shape.Cells() > len(digits)
	if shape != f.Shapes.Max || shape.Walls != 0 || n.ByColumn || tooMany {
		return "", ""
	}
	blanks := *n
	blanks.Glyphs = strings.Repeat("_", shape.Cells())
	text := blanks.Append(nil, puzzle.BlankFirst.Goal(shape).Board)
	return string(text), cmp.Or(n.Glyphs, digits)
}

// newTemplate returns the template for a layout in which each tile is written as "_", or
// nil if the layout has fewer than 8 bytes.
func newTemplate(layout string, class *[256]uint8) *template {
	if len(layout) < 8 {
		return nil
	}
	t := &template{size: len(layout), class: class}
	mask := []byte(layout)
	for i, c := range mask {
		mask[i] = 0xff
		if c == '_' {
			mask[i] = 0
			t.tiles = append(t.tiles, int32(i))
		}
	}
	for at := 0; at < t.size; at += 8 {
		at := min(at, t.size-8) // the last word may overlap the one before
		m := binary.LittleEndian.Uint64(mask[at:])
		want := m & binary.LittleEndian.Uint64([]byte(layout)[at:])
		t.words = append(t.words, maskedWord{at, m, want})
	}
	return t
}

// read reads the board that begins at r.Pos. If it returns false, r.Pos is unchanged.
func (t *template) read(r *reader, tiles []puzzle.Tile) bool {
	r.flat = false
	if t == nil || len(r.Buf)-r.Pos < t.size {
		return false
	}
	end := r.Pos + t.size
	if t.open && (end == len(r.Buf) || !window.IsSpace(r.Buf[end])) {
		return false
	}
	text := r.Buf[r.Pos:end]
	for _, w := range t.words {
		if binary.LittleEndian.Uint64(text[w.at:])&w.mask != w.want {
			return false
		}
	}
	seen := uint64(0)
	for i, at := range t.tiles {
		tile := t.class[text[at]]
		seen |= 1 << (tile & 63)
		tiles[i] = puzzle.Tile(tile)
	}
	if seen != 1<<len(t.tiles)-1 {
		return false
	}
	r.Pos = end
	r.flat = t.flat
	return true
}
