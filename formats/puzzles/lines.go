package puzzles

import (
	"bytes"

	"tilejudge/formats/internal/window"
)

// fields returns the words of a line, less a comment.
func (s *scanner) fields(line []byte) [][]byte {
	if s.comment != 0 {
		line, _, _ = bytes.Cut(line, []byte{s.comment})
	}
	return fieldsOf(line)
}

// fieldsOf splits a text at white space as window.IsSpace knows it: bytes.Fields knows more.
func fieldsOf(text []byte) [][]byte {
	return bytes.FieldsFunc(text, func(r rune) bool { return r < 0x80 && window.IsSpace(byte(r)) })
}

// peekLine returns the line at Pos, to which it moves the mark: see lineAt.
func (s *scanner) peekLine() []byte {
	s.Mark = s.Pos
	line, _, _ := s.lineAt(0)
	return line
}

// lineAt returns the line that begins at a byte counted from the mark, without
// its end, and where the next one begins. If it is too long for a record, only
// its beginning is returned, and whole is false.
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
			line = s.Buf[s.Mark+at:] // More has moved it
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
