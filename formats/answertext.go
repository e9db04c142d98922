package formats

import (
	"fmt"
	"strconv"
	"strings"
)

// peek returns the next byte.
func (d *AnswerDecoder) peek() (c byte, ok bool) {
	if d.pos == len(d.buf) {
		if d.pos-d.mark > d.limit {
			return 0, d.fault(fmt.Sprintf("an answer of at most %d bytes", d.limit))
		}
		if !d.more() {
			return 0, false
		}
	}
	return d.buf[d.pos], true
}

// fault notes that something else is expected at pos. It returns false.
func (d *AnswerDecoder) fault(expected string) bool { return d.faultIn(0, expected) }

// faultIn is fault within a word, so many bytes behind its start.
func (d *AnswerDecoder) faultIn(word int, expected string) bool {
	if !d.noting {
		return false
	}
	switch at := d.pos - d.mark; {
	case at > d.miss.at:
		d.miss = miss{at, at - word, expected}
	case at == d.miss.at && d.miss.want != expected:
		d.miss.want += " or " + expected
	}
	return false
}

// text reads a text as it stands, but for blanks at the ends of lines. To a
// lenient reader, words that are optional may be left out.
func (d *AnswerDecoder) text(s string, optional bool) bool {
	if d.lenient {
		return d.words(s, optional)
	}
	if rest := d.buf[d.pos:]; len(rest) >= len(s) && string(rest[:len(s)]) == s {
		d.pos += len(s)
		return true
	}
	for i := range len(s) {
		if s[i] == '\n' {
			d.skipBlanks()
		}
		switch c, ok := d.peek(); {
		case ok && c == s[i]:
			d.pos++
		case !ok && strings.TrimSpace(s[i:]) == "": // the end
			return d.pos > d.mark || s[i:] != s || d.fault(strconv.Quote(s[i:]))
		case s[i] == ' ' && strings.TrimSpace(s[i:]) == "" && (c == '\n' || c == '\r'): // left out
		default:
			word := i
			if !isSpace(s[i]) {
				word = strings.LastIndexAny(s[:i], " \n") + 1
			}
			return d.noting && d.faultIn(i-word, expected(s[word:]))
		}
	}
	return true
}

// expected describes what a text has next.
func expected(text string) string {
	rest := strings.TrimSpace(text)
	if rest == "" {
		return "the end of the line"
	}
	return strconv.Quote(strings.SplitN(rest, "\n", 2)[0])
}

// words reads the words of a text, in letters of any case and with stray
// characters around them, and as many ends of lines as it has. A sign is a part
// of its number: "1" is no "-1".
func (d *AnswerDecoder) words(s string, optional bool) bool {
	for s != "" {
		n := strings.IndexAny(s, " \n")
		switch {
		case n < 0:
			n = len(s)
		case n == 0:
			d.skipStray()
			if c, ok := d.peek(); ok && c == '\n' && s[0] == '\n' {
				d.pos++
			}
			s = s[1:]
			continue
		}
		from := d.pos - d.mark
		d.skipStray()
		if s[0] == '-' && !d.signed() || !d.word(strings.Trim(s[:n], stray)) {
			d.pos = d.mark + from
			if !optional {
				return false
			}
		}
		s = s[n:]
	}
	return true
}

// restIsStray skips what is left of a line that the answer ends on, and reports
// whether the answer is told from it.
func (d *AnswerDecoder) restIsStray() bool {
	if d.pos > d.mark && d.buf[d.pos-1] == '\n' {
		return true
	}
	empty := d.pos == d.mark
	d.skipStray()
	c, ok := d.peek()
	if ok && c != '\n' && (empty || strings.IndexByte(stray, d.buf[d.pos-1]) < 0) {
		return false
	}
	for ; ok && c != '\n'; c, ok = d.peek() {
		d.pos++
	}
	if ok {
		d.pos++
	}
	return true
}

// skipEmptyLines skips some lines with nothing but blanks. There is a limit, as
// they are skipped again for the next answer if this is none.
func (d *AnswerDecoder) skipEmptyLines() {
	const most = 100 // bytes
	begin := d.pos - d.mark
	for d.pos-d.mark-begin < most {
		from := d.pos - d.mark
		d.skipBlanks()
		if c, ok := d.peek(); !ok || c != '\n' {
			d.pos = d.mark + from
			return
		}
		d.pos++
	}
}

// signed reports whether the byte read last is a minus sign.
func (d *AnswerDecoder) signed() bool { return d.pos > d.mark && d.buf[d.pos-1] == '-' }

// skipBlanks skips blanks.
func (d *AnswerDecoder) skipBlanks() {
	for {
		c, ok := d.peek()
		if !ok || c != ' ' && c != '\t' && c != '\r' {
			return
		}
		d.pos++
	}
}

// stray are characters that say nothing, around or between moves and numbers.
const stray = " \t\r\v\f,;:.!?#\"'`()[]{}<>=-_|*"

// skipStray skips stray characters, but for ends of lines.
func (d *AnswerDecoder) skipStray() {
	for {
		c, ok := d.peek()
		if !ok || strings.IndexByte(stray, c) < 0 {
			return
		}
		d.pos++
	}
}

// number reads a decimal number, with blanks before it.
func (d *AnswerDecoder) number(what string) (n int, ok bool) {
	begin := d.pos - d.mark
	d.skipBlanks()
	if d.lenient {
		d.skipStray()
		if c, ok := d.peek(); ok && c == '+' {
			d.pos++
		}
		if d.signed() {
			d.pos = d.mark + begin
			return 0, false
		}
	}
	from := d.pos - d.mark
	for {
		c, more := d.peek()
		if !more || c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
		d.pos++
		if n > maxCount || d.buf[d.mark+from] == '0' && d.pos-d.mark > from+1 && !d.lenient {
			d.pos = d.mark + from
			return 0, d.noting && d.fault(fmt.Sprintf("%s up to %d, without a leading 0", what, maxCount))
		}
	}
	if d.pos == d.mark+from {
		d.fault(what)
		d.pos = d.mark + begin
		return 0, false
	}
	return n, true
}

// given reads a number that is known, and to a lenient reader any.
func (d *AnswerDecoder) given(what string, want int) bool {
	d.skipBlanks()
	from := d.pos - d.mark
	n, ok := d.number(what)
	if ok && n != want && !d.lenient {
		d.pos = d.mark + from
		return d.noting && d.fault(fmt.Sprintf("%d, %s", want, what))
	}
	return ok
}

// word reads a word, to a lenient reader in letters of any case, or nothing.
func (d *AnswerDecoder) word(w string) bool {
	from := d.pos - d.mark
	for i := range len(w) {
		c, ok := d.peek()
		if !ok || c != w[i] && !(d.lenient && strings.EqualFold(string(c), w[i:i+1])) {
			d.pos = d.mark + from
			return false
		}
		d.pos++
	}
	return true
}
