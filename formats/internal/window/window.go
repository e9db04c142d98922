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
	"strings"
	"unicode"
	"unicode/utf8"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// A Window holds the part of an input from a mark up to what has been read. Decoders loop over Buf
// directly. Only More moves bytes within Buf. It keeps the bytes from the mark on, so decoders
// count places from the mark: see Offset.
type Window struct {
	In   io.Reader
	Name string // of In, for messages
	Wait bool   // whether More may wait for In
	End  error  // the error that ended In, io.EOF included; nil: more may come
	Cut  bool   // More has been called when End or Wait forbade it to read

	Buf  []byte
	Pos  int // in Buf, of the next byte
	Mark int // in Buf, where the current record began

	line, col  int   // of Buf[0], from 0
	base       int64 // bytes of the input before Buf[0]
	seen, ends int   // Buf[:seen] has this many line ends; see Place
	begun      bool  // a byte order mark has been looked for
	memory

	Guess Guess
	parts []*Window // split off and not joined, in order
	gone  bool      // of a part: its bytes have gone back
}

// BlockSize is the capacity of Buf in bytes. It grows only for longer records, and is less only if
// In is known to be shorter.
const BlockSize = 256 << 10

// minRead is the least room for a read, in bytes.
const minRead = BlockSize / 8

// StartAt tells the window that In leaves out the bytes of the input before a place. Call it
// before anything is read.
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

// More appends input to Buf. It returns false if no input is left, or if it might have to wait and
// Wait is false. It moves the bytes from the mark on to the front of Buf, and adjusts Mark and Pos.
func (w *Window) More() bool {
	if !w.Wait || w.End != nil {
		w.Cut = true
		return false
	}
	if w.Mark > 0 {
		w.line, w.col = After(w.line, w.col, w.Buf[:w.Mark])
		w.base += int64(w.Mark)
		w.Buf = w.Buf[:copy(w.Buf, w.Buf[w.Mark:])]
		w.Pos -= w.Mark
		w.Mark, w.seen, w.ends = 0, 0, 0
	}
	if cap(w.Buf)-len(w.Buf) < AtMost(w.In, minRead) {
		w.makeRoom()
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

// AtMost returns a number of bytes, or one more than a reader has left if it tells that, as a
// bytes.Reader does, and if that is less. So memory for short texts is short.
func AtMost(in io.Reader, bytes int) int {
	if in, ok := in.(interface{ Len() int }); ok {
		return min(bytes, in.Len()+1)
	}
	return bytes
}

// A prompter is a reader whose method Prompt reports whether its next Read is known not to block.
type prompter interface{ Prompt() bool }

// Ahead reads more, whatever Wait says, if Buf has little left and the read is known not to block.
// So the next part can be split off while others are being read.
func (w *Window) Ahead() {
	const little = 96 << 10 // bytes; a part with small boards has about 80,000 at most
	if w.End != nil || len(w.Buf)-w.Pos >= little || !w.prompt() {
		return
	}
	wait := w.Wait
	w.Wait = true
	w.More()
	w.Wait = wait
}

// Arrived reports whether a number of bytes, or all that are left, can be read without waiting.
func (w *Window) Arrived(bytes int) bool {
	for w.End == nil && len(w.Buf)-w.Pos < bytes {
		if !w.prompt() {
			return false
		}
		w.More()
	}
	return true
}

// prompt reports whether the next Read of In is known not to block.
func (w *Window) prompt() bool {
	switch in := w.In.(type) {
	case prompter:
		return in.Prompt()
	case *strings.Reader, *bytes.Reader:
		return true
	default:
		return false
	}
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

// Line is Place without the column.
func (w *Window) Line(at int) int {
	w.countTo(at)
	return w.line + w.ends + 1
}

// countTo counts the line ends before a byte of Buf. It counts from the byte of its last call on.
func (w *Window) countTo(at int) {
	newline := []byte{'\n'}
	if at < w.seen {
		w.ends -= bytes.Count(w.Buf[at:w.seen], newline)
	} else {
		w.ends += bytes.Count(w.Buf[w.seen:at], newline)
	}
	w.seen = at
}

// Place returns the line and column, from 1, of a byte of Buf. It counts from the byte of the last
// call on, so that calls for bytes close together are cheap.
func (w *Window) Place(at int) (line, col int) {
	w.countTo(at)
	if w.ends == 0 {
		return w.line + 1, w.col + at + 1
	}
	return w.line + w.ends + 1, at - bytes.LastIndexByte(w.Buf[:at], '\n')
}

// Mismatch returns the error that something else was expected at a byte of Buf.
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

// IsSpace reports whether c is white space: a space, or one of \t \n \v \f \r.
func IsSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// ReadWord reads on until the word at an offset from the mark has arrived, as far as Found quotes
// it. It returns false if it would have to wait for that.
func (w *Window) ReadWord(offset int) bool {
	for {
		rest := w.Buf[w.Mark+offset:]
		switch {
		case len(rest) >= maxFound+utf8.UTFMax, bytes.ContainsFunc(rest, unicode.IsSpace):
			return true
		case !w.More():
			return w.Wait || w.End != nil
		}
	}
}

// maxFound is how many bytes of a word Found quotes.
const maxFound = 20

// Found quotes the first word of a text, for a message. A mark, as in pattern.IsMark, or a NUL byte
// ends a word.
func Found(text []byte) string {
	n := 0
	for n < min(len(text), maxFound) && !IsSpace(text[n]) &&
		(n == 0 || !pattern.IsMark(text[n]) && text[n] != 0) {
		n++
	}
	long := n == maxFound
	for long && n > maxFound-utf8.UTFMax && n < len(text) && !utf8.RuneStart(text[n]) {
		n-- // do not cut a character
	}
	switch {
	case len(text) == 0:
		return "the end of the input"
	case bytes.HasPrefix(text, []byte("\xFF\xFE")), bytes.HasPrefix(text, []byte("\xFE\xFF")):
		return "UTF-16 text"
	case text[0] == 0:
		return "a NUL byte"
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
