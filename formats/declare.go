package formats

import "tilejudge/solver/puzzle"

// What follows hands a declaration over to what makes programs of it: as plain
// data, with patterns as the entries have them.

// A Board is how boards are written.
type Board struct {
	Glyphs string // one byte a tile, that of tile t at index t; "": decimal numbers
	Blank  string // of decimal numbers; "": 0
	Width  int    // of a decimal number, in columns at least

	// What stands before all, before a row, between tiles, behind a row, between
	// rows and behind all.
	Around [6]string
}

func (f notation) parts() Board {
	l := f.layout
	return Board{f.glyphs, f.blank, f.width,
		[6]string{l.open, l.openRow, l.between, l.closeRow, l.betweenRows, l.close}}
}

// Boards returns how the judge writes boards: the usual way first.
func (f *Format) Boards() []Board {
	all := []Board{f.Board.parts()}
	for _, n := range f.Also {
		all = append(all, n.parts())
	}
	return all
}

// Limits returns the limits on the moves of a solution: pairs of the most rows that
// one is for and of the moves.
func (f *Format) Limits() (pairs [][2]int) {
	for _, l := range f.Limit {
		pairs = append(pairs, [2]int{l.rows, l.moves})
	}
	return pairs
}

// RecordText returns the pattern of a record.
func (f *Format) RecordText() string { return string(f.Record) }

// Texts are the patterns of answers: see the fields of Answer.
type Texts struct{ Solved, Unsolvable, TooLong, Each string }

// Texts returns the patterns, that of an unsolvable puzzle also where the judge has
// none.
func (a *Answer) Texts() Texts {
	return Texts{string(a.Solved), string(a.unsolvable()), string(a.TooLong), string(a.Each)}
}

// EachBoard returns how the boards of an answer are written.
func (a *Answer) EachBoard() Board { return a.Board.parts() }

// Words returns the words for up, down, left and right, if moves are words.
func (a *Answer) Words() (words [4]string) {
	for i, m := range puzzle.UDLR {
		words[i] = a.Step.word(m)
	}
	if a.Step.kind != aWord {
		return [4]string{}
	}
	return words
}

// NamesTiles reports whether a move is the number of a tile.
func (a *Answer) NamesTiles() bool { return a.Step.kind == aTile }

// NamesCells reports whether a move is a row and a column.
func (a *Answer) NamesCells() bool { return a.Step.kind == aCell }
