package replays

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// maxNumber is the largest number of games, and the largest number of a tile that is to move.
const maxNumber = 999_999_999

// A reader reads words. The mark is at the word that is being read, so that little of the input
// stays in memory.
type reader struct {
	window.Window
	seen []bool // the tiles that the board has so far
}

// skipSpace goes to the next word. It returns false at the end of the input.
func (r *reader) skipSpace() bool {
	for r.Pos < len(r.Buf) || r.More() {
		if !window.IsSpace(r.Buf[r.Pos]) {
			r.Mark = r.Pos
			return true
		}
		r.Pos++
		r.Mark = r.Pos
	}
	return false
}

// end returns an error if anything but white space comes.
func (r *reader) end(expected string) error {
	if r.skipSpace() {
		return r.fault(expected)
	}
	return nil
}

// number reads a number in a range. Messages call the number what.
func (r *reader) number(what string, minimum, maximum int) (n int, err error) {
	const maxDigits = 20 // zeros in front included
	r.skipSpace()
	for r.Pos < len(r.Buf) || r.More() {
		c := r.Buf[r.Pos]
		if window.IsSpace(c) {
			break
		}
		if n = 10*n + int(c-'0'); c < '0' || c > '9' || n > maximum || r.Offset() == maxDigits {
			n = -1
			break
		}
		r.Pos++
	}
	if n < minimum || r.Offset() == 0 {
		r.Rewind(0)
		return 0, r.fault(fmt.Sprintf("%s from %d to %d", what, minimum, maximum))
	}
	return n, nil
}

// fault returns an error: something else was expected next.
func (r *reader) fault(expected string) error {
	r.Mark = r.Pos
	r.ReadWord(0)
	return r.Mismatch(r.Pos, expected)
}

// skipEmptyLines goes to the start of the next line that has more than white space. It returns
// false if there is no such line.
func (r *reader) skipEmptyLines() bool {
	for at := 0; ; at++ {
		if r.Pos+at == len(r.Buf) && !r.More() {
			return false
		}
		switch c := r.Buf[r.Pos+at]; {
		case c == '\n' || at == maxSpace:
			r.Pos += at + 1
			r.Mark, at = r.Pos, -1
		case !window.IsSpace(c):
			return true
		}
	}
}

// maxSpace is how many bytes of a line reader looks ahead at: no line of a game begins with as much
// white space.
const maxSpace = 4096

// lineIs reports whether the next line has a word, and nothing else but white space behind it.
func (r *reader) lineIs(word string) bool {
	r.Mark = r.Pos
	for at := 0; at < maxSpace; at++ {
		if r.Pos+at == len(r.Buf) && !r.More() {
			return at >= len(word)
		}
		switch c := r.Buf[r.Pos+at]; {
		case at < len(word) && c != word[at], at >= len(word) && !window.IsSpace(c):
			return false
		case at >= len(word) && c == '\n':
			return true
		}
	}
	return false
}

// readBoard reads the board of a game.
func (r *replay) readBoard() error {
	shape := r.Shapes.Min
	if shape != r.Shapes.Max {
		var err error
		least, most := r.Shapes.Min, r.Shapes.Max
		if shape.Rows, err = r.number("a number of rows", least.Rows, most.Rows); err != nil {
			return err
		}
		if shape.Cols, err = r.number("a number of columns", least.Cols, most.Cols); err != nil {
			return err
		}
	}
	cells := shape.Cells()
	tiles := slices.Grow(r.board.Tiles[:0], cells)[:cells]
	r.board, r.blank = puzzle.Board{Shape: shape, Tiles: tiles}, -1
	clear(r.seen)
	kinds := max(cells, len(r.Glyphs))
	r.seen = slices.Grow(r.seen[:0], kinds)[:kinds]
	if r.Glyphs != "" {
		return r.readLines()
	}
	for cell := range tiles {
		r.skipSpace()
		at := r.Offset()
		tile, err := r.number("a tile", 0, len(tiles)-1)
		if err == nil {
			err = r.put(cell, tile, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put puts a tile that was read at an offset into a cell.
func (r *replay) put(cell, tile, at int) error {
	if r.seen[tile] {
		r.Rewind(at)
		return r.fault("a tile that the board does not have yet")
	}
	r.seen[tile] = true
	r.board.Tiles[cell] = puzzle.Tile(tile)
	if tile == 0 {
		r.blank = cell
	}
	return nil
}

// readLines reads a board that has a line for each row, and a byte for each tile. A line may lack
// the spaces at its end.
func (r *replay) readLines() error {
	for row := range r.board.Rows {
		r.Mark = r.Pos
		for col := range r.board.Cols {
			tile, at := 0, r.Offset()
			if ended := r.lineEnds(); !ended {
				if tile = strings.IndexByte(r.Glyphs, r.Buf[r.Pos]); tile < 0 {
					return r.fault("one of " + strconv.Quote(r.Glyphs))
				}
				r.Pos++
			}
			if err := r.put(row*r.board.Cols+col, tile, at); err != nil {
				return err
			}
		}
		for !r.lineEnds() {
			if !window.IsSpace(r.Buf[r.Pos]) {
				return r.fault(fmt.Sprintf("the end of a row of %d tiles", r.board.Cols))
			}
			r.Pos++
			r.Mark = r.Pos
		}
		if bytes.HasPrefix(r.Buf[r.Pos:], []byte{'\r'}) {
			r.Pos++
		}
		if r.Pos < len(r.Buf) || r.More() {
			r.Pos++
		}
	}
	if r.blank < 0 {
		return r.fault("a board with a blank")
	}
	return nil
}

// lineEnds reports whether the line or the input ends here.
func (r *reader) lineEnds() bool {
	if r.Pos == len(r.Buf) && !r.More() {
		return true
	}
	switch r.Buf[r.Pos] {
	case '\n':
		return true
	case '\r':
		return r.Pos+1 == len(r.Buf) && !r.More() || r.Buf[r.Pos+1] == '\n'
	default:
		return false
	}
}

// writeInt writes a decimal number.
func writeInt(w *bufio.Writer, n int) {
	w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(n), 10))
}
