package formats

import (
	"bytes"
	"io"
	"math"
)

// An input is a reader with a window on what it has given, which keeps what
// comes after a mark.
type input struct {
	in      io.Reader
	end     error // of in: nothing more comes
	wait    bool  // whether more may wait for in
	comment byte  // begins a comment, to the end of its line; 0: nothing does

	buf        []byte
	pos        int // in buf, of the next byte
	mark       int // in buf: where the record at hand began
	line, col  int // of buf[0], from 0
	seen, ends int // ends of lines in buf[:seen]
	begun      bool
}

const blockSize = 128 << 10 // bytes of buf, while records are short

// more reads more input behind buf. It returns false if there is none, or if
// it would have to wait and must not. It moves what comes after the mark to
// the front, and so mark and pos.
func (d *input) more() bool {
	if !d.wait || d.end != nil {
		return false
	}
	if d.mark > 0 {
		d.line, d.col = after(d.line, d.col, d.buf[:d.mark])
		d.buf = d.buf[:copy(d.buf, d.buf[d.mark:])]
		d.pos -= d.mark
		d.mark, d.seen, d.ends = 0, 0, 0
	}
	if len(d.buf) == cap(d.buf) {
		d.buf = append(make([]byte, 0, max(2*cap(d.buf), blockSize)), d.buf...)
	}
	for range 100 { // as in bufio: then the reader is broken
		n, err := d.in.Read(d.buf[len(d.buf):cap(d.buf)])
		d.buf = d.buf[:len(d.buf)+n]
		d.end = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	d.end = io.ErrNoProgress
	return false
}

// skipSpace moves pos and the mark to the next byte that is no white space, or
// to the end of buf if there is none, and reports whether there is one. At the
// start of the input it also skips the byte order mark that some editors write
// there.
func (d *input) skipSpace() bool {
	d.skipMark()
	for {
		for d.pos < len(d.buf) && isSpace(d.buf[d.pos]) {
			d.pos++
		}
		d.mark = d.pos
		switch {
		case d.pos < len(d.buf) && d.isSpace(d.buf[d.pos]):
			if !d.wait && bytes.IndexByte(d.buf[d.pos:], '\n') < 0 {
				return false // not before the end of the comment is there
			}
			d.skipLine()
		case d.pos < len(d.buf) || !d.more():
			return d.pos < len(d.buf)
		}
	}
}

// skipMark skips the byte order mark at the start of the input.
func (d *input) skipMark() {
	if d.begun {
		return
	}
	for len(d.buf) < len(byteOrderMark) && d.more() {
	}
	d.begun = len(d.buf) > 0
	d.pos += len(d.buf[d.pos:]) - len(bytes.TrimPrefix(d.buf[d.pos:], []byte(byteOrderMark)))
}

// isSpace reports whether c is white space, or begins some.
func (d *input) isSpace(c byte) bool { return isSpace(c) || c == d.comment && c != 0 }

const byteOrderMark = "\xEF\xBB\xBF"

// skipLine moves pos and the mark behind the end of the line.
func (d *input) skipLine() { d.skipLineUpTo(math.MaxInt) }

// skipLineUpTo is skipLine, and returns false if the line has more than so many
// bytes.
func (d *input) skipLineUpTo(most int) bool {
	for most >= 0 {
		if i := bytes.IndexByte(d.buf[d.pos:], '\n'); i >= 0 {
			d.pos += i + 1
			d.mark = d.pos
			return true
		}
		most -= len(d.buf) - d.pos
		d.pos = len(d.buf)
		d.mark = d.pos
		if !d.more() {
			return true
		}
	}
	return false
}

// place returns the line and column, from 1, of a byte of buf. It counts from
// where it was asked about last.
func (d *input) place(at int) (line, col int) {
	newline := []byte{'\n'}
	if at < d.seen {
		d.ends -= bytes.Count(d.buf[at:d.seen], newline)
	} else {
		d.ends += bytes.Count(d.buf[d.seen:at], newline)
	}
	d.seen = at
	if d.ends == 0 {
		return d.line + 1, d.col + at + 1
	}
	return d.line + d.ends + 1, at - bytes.LastIndexByte(d.buf[:at], '\n')
}

// after returns where a text ends that begins at line and col.
func after(line, col int, text []byte) (int, int) {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		return line + bytes.Count(text, []byte{'\n'}), len(text) - i - 1
	}
	return line, col + len(text)
}

// isSpace reports whether c is white space: a blank, or one of \t \n \v \f \r.
func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }
