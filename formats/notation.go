package formats

import (
	"cmp"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A Notation is how boards are written: the tiles, and what stands between them.
type Notation struct {
	Glyphs string // tile t is written as byte t of it; "": tiles are decimal numbers
	Blank  string // the blank among numbers, or words for it with | between; "": 0
	Wall   string // what is written for a wall: a byte, or a word among numbers; "": nothing
	Width  int    // columns that a decimal number fills at least, or AsCells
	Zeros  bool   // a number is filled with zeros, not with spaces
	Cells  bool   // list the cell of each tile, from tile 0 on, not the tile of each cell
	Layout

	// ByColumn lists the tiles column by column. What Layout says of rows is then about columns.
	ByColumn bool
}

// AsCells is the Width of numbers that fill as many columns as the number of cells.
const AsCells = -1

// A Layout is the text around and between the tiles of a board. Readers allow any white space in
// place of the white space in a layout; but if the layout has no text at all, they allow none.
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
	// An empty line follows the last row.
	thenEmpty     = Layout{Between: " ", BetweenRows: "\n", Close: "\n"}
	wideThenEmpty = Layout{Between: " ", CloseRow: " ", BetweenRows: "\n", Close: "\n"}

	inJSON   = Layout{"[", "[", ",", "]", ",", "]"}
	inPython = Layout{"[", "[", ", ", "]", ", ", "]"}
	inList   = Layout{Open: "[", Between: ", ", BetweenRows: ", ", Close: "]"}
	inTuple  = Layout{Open: "(", Between: ", ", BetweenRows: ", ", Close: ")"}
	slashed  = Layout{Between: " ", BetweenRows: "/"}
)

// numbers returns the notation that writes tiles as decimal numbers and the blank as 0.
func numbers(l Layout) Notation { return Notation{Layout: l} }

// glyphs returns the notation that writes tile t as byte t of the text.
func glyphs(text string, l Layout) Notation { return Notation{Glyphs: text, Layout: l} }

const digits = "0123456789"

// twoDigits has zeros in front of numbers, and two dashes for the blank.
var twoDigits = Notation{Blank: "--", Width: 2, Zeros: true, Layout: oneLine}

// Blanks returns the words for the blank among decimal numbers. The first is the one to write.
func (f Notation) Blanks() []string { return strings.Split(cmp.Or(f.Blank, "0"), "|") }

// Glued reports whether there is no text between or around the tiles.
func (f Notation) Glued() bool { return f.Layout == glued }

// HasMarks reports whether there is text other than white space between or around the tiles.
func (f Notation) HasMarks() bool { return strings.TrimSpace(f.Layout.text()) != "" }

// text returns all text of the layout.
func (l *Layout) text() string {
	return l.Open + l.OpenRow + l.Between + l.CloseRow + l.BetweenRows + l.Close
}

// Tile returns how a tile is written, without the spaces that fill its width. It returns "#" for a
// wall if walls are not written.
func (f Notation) Tile(t puzzle.Tile) string {
	switch {
	case t == puzzle.Wall:
		return cmp.Or(f.Wall, "#")
	case f.Glyphs != "":
		return f.Glyphs[t : t+1]
	case t == puzzle.Blank && f.Blank != "":
		return f.Blanks()[0]
	default:
		return strconv.Itoa(int(t))
	}
}

// Draw returns a board on one line, for messages.
func (f Notation) Draw(b puzzle.Board) string {
	words := make([]string, len(b.Tiles))
	for cell, t := range b.Tiles {
		words[cell] = f.Tile(t)
	}
	return "[" + strings.Join(words, " ") + "]"
}

// Append appends a board to a text.
func (f Notation) Append(to []byte, b puzzle.Board) []byte {
	if f.Width == AsCells {
		f.Width = len(strconv.Itoa(b.Cells()))
	}
	if f.ByColumn {
		b = b.Transposed()
	}
	if f.Cells {
		b.Tiles = Inverse(b.Tiles)
	}
	to = append(to, f.Open...)
	for row := range b.Rows {
		if row > 0 {
			to = append(to, f.BetweenRows...)
		}
		to = append(to, f.OpenRow...)
		first := true
		for _, t := range b.Tiles[row*b.Cols : (row+1)*b.Cols] {
			if t == puzzle.Wall && f.Wall == "" {
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

// Inverse returns the cell of each tile of a board without walls, or, given these cells, the tile
// of each cell. The argument must be a permutation of the numbers from 0 on.
func Inverse(tiles []puzzle.Tile) []puzzle.Tile {
	inverse := make([]puzzle.Tile, len(tiles))
	for i, t := range tiles {
		inverse[t] = puzzle.Tile(i)
	}
	return inverse
}

func (f *Notation) appendTile(to []byte, t puzzle.Tile) []byte {
	width, word, fill := f.Width, "", byte(' ')
	switch {
	case t == puzzle.Wall:
		word = f.Wall
	case f.Glyphs != "":
		return append(to, f.Glyphs[t])
	case t == puzzle.Blank && f.Blank != "":
		word, _, _ = strings.Cut(f.Blank, "|")
	}
	width -= max(len(word)-1, 0)
	for n := int32(10); n <= t; n *= 10 {
		width--
	}
	if f.Zeros && word == "" {
		fill = '0'
	}
	for ; width > 1; width-- {
		to = append(to, fill)
	}
	if word != "" {
		return append(to, word...)
	}
	return strconv.AppendInt(to, int64(t), 10)
}
