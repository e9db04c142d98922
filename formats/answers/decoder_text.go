package answers

import "bytes"

// Keep makes Text return up to that number of bytes of each answer. Without Keep, Text returns
// nothing. Call it before Decode.
func (d *Decoder) Keep(bytes int) { d.r.keep = bytes }

// Text returns the beginning of the last answer as it was written. The next call of Decode uses the
// memory again.
func (d *Decoder) Text() []byte {
	if len(d.junk) > 0 {
		return d.junk
	}
	return d.r.begins(d.r.Pos)
}

// keepJunk keeps a malformed answer for Text, up to the line that shows that it is malformed.
func (d *Decoder) keepJunk() {
	r := &d.r
	at := max(d.worst.at, 0)
	for r.keep > 0 {
		end := len(r.Buf)
		if i := bytes.IndexByte(r.Buf[r.Mark+at:], '\n'); i >= 0 {
			end = r.Mark + at + i + 1
		} else if len(r.begins(end)) < r.keep && r.More() {
			continue
		}
		d.junk = append(d.junk, r.begins(end)...)
		return
	}
}
