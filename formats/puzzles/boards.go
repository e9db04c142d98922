package puzzles

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// boardReader returns the function that reads a board of the format.
func boardReader(f *formats.Format) func(*reader, *puzzle.Board) bool {
	read := rowsReader(f)
	if !f.Board.ByColumn {
		return read
	}
	return func(r *reader, b *puzzle.Board) bool {
		columns := b.Transposed()
		if !read(r, &columns) {
			return false
		}
		read := columns.Transposed()
		r.setShape(b, read.Shape)
		copy(b.Tiles, read.Tiles)
		return true
	}
}

// rowsReader returns the function that reads a board row by row. If all boards have one shape
// and each tile is one byte, the function tries a template first.
func rowsReader(f *formats.Format) func(*reader, *puzzle.Board) bool {
	n, usual := &f.Board, usualLayout(f)
	plain := !n.HasMarks() && f.Shapes.Min.Walls == 0 && f.Shapes.Min.Spare == 0
	read := (*reader).readTiles
	if plain && n.Glyphs == "" && n.Blank == "" {
		read = (*reader).readPlain
	}
	switch {
	case f.SizeInBoard() && n.Open == "":
		return func(r *reader, b *puzzle.Board) bool { return r.lineShape(b) && read(r, b) }
	case n.Cells:
		return func(r *reader, b *puzzle.Board) bool {
			ok := read(r, b)
			if ok { // the cell of each tile was read in place of the tile of each cell
				copy(b.Tiles, formats.Inverse(b.Tiles))
			}
			return ok
		}
	case n.Glyphs != "" && plain:
		class := classes(n.Glyphs)
		return func(r *reader, b *puzzle.Board) bool {
			return usual.read(r, b.Tiles) || r.readGlyphs(b, class)
		}
	case f.SizeInBoard():
		return (*reader).readSquare
	default:
		return func(r *reader, b *puzzle.Board) bool {
			return usual.read(r, b.Tiles) || read(r, b)
		}
	}
}

// readTiles reads a board in any layout.
func (r *reader) readTiles(b *puzzle.Board) bool {
	r.beginBoard(b)
	n := &r.Board
	if !r.punctuation(n.Open) {
		return false
	}
	for row := range b.Rows {
		if row > 0 && !r.punctuation(n.BetweenRows) || !r.punctuation(n.OpenRow) {
			return false
		}
		first := true
		for cell := row * b.Cols; cell < (row+1)*b.Cols; cell++ {
			if b.IsWall(cell) {
				b.Tiles[cell] = puzzle.Wall
				if n.Wall == "" {
					continue
				}
			}
			if !first && !r.punctuation(n.Between) || !r.tile(b, cell) {
				return false
			}
			first = false
		}
		if !r.punctuation(n.CloseRow) {
			return false
		}
	}
	return r.punctuation(n.Close)
}

// readSquare reads a square array. The number of tiles in its first row tells its size.
func (r *reader) readSquare(b *puzzle.Board) bool {
	from := r.Offset()
	if !r.punctuation(r.Board.Open) {
		return false
	}
	n := 1 + r.count(',', ']')
	if r.bad != nil || r.Pos == len(r.Buf) {
		return r.endsEarly(strconv.Quote("]"))
	}
	r.Rewind(from)
	if minSide, maxSide := r.Shapes.Min.Rows, r.Shapes.Max.Rows; n < minSide || n > maxSide {
		r.punctuation(r.Board.Open)
		return r.fault(r.Offset(), fmt.Sprintf("a row of %d to %d tiles", minSide, maxSide))
	}
	r.setShape(b, puzzle.Shape{Rows: n, Cols: n})
	return r.readTiles(b)
}

// readPlain reads decimal numbers with only white space between them.
func (r *reader) readPlain(b *puzzle.Board) bool {
	r.beginBoard(b)
	const lookAhead = 24 // bytes from pos on that the loop reads without looking for the end of Buf
	tiles, seen := b.Tiles, r.seen
	for cell := 0; cell < len(tiles); cell++ {
		buf, pos := r.Buf, r.Pos
		for ; cell < len(tiles) && pos+lookAhead <= len(buf); cell++ {
			for window.IsSpace(buf[pos]) && pos+lookAhead < len(buf) {
				pos++
			}
			t, size := number8(binary.LittleEndian.Uint64(buf[pos:]))
			if t >= uint64(len(tiles)) || seen[t/64]>>(t%64)&1 != 0 ||
				!window.IsSpace(buf[pos+size]) {
				break
			}
			seen[t/64] |= 1 << (t % 64)
			tiles[cell] = puzzle.Tile(t)
			pos += size
			r.Pos = pos
		}
		if cell < len(tiles) && !r.tile(b, cell) { // it knows comments, errors and the end of Buf
			return false
		}
	}
	return true
}

// number8 returns the decimal number at the start of eight bytes of text, and its size in bytes.
// The first byte is the lowest of the word. If the text does not begin with a digit, or has eight
// digits, n is math.MaxUint64. There is no branch for each digit: the sizes of tiles are random, so
// branches would be mispredicted.
func number8(text uint64) (n uint64, size int) {
	const ones = 0x0101010101010101
	x := text ^ '0'*ones // digits are 0 to 9 now
	// The lowest bit that is set is the high bit of the first byte that is no digit. Bits above it
	// may be wrong, because sums carry upwards.
	other := (x + (0x80-10)*ones | x) & (0x80 * ones)
	size = bits.TrailingZeros64(other) / 8
	if uint(size-1) > 6 {
		return math.MaxUint64, 0
	}
	x <<= 64 - 8*size // put zeros in front of the digits
	x = x*10 + x>>8   // join pairs of digits; the last line joins these pairs
	const pair = 0x000000ff000000ff
	return (x&pair*(100+1_000_000<<32) + x>>16&pair*(1+10_000<<32)) >> 32, size
}

// tile reads a tile into a cell.
func (r *reader) tile(b *puzzle.Board, cell int) bool {
	if b.IsWall(cell) {
		return r.wall(cell)
	}
	if r.Board.Glyphs != "" {
		return r.glyph(b, cell)
	}
	t, minimum, what := 0, 0, "a tile"
	if r.Board.Cells {
		what = "a cell"
	}
	for _, blank := range r.blankWords {
		from := r.Offset()
		if r.has(blank) {
			return r.put(b, puzzle.Blank, cell)
		}
		if r.mayGoOn() {
			return false
		}
		r.Rewind(from)
		minimum, what = 1, strings.Join(r.blankWords, " or ")+" or a tile"
	}
	t, ok := r.number(what, minimum, int(b.MaxTile()))
	if !ok {
		return false
	}
	word := r.Buf[r.Mark+r.word : r.Pos]
	if r.Board.Open != "" && len(word) > 1 && word[0] == '0' { // JSON does not allow that
		return r.fault(r.word, "a number without a leading 0")
	}
	return r.put(b, puzzle.Tile(t), cell)
}

// wall reads what is written for a wall in a cell.
func (r *reader) wall(cell int) bool {
	wall := r.Board.Wall
	if r.Board.Glyphs == "" {
		return r.expect(wall)
	}
	from := r.Offset()
	c, ok := r.next()
	if !ok {
		return r.endsEarly(strconv.Quote(wall))
	}
	r.word = r.Offset() - 1
	if c != wall[0] || r.word > from && r.Board.Glued() && cell > 0 {
		return r.fault(r.word, strconv.Quote(wall))
	}
	return true
}

// put puts the tile that was read last into a cell.
func (r *reader) put(b *puzzle.Board, t puzzle.Tile, cell int) bool {
	if t == puzzle.Blank && r.blanks < b.Spare {
		r.blanks++
	} else if r.seen[t/64]>>(t%64)&1 != 0 {
		return r.duplicateTile(b, cell)
	} else {
		r.seen[t/64] |= 1 << (t % 64)
	}
	b.Tiles[cell] = t
	return true
}

// duplicateTile makes the record malformed: the last word is a tile that one of the board's first
// cells has already. It returns false.
func (r *reader) duplicateTile(b *puzzle.Board, cells int) bool {
	const maxListed = 3 // of the missing tiles
	has := make([]bool, b.MaxTile()+1)
	left := len(has)
	for _, t := range b.Tiles[:cells] {
		if t != puzzle.Wall && !has[t] {
			has[t] = true
			left--
		}
	}
	var missing []string
	for t := 0; t < len(has) && len(missing) < maxListed; t++ {
		if !has[t] {
			missing = append(missing, r.Board.Tile(puzzle.Tile(t)))
		}
	}
	if len(missing) == 0 { // only another blank is missing
		missing = append(missing, r.Board.Tile(puzzle.Blank))
	}
	which := strings.Join(missing, ", ")
	if others := left - maxListed; others == 1 {
		which += " or another"
	} else if others > 0 {
		which += fmt.Sprintf(" or %d others", others)
	} else if i := strings.LastIndex(which, ", "); i >= 0 {
		which = which[:i] + " or" + which[i+1:]
	}
	line, _ := r.Place(r.Mark)
	what := "tile"
	if r.Board.Cells {
		what = "cell"
	}
	return r.fault(r.word,
		fmt.Sprintf("%s (the puzzle of line %d has that %s already)", which, line, what))
}

// beginBoard prepares the method tile for a new board.
func (r *reader) beginBoard(b *puzzle.Board) {
	r.blanks = 0
	if n := (len(b.Tiles) + 63) / 64; len(r.seen) < n {
		r.seen = make([]uint64, n)
	} else {
		clear(r.seen[:n])
	}
}

// setShape sets the shape of a board, and makes room for its tiles, whose values are undefined.
func (r *reader) setShape(b *puzzle.Board, s puzzle.Shape) {
	b.Shape = s
	b.Tiles = slices.Grow(b.Tiles[:0], s.Cells())[:s.Cells()]
}
