// Package garble damages texts, and delivers them in pieces, to test what reads them.
package garble

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing/iotest"
)

// Readers lists ways in which the bytes of an input arrive.
var Readers = []func(io.Reader) io.Reader{
	func(in io.Reader) io.Reader { return in },
	iotest.HalfReader,
	iotest.OneByteReader,
	iotest.DataErrReader,
}

// Text changes up to three bytes or lines of a text. New bytes come from junk.
func Text(text, junk string, r *rand.Rand) string {
	for range r.IntN(4) {
		at := r.IntN(len(text) + 1)
		behind := text[min(at+1, len(text)):]
		lines := strings.SplitAfter(text, "\n")
		i := r.IntN(len(lines))
		switch some := string(junk[r.IntN(len(junk))]); r.IntN(4) {
		case 0:
			text = text[:at] + some + behind
		case 1:
			text = text[:at] + some + text[at:]
		case 2:
			text = text[:at] + behind
		default: // a line comes twice, or not at all
			text = strings.Join(lines[:i], "") + strings.Repeat(lines[i], r.IntN(3)) +
				strings.Join(lines[i+1:], "")
		}
	}
	return text
}
