package puzzles

import (
	"bytes"

	"tilejudge/formats/internal/window"
)

// In most formats white space has no meaning: a puzzle may stand on one line or on several lines,
// and several puzzles may stand on one line. If Format.OneLine is true, lines nevertheless limit
// what a malformed record can spoil:
//
//   - A line that is a puzzle by itself is never part of another record. So a record that lacks
//     a tile does not take it from the next line.
//   - A line that begins with a puzzle, and goes on with something that is not like a puzzle, is
//     malformed as a whole.
//
// So among lines that are puzzles by themselves, a malformed line spoils only itself.

// standing says on which lines the last well-formed record stood.
type standing uint8

const (
	unknown   standing = iota // there was no well-formed record after the last malformed one
	onOneLine                 // alone on a line
	otherwise                 // over several lines, or with others on a line
)

// endRecord looks at what follows the record that has been read. It returns false if
// the record is malformed, or if the end of its line has not arrived.
func (r *reader) endRecord() bool {
	if r.flat && !r.midLine && r.Pos < len(r.Buf) && r.Buf[r.Pos] == '\n' {
		r.stood = onOneLine
		return true
	}
	return r.endUnusual()
}

// endUnusual is endRecord for a record that need not fill a line exactly.
func (r *reader) endUnusual() bool {
	end := r.Offset()
	blank, ok := r.skipBlanks()
	if !ok {
		return false
	}
	next := r.Offset()
	several := bytes.IndexByte(r.Buf[r.Mark:r.Mark+end], '\n') >= 0
	switch {
	case several:
		if !r.endsOwnLine(0, end) {
			return false
		}
	case !blank && !r.midLine:
		if !r.puzzleFollows(next, end) {
			return false
		}
	}
	r.stood = onOneLine
	if several || r.midLine || !blank {
		r.stood = otherwise
	}
	r.midLine = !blank
	r.Rewind(next)
	return true
}

// skipBlanks skips white space within a line. blank reports whether nothing else is left of the
// line. ok is false if the end of the line has not arrived.
func (r *reader) skipBlanks() (blank, ok bool) {
	for {
		for r.Pos < len(r.Buf) && window.IsSpace(r.Buf[r.Pos]) && r.Buf[r.Pos] != '\n' {
			r.Pos++
		}
		switch {
		case r.Pos < len(r.Buf):
			return r.Buf[r.Pos] == '\n', true
		case r.Offset() > r.limit:
			return true, true // this is too much white space to look at
		case !r.More():
			return true, r.End != nil
		}
	}
}

// endLine reads white space up to the end of the line, and the line end.
func (r *reader) endLine() bool {
	switch blank, ok := r.skipBlanks(); {
	case !ok:
		return false
	case !blank && !r.isSpace(r.Buf[r.Pos]): // which may begin a comment
		return r.fault(r.Offset(), "the end of the line")
	case !r.restOfLine():
		return false
	}
	r.Pos = min(r.Pos+1, len(r.Buf))
	return true
}

// endsOwnLine reports whether a record ends in a line that is not a puzzle by itself. The record
// stands between two bytes, counted from the mark. If endsOwnLine returns false, the reason is one
// of those of endRecord.
func (r *reader) endsOwnLine(from, end int) bool {
	record := r.Buf[r.Mark+from : r.Mark+end]
	first := from + bytes.IndexByte(record, '\n')
	last := from + bytes.LastIndexByte(record, '\n') + 1
	_, next, whole := r.lineAt(last)
	switch {
	case r.lineMayGoOn(next):
		return false
	case whole && r.isPuzzle(last, next):
		return r.fault(first, "more of the puzzle, as the next line is a puzzle by itself")
	default:
		return true
	}
}

// puzzleFollows reports whether another puzzle, or the end of the list, begins at a byte of the
// record's line, counted from the mark. It may be malformed, if most of a puzzle is there: then it
// is the next record. size is that of the record in bytes. If puzzleFollows returns false, the
// reason is one of those of endRecord.
func (r *reader) puzzleFollows(at, size int) bool {
	line, col := r.Place(r.Mark + at)
	r.Rewind(at)
	ok := r.puzzle(&r.trial)
	if ok && bytes.IndexByte(r.Buf[r.Mark+at:r.Pos], '\n') >= 0 {
		ok = r.endsOwnLine(at, r.Offset())
	}
	switch {
	case r.stopped:
		r.stopped = false
		return true
	case r.bad == nil:
		return ok || r.End != nil // an error of the reader is reported later
	case r.bad.Line > line:
		return r.fault(at, "the end of the line")
	case 3*(r.bad.Col-col) > 2*size:
		r.bad = nil
		return true
	default:
		return false
	}
}

// lineMayGoOn reports whether more of a line may arrive. So far the line ends at a byte, counted
// from the mark.
func (r *reader) lineMayGoOn(end int) bool {
	return !r.Wait && r.End == nil && r.Mark+end == len(r.Buf) && r.Buf[len(r.Buf)-1] != '\n'
}

// isPuzzle reports whether the line between two bytes, counted from the mark, is a puzzle by
// itself. It does not change Pos.
func (r *reader) isPuzzle(at, end int) bool {
	if end-at < r.Shapes.Min.Open() { // each tile takes a byte
		return false
	}
	from, word, wait := r.Offset(), r.word, r.Wait
	r.Wait = false
	r.Rewind(at)
	ok := r.puzzle(&r.trial)
	if ok {
		ok, _ = r.skipBlanks()
	}
	ok = ok && r.Offset() <= end
	r.bad, r.stopped, r.word, r.Wait = nil, false, word, wait
	r.Rewind(from)
	return ok
}
