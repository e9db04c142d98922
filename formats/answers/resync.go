package answers

import (
	"bytes"
	"io"
	"slices"

	"tilejudge/formats"
)

const whiteSpace = " \t\n\v\f\r"

// lineLimit is how many bytes of a line, or of white space at the end, are skipped. An input that
// has more is taken to be endless, like /dev/zero.
const lineLimit = 1 << 28

// resync skips a malformed answer: the lines that could be read as part of it, and then all lines
// up to one that may begin an answer.
func (d *Decoder) resync() {
	r := &d.r
	r.Rewind(0)
	d.keepJunk()
	switch {
	case r.Step.Kind == formats.ByAction:
		r.skipPlan(planEnd(r.Answer))
		return
	case r.Step.Kind == formats.ByMessage:
		r.skipMessages()
		return
	case r.OneLine():
		d.skipLine()
		return
	}
	read := r.Buf[r.Mark : r.Mark+max(d.worst.at, 0)]
	if n := bytes.LastIndexByte(read, '\n') + 1; n > 0 {
		r.Pos += n
		r.Mark = r.Pos
	} else {
		d.skipLine()
	}
	for {
		if _, ok := r.peek(); !ok || slices.ContainsFunc(d.kinds, r.mayBegin) {
			return
		}
		// If an answer may not begin here, none begins with white space: skip empty lines at once.
		rest := r.Buf[r.Pos:]
		blank := len(rest) - len(bytes.TrimLeft(rest, whiteSpace))
		if n := bytes.LastIndexByte(rest[:blank], '\n') + 1; n > 0 {
			r.Pos += n
			r.Mark = r.Pos
		} else {
			d.skipLine()
		}
	}
}

// skipLine skips the rest of the line, or of the input if the line is too long.
func (d *Decoder) skipLine() {
	if !d.r.SkipLineUpTo(lineLimit) {
		d.r.End = io.EOF
	}
}
