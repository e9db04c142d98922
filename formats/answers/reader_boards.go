package answers

import (
	"bytes"
	"slices"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// boards reads the boards from start to goal, and finds the path from them. There is one board more
// than moves, if {moves} has been read; otherwise the boards end at the goal.
func (r *reader) boards() bool {
	r.beginPath()
	for i := 0; ; i++ {
		if r.hasMoves && i > r.sol.Moves ||
			!r.hasMoves && i > 0 && r.board.Equal(r.p.Goal.Board) {
			break
		}
		r.emptyLines()
		if !r.boardAndMove(i) {
			return false
		}
	}
	if !r.hasMoves {
		r.sol.Moves = len(r.sol.Path)
	}
	if !strings.HasSuffix(string(r.Solved), pattern.Boards.String()) {
		r.emptyLines()
	}
	if r.Space {
		r.skipBlanks() // spacedText does not skip white space before a word
	}
	return true
}

// boardAndMove reads the ith board, from 0, and what stands around it.
func (r *reader) boardAndMove(i int) bool {
	pieces := r.each
	if i == 0 {
		pieces = r.first
	}
	told, at := puzzle.Move(0), 0 // the move that the text tells, and its place
	for _, piece := range pieces {
		ok := true
		switch piece.Field {
		case pattern.Text:
			ok = r.betweenBoards(piece.Text)
		case pattern.Size:
			ok = r.knownNumber("the size of the board", r.board.Rows)
		case pattern.Number:
			ok = r.knownNumber("the number of the board", i)
		case pattern.Path:
			at = r.Offset()
			told, ok = r.step()
		case pattern.Board:
			ok = r.nextBoard(i)
		}
		if !ok {
			return false
		}
	}
	if told == 0 || told == r.sol.Path[i-1] {
		return true
	}
	r.Rewind(at)
	return r.fault(r.Step.Word(r.sol.Path[i-1]) + ", the move that leads to the board")
}

// emptyLines skips empty lines before a board or behind the last one, where they do not matter.
// They do if they stand between answers, too.
func (r *reader) emptyLines() {
	if !r.lenient && r.Between == "" {
		r.skipEmptyLines()
	}
}

// betweenBoards reads a text that stands between boards. Its empty lines may be missing.
func (r *reader) betweenBoards(s string) bool {
	lines := strings.Count(s, "\n")
	if r.lenient || r.Between != "" || len(s) != lines {
		return r.text(s, true)
	}
	if !r.text("\n", true) {
		return false
	}
	for range lines - 1 {
		from := r.Offset()
		r.skipBlanks()
		if c, ok := r.peek(); !ok || c != '\n' {
			r.Rewind(from)
			break
		}
		r.Pos++
	}
	return true
}

// nextBoard reads the ith board, from 0, and adds the move that leads to it.
func (r *reader) nextBoard(i int) bool {
	r.skipBlanks()
	from := r.Offset()
	tiles := make([]puzzle.Tile, len(r.board.Tiles))
	if !r.boardTiles(tiles) {
		return false
	}
	next := r.boardOf(tiles)
	if i == 0 {
		if next.Equal(r.board) {
			return true
		}
		r.Rewind(from)
		return r.fault("the board of the puzzle")
	}
	for _, m := range puzzle.UDLR {
		if to, ok := r.board.Slide(r.blank, m); ok {
			if r.board.Equal(next) {
				r.blank = to
				r.sol.Path = append(r.sol.Path, m)
				return true
			}
			r.board.Slide(to, m.Opposite())
		}
	}
	r.Rewind(from)
	return r.fault("a board that a move makes of the one before")
}

// boardOf returns the board whose tiles have been read, in the order of the notation.
func (r *reader) boardOf(tiles []puzzle.Tile) puzzle.Board {
	b := puzzle.Board{Shape: r.board.Shape, Tiles: tiles}
	if r.Board.ByColumn {
		b.Rows, b.Cols = b.Cols, b.Rows
		b = b.Transposed()
	}
	return b
}

// boardTiles reads the tiles of a board.
func (r *reader) boardTiles(tiles []puzzle.Tile) bool {
	if r.Board.Blank == " " {
		return r.tilesInColumns(tiles)
	}
	for c := range tiles {
		if r.Remarks && c > 0 && c%r.board.Cols == 0 {
			r.skipRemark()
		}
		if mark := strings.TrimSpace(r.Board.Between); c > 0 && !r.text(mark, true) {
			return false
		}
		for {
			r.skipBlanks()
			if c, ok := r.peek(); !ok || c != '\n' {
				break
			}
			r.Pos++
		}
		t, ok := r.tile()
		if !ok {
			return false
		}
		tiles[c] = t
	}
	if r.Remarks {
		r.skipRemark()
	}
	return true
}

// longRow is how many bytes before a row of tiles are searched for the beginning of its line: lines
// have less, and a contestant may have written millions of rows on one.
const longRow = 1024

// tilesInColumns reads the tiles of a board whose blank is a space. The columns where the tiles of
// another row end tell which cell has none.
func (r *reader) tilesInColumns(tiles []puzzle.Tile) bool {
	var ends, short []int // where tiles end in a full row, and in that of the blank
	cols, hole := r.board.Cols, -1
	for first := 0; first < len(tiles); first += cols {
		var here []int
		begin := max(r.Offset()-longRow, 0)
		begin += bytes.LastIndexByte(r.Buf[r.Mark+begin:r.Pos], '\n')
		for len(here) < cols {
			r.skip(" \t\r")
			if c, ok := r.peek(); !ok || c == '\n' {
				break
			}
			t, ok := r.tile()
			if !ok {
				return false
			}
			tiles[first+len(here)] = t
			here = append(here, r.Offset()-begin)
		}
		switch {
		case len(here) == cols:
			ends = here
		case len(here) == cols-1 && hole < 0:
			short, hole = here, first
		default:
			return r.explain && r.fault("a tile")
		}
		if first+cols < len(tiles) && !r.text("\n", true) {
			return false
		}
	}
	if hole < 0 {
		return true // the blank is a 0, or the board is none
	}
	col := 0
	for col < len(short) && len(ends) > 0 && short[col] == ends[col] {
		col++
	}
	if len(ends) == 0 || !slices.Equal(short[col:], ends[col+1:]) {
		return r.explain && r.fault("tiles in columns")
	}
	copy(tiles[hole+col+1:hole+cols], tiles[hole+col:])
	tiles[hole+col] = puzzle.Blank
	return true
}

// skipRemark skips a text in parentheses, if one follows on the line.
func (r *reader) skipRemark() {
	from := r.Offset()
	r.skip(" \t")
	if c, _ := r.peek(); c != '(' {
		r.Rewind(from)
		return
	}
	for c, ok := r.peek(); ok && c != '\n'; c, ok = r.peek() {
		if r.Pos++; c == ')' {
			return
		}
	}
	r.Rewind(from)
}

// tile reads a tile of a board.
func (r *reader) tile() (puzzle.Tile, bool) {
	glyphs := r.Board.Glyphs
	if glyphs == "" {
		if blank := r.Board.Blank; blank != "" && r.word(blank) {
			return puzzle.Blank, true
		}
		if r.Board.Zeros {
			r.skipZeros()
		}
		n, ok := r.number("a tile")
		return puzzle.Tile(n), ok
	}
	c, ok := r.peek()
	t := strings.IndexByte(glyphs, c)
	if !ok || t < 0 {
		return 0, r.explain && r.fault("one of "+glyphs)
	}
	r.Pos++
	return puzzle.Tile(t), true
}
