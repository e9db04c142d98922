package formats

import (
	"fmt"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A notation is how the tiles of a board are written. Notations are comparable.
type notation interface {
	// reader returns a function that reads the tiles of a board, whose shape
	// is set, from the record of a decoder. It returns false as Decoder.fault
	// and Decoder.short do. All boards of the stream have one of these shapes.
	reader(Shapes) func(*Decoder, *puzzle.Board) bool
	// text returns how a tile is written.
	text(puzzle.Tile) string
	// tiles returns about how many tiles a line has.
	tiles(line []byte) int
}

// glyphs is a notation of one byte a tile: that of tile t is at index t. There
// may be white space between them. It takes boards of up to 62 cells.
type glyphs string

func (g glyphs) text(t puzzle.Tile) string { return string(g[t]) }

func (g glyphs) tiles(line []byte) int {
	n := 0
	for _, c := range line {
		if strings.IndexByte(string(g), c) >= 0 {
			n++
		}
	}
	return n
}

// classes returns the tile of each byte, or space or junk.
func (g glyphs) classes() *[256]uint8 {
	var class [256]uint8
	for c := range class {
		class[c] = junk
		if isSpace(byte(c)) {
			class[c] = space
		} else if t := strings.IndexByte(string(g), byte(c)); t >= 0 {
			class[c] = uint8(t)
		}
	}
	return &class
}

const space, junk = 62, 63 // no glyphs has as many tiles

func (g glyphs) reader(s Shapes) func(*Decoder, *puzzle.Board) bool {
	class := g.classes()
	usual := newTemplate(strings.TrimSpace(strings.Repeat("_ ", s.Max.Cells())), class)
	return func(d *Decoder, b *puzzle.Board) bool {
		tiles, cell, seen := b.Tiles, 0, uint64(0)
		if usual.read(d, tiles) {
			return true
		}
		for cell < len(tiles) {
			if d.pos == len(d.buf) && !d.more() {
				return d.short(fmt.Sprintf("a tile (the puzzle has %d of %d)", cell, len(tiles)))
			}
			pos := d.pos
			for cell < len(tiles) && pos < len(d.buf) {
				t := class[d.buf[pos]]
				pos++
				if t == space {
					continue
				}
				if t == junk || seen>>t&1 != 0 {
					d.word = pos - 1 - d.mark
					d.pos = pos
					if t != junk {
						return d.again(b, cell)
					}
					return d.fault(d.word,
						fmt.Sprintf("one of %s (the puzzle has %d tiles of %d)", g, cell, len(tiles)))
				}
				seen |= 1 << t
				tiles[cell] = puzzle.Tile(t)
				cell++
			}
			d.pos = pos
		}
		return true
	}
}

// numbers is a notation of decimal numbers between white space, 0 the blank.
type numbers struct{}

func (numbers) text(t puzzle.Tile) string { return strconv.Itoa(int(t)) }
func (numbers) tiles(line []byte) int     { return len(fields(line)) }

func (numbers) reader(Shapes) func(*Decoder, *puzzle.Board) bool {
	return func(d *Decoder, b *puzzle.Board) bool {
		for cell := range b.Tiles {
			if !d.tile(b, cell) {
				return false
			}
		}
		return true
	}
}

// jsonArray is a notation of a JSON array of rows, 0 the blank.
type jsonArray struct{ numbers }

func (jsonArray) reader(s Shapes) func(*Decoder, *puzzle.Board) bool {
	var usual *template
	const digits = glyphs("0123456789")
	if s.Min == s.Max && s.Max.Cells() <= len(digits) {
		row := "[" + strings.Repeat(",_", s.Max.Cols)[1:] + "]"
		layout := "[" + strings.Repeat(","+row, s.Max.Rows)[1:] + "]"
		usual = newTemplate(layout, digits.classes())
	}
	return func(d *Decoder, b *puzzle.Board) bool {
		if usual.read(d, b.Tiles) {
			return true
		}
		if !d.expect('[') {
			return false
		}
		for row := range b.Rows {
			if row > 0 && !d.expect(',') || !d.expect('[') {
				return false
			}
			for col := range b.Cols {
				if col > 0 && !d.expect(',') || !d.tile(b, row*b.Cols+col) {
					return false
				}
				if word := d.buf[d.mark+d.word : d.pos]; len(word) > 1 && word[0] == '0' {
					return d.fault(d.word, "a number without a leading 0")
				}
			}
			if !d.expect(']') {
				return false
			}
		}
		return d.expect(']')
	}
}
