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

// These are the limits of a block.
const (
	blockLines  = 16
	blockIndent = "    "
)

// Line returns a text on one line. Like all reports it cuts what is long, and escapes what is
// not printable.
func Line(text string) string { return plain(text, lineLetters) }

// Block returns a text for people: an indented line for each of its lines. It cuts long lines
// and long texts, and adds an ellipsis. Like all reports it escapes what is not printable.
func Block(text []byte) string {
	if len(text) == 0 {
		return blockIndent + "(nothing)\n"
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var b strings.Builder
	for i, line := range lines {
		if i == blockLines {
			b.WriteString(blockIndent + "…\n")
			break
		}
		line = strings.TrimSuffix(line, "\r")
		if line == "" && len(lines) == 1 {
			line = "(an empty line)"
		}
		b.WriteString(strings.TrimRight(blockIndent+plain(line, lineLetters), " ") + "\n")
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
