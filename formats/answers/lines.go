package answers

import "tilejudge/solver/puzzle"

// Lines returns the text of a part that has not been read, if each answer is one line, whose
// meaning depends on the board alone: a path of letters, or a text. The text is nil if it is not.
// letters has the move of each letter, or 0. unsolvable is the line for puzzle.ErrUnsolvable.
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
