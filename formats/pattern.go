package formats

import "strings"

// A pattern is how a record or an answer is written: text as it stands, and
// fields such as {n} for what differs. See fieldNames. To a reader, white space
// in a record's pattern stands for any.
type pattern string

// A field is what a pattern has in place of text.
type field uint8

const (
	text   field = iota
	size         // the rows, which are as many as the columns
	rows         //
	cols         //
	bound        // the most moves that a solution may have
	id           // a number that the source gives the puzzle
	rest         // whatever is left of the line
	board        // of the puzzle, or in a list of boards
	goal         //
	number       // of the answer, from 1
	moves        // their number
	path         // the moves: see Answer.Step
	boards       // from start to goal: see Answer.Each
)

// fieldNames are the fields as patterns have them, and what they stand for.
var fieldNames = [...]struct{ name, meaning string }{
	size:   {"{n}", "the number of rows, and of columns"},
	rows:   {"{rows}", "the number of rows"},
	cols:   {"{cols}", "the number of columns"},
	bound:  {"{bound}", "the most moves that a solution may have"},
	id:     {"{id}", "a number that names the puzzle"},
	rest:   {"{rest}", "anything, up to the end of the line"},
	board:  {"{board}", "the board"},
	goal:   {"{goal}", "the goal, written as the board is"},
	number: {"{case}", "the number of the answer, from 1"},
	moves:  {"{moves}", "the number of moves"},
	path:   {"{path}", "the moves"},
	boards: {"{boards}", "the boards from the start to the goal"},
}

// A piece is a part of a pattern: a field, or text.
type piece struct {
	field field
	text  string
}

// pieces takes the pattern apart.
func (p pattern) pieces() (ps []piece) {
	rest := string(p)
	literal := func(s string) {
		if s != "" {
			ps = append(ps, piece{text, s})
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
		for f, n := range fieldNames {
			if n.name != "" && strings.HasPrefix(rest[i:], n.name) {
				literal(rest[:i])
				ps = append(ps, piece{field: field(f)})
				rest, from = rest[i+len(n.name):], 0
				break
			}
		}
	}
}

// words is pieces with the texts taken apart into words and marks, without the
// white space: what a reader has to find.
func (p pattern) words() (ps []piece) {
	for _, part := range p.pieces() {
		if part.field != text {
			ps = append(ps, part)
			continue
		}
		for _, word := range strings.Fields(part.text) {
			for word != "" {
				n := 1
				for !isMark(word[0]) && n < len(word) && !isMark(word[n]) {
					n++
				}
				ps = append(ps, piece{text, word[:n]})
				word = word[n:]
			}
		}
	}
	return ps
}

// isMark reports whether c is a word of its own in JSON.
func isMark(c byte) bool { return strings.IndexByte("{}[]:,", c) >= 0 }

// has reports whether the pattern has a field.
func (p pattern) has(f field) bool { return strings.Contains(string(p), fieldNames[f].name) }
