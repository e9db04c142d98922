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
// that moves a cursor, breaks a line or is illegal in XML. It also escapes what a CI
// server would take for a command to itself: GitHub's runner obeys a line that begins
// with blanks and "::", and "##[set-output name=x]" anywhere in a line.
func Plain(s string, limit int) string {
	if len(s) <= limit && IsPlain(s) {
		return s
	}
	var b strings.Builder
	begin := colons(s)
	for i, r := range s {
		if limit--; limit < 0 {
			b.WriteString("…")
			break
		}
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case i == begin, r == '[' && opensCommand(s[:i]):
			fmt.Fprintf(&b, `\x%02x`, r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// IsPlain reports whether a text is printable ASCII, and has no command to a CI server.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '[' && opensCommand(s[:i]) {
			return false
		}
	}
	return colons(s) < 0
}

// colons returns the index of the "::" with which a text begins behind blanks, or -1.
func colons(s string) int {
	blanks := len(s) - len(strings.TrimLeft(s, " "))
	if strings.HasPrefix(s[blanks:], "::") {
		return blanks
	}
	return -1
}

// opensCommand reports whether a "[" behind a text opens a command to a CI server: the text ends in
// "##", or in that and a word, such as the "##vso" of Azure Pipelines.
func opensCommand(before string) bool {
	return strings.HasSuffix(strings.TrimRight(before, "abcdefghijklmnopqrstuvwxyz"), "##")
}
