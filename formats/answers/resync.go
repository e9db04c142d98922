package answers

import (
	"bytes"
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

const whiteSpace = " \t\n\v\f\r"

// lineLimit is how many bytes of a line, or of white space at the end, are skipped. An input that
// has more is taken to be endless, like /dev/zero.
const lineLimit = 1 << 28

// resync skips a malformed answer: the lines that could be read as part of it, and then all lines
// up to one that may begin an answer.
func (d *Decoder) resync() {
	r := &d.r
	r.Rewind(0)
	d.keepJunk()
	switch {
	case r.Step.Kind == formats.ByAction:
		r.skipPlan(planEnd(r.Answer))
		return
	case r.Step.Kind == formats.ByMessage:
		r.skipMessages()
		return
	case r.OneLine():
		d.skipLine()
		return
	}
	read := r.Buf[r.Mark : r.Mark+max(d.worst.at, 0)]
	if n := bytes.LastIndexByte(read, '\n') + 1; n > 0 {
		r.Pos += n
		r.Mark = r.Pos
	} else {
		d.skipLine()
	}
	begins := d.beginnings()
	for {
		c, ok := r.peek()
		if !ok || begins.at(r, c) {
			return
		}
		// If an answer may not begin here, none begins with white space: skip empty lines at once.
		if strings.IndexByte(whiteSpace, c) >= 0 {
			rest := r.Buf[r.Pos:]
			blank := len(rest) - len(bytes.TrimLeft(rest, whiteSpace))
			if n := bytes.LastIndexByte(rest[:blank], '\n') + 1; n > 0 {
				r.Pos += n
				r.Mark = r.Pos
				continue
			}
		}
		d.skipLine()
	}
}

// beginnings are what answers begin with.
type beginnings struct {
	words        []string
	path, number bool
}

// beginnings returns those of all kinds of answers.
func (d *Decoder) beginnings() (b beginnings) {
	for _, k := range d.kinds {
		switch first := d.r.opening(k); first.Field {
		case pattern.Text:
			word, _, _ := strings.Cut(strings.TrimSpace(first.Text), " ")
			b.words = append(b.words, word)
		case pattern.Path:
			b.path = true
		default:
			b.number = true
		}
	}
	return b
}

// at reports whether an answer may begin at Pos, where the reader has the byte c.
func (b *beginnings) at(r *reader, c byte) bool {
	if b.path || b.number && '0' <= c && c <= '9' {
		return true
	}
	from := r.Offset()
	for _, word := range b.words {
		begins := r.word(word)
		r.Rewind(from)
		if begins {
			return true
		}
	}
	return false
}

// skipLine skips the rest of the line, or of the input if the line is too long.
func (d *Decoder) skipLine() {
	if !d.r.SkipLineUpTo(lineLimit) {
		d.r.End = io.EOF
	}
}
