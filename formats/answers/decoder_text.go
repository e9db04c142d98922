package answers

import (
	"bytes"
	"io"
	"slices"
)

// Keep makes Text return up to that number of bytes of each answer. Without it Text returns
// none. Call it before Decode.
func (d *Decoder) Keep(bytes int) { d.keep = bytes }

// Text returns how the last answer begins, as it was written. Its memory is used again by the
// next call of Decode.
func (d *Decoder) Text() []byte {
	if len(d.junk) > 0 {
		return d.junk
	}
	r := &d.r
	return r.Buf[r.Mark:min(r.Pos, r.Mark+d.keep)]
}

// resync skips the malformed answer: the lines that could be read as part of it, and then
// those up to one that may begin an answer.
func (d *Decoder) resync() {
	r := &d.r
	r.Rewind(0)
	d.keepJunk()
	if r.OneLine() {
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
		d.skipLine()
	}
}

// skipLine skips the rest of the line, or of the input if the line is too long.
func (d *Decoder) skipLine() {
	if !d.r.SkipLineUpTo(lineLimit) {
		d.r.End = io.EOF
	}
}

// keepJunk keeps a malformed answer for Text, up to the line that shows that it is malformed.
func (d *Decoder) keepJunk() {
	r := &d.r
	at := max(d.worst.at, 0)
	for d.keep > 0 {
		text := r.Buf[r.Mark:]
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			text = text[:at+i+1]
		} else if len(text) < d.keep && r.More() {
			continue
		}
		d.junk = append(d.junk, text[:min(len(text), d.keep)]...)
		return
	}
}
