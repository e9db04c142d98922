package puzzles

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
)

// A scanner reads the words and numbers of a record. If one of its methods returns false, then
// either bad says what is wrong with the record, or the input has ended, or the scanner would have
// to wait for more input, which Window.Wait forbids.
type scanner struct {
	window.Window
	ends    string               // characters that end a word, from formats.Format.WordEnds
	comment byte                 // begins a comment, to the end of its line; 0: there are none
	limit   int                  // the most bytes of a record
	bad     *formats.SyntaxError // why this record is malformed
	word    int                  // where the current word begins, counted from the mark
}

// skipSpace moves Pos and the mark to the next byte that is not white space, and reports whether
// there is such a byte; if not, they are at the end of Buf. It also skips comments, and a byte
// order mark at the start of the input.
func (s *scanner) skipSpace() bool {
	s.SkipBOM()
	for {
		for s.Pos < len(s.Buf) && window.IsSpace(s.Buf[s.Pos]) {
			s.Pos++
		}
		s.Mark = s.Pos
		switch {
		case s.Pos < len(s.Buf) && s.isSpace(s.Buf[s.Pos]):
			if !s.Wait && bytes.IndexByte(s.Buf[s.Pos:], '\n') < 0 {
				return false // the end of the comment is not here yet
			}
			s.SkipLine()
		case s.Pos < len(s.Buf) || !s.More():
			return s.Pos < len(s.Buf)
		}
	}
}

// isSpace reports whether c is white space or begins a comment.
func (s *scanner) isSpace(c byte) bool { return window.IsSpace(c) || c == s.comment && c != 0 }

// endsWord reports whether a word ends where c follows.
func (s *scanner) endsWord(c byte) bool {
	return s.isSpace(c) || pattern.IsMark(c) || strings.IndexByte(s.ends, c) >= 0
}

// more is Window.More. It makes a record malformed that has more bytes than the limit.
func (s *scanner) more() bool {
	if s.bad == nil && s.Wait && len(s.Buf)-s.Mark >= s.limit {
		s.bad = s.Malformed(s.Mark,
			fmt.Errorf("found a puzzle of more than %d bytes, expected a shorter one", s.limit))
	}
	return s.bad == nil && s.More()
}

// next returns the next byte of the record that is not white space. ok is false if there is no such
// byte.
func (s *scanner) next() (c byte, ok bool) {
	for {
		for s.Pos < len(s.Buf) {
			c := s.Buf[s.Pos]
			if s.comment != 0 && c == s.comment {
				if !s.restOfLine() || s.Pos == len(s.Buf) {
					break
				}
				continue
			}
			s.Pos++
			if !window.IsSpace(c) {
				return c, true
			}
		}
		if !s.more() {
			return 0, false
		}
	}
}

// has reads the white space before a word, and the word. It returns false if another word comes.
func (s *scanner) has(word string) bool {
	for i := range len(word) {
		if i > 0 && s.Pos < len(s.Buf) && s.isSpace(s.Buf[s.Pos]) {
			return false // the other word has ended, so nothing of it may still arrive
		}
		c, ok := s.next()
		if i > 0 && ok && s.Offset() != s.word+i+1 {
			return false // white space within the word
		}
		if !ok || c != word[i] {
			return false
		}
		if i == 0 {
			s.word = s.Pos - 1 - s.Mark
		}
	}
	if pattern.IsMark(word[len(word)-1]) {
		return true
	}
	return s.Pos == len(s.Buf) && !s.more() && s.End == io.EOF ||
		s.Pos < len(s.Buf) && s.endsWord(s.Buf[s.Pos])
}

// expect reads a word. The record is malformed if another one comes.
func (s *scanner) expect(word string) bool {
	if len(word) == 1 && pattern.IsMark(word[0]) {
		return s.punctuation(word)
	}
	from := s.Offset()
	if s.has(word) {
		return true
	}
	if s.mayGoOn() {
		return false
	}
	s.Rewind(from)
	if _, ok := s.next(); !ok {
		return s.endsEarly(strconv.Quote(word))
	}
	return s.fault(s.Pos-1-s.Mark, strconv.Quote(word))
}

// punctuation reads the text that a layout has between tiles. White space in that text stands for
// any white space or none, which next skips, so only the marks are read.
func (s *scanner) punctuation(marks string) bool {
	for i := range len(marks) {
		if window.IsSpace(marks[i]) {
			continue
		}
		switch got, ok := s.next(); {
		case ok && got == marks[i]:
		case ok:
			return s.fault(s.Pos-1-s.Mark, strconv.Quote(marks[i:i+1]))
		default:
			return s.endsEarly(strconv.Quote(marks[i : i+1]))
		}
	}
	return true
}

// restOfLine skips to the end of the line.
func (s *scanner) restOfLine() bool {
	for {
		if i := bytes.IndexByte(s.Buf[s.Pos:], '\n'); i >= 0 {
			s.Pos += i
			return true
		}
		s.Pos = len(s.Buf)
		if !s.more() {
			return s.bad == nil && s.End == io.EOF
		}
	}
}

// count reads up to the next byte until, and returns how often the byte c comes before it.
func (s *scanner) count(c, until byte) (n int) {
	for {
		for ; s.Pos < len(s.Buf) && s.Buf[s.Pos] != until; s.Pos++ {
			if s.Buf[s.Pos] == c {
				n++
			}
		}
		if s.Pos < len(s.Buf) || !s.more() {
			return n
		}
	}
}

// mayGoOn reports whether more of the last word may arrive, or the record is malformed already.
func (s *scanner) mayGoOn() bool {
	return s.bad != nil || s.Pos == len(s.Buf) && s.End != io.EOF && (s.End != nil || !s.Wait)
}

// number reads a number of decimal digits, which must be in a range. Messages call it what.
func (s *scanner) number(what string, minimum, maximum int) (n int, ok bool) {
	expected := func() string { return fmt.Sprintf("%s from %d to %d", what, minimum, maximum) }
	c, ok := s.next()
	if !ok {
		return 0, s.endsEarly(expected())
	}
	s.word = s.Pos - 1 - s.Mark
	for {
		n = n*10 + int(c-'0')
		if c < '0' || c > '9' || n > maximum {
			return 0, s.fault(s.word, expected())
		}
		if s.Pos == len(s.Buf) && !s.more() {
			if s.bad != nil || s.End != io.EOF {
				return 0, false
			}
			break
		}
		if c = s.Buf[s.Pos]; s.endsWord(c) {
			break // whatever is read next meets a stray mark
		}
		s.Pos++
	}
	if n < minimum {
		return 0, s.fault(s.word, expected())
	}
	return n, true
}

// fault makes the record malformed: at a byte, counted from the mark, something else was expected.
// It returns false.
func (s *scanner) fault(at int, expected string) bool {
	if s.ReadWord(at) {
		s.bad = s.Mismatch(s.Mark+at, expected)
	}
	return false
}

// endsEarly makes the record malformed if the input has ended within it. It does nothing if more
// input may come. It returns false.
func (s *scanner) endsEarly(expected string) bool {
	if s.bad == nil && s.End == io.EOF {
		return s.fault(s.Offset(), expected)
	}
	return false
}

// fields returns the words of a line, without a comment.
func (s *scanner) fields(line []byte) [][]byte {
	if s.comment != 0 {
		line, _, _ = bytes.Cut(line, []byte{s.comment})
	}
	return fieldsOf(line)
}

// fieldsOf splits a text at the white space of window.IsSpace; bytes.Fields knows other white
// space.
func fieldsOf(text []byte) [][]byte {
	return bytes.FieldsFunc(text, func(r rune) bool { return r < 0x80 && window.IsSpace(byte(r)) })
}

// peekLine moves the mark to Pos and returns the line that begins there: see lineAt.
func (s *scanner) peekLine() []byte {
	s.Mark = s.Pos
	line, _, _ := s.lineAt(0)
	return line
}

// lineAt returns the line that begins at a byte, counted from the mark, without its line end. It
// also returns where the next line begins. If the line is too long for a record, lineAt returns
// only its beginning, and whole is false.
func (s *scanner) lineAt(at int) (line []byte, next int, whole bool) {
	for {
		line := s.Buf[s.Mark+at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			return line[:i], at + i + 1, true
		}
		if len(line) >= s.limit {
			return line, at + len(line), false
		}
		if !s.More() {
			line = s.Buf[s.Mark+at:] // More may have moved it
			return line, at + len(line), true
		}
	}
}

// drain skips the rest of the input.
func (s *scanner) drain() {
	for ok := true; ok; ok = s.More() {
		s.Pos, s.Mark = len(s.Buf), len(s.Buf)
	}
}
