// Package window reads ahead in an input, keeps what a decoder may come back to,
// and knows the lines and columns of it. What the bytes mean is the decoders'
// matter.
package window

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// A Window is a reader with a window on what it has given, which keeps what
// comes after a mark. The fields are for loops over bytes; what moves Buf is More,
// and so places to come back to are counted from the mark: see Offset.
type Window struct {
	In   io.Reader
	Name string // of In, for messages
	Wait bool   // whether more may wait for In
	End  error  // of In: nothing more comes

	Buf  []byte
	Pos  int // in Buf, of the next byte
	Mark int // in Buf: where the record at hand began

	line, col  int // of Buf[0], from 0
	seen, ends int // ends of lines in Buf[:seen]
	begun      bool
}

// BlockSize is how many bytes Buf has, while records are short.
const BlockSize = 128 << 10

// Offset returns the place of the next byte, counted from the mark.
func (w *Window) Offset() int { return w.Pos - w.Mark }

// Rewind goes to a place that is counted from the mark.
func (w *Window) Rewind(offset int) { w.Pos = w.Mark + offset }

// More reads more input behind Buf. It returns false if there is none, or if
// it would have to wait and must not. It moves what comes after the mark to
// the front, and so Mark and Pos.
func (w *Window) More() bool {
	if !w.Wait || w.End != nil {
		return false
	}
	if w.Mark > 0 {
		w.line, w.col = After(w.line, w.col, w.Buf[:w.Mark])
		w.Buf = w.Buf[:copy(w.Buf, w.Buf[w.Mark:])]
		w.Pos -= w.Mark
		w.Mark, w.seen, w.ends = 0, 0, 0
	}
	if len(w.Buf) == cap(w.Buf) {
		w.Buf = append(make([]byte, 0, max(2*cap(w.Buf), BlockSize)), w.Buf...)
	}
	for range 100 { // as in bufio: then the reader is broken
		n, err := w.In.Read(w.Buf[len(w.Buf):cap(w.Buf)])
		w.Buf = w.Buf[:len(w.Buf)+n]
		w.End = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	w.End = io.ErrNoProgress
	return false
}

// SkipBOM skips the byte order mark that some editors write at the start of the
// input.
func (w *Window) SkipBOM() {
	if !w.begun { // so that each puzzle need not pay for a call
		w.skipBOM()
	}
}

func (w *Window) skipBOM() {
	const byteOrderMark = "\xEF\xBB\xBF"
	for len(w.Buf) < len(byteOrderMark) && w.More() {
	}
	w.begun = len(w.Buf) > 0
	w.Pos += len(w.Buf[w.Pos:]) - len(bytes.TrimPrefix(w.Buf[w.Pos:], []byte(byteOrderMark)))
}

// SkipLine moves Pos and the mark behind the end of the line.
func (w *Window) SkipLine() { w.SkipLineUpTo(math.MaxInt) }

// SkipLineUpTo is SkipLine, and returns false if the line has more than so many
// bytes.
func (w *Window) SkipLineUpTo(most int) bool {
	for most >= 0 {
		if i := bytes.IndexByte(w.Buf[w.Pos:], '\n'); i >= 0 {
			w.Pos += i + 1
			w.Mark = w.Pos
			return true
		}
		most -= len(w.Buf) - w.Pos
		w.Pos = len(w.Buf)
		w.Mark = w.Pos
		if !w.More() {
			return true
		}
	}
	return false
}

// Place returns the line and column, from 1, of a byte of Buf. It counts from
// where it was asked about last.
func (w *Window) Place(at int) (line, col int) {
	newline := []byte{'\n'}
	if at < w.seen {
		w.ends -= bytes.Count(w.Buf[at:w.seen], newline)
	} else {
		w.ends += bytes.Count(w.Buf[w.seen:at], newline)
	}
	w.seen = at
	if w.ends == 0 {
		return w.line + 1, w.col + at + 1
	}
	return w.line + w.ends + 1, at - bytes.LastIndexByte(w.Buf[:at], '\n')
}

// Mismatch returns the error that a byte of Buf is not what is expected.
func (w *Window) Mismatch(at int, expected string) *formats.SyntaxError {
	return w.Malformed(at, fmt.Errorf("found %s, expected %s", Found(w.Buf[at:]), expected))
}

// Malformed returns an error with the place of a byte of Buf.
func (w *Window) Malformed(at int, err error) *formats.SyntaxError {
	line, col := w.Place(at)
	return &formats.SyntaxError{Name: w.Name, Line: line, Col: col, Err: err}
}

// Err returns the error that In ended with, if it was not io.EOF.
func (w *Window) Err() error {
	if w.End == nil || w.End == io.EOF {
		return nil
	}
	return fmt.Errorf("%s: %w", w.Name, w.End)
}

// After returns where a text ends that begins at a line and column.
func After(line, col int, text []byte) (int, int) {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		return line + bytes.Count(text, []byte{'\n'}), len(text) - i - 1
	}
	return line, col + len(text)
}

// IsSpace reports whether c is white space: a blank, or one of \t \n \v \f \r.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// Found quotes the word with which a text begins, for a message. A mark of JSON
// ends a word.
func Found(text []byte) string {
	const most = 20
	n := 0
	for n < min(len(text), most) && !IsSpace(text[n]) && (n == 0 || !pattern.IsMark(text[n])) {
		n++
	}
	switch {
	case len(text) == 0:
		return "the end of the input"
	case text[0] == '\n' || text[0] == '\r':
		return "the end of the line"
	case IsSpace(text[0]):
		return fmt.Sprintf("%q", text[:1])
	case n == most:
		return fmt.Sprintf("%q...", text[:n])
	default:
		return fmt.Sprintf("%q", text[:n])
	}
}
