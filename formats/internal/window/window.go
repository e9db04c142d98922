// Package window buffers an input for a decoder: it reads ahead, keeps the bytes that the
// decoder may come back to, and tells the line and column of each byte. It does not know
// what the bytes mean.
//
//	w := window.Window{In: os.Stdin, Name: "stdin", Wait: true}
//	for w.Pos < len(w.Buf) || w.More() {
//		use(w.Buf[w.Pos])
//		w.Pos++
//	}
package window

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// A Window holds the part of an input from a mark up to what has been read. Decoders loop
// over Buf directly. Only More moves bytes within Buf, and it keeps those from the mark on;
// so a place to come back to is counted from the mark: see Offset.
type Window struct {
	In   io.Reader
	Name string // of In, for messages
	Wait bool   // whether More may wait for In
	End  error  // the error that ended In, io.EOF included; nil: more may come

	Buf  []byte
	Pos  int // in Buf, of the next byte
	Mark int // in Buf, where the current record began

	line, col  int   // of Buf[0], from 0
	base       int64 // bytes of the input before Buf[0]
	seen, ends int   // Buf[:seen] has this many line ends; see Place
	begun      bool  // a byte order mark has been looked for
}

// BlockSize is the capacity of Buf in bytes. It grows only for longer records.
const BlockSize = 128 << 10

// StartAt makes it a window of an input of which In has only the bytes from a place on. Call
// it before anything is read.
func (w *Window) StartAt(at formats.Place) {
	if at != (formats.Place{}) {
		w.base, w.line, w.col, w.begun = at.Offset, at.Line, at.Col, true
	}
}

// Next returns the place of the next byte in the input.
func (w *Window) Next() formats.Place {
	line, col := w.Place(w.Pos)
	return formats.Place{Offset: w.base + int64(w.Pos), Line: line - 1, Col: col - 1}
}

// Offset returns the place of the next byte, in bytes from the mark.
func (w *Window) Offset() int { return w.Pos - w.Mark }

// Rewind goes back to a place that Offset returned.
func (w *Window) Rewind(offset int) { w.Pos = w.Mark + offset }

// Begin returns where the current record began, in bytes from the beginning of the input.
func (w *Window) Begin() int64 { return w.base + int64(w.Mark) }

// More appends input to Buf. It returns false if there is none left, or if it might have to
// wait and Wait is false. It moves the bytes from the mark on to the front of Buf, and adjusts
// Mark and Pos.
func (w *Window) More() bool {
	if !w.Wait || w.End != nil {
		return false
	}
	if w.Mark > 0 {
		w.line, w.col = After(w.line, w.col, w.Buf[:w.Mark])
		w.base += int64(w.Mark)
		w.Buf = w.Buf[:copy(w.Buf, w.Buf[w.Mark:])]
		w.Pos -= w.Mark
		w.Mark, w.seen, w.ends = 0, 0, 0
	}
	if len(w.Buf) == cap(w.Buf) {
		w.Buf = append(make([]byte, 0, max(2*cap(w.Buf), BlockSize)), w.Buf...)
	}
	for range 100 { // as in bufio: a reader that returns nothing so often is broken
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

// Split moves the bytes from one place in Buf up to another into part, and goes on behind them in
// the memory of block. It returns the memory that the part is in.
func (w *Window) Split(part *Window, from, end int, block []byte) (in []byte) {
	in = w.Buf
	part.Buf, part.Pos, part.Mark, part.seen, part.ends = in[from:end], 0, 0, 0, 0
	part.line, part.col = After(w.line, w.col, in[:from])
	part.base, part.begun = w.base+int64(from), true
	w.base += int64(end)
	w.line, w.col = After(part.line, part.col, part.Buf)
	if cap(block) < BlockSize {
		block = make([]byte, 0, BlockSize)
	}
	w.Buf = append(block[:0], in[end:]...)
	w.Pos, w.Mark, w.seen, w.ends = 0, 0, 0, 0
	return in
}

// PutBack undoes calls of Split, between which nothing was read, for parts in their order.
func (w *Window) PutBack(parts ...*Window) {
	var text []byte
	for _, p := range parts {
		text = append(text, p.Buf...)
	}
	w.Buf = append(text, w.Buf...)
	w.line, w.col, w.base = parts[0].line, parts[0].col, parts[0].base
	w.Pos, w.Mark, w.seen, w.ends = 0, 0, 0, 0
}

// SkipBOM skips the byte order mark that some editors write at the start of the
// input. Decoders call it for each record.
func (w *Window) SkipBOM() {
	if !w.begun { // this test is inlined into callers, skipBOM is not
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

// SkipLine moves Pos and the mark to the start of the next line.
func (w *Window) SkipLine() { w.SkipLineUpTo(math.MaxInt) }

// SkipLineUpTo is SkipLine, but gives up and returns false after that number of bytes without
// a line end.
func (w *Window) SkipLineUpTo(limit int) bool {
	for limit >= 0 {
		if i := bytes.IndexByte(w.Buf[w.Pos:], '\n'); i >= 0 {
			w.Pos += i + 1
			w.Mark = w.Pos
			return true
		}
		limit -= len(w.Buf) - w.Pos
		w.Pos = len(w.Buf)
		w.Mark = w.Pos
		if !w.More() {
			return true
		}
	}
	return false
}

// Place returns the line and column, from 1, of a byte of Buf. It counts on from the byte
// that the call before asked about, so that calls for bytes close together are cheap.
func (w *Window) Place(at int) (line, col int) {
	line = w.lineOf(at)
	if w.ends == 0 {
		return line, w.col + at + 1
	}
	return line, at - bytes.LastIndexByte(w.Buf[:at], '\n')
}

// Line returns the line, from 1, on which the current record begins.
func (w *Window) Line() int { return w.lineOf(w.Mark) }

// lineOf returns the line of a byte of Buf, as Place does.
func (w *Window) lineOf(at int) int {
	newline := []byte{'\n'}
	if at < w.seen {
		w.ends -= bytes.Count(w.Buf[at:w.seen], newline)
	} else {
		w.ends += bytes.Count(w.Buf[w.seen:at], newline)
	}
	w.seen = at
	return w.line + w.ends + 1
}

// Mismatch returns an error: something else was expected at a byte of Buf.
func (w *Window) Mismatch(at int, expected string) *formats.SyntaxError {
	return w.Malformed(at, fmt.Errorf("found %s, expected %s", Found(w.Buf[at:]), expected))
}

// Malformed returns err with the place of a byte of Buf.
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

// After returns the line and column at which a text ends that begins at line and col.
func After(line, col int, text []byte) (int, int) {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		return line + bytes.Count(text, []byte{'\n'}), len(text) - i - 1
	}
	return line, col + len(text)
}

// IsSpace reports whether c is white space: a blank, or one of \t \n \v \f \r.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// Found quotes the first word of a text, for a message. A mark of JSON ends a word.
func Found(text []byte) string {
	const maxLen = 20 // bytes of a word to quote
	n := 0
	for n < min(len(text), maxLen) && !IsSpace(text[n]) && (n == 0 || !pattern.IsMark(text[n])) {
		n++
	}
	long := n == maxLen
	for long && n > maxLen-utf8.UTFMax && n < len(text) && !utf8.RuneStart(text[n]) {
		n-- // do not cut a character
	}
	switch {
	case len(text) == 0:
		return "the end of the input"
	case bytes.HasPrefix(text, []byte("\xFF\xFE")), bytes.HasPrefix(text, []byte("\xFE\xFF")):
		return "UTF-16 text"
	case text[0] == '\n' || text[0] == '\r':
		return "the end of the line"
	case IsSpace(text[0]):
		return fmt.Sprintf("%q", text[:1])
	case long:
		return fmt.Sprintf("%q...", text[:n])
	default:
		return fmt.Sprintf("%q", text[:n])
	}
}
