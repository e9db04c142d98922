// Package prefix tells how far an input is the same as a text: to the byte, by lines, or by words.
//
//	in := prefix.Input{In: os.Stdin, Limit: 1 << 20}
//	n, err := in.Bytes(text)
//	in.Take(n)
package prefix

import (
	"bytes"
	"errors"
	"io"

	"tilejudge/formats/internal/window"
)

// An Input is a reader for a decoder. It keeps each byte until the byte has been compared too.
type Input struct {
	In      io.Reader
	Lenient bool         // nothing is compared, so nothing is kept
	Comment byte         // begins a comment, to the end of its line; 0: there are none
	Limit   int          // bytes to keep
	Taken   func([]byte) // is called with the bytes that Take takes; nil: with none

	end       error
	buf       []byte
	read      int   // buf[:read] has been passed on
	compared  int   // buf[:compared] has been compared
	claimed   int   // buf[:claimed] has been compared, or belongs to a part
	base      int64 // bytes of the input before buf[0]
	line, col int   // of buf[compared], from 0
}

// ErrEndless is the error of Read for a record, or white space, that does not end.
var ErrEndless = errors.New("the record has no end")

// Place returns the line and column, from 1, of the next byte to compare.
func (b *Input) Place() (line, col int) { return b.line + 1, b.col + 1 }

// Read implements io.Reader for the decoder.
func (b *Input) Read(p []byte) (int, error) {
	if b.read == len(b.buf) {
		switch {
		case b.end != nil:
			return 0, b.end
		case len(b.buf)-max(b.compared, b.claimed) > b.Limit:
			return 0, ErrEndless
		}
		b.more()
	}
	n := copy(p, b.buf[b.read:])
	b.read += n
	if b.Lenient {
		b.Take(n)
	}
	return n, nil
}

// Unclaim says that no part has bytes any more.
func (b *Input) Unclaim() { b.claimed = b.compared }

// Claim gives a part the bytes from the last claim up to a place in the input, which stay where
// they are. It also returns the byte behind them, or 0 if that has not been read.
func (b *Input) Claim(end int64) (text []byte, next byte) {
	from, to := b.claimed, max(int(end-b.base), b.claimed)
	if b.claimed = to; to < len(b.buf) {
		next = b.buf[to]
	}
	return b.buf[from:to:to], next
}

// more reads more of the input. If there is little room, it copies what it keeps to new memory:
// parts may still read the old.
func (b *Input) more() {
	if cap(b.buf)-len(b.buf) < window.AtMost(b.In, window.BlockSize/2) {
		done := min(b.compared, b.read)
		old := b.buf[done:]
		b.buf = append(make([]byte, 0, 2*len(old)+window.AtMost(b.In, window.BlockSize)), old...)
		b.compared -= done
		b.claimed -= done
		b.read -= done
		b.base += int64(done)
	}
	n, err := b.In.Read(b.buf[len(b.buf):cap(b.buf)])
	b.buf, b.end = b.buf[:len(b.buf)+n], err
}

// Peek returns the next n bytes to compare, or fewer at the end of the input.
func (b *Input) Peek(n int) ([]byte, error) {
	for len(b.buf)-b.compared < n && b.end == nil {
		b.more()
	}
	next := b.buf[b.compared:]
	if b.end != nil && b.end != io.EOF && len(next) < n {
		return nil, b.end
	}
	return next[:min(n, len(next))], nil
}

// Bytes returns how many bytes of a text the input has next.
func (b *Input) Bytes(text []byte) (int, error) {
	next, err := b.Peek(len(text))
	if len(next) == len(text) && bytes.Equal(next, text) {
		return len(text), err
	}
	return commonPrefix(next, text), err
}

// A Shared is how far a text and the input are the same, from the next byte to compare on.
type Shared struct {
	Same, Taken int       // its size in the text, and in the input
	Ends        []LineEnd // lines that end in other white space
}

// A LineEnd is a place where a line of the input ends in other white space than in the text.
type LineEnd struct {
	At              int // of its first byte, from the next byte to compare
	Found, Expected []byte
}

// Words is Bytes for inputs with Format.FreeSpace. If the record has a rest, any words
// may come before the end of a line. The end of the input ends a line.
func (b *Input) Words(text []byte, rest bool) (m Shared, err error) {
	m.Taken, _, err = b.Space(0) // white space may come first
	for ; err == nil && m.Same < len(text); m.Same++ {
		c := text[m.Same]
		next, err := b.Peek(m.Taken + 1)
		if err != nil {
			return m, err
		}
		if c == AnyNumber {
			if m.Taken, err = b.skip(m.Taken, isDigit); err != nil {
				return m, err
			}
			continue
		}
		if !window.IsSpace(c) {
			if len(next) <= m.Taken || next[m.Taken] != c {
				return m, nil
			}
			m.Taken++
			continue
		}
		if rest && c == '\n' {
			if m.Taken, err = b.skip(m.Taken, inLine); err != nil {
				return m, err
			}
		}
		end, lines, err := b.Space(m.Taken)
		if err != nil {
			return m, err
		}
		next, err = b.Peek(end + 1)
		atEnd := err == nil && len(next) <= end
		if !(c == '\n' && atEnd) && (end == m.Taken || lines != (c == '\n')) {
			return m, err
		}
		m.Taken = end
	}
	return m, err
}

// Lines is Bytes for lines that may end in other white space. The last line may lack
// its line end.
func (b *Input) Lines(text []byte) (m Shared, err error) {
	for m.Same < len(text) {
		blanks := 0
		for m.Same+blanks < len(text)-1 && text[m.Same+blanks] == ' ' {
			blanks++
		}
		if text[m.Same+blanks] != '\n' {
			next, err := b.Peek(m.Taken + 1)
			if err != nil || len(next) <= m.Taken || next[m.Taken] != text[m.Same] {
				return m, err
			}
			m.Same++
			m.Taken++
			continue
		}
		expected := text[m.Same : m.Same+blanks+1]
		found, err := b.endOfLine(m.Taken)
		if found == nil || err != nil {
			return m, err
		}
		if n := commonPrefix(found, expected); n < len(expected) {
			m.Ends = append(m.Ends, LineEnd{m.Taken + n, found[n:], expected[n:]})
		}
		m.Same += len(expected)
		m.Taken += len(found)
	}
	return m, nil
}

// AnyNumber stands in a text for any decimal number.
const AnyNumber = 0

// skip returns the place of the first byte, from a place on, that is not of a kind, or the end of
// the input.
func (b *Input) skip(at int, kind func(c byte) bool) (int, error) {
	for ; ; at++ {
		next, err := b.Peek(at + 1)
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
func (b *Input) endOfLine(at int) ([]byte, error) {
	const limit = 1 << 16 // bytes
	for end := at; end-at < limit; end++ {
		next, err := b.Peek(end + 1)
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

// Space skips spaces, line ends and comments from a byte on. It returns where they end, and whether
// it has skipped a line end.
func (b *Input) Space(from int) (end int, lines bool, err error) {
	const limit = 1 << 16 // bytes
	for end = from; end-from < limit; end++ {
		next, err := b.Peek(end + 1)
		if err == nil && len(next) > end && next[end] == b.Comment && b.Comment != 0 {
			if end, err = b.skip(end, inLine); err == nil {
				next, err = b.Peek(end + 1)
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

// Take marks the next n bytes as compared.
func (b *Input) Take(n int) {
	taken := b.buf[b.compared : b.compared+n]
	b.line, b.col = window.After(b.line, b.col, taken)
	if b.Taken != nil {
		b.Taken(taken)
	}
	b.compared += n
}
