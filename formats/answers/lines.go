package answers

import (
	"bytes"

	"tilejudge/solver/puzzle"
)

// Lines returns the text of a part that has not been read, if each answer is one line, whose
// meaning depends on the board alone: a path of letters, or a text. letters has the move of each
// letter, or 0; it is nil if answers have another form. unsolvable is the line for
// puzzle.ErrUnsolvable.
func (d *Decoder) Lines() (text []byte, letters *[256]puzzle.Move, unsolvable string) {
	if !d.plain || d.tolerated != (Tolerance{}) || d.open() {
		return nil, nil, ""
	}
	a := d.r.Answer
	if unsolvable = d.kinds[0].pieces[0].Text; a.TooLong == a.Unsolvable {
		unsolvable = "" // the same words may stand for another answer
	}
	return d.r.Buf[d.r.Pos:], d.r.letters, unsolvable
}

// Skip takes the next answers of a part, which have that many bytes in all, as read.
func (d *Decoder) Skip(answers, bytes int) {
	d.decoded += answers
	d.r.Pos += bytes
	d.r.Mark = d.r.Pos
}

// SkipText takes the next answers as read if the input goes on with text, which an Encoder wrote.
// The text has these answers, which take size bytes, and one more, which shows that none of them
// goes on. It reports whether the input goes on like that. It does not wait.
func (d *Decoder) SkipText(answers, size int, text []byte) bool {
	r := &d.r
	if d.tolerated != (Tolerance{}) || d.open() || d.ended {
		return false
	}
	r.Mark = r.Pos
	if !r.Arrived(len(text)) || !bytes.HasPrefix(r.Buf[r.Pos:], text) {
		return false
	}
	d.ready = 0
	d.Skip(answers, size)
	return true
}

// Arrived reports whether the next byte, if there is one, can be read without waiting.
func (d *Decoder) Arrived() bool { return d.r.Arrived(1) }
