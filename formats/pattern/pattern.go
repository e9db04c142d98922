// Package pattern takes apart the patterns in which a format is declared: text
// as it stands, and fields such as {n} for what differs. It neither reads nor
// writes what a pattern stands for.
//
//	pattern.Pattern("{n}\n{board}\n").Words() // the fields Size and Board
package pattern

import "strings"

// A Pattern is how a record or an answer is written. To a reader, white space
// in a record's pattern stands for any.
type Pattern string

// A Field is what a pattern has in place of text.
type Field uint8

// The fields, and Text for what is none.
const (
	Text   Field = iota
	Size         // the rows, which are as many as the columns
	Rows         //
	Cols         //
	Bound        // the most moves that a solution may have
	ID           // a number that the source gives the puzzle
	Rest         // whatever is left of the line
	Board        // of the puzzle, or in a list of boards
	Goal         //
	Number       // of the answer, from 1
	Moves        // their number
	Path         // the moves
	Boards       // from start to goal
)

// fields are the fields as patterns have them, and what they stand for.
var fields = [...]struct{ name, meaning string }{
	Size:   {"{n}", "the number of rows, and of columns"},
	Rows:   {"{rows}", "the number of rows"},
	Cols:   {"{cols}", "the number of columns"},
	Bound:  {"{bound}", "the most moves that a solution may have"},
	ID:     {"{id}", "a number that names the puzzle"},
	Rest:   {"{rest}", "anything, up to the end of the line"},
	Board:  {"{board}", "the board"},
	Goal:   {"{goal}", "the goal, written as the board is"},
	Number: {"{case}", "the number of the answer, from 1"},
	Moves:  {"{moves}", "the number of moves"},
	Path:   {"{path}", "the moves"},
	Boards: {"{boards}", "the boards from the start to the goal"},
}

// String returns the field as patterns have it.
func (f Field) String() string { return fields[f].name }

// Meaning tells a person what the field stands for.
func (f Field) Meaning() string { return fields[f].meaning }

// A Piece is a part of a pattern: a field, or text.
type Piece struct {
	Field Field
	Text  string
}

// Pieces takes the pattern apart.
func (p Pattern) Pieces() (ps []Piece) {
	rest := string(p)
	literal := func(s string) {
		if s != "" {
			ps = append(ps, Piece{Text, s})
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
		for f, n := range fields {
			if n.name != "" && strings.HasPrefix(rest[i:], n.name) {
				literal(rest[:i])
				ps = append(ps, Piece{Field: Field(f)})
				rest, from = rest[i+len(n.name):], 0
				break
			}
		}
	}
}

// Words is Pieces with the texts taken apart into words and marks, without the
// white space: what a reader has to find.
func (p Pattern) Words() (ps []Piece) {
	for _, part := range p.Pieces() {
		if part.Field != Text {
			ps = append(ps, part)
			continue
		}
		for _, word := range strings.Fields(part.Text) {
			for word != "" {
				n := 1
				for !IsMark(word[0]) && n < len(word) && !IsMark(word[n]) {
					n++
				}
				ps = append(ps, Piece{Text, word[:n]})
				word = word[n:]
			}
		}
	}
	return ps
}

// IsMark reports whether c is a word of its own in JSON.
func IsMark(c byte) bool { return strings.IndexByte("{}[]:,", c) >= 0 }

// Has reports whether the pattern has a field.
func (p Pattern) Has(f Field) bool { return strings.Contains(string(p), fields[f].name) }
