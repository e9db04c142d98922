package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tilejudge/judge"
)

// These are the maximum lengths of texts, in letters.
const (
	lineLetters = 200  // on a line
	bodyLetters = 4000 // in a field of its own
)

// plain returns a text on one line. It cuts a text of more than limit letters and adds
// an ellipsis. It escapes what is not printable as Go does, so no report has a byte
// that moves a cursor, breaks a line or is illegal in XML.
func plain(s string, limit int) string {
	if len(s) <= limit && isPlain(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if limit--; limit < 0 {
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

// isPlain reports whether a text is printable ASCII.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// place returns the origin of a case: "in.txt:17", "in.txt" or "".
func place(r *judge.Result) string {
	if r.File == "" || r.Line == 0 {
		return r.File
	}
	return r.File + ":" + strconv.Itoa(r.Line)
}
