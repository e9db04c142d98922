package puzzles

import (
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Step is a part of an input that a Decoder has read.
type Step struct {
	What      string // what the part is, in words
	Text      string // the part, without the white space around it
	Line, Col int    // where it begins, from 1; Col counts bytes
}

// TellSteps makes Decode call tell for each part that it reads, which takes some time. If a record
// is malformed, the last steps are those before the mistake. Call it before Decode, and decode the
// puzzles one by one.
func (d *Decoder) TellSteps(tell func(Step)) { d.r.tell, d.r.boardOnly = tell, false }

// told calls tell for what was read from an offset on, unless the puzzle is read on trial.
func (r *reader) told(w pattern.Piece, from int, p *puzzle.Puzzle) {
	switch {
	case r.tell == nil || p == &r.trial:
	case w.Field == pattern.Text:
		r.step("the text of the record", from)
	default:
		r.step(w.Field.String()+", "+w.Field.Meaning(), from)
	}
}

// step calls tell for what was read from an offset on.
func (r *reader) step(what string, from int) {
	if r.tell == nil {
		return
	}
	text := string(r.Buf[r.Mark+from : r.Pos])
	trimmed := strings.TrimLeft(text, " \t\n\v\f\r")
	line, col := r.Place(r.Mark + from + len(text) - len(trimmed))
	r.tell(Step{what, strings.TrimSpace(trimmed), line, col})
}
