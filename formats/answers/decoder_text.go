package answers

import "bytes"

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
