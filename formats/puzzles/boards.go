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

// boardReader returns what reads the board of a record in the format: where
// boards are of one shape and their tiles of one byte, a template at first.
func boardReader(f *formats.Format) func(*reader, *puzzle.Board) bool {
	n, fast := &f.Board, usualLayout(f)
	switch {
	case n.Glyphs != "":
		class := classes(n.Glyphs)
		return func(r *reader, b *puzzle.Board) bool {
			return fast.read(r, b.Tiles) || r.readGlyphs(b, class)
		}
	case n.Between == "," && n.Open != "" && f.Shapes.Square && f.Shapes.Min != f.Shapes.Max:
		return (*reader).readSquare
	default:
		return func(r *reader, b *puzzle.Board) bool {
			return fast.read(r, b.Tiles) || r.readNumbers(b)
		}
	}
}

// readNumbers reads a board of decimal numbers.
func (r *reader) readNumbers(b *puzzle.Board) bool {
	r.begin(b)
	n := &r.Board
	if n.OpenRow == "" && n.Between != "," && n.Blank == "" && b.Walls == 0 && b.Spare == 0 {
		return r.readPlain(b)
	}
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
				continue
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

// readSquare reads an array of as many rows as the first one has tiles.
func (r *reader) readSquare(b *puzzle.Board) bool {
	from := r.Offset()
	if !r.punctuation(r.Board.Open) {
		return false
	}
	n := 1 + r.count(',', ']')
	if r.bad != nil || r.Pos == len(r.Buf) {
		return r.short(strconv.Quote("]"))
	}
	r.Rewind(from)
	if least, most := r.Shapes.Min.Rows, r.Shapes.Max.Rows; n < least || n > most {
		r.punctuation(r.Board.Open)
		return r.fault(r.Offset(), fmt.Sprintf("a row of %d to %d tiles", least, most))
	}
	r.setShape(b, puzzle.Shape{Rows: n, Cols: n})
	return r.readNumbers(b)
}

// readPlain reads decimal numbers with nothing but white space between them.
func (r *reader) readPlain(b *puzzle.Board) bool {
	const longest = 24 // bytes ahead of pos that the loop may look at
	tiles, seen := b.Tiles, r.seen
	for cell := 0; cell < len(tiles); cell++ {
		buf, pos := r.Buf, r.Pos
		for ; cell < len(tiles) && pos+longest <= len(buf); cell++ {
			for window.IsSpace(buf[pos]) && pos+longest < len(buf) {
				pos++
			}
			t, size := number8(binary.LittleEndian.Uint64(buf[pos:]))
			if t >= uint64(len(tiles)) || seen[t/64]>>(t%64)&1 != 0 || !window.IsSpace(buf[pos+size]) {
				break
			}
			seen[t/64] |= 1 << (t % 64)
			tiles[cell] = puzzle.Tile(t)
			pos += size
			r.Pos = pos
		}
		if cell < len(tiles) && !r.tile(b, cell) { // what is not plain, and errors
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

// tile reads a number into a cell.
func (r *reader) tile(b *puzzle.Board, cell int) bool {
	t, least, what := 0, 0, "a tile"
	if blank := r.Board.Blank; blank != "" {
		from := r.Offset()
		if r.has(blank) {
			return r.put(b, puzzle.Blank, cell)
		}
		if r.cutOff() {
			return false
		}
		r.Rewind(from)
		least, what = 1, blank+" or a tile"
	}
	t, ok := r.number(what, least, int(b.MaxTile()))
	if !ok {
		return false
	}
	if word := r.Buf[r.Mark+r.word : r.Pos]; r.Board.Open != "" && len(word) > 1 && word[0] == '0' {
		return r.fault(r.word, "a number without a leading 0")
	}
	return r.put(b, puzzle.Tile(t), cell)
}

// put puts the tile just read into a cell.
func (r *reader) put(b *puzzle.Board, t puzzle.Tile, cell int) bool {
	if t == puzzle.Blank && r.blanks < b.Spare {
		r.blanks++
	} else if r.seen[t/64]>>(t%64)&1 != 0 {
		return r.again(b, cell)
	} else {
		r.seen[t/64] |= 1 << (t % 64)
	}
	b.Tiles[cell] = t
	return true
}

// again makes the record malformed: the word just read is a tile that the
// board has among its first cells. It returns false.
func (r *reader) again(b *puzzle.Board, cells int) bool {
	const most = 3 // alternatives to list
	has := make([]bool, b.MaxTile()+1)
	left := len(has)
	for _, t := range b.Tiles[:cells] {
		if t != puzzle.Wall && !has[t] {
			has[t] = true
			left--
		}
	}
	var missing []string
	for t := 0; t < len(has) && len(missing) < most; t++ {
		if !has[t] {
			missing = append(missing, r.Board.Tile(puzzle.Tile(t)))
		}
	}
	if len(missing) == 0 { // but for another blank
		missing = append(missing, r.Board.Tile(puzzle.Blank))
	}
	which := strings.Join(missing, ", ")
	if others := left - most; others > 0 {
		which += fmt.Sprintf(" or %d others", others)
	} else if i := strings.LastIndex(which, ", "); i >= 0 {
		which = which[:i] + " or" + which[i+1:]
	}
	line, _ := r.Place(r.Mark)
	return r.fault(r.word, fmt.Sprintf("%s: the puzzle of line %d has that tile already", which, line))
}

// begin prepares r.tile for a board.
func (r *reader) begin(b *puzzle.Board) {
	r.blanks = 0
	if n := (len(b.Tiles) + 63) / 64; len(r.seen) < n {
		r.seen = make([]uint64, n)
	} else {
		clear(r.seen[:n])
	}
}

// setShape makes a board one of that shape, with room for its tiles.
func (r *reader) setShape(b *puzzle.Board, s puzzle.Shape) {
	b.Shape = s
	b.Tiles = slices.Grow(b.Tiles[:0], s.Cells())[:s.Cells()]
}
