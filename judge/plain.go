package judge

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a text on one line. It cuts a text of more than limit letters and adds
// an ellipsis. It escapes what is not printable as Go does, so no report has a byte
// that moves a cursor, breaks a line or is illegal in XML.
func Plain(s string, limit int) string {
	if len(s) <= limit && IsPlain(s) {
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

// IsPlain reports whether a text is printable ASCII.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
