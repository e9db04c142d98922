// Package pattern splits the patterns that declare records and answers into their pieces: literal
// text, and fields such as {n} for what differs from puzzle to puzzle. It reads and writes no
// puzzles.
//
//	pattern.Pattern("{n}\n{board}\n").Words() // the fields Size and Board
package pattern

import (
	"slices"
	"strings"
)

// A Pattern is how a record or an answer is written. To a reader, white space
// in a record's pattern stands for any white space.
type Pattern string

// A Field is what a pattern has in place of text.
type Field uint8

// The fields. Text is literal text.
const (
	Text      Field = iota
	Size            // the number of rows of a square board
	Rows            //
	Cols            //
	Bound           // the maximum number of moves of a solution
	ID              // a number that the source gives the puzzle
	Rest            // anything up to the end of the line
	Board           // the start; in Answer.Each, a board on the path
	Goal            //
	Number          // of the answer, from 1
	Moves           // the number of moves
	Path            // the moves
	Boards          // all boards from the start to the goal
	Tiles           // the number of tiles of a square board
	BlankCell       // the cell of the blank in the goal, from 0; -1: the last
	Solvable        // the word solvable or unsolvable in a comment: only for writing
	Figure          // a number that says nothing about the puzzle; written as 0
	Expected        // the least number of moves, as the source has it; 0: not known
	Problem         // the whole puzzle as a problem of PDDL
	Tile            // in a name or an action: the tile
	Row             // the row of its cell, from 1
	Col             // the column of its cell, from 1
	ToRow           // the row of the cell that it moves to, from 1
	ToCol           // the column of that cell, from 1
	Cell            // the number of its cell, row by row from 1
	ToCell          // the number of the cell that it moves to
)

// fields describes all fields.
var fields = [...]struct{ text, name, meaning string }{
	Text:   {"", "text", ""},
	Size:   {"{n}", "size", "the number of rows, and of columns"},
	Rows:   {"{rows}", "rows", "the number of rows"},
	Cols:   {"{cols}", "cols", "the number of columns"},
	Bound:  {"{bound}", "bound", "the most moves that a solution may have"},
	ID:     {"{id}", "id", "a number that names the puzzle"},
	Rest:   {"{rest}", "rest", "anything, up to the end of the line"},
	Board:  {"{board}", "board", "the start"},
	Goal:   {"{goal}", "goal", "the goal"},
	Number: {"{case}", "number", "the number of the puzzle, from 1"},
	Moves:  {"{moves}", "moves", "the number of moves"},
	Path:   {"{path}", "path", "the moves"},
	Boards: {"{boards}", "boards", "the boards from the start to the goal"},
	Tiles:  {"{tiles}", "tiles", "the number of tiles"},
	BlankCell: {
		"{blank}", "blank_cell", "the cell of the blank in the goal, from 0, or -1 for the last",
	},
	Solvable: {"{solvable}", "solvable", "solvable or unsolvable"},
	Figure:   {"{figure}", "figure", "a number that does not matter; it is written as 0"},
	Expected: {"{expected}", "expected", "the least number of moves as the source has it, or 0"},
	Problem:  {"{problem}", "problem", "a problem of PDDL"},
	Tile:     {"{tile}", "tile", "the tile"},
	Row:      {"{row}", "row", "the row of its cell, from 1"},
	Col:      {"{col}", "column", "the column of its cell, from 1"},
	ToRow:    {"{torow}", "to_row", "the row of the cell that it moves to, from 1"},
	ToCol:    {"{tocol}", "to_column", "the column of the cell that it moves to, from 1"},
	Cell:     {"{cell}", "cell", "the number of its cell, row by row from 1"},
	ToCell:   {"{tocell}", "to_cell", "the number of the cell that it moves to, row by row from 1"},
}

// String returns the field as patterns write it, such as "{n}".
func (f Field) String() string { return fields[f].text }

// Name returns a word for the field, such as "size".
func (f Field) Name() string { return fields[f].name }

// Meaning tells a person what the field stands for.
func (f Field) Meaning() string { return fields[f].meaning }

// A Piece is a part of a pattern: a field, or text.
type Piece struct {
	Field  Field
	Text   string // if Field is Text
	Glued  bool   // only in Words: a text other than a mark, with a field right behind it
	Begins bool   // only in Words: a field that begins another line
}

// Pieces returns the pieces of the pattern. Braces around anything but a field are text.
func (p Pattern) Pieces() (ps []Piece) {
	rest := string(p)
	literal := func(s string) {
		if s != "" {
			ps = append(ps, Piece{Text: s})
		}
	}
	for from := 0; ; {
		i := strings.IndexByte(rest[from:], '{')
		if i < 0 {
			literal(rest)
			return ps
		}
		i += from
		from = i + 1
		for f := Size; int(f) < len(fields); f++ {
			if text := f.String(); strings.HasPrefix(rest[i:], text) {
				literal(rest[:i])
				ps = append(ps, Piece{Field: f})
				rest, from = rest[i+len(text):], 0
				break
			}
		}
	}
}

// Words returns what a reader has to find: the pieces without white space, and with text split into
// words and marks.
func (p Pattern) Words() (ps []Piece) {
	pieces := p.Pieces()
	for i, part := range pieces {
		if part.Field != Text {
			part.Begins = i > 0 && strings.HasSuffix(pieces[i-1].Text, "\n")
			ps = append(ps, part)
			continue
		}
		for _, word := range strings.Fields(part.Text) {
			for word != "" {
				n := 1
				for !IsMark(word[0]) && n < len(word) && !IsMark(word[n]) {
					n++
				}
				ps = append(ps, Piece{Text: word[:n]})
				word = word[n:]
			}
		}
		if last := part.Text[len(part.Text)-1]; i+1 < len(pieces) && !isSpace(last) && !IsMark(last) {
			ps[len(ps)-1].Glued = true
		}
	}
	return ps
}

// isSpace reports whether c is white space.
func isSpace(c byte) bool { return strings.IndexByte(" \t\n\v\f\r", c) >= 0 }

// Behind returns the characters, other than white space and marks, with which the pattern goes on
// right behind a field.
func (p Pattern) Behind() (all string) {
	pieces := p.Pieces()
	for i, piece := range pieces {
		if c := piece.Text; i > 0 && c != "" && pieces[i-1].Field != Text && !isSpace(c[0]) &&
			!IsMark(c[0]) {
			all += c[:1]
		}
	}
	return all
}

// IsMark reports whether c is a punctuation mark that is a word of its own.
func IsMark(c byte) bool { return strings.IndexByte("{}[]():,/;|", c) >= 0 }

// Fields returns the fields of the pattern in their order, each once.
func (p Pattern) Fields() (fs []Field) {
	for _, piece := range p.Pieces() {
		if piece.Field != Text && !slices.Contains(fs, piece.Field) {
			fs = append(fs, piece.Field)
		}
	}
	return fs
}

// Has reports whether the pattern has a field.
func (p Pattern) Has(f Field) bool { return strings.Contains(string(p), f.String()) }
