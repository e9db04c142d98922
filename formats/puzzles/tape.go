package puzzles

import (
	"bytes"
	"errors"
	"io"

	"tilejudge/formats/internal/window"
)

// A tape keeps what a reader gives until it has been read and compared.
type tape struct {
	in        io.Reader
	lenient   bool // compare nothing
	end       error
	limit     int // bytes to keep
	buf       []byte
	given     int // of buf, to whom reads
	front     int // in buf: what comes next to be compared
	line, col int // of the front, from 0
}

// errTape is returned by Read if more is read than any record has.
var errTape = errors.New("the record has no end")

// Read implements io.Reader.
func (t *tape) Read(p []byte) (int, error) {
	if t.given == len(t.buf) {
		switch {
		case t.end != nil:
			return 0, t.end
		case len(t.buf)-t.front > t.limit:
			return 0, errTape
		}
		t.more()
	}
	n := copy(p, t.buf[t.given:])
	t.given += n
	if t.lenient {
		t.take(n)
	}
	return n, nil
}

func (t *tape) more() {
	if cap(t.buf)-len(t.buf) < window.BlockSize/2 {
		done := min(t.front, t.given)
		old := t.buf[done:]
		t.buf = append(make([]byte, 0, 2*len(old)+window.BlockSize), old...)
		t.front -= done
		t.given -= done
	}
	n, err := t.in.Read(t.buf[len(t.buf):cap(t.buf)])
	t.buf, t.end = t.buf[:len(t.buf)+n], err
}

// peek returns the next n bytes, or less at the end.
func (t *tape) peek(n int) ([]byte, error) {
	for len(t.buf)-t.front < n && t.end == nil {
		t.more()
	}
	next := t.buf[t.front:]
	if t.end != nil && t.end != io.EOF && len(next) < n {
		return nil, t.end
	}
	return next[:min(n, len(next))], nil
}

// same returns for how many bytes what comes next is like a text.
func (t *tape) same(text []byte) (int, error) {
	next, err := t.peek(len(text))
	if len(next) == len(text) && bytes.Equal(next, text) {
		return len(text), err
	}
	n := 0
	for n < len(next) && next[n] == text[n] {
		n++
	}
	return n, err
}

// take moves on by n bytes.
func (t *tape) take(n int) {
	t.line, t.col = window.After(t.line, t.col, t.buf[t.front:t.front+n])
	t.front += n
}

// takeLines moves on behind the lines that begin with a byte.
func (t *tape) takeLines(begin byte) error {
	for n := 1; ; n++ {
		line, err := t.peek(n)
		if err != nil || len(line) < n || line[0] != begin {
			return err
		}
		if line[n-1] == '\n' {
			t.take(n)
			n = 0
		}
	}
}
