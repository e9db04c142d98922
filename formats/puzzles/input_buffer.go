package puzzles

import (
	"bytes"
	"errors"
	"io"

	"tilejudge/formats/internal/window"
)

// An inputBuffer is the reader from which a decoder reads the input of a Validation. It keeps each
// byte until the byte has been compared too.
type inputBuffer struct {
	in        io.Reader
	lenient   bool // nothing is compared, so nothing is kept
	comment   byte // begins a comment, to the end of its line; 0: there are none
	end       error
	limit     int // bytes to keep
	buf       []byte
	read      int   // buf[:read] has been passed on
	compared  int   // buf[:compared] has been compared
	claimed   int   // buf[:claimed] has been compared, or belongs to a part
	base      int64 // bytes of the input before buf[0]
	line, col int   // of buf[compared], from 0
	markup    *Markup
}

// errEndless is the error of Read for a record, or white space, that does not end.
var errEndless = errors.New("the record has no end")

// Read implements io.Reader for the decoder.
func (b *inputBuffer) Read(p []byte) (int, error) {
	if b.read == len(b.buf) {
		switch {
		case b.end != nil:
			return 0, b.end
		case len(b.buf)-max(b.compared, b.claimed) > b.limit:
			return 0, errEndless
		}
		b.more()
	}
	n := copy(p, b.buf[b.read:])
	b.read += n
	if b.lenient {
		b.take(n)
	}
	return n, nil
}

// claim gives a part the bytes from the last claim up to a place in the input, which stay where
// they are. It also returns the byte behind them, or 0 if that has not been read.
func (b *inputBuffer) claim(end int64) (text []byte, next byte) {
	from, to := b.claimed, max(int(end-b.base), b.claimed)
	if b.claimed = to; to < len(b.buf) {
		next = b.buf[to]
	}
	return b.buf[from:to:to], next
}

// more reads more of the input. If there is little room, it copies what it keeps to new memory:
// parts may still read the old.
func (b *inputBuffer) more() {
	if cap(b.buf)-len(b.buf) < window.BlockSize/2 {
		done := min(b.compared, b.read)
		old := b.buf[done:]
		b.buf = append(make([]byte, 0, 2*len(old)+window.BlockSize), old...)
		b.compared -= done
		b.claimed -= done
		b.read -= done
		b.base += int64(done)
	}
	n, err := b.in.Read(b.buf[len(b.buf):cap(b.buf)])
	b.buf, b.end = b.buf[:len(b.buf)+n], err
}

// peek returns the next n bytes to compare, or fewer at the end of the input.
func (b *inputBuffer) peek(n int) ([]byte, error) {
	for len(b.buf)-b.compared < n && b.end == nil {
		b.more()
	}
	next := b.buf[b.compared:]
	if b.end != nil && b.end != io.EOF && len(next) < n {
		return nil, b.end
	}
	return next[:min(n, len(next))], nil
}

// sharedPrefix returns how many bytes of a text the input has next.
func (b *inputBuffer) sharedPrefix(text []byte) (int, error) {
	next, err := b.peek(len(text))
	if len(next) == len(text) && bytes.Equal(next, text) {
		return len(text), err
	}
	return commonPrefix(next, text), err
}

// A prefix is how far a text and the input are the same, from the next byte to compare on.
type prefix struct {
	same, taken int       // its size in the text, and in the input
	ends        []lineEnd // lines that end in other white space
}

// A lineEnd is a place where a line of the input ends in other white space than in the text.
type lineEnd struct {
	at              int // of its first byte, from the next byte to compare
	found, expected []byte
}

// sharedWords is sharedPrefix for inputs with Format.FreeSpace. If the record has a rest, any words
// may come before the end of a line. The end of the input ends a line.
func (b *inputBuffer) sharedWords(text []byte, rest bool) (m prefix, err error) {
	m.taken, _, err = b.space(0) // white space may come first
	for ; err == nil && m.same < len(text); m.same++ {
		c := text[m.same]
		next, err := b.peek(m.taken + 1)
		if err != nil {
			return m, err
		}
		if c == anyNumber {
			if m.taken, err = b.skip(m.taken, isDigit); err != nil {
				return m, err
			}
			continue
		}
		if !window.IsSpace(c) {
			if len(next) <= m.taken || next[m.taken] != c {
				return m, nil
			}
			m.taken++
			continue
		}
		if rest && c == '\n' {
			if m.taken, err = b.skip(m.taken, inLine); err != nil {
				return m, err
			}
		}
		end, lines, err := b.space(m.taken)
		if err != nil {
			return m, err
		}
		next, err = b.peek(end + 1)
		atEnd := err == nil && len(next) <= end
		if !(c == '\n' && atEnd) && (end == m.taken || lines != (c == '\n')) {
			return m, err
		}
		m.taken = end
	}
	return m, err
}

// sharedLines is sharedPrefix for lines that may end in other white space. The last line may lack
// its line end.
func (b *inputBuffer) sharedLines(text []byte) (m prefix, err error) {
	for m.same < len(text) {
		blanks := 0
		for m.same+blanks < len(text)-1 && text[m.same+blanks] == ' ' {
			blanks++
		}
		if text[m.same+blanks] != '\n' {
			next, err := b.peek(m.taken + 1)
			if err != nil || len(next) <= m.taken || next[m.taken] != text[m.same] {
				return m, err
			}
			m.same++
			m.taken++
			continue
		}
		expected := text[m.same : m.same+blanks+1]
		found, err := b.endOfLine(m.taken)
		if found == nil || err != nil {
			return m, err
		}
		if n := commonPrefix(found, expected); n < len(expected) {
			m.ends = append(m.ends, lineEnd{m.taken + n, found[n:], expected[n:]})
		}
		m.same += len(expected)
		m.taken += len(found)
	}
	return m, nil
}

// anyNumber stands in a text for any decimal number.
const anyNumber = 0

// skip returns the place of the first byte, from a place on, that is not of a kind, or the end of
// the input.
func (b *inputBuffer) skip(at int, kind func(c byte) bool) (int, error) {
	for ; ; at++ {
		next, err := b.peek(at + 1)
		if err != nil || len(next) <= at || !kind(next[at]) {
			return at, err
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// commonPrefix returns how many bytes two texts have in common before they differ.
func commonPrefix(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// endOfLine returns the white space from a byte up to the end of the line or of the input. It
// returns nil if something else stands before that end.
func (b *inputBuffer) endOfLine(at int) ([]byte, error) {
	const limit = 1 << 16 // bytes
	for end := at; end-at < limit; end++ {
		next, err := b.peek(end + 1)
		switch {
		case err != nil:
			return nil, err
		case len(next) <= end:
			return next[at:end:end], nil
		case next[end] == '\n':
			return next[at : end+1], nil
		case !window.IsSpace(next[end]):
			return nil, nil
		}
	}
	return nil, nil
}

// space skips spaces, line ends and comments from a byte on. It returns where they end, and whether
// it has skipped a line end.
func (b *inputBuffer) space(from int) (end int, lines bool, err error) {
	const limit = 1 << 16 // bytes
	for end = from; end-from < limit; end++ {
		next, err := b.peek(end + 1)
		if err == nil && len(next) > end && next[end] == b.comment && b.comment != 0 {
			if end, err = b.skip(end, inLine); err == nil {
				next, err = b.peek(end + 1)
			}
		}
		if err != nil || len(next) <= end || next[end] != ' ' && next[end] != '\n' {
			return end, lines, err
		}
		lines = lines || next[end] == '\n'
	}
	return end, lines, nil
}

// inLine reports whether c belongs to a line, apart from its end.
func inLine(c byte) bool { return c != '\n' && c != '\r' }

// take marks the next n bytes as compared.
func (b *inputBuffer) take(n int) {
	taken := b.buf[b.compared : b.compared+n]
	b.line, b.col = window.After(b.line, b.col, taken)
	if b.markup != nil {
		b.markup.add(taken)
	}
	b.compared += n
}
