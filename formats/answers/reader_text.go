package answers

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tilejudge/formats/internal/window"
)

// peek returns the next byte. It returns false at the end of the input, and if the answer is too
// long: then it sets r.tooLong, since the answer does not end there.
func (r *reader) peek() (c byte, ok bool) {
	if r.Pos == len(r.Buf) {
		if limit := max(r.limit, lineLimit); r.Offset()+r.dropped > limit {
			return 0, r.exceeds(limit)
		}
		if r.Offset() > r.limit {
			return 0, r.exceeds(r.limit)
		}
		if !r.More() {
			return 0, false
		}
	}
	return r.Buf[r.Pos], true
}

// exceeds notes that the answer has more bytes than a limit. It returns false.
func (r *reader) exceeds(limit int) bool {
	r.tooLong = true
	return r.fault(fmt.Sprintf("an answer of at most %d bytes", limit))
}

// fault notes a mismatch: something else was expected at Pos. It returns false.
func (r *reader) fault(expected string) bool { return r.faultIn(0, expected) }

// faultIn is fault within a word, which begins a number of bytes before Pos.
func (r *reader) faultIn(into int, expected string) bool {
	if !r.explain {
		return false
	}
	switch at := r.Offset(); {
	case at > r.furthest.at:
		r.furthest = mismatch{at, at - into, expected}
	case at == r.furthest.at && r.furthest.expected != expected:
		r.furthest.expected += " or " + expected
	}
	return false
}

// text reads the text s, but ignores white space at the ends of lines. A lenient reader looks for
// the words of s only, which may be missing if they are optional.
func (r *reader) text(s string, optional bool) bool {
	switch {
	case r.lenient:
		return r.words(s, optional)
	case r.Space:
		return r.spacedText(s)
	}
	if rest := r.Buf[r.Pos:]; len(rest) >= len(s) && string(rest[:len(s)]) == s {
		r.Pos += len(s)
		return true
	}
	for i := range len(s) {
		if s[i] == '\n' {
			r.skipBlanks()
		}
		switch c, ok := r.peek(); {
		case ok && (c == s[i] || r.Case && sameLetter(c, s[i])):
			r.Pos++
		case !ok && strings.TrimSpace(s[i:]) == "": // the end
			return r.Pos > r.Mark || s[i:] != s || r.fault(strconv.Quote(s[i:]))
		case s[i] == ' ' && strings.TrimSpace(s[i:]) == "" && (c == '\n' || c == '\r'):
			// the answer leaves out spaces at the end of a line
		default:
			word := i
			if !window.IsSpace(s[i]) {
				word = strings.LastIndexAny(s[:i], " \n") + 1
			}
			return r.explain && r.faultIn(i-word, expected(s[word:]))
		}
	}
	return true
}

// expected describes the first line of a text, for a message.
func expected(text string) string {
	rest := strings.TrimSpace(text)
	switch {
	case rest == "" && !strings.Contains(text, "\n"):
		return "a space"
	case rest == "":
		return "the end of the line"
	}
	return strconv.Quote(strings.SplitN(rest, "\n", 2)[0])
}

// words reads the words of the text s in upper or lower case, with stray characters around them. It
// also reads a line end wherever s has one. A minus sign belongs to its number: "1" is not "-1".
func (r *reader) words(s string, optional bool) bool {
	for s != "" {
		n := strings.IndexAny(s, " \n")
		switch {
		case n < 0:
			n = len(s)
		case n == 0:
			r.skipStray()
			if c, ok := r.peek(); ok && c == '\n' && s[0] == '\n' {
				r.Pos++
			}
			s = s[1:]
			continue
		}
		from := r.Offset()
		r.skipStray()
		if s[0] == '-' && !r.signed() || !r.word(strings.Trim(s[:n], r.stray)) {
			r.Rewind(from)
			if !optional {
				return false
			}
		}
		s = s[n:]
	}
	return true
}

// restIsStray skips the rest of the line on which the answer ends. It returns false if that rest
// belongs to the last word of the answer, as "a" does in "12a", or if the answer is empty and other
// text follows. A path of stray characters only is empty.
func (r *reader) restIsStray(path bool) bool {
	if r.Pos > r.Mark && r.Buf[r.Pos-1] == '\n' {
		return true
	}
	empty := r.Pos == r.Mark ||
		path && len(bytes.Trim(r.Buf[r.Mark:r.Pos], r.stray+"\n")) == 0
	r.skipStray()
	c, ok := r.peek()
	if ok && c != '\n' && (empty || strings.IndexByte(r.stray, r.Buf[r.Pos-1]) < 0) {
		return false
	}
	for ; ok && c != '\n'; c, ok = r.peek() {
		r.Pos++
	}
	if ok {
		r.Pos++
	}
	return true
}

// skipEmptyLines skips lines that have only white space, up to a limit. If no answer follows,
// reading resumes one line later and skips the same lines again: without a limit, that would take
// quadratic time.
func (r *reader) skipEmptyLines() {
	const limit = 100 // bytes
	begin := r.Offset()
	for r.Offset()-begin < limit {
		from := r.Offset()
		r.skipBlanks()
		if c, ok := r.peek(); !ok || c != '\n' {
			r.Rewind(from)
			return
		}
		r.Pos++
	}
}

// skipFigures skips the lines "name: value" behind an answer, and empty lines before them, if the
// format has Answer.Figures. It moves the mark to the line that follows. It stops at a line that
// may begin an answer, and at one with a name that the answer itself has: a second value for it
// would contradict the first.
func (r *reader) skipFigures(kinds []kind) {
	begins := func(k kind) bool {
		from := r.Offset()
		defer func() { r.Rewind(from) }()
		text := strings.TrimSpace(r.opening(k).Text)
		return text != "" && r.word(text) // no number, board or path reads as the name of a figure
	}
	for r.Figures {
		r.skipEmptyLines()
		if slices.ContainsFunc(kinds, begins) || r.readName() != otherName {
			r.Rewind(0)
			return
		}
		if !r.SkipLineUpTo(lineLimit) {
			r.End = io.EOF
		}
	}
}

// namesOf returns the names in the lines "name: value" of answers.
func namesOf(kinds []kind) (names []string) {
	for _, k := range kinds {
		text := ""
		for _, p := range k.pieces {
			text += p.Text
			if p.Text == "" {
				text += "{}"
			}
		}
		for line := range strings.Lines(text) {
			if n := strings.IndexAny(line, ":={"); n >= 0 && line[n] != '{' {
				names = append(names, strings.TrimSpace(line[:n]))
			}
		}
	}
	return names
}

// What the method readName reads.
const (
	noName    = iota
	ownName   // a name that the answer itself has
	otherName // the name of a figure
)

// readName reads a name, and the colon or equals sign behind it. It returns whose name that is.
func (r *reader) readName() int {
	const limit = 100 // bytes
	for begin := r.Offset(); r.Offset()-begin < limit; r.Pos++ {
		switch c, ok := r.peek(); {
		case !ok || c == '\n':
			return noName
		case c == ':', c == '=':
			name := strings.TrimSpace(string(r.Buf[r.Mark+begin : r.Pos]))
			r.Pos++
			isOwn := func(own string) bool {
				return own == name || r.Case && strings.EqualFold(own, name)
			}
			switch {
			case name == "":
				return noName
			case slices.ContainsFunc(r.names, isOwn):
				return ownName
			}
			return otherName
		case c >= utf8.RuneSelf || strings.IndexByte(" -_()./#", c) < 0 && !isLetter(c) &&
			(c < '0' || c > '9' || r.Offset() == begin):
			return noName
		}
	}
	return noName
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// signed reports whether the byte before Pos is a minus sign.
func (r *reader) signed() bool { return r.Pos > r.Mark && r.Buf[r.Pos-1] == '-' }

// skipBlanks skips white space within a line, and line ends too if Tolerance.Space is set.
func (r *reader) skipBlanks() {
	if r.Space {
		r.skip(whiteSpace)
	} else {
		r.skip(" \t\r")
	}
}

// skip skips characters as long as they are in a set.
func (r *reader) skip(set string) {
	for {
		c, ok := r.peek()
		if !ok || strings.IndexByte(set, c) < 0 {
			return
		}
		r.Pos++
	}
}

// skipStray skips stray characters. A line end is not one of them.
func (r *reader) skipStray() { r.skip(r.stray) }

// word reads the word w, or nothing if another word comes. The case of letters does not matter if
// Tolerance.Case is set, or to a lenient reader.
func (r *reader) word(w string) bool {
	from := r.Offset()
	for i := range len(w) {
		c, ok := r.peek()
		if !ok || c != w[i] && !((r.lenient || r.Case) && sameLetter(c, w[i])) {
			r.Rewind(from)
			return false
		}
		r.Pos++
	}
	return true
}
