package protocol

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostMessage is how many bytes of a message a judge gets to see.
const mostMessage = 200

// ascii returns the text on one line of printable ASCII, which every judge can
// take: some refuse control characters, some read windows-1251. What else there
// is becomes an escape, as in Go.
func ascii(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x7f:
			b.WriteByte(byte(r))
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += size
	}
	return strings.TrimSpace(b.String())
}

// cut returns at most so many bytes of a text in ASCII: of a long one the
// beginning, as testlib has it, or with dots.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	if most > mostMessage {
		warning := fmt.Sprintf("message length exceeds %d, the message is truncated: ", most)
		return warning + s[:most-len(warning)]
	}
	return s[:most-len("...")] + "..."
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
