package report_test

import (
	"strings"
	"testing"

	"tilejudge/judge/view/report"
)

// A block shows a text of any kind, and no byte of it moves a cursor.
func TestBlock(t *testing.T) {
	long := strings.Repeat("x", 201)
	for _, tt := range []struct{ name, text, want string }{
		{"lines", "a\nb c\n", "    a\n    b c\n"},
		{"no line end", "a", "    a\n"},
		{"nothing", "", "    (nothing)\n"},
		{"an empty line", "\n", "    (an empty line)\n"},
		{"an empty line among others", "a\n\nb\n", "    a\n\n    b\n"},
		{"DOS line ends", "a\r\nb\r\n", "    a\n    b\n"},
		{"control characters", "\x1b[31m\a\x00\t\xff\n", "    \\x1b[31m\\a\\x00\\t\\xff\n"},
		{"a long line", long, "    " + long[:200] + "…\n"},
		{"many lines", strings.Repeat("a\n", 17), strings.Repeat("    a\n", 16) + "    …\n"},
		{"as many lines as there is room for", strings.Repeat("a\n", 16),
			strings.Repeat("    a\n", 16)},
	} {
		if got := report.Block([]byte(tt.text)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
