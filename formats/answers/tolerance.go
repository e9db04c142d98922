package answers

import (
	"strings"

	"tilejudge/formats/pattern"
)

// A Tolerance says which differences from the judge's form do not matter.
type Tolerance struct {
	Case bool // letters may be capitals or not

	// Space: any white space may be where the form has some, and before an answer. It does not count
	// where the blank of a board is a space, whose place the columns tell.
	Space bool
}

// Tolerate lets answers differ from the judge's form. Call it before the first Decode.
func (d *Decoder) Tolerate(t Tolerance) {
	t.Space = t.Space && d.r.Board.Blank != " "
	d.tolerated, d.letters = t, d.r.letters
	d.r.endsAtSpace = t.Space && d.r.Solved == onlyPath
	if t.Case {
		d.letters = d.r.anyCase
	}
}

// readTolerantly is readAny for an answer that differs from the judge's form in what does not
// matter. It moves the mark behind white space before the answer.
func (d *Decoder) readTolerantly() *kind {
	r := &d.r
	if d.tolerated == (Tolerance{}) {
		return nil
	}
	r.Rewind(0)
	if d.tolerated.Space && !r.emptyIsRight() && r.made == nil {
		d.skipSpace()
		d.begin = r.Begin()
	}
	strict := r.letters
	r.Tolerance, r.letters = d.tolerated, d.letters
	k := d.readAny()
	r.Tolerance, r.letters = Tolerance{}, strict
	return k
}

// overlooked reports whether an answer of kind k has no moves because it has white space
// before them.
func (d *Decoder) overlooked(k *kind) bool {
	r := &d.r
	return d.tolerated.Space && k.result == nil && r.listed() == 0 &&
		r.Solved.Has(pattern.Path) && !r.isSolved()
}

// spacedText reads a text with any white space where the text has some.
func (r *reader) spacedText(s string) bool {
	for s != "" {
		rest := strings.TrimLeft(s, whiteSpace)
		n := strings.IndexAny(s, whiteSpace)
		switch {
		case rest == "":
			return r.spaceAtEnd()
		case n < 0:
			return r.word(s)
		case n > 0:
			if !r.word(s[:n]) {
				return false
			}
			s = s[n:]
		default:
			from := r.Offset()
			if r.skipBlanks(); r.Offset() == from {
				return false
			}
			s = rest
		}
	}
	return true
}

// spaceAtEnd reads the white space at the end of a text: a line end and spaces before it, or else
// one character. It leaves further white space, because the next answer may be an empty path.
func (r *reader) spaceAtEnd() bool {
	from := r.Offset()
	r.skip(" \t\r")
	c, ok := r.peek()
	switch blank := r.Offset() > from; {
	case ok && c == '\n':
		r.Pos++
		return true
	case !ok && !blank:
		return r.Pos > r.Mark
	default:
		r.Rewind(from + 1)
		return blank
	}
}

// sameLetter reports whether two bytes are the same letter of ASCII, in upper or lower case.
func sameLetter(a, b byte) bool { return a|0x20 == b|0x20 && isLetter(a) }
