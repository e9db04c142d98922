package formats

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A notation is how boards are written: the tiles, and what stands between them.
type Notation struct {
	Glyphs string // one byte a tile, that of tile t at index t; "": decimal numbers
	Blank  string // of decimal numbers; "": 0
	Width  int    // of a decimal number, in columns at least
	Layout
}

// A layout is what stands around and between the tiles of a board. To a reader
// white space says nothing, but that a layout without any allows none.
type Layout struct{ Open, OpenRow, Between, CloseRow, BetweenRows, Close string }

// The layouts.
var (
	oneLine   = Layout{Between: " ", BetweenRows: " "}
	doubled   = Layout{Between: "  ", BetweenRows: "  "}
	padRight  = Layout{Between: "  ", BetweenRows: "  ", Close: " "}
	padded    = Layout{Open: " ", Between: "  ", BetweenRows: "  ", Close: " "}
	inRows    = Layout{Between: " ", BetweenRows: "\n"}
	wideRows  = Layout{Between: " ", CloseRow: " ", BetweenRows: "\n"}
	inColumn  = Layout{Between: "\n", BetweenRows: "\n"}
	glued     = Layout{}
	gluedRows = Layout{BetweenRows: "\n"}
	inCommas  = Layout{Between: ",", BetweenRows: ","}
	// With an empty line behind the last row.
	thenEmpty     = Layout{Between: " ", BetweenRows: "\n", Close: "\n"}
	wideThenEmpty = Layout{Between: " ", CloseRow: " ", BetweenRows: "\n", Close: "\n"}

	inJSON = Layout{"[", "[", ",", "]", ",", "]"}
)

// numbers writes tiles as decimal numbers, 0 the blank.
func numbers(l Layout) Notation { return Notation{Layout: l} }

// glyphs writes tile t as byte t of the text.
func glyphs(text string, l Layout) Notation { return Notation{Glyphs: text, Layout: l} }

const digits = "0123456789"

// text returns how a tile is written, but for its width.
func (f Notation) text(t puzzle.Tile) string {
	switch {
	case f.Glyphs != "":
		return f.Glyphs[t : t+1]
	case t == puzzle.Blank && f.Blank != "":
		return f.Blank
	default:
		return strconv.Itoa(int(t))
	}
}

// tiles returns about how many tiles a line has.
func (f Notation) tiles(line []byte) int {
	if f.Glyphs == "" {
		return len(fieldsOf(line))
	}
	n := 0
	for _, c := range line {
		if strings.IndexByte(f.Glyphs, c) >= 0 {
			n++
		}
	}
	return n
}

// append appends a board.
func (f Notation) append(to []byte, b puzzle.Board) []byte {
	to = append(to, f.Open...)
	for row := range b.Rows {
		if row > 0 {
			to = append(to, f.BetweenRows...)
		}
		to = append(to, f.OpenRow...)
		first := true
		for _, t := range b.Tiles[row*b.Cols : (row+1)*b.Cols] {
			if t == puzzle.Wall {
				continue
			}
			if !first {
				to = append(to, f.Between...)
			}
			first = false
			to = f.appendTile(to, t)
		}
		to = append(to, f.CloseRow...)
	}
	return append(to, f.Close...)
}

// steps returns the width of a tile and how far it is from one tile to the next
// one on the right and to the one below. The width is 0 if tiles differ in it.
func (f Notation) steps(s puzzle.Shape) (width, right, down int) {
	width = max(f.Width, len(f.text(puzzle.Blank)))
	for _, t := range [...]puzzle.Tile{min(1, s.MaxTile()), s.MaxTile()} { // the shortest and the longest
		if s.Walls != 0 || max(f.Width, len(f.text(t))) != width {
			return 0, 0, 0
		}
	}
	right = width + len(f.Between)
	down = s.Cols*right - len(f.Between) + len(f.CloseRow) + len(f.BetweenRows) + len(f.OpenRow)
	return width, right, down
}

func (f Notation) appendTile(to []byte, t puzzle.Tile) []byte {
	if f.Glyphs != "" {
		return append(to, f.Glyphs[t])
	}
	for n := int32(10); n <= t; n *= 10 {
		f.Width--
	}
	for ; f.Width > 1; f.Width-- {
		to = append(to, ' ')
	}
	if t == puzzle.Blank && f.Blank != "" {
		return append(to, f.Blank...)
	}
	return strconv.AppendInt(to, int64(t), 10)
}

// reader returns a function that reads the tiles of a board of such a shape
// from the record of a decoder. It returns false as Decoder.fault and
// Decoder.short do.
func (f Notation) reader(s Shapes) func(*Decoder, *puzzle.Board) bool {
	fast := f.usual(s)
	switch {
	case f.Glyphs != "":
		class := classes(f.Glyphs)
		return func(d *Decoder, b *puzzle.Board) bool {
			return fast.read(d, b.Tiles) || d.readGlyphs(b, f, class)
		}
	case f.Between == "," && f.Open != "" && s.Square && s.Min != s.Max:
		return func(d *Decoder, b *puzzle.Board) bool { return d.readSquare(b, f, s) }
	default:
		return func(d *Decoder, b *puzzle.Board) bool {
			return fast.read(d, b.Tiles) || d.readNumbers(b, f)
		}
	}
}

// usual returns the template for the notation's own layout, or nil if the
// boards are of several shapes or have tiles of more than a byte.
func (f Notation) usual(s Shapes) *template {
	if s.Min != s.Max || s.Min.Walls != 0 || f.Glyphs == "" && s.Min.Cells() > len(digits) {
		return nil
	}
	n := f
	n.Glyphs = strings.Repeat("_", s.Min.Cells())
	tiles := f.Glyphs
	if tiles == "" {
		tiles = digits
	}
	layout := n.append(nil, puzzle.BlankFirst.Goal(s.Min).Board)
	return newTemplate(string(layout), classes(tiles))
}

// classes returns the tile of each byte, or space or junk.
func classes(glyphs string) *[256]uint8 {
	var class [256]uint8
	for c := range class {
		class[c] = junk
		if isSpace(byte(c)) {
			class[c] = space
		} else if t := strings.IndexByte(glyphs, byte(c)); t >= 0 {
			class[c] = uint8(t)
		}
	}
	return &class
}

const space, junk = 62, 63 // no glyphs has as many tiles

// readGlyphs reads a board of one byte a tile.
func (d *Decoder) readGlyphs(b *puzzle.Board, f Notation, class *[256]uint8) bool {
	tiles, cell, seen := b.Tiles, 0, uint64(0)
	glued := f.Layout == glued
	for cell < len(tiles) {
		if d.pos == len(d.buf) && !d.more() {
			return d.short(fmt.Sprintf("a tile (the puzzle has %d of %d)", cell, len(tiles)))
		}
		pos := d.pos
		for cell < len(tiles) && pos < len(d.buf) {
			t := class[d.buf[pos]]
			pos++
			if t == space && (!glued || cell == 0) {
				continue
			}
			if t >= space || int(t) >= len(tiles) || seen>>t&1 != 0 {
				d.word = pos - 1 - d.mark
				d.pos = pos
				if t < space && int(t) < len(tiles) {
					return d.again(b, cell)
				}
				return d.fault(d.word,
					fmt.Sprintf("one of %s (the puzzle has %d tiles of %d)", f.Glyphs, cell, len(tiles)))
			}
			seen |= 1 << t
			tiles[cell] = puzzle.Tile(t)
			cell++
		}
		d.pos = pos
	}
	return true
}

// readNumbers reads a board of decimal numbers.
func (d *Decoder) readNumbers(b *puzzle.Board, f Notation) bool {
	d.begin(b)
	if f.OpenRow == "" && f.Between != "," && f.Blank == "" && b.Walls == 0 && b.Spare == 0 {
		return d.readPlain(b)
	}
	if !d.punctuation(f.Open) {
		return false
	}
	for row := range b.Rows {
		if row > 0 && !d.punctuation(f.BetweenRows) || !d.punctuation(f.OpenRow) {
			return false
		}
		first := true
		for cell := row * b.Cols; cell < (row+1)*b.Cols; cell++ {
			if b.IsWall(cell) {
				b.Tiles[cell] = puzzle.Wall
				continue
			}
			if !first && !d.punctuation(f.Between) || !d.tile(b, f, cell) {
				return false
			}
			first = false
		}
		if !d.punctuation(f.CloseRow) {
			return false
		}
	}
	return d.punctuation(f.Close)
}

// readSquare reads an array of as many rows as the first one has tiles.
func (d *Decoder) readSquare(b *puzzle.Board, f Notation, s Shapes) bool {
	from := d.pos - d.mark
	if !d.punctuation(f.Open) {
		return false
	}
	n := 1 + d.count(',', ']')
	if d.bad != nil || d.pos == len(d.buf) {
		return d.short(strconv.Quote("]"))
	}
	d.pos = d.mark + from
	if n < s.Min.Rows || n > s.Max.Rows {
		d.punctuation(f.Open)
		return d.fault(d.pos-d.mark, fmt.Sprintf("a row of %d to %d tiles", s.Min.Rows, s.Max.Rows))
	}
	d.setShape(b, puzzle.Shape{Rows: n, Cols: n})
	return d.readNumbers(b, f)
}

// readPlain reads decimal numbers with nothing but white space between them.
func (d *Decoder) readPlain(b *puzzle.Board) bool {
	const longest = 24 // bytes ahead of pos that the loop may look at
	tiles, seen := b.Tiles, d.seen
	for cell := 0; cell < len(tiles); cell++ {
		buf, pos := d.buf, d.pos
		for ; cell < len(tiles) && pos+longest <= len(buf); cell++ {
			for isSpace(buf[pos]) && pos+longest < len(buf) {
				pos++
			}
			t, size := number8(binary.LittleEndian.Uint64(buf[pos:]))
			if t >= uint64(len(tiles)) || seen[t/64]>>(t%64)&1 != 0 || !isSpace(buf[pos+size]) {
				break
			}
			seen[t/64] |= 1 << (t % 64)
			tiles[cell] = puzzle.Tile(t)
			pos += size
			d.pos = pos
		}
		if cell < len(tiles) && !d.tile(b, d.Board, cell) { // what is not plain, and errors
			return false
		}
	}
	return true
}

// number8 returns the decimal number with which eight bytes of text begin, the
// first one lowest, and its size in bytes. If they do not begin with a digit, or
// have nothing else, n is the largest number. Numbers of different sizes follow
// each other as they like, so it does without a branch for each digit.
func number8(text uint64) (n uint64, size int) {
	const ones = 0x0101010101010101
	x := text ^ '0'*ones                              // digits are 0 to 9 now
	other := (x + (0x80-10)*ones | x) & (0x80 * ones) // the lowest bit is right: sums carry upwards
	size = bits.TrailingZeros64(other) / 8
	if uint(size-1) > 6 {
		return math.MaxUint64, 0
	}
	x <<= 64 - 8*size // zeros in front
	x = x*10 + x>>8   // pairs of digits, then four, then eight
	const pair = 0x000000ff000000ff
	return (x&pair*(100+1_000_000<<32) + x>>16&pair*(1+10_000<<32)) >> 32, size
}
