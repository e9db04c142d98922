package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tilejudge/judge"
)

// Letters of a message that are shown, at most.
const (
	lineLetters = 200
	bodyLetters = 4000
)

// plain returns a text that fits on one line of most letters, and an ellipsis.
// What is not printable is escaped as in Go, whoever wrote it: no report
// has a byte that moves a cursor, breaks a line or is illegal in XML.
func plain(s string, most int) string {
	if len(s) <= most && isPlain(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if most--; most < 0 {
			b.WriteString("…")
			break
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// isPlain reports whether all of a text is printable ASCII.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// place returns where a case comes from, as "in.txt:17", or "".
func place(r *judge.Result) string {
	if r.File == "" || r.Line == 0 {
		return r.File
	}
	return r.File + ":" + strconv.Itoa(r.Line)
}
