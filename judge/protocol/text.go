package protocol

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// usualMaxMessage is how many bytes a message may have, unless Protocol.maxMessage says
// otherwise.
const usualMaxMessage = 200

// ascii returns the text as one line of printable ASCII, which every judge accepts: some judges
// refuse control characters, some read windows-1251. Other characters become escapes, as in Go.
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

// cut shortens an ASCII text to limit bytes. If the limit is higher than the usual one, testlib's
// warning marks the cut; otherwise dots do.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if limit > usualMaxMessage {
		warning := fmt.Sprintf("message length exceeds %d, the message is truncated: ", limit)
		return warning + s[:limit-len(warning)]
	}
	return s[:limit-len("...")] + "..."
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
