package report

import (
	"strings"

	"tilejudge/judge"
)

// Limits of a block.
const (
	blockLines  = 16
	blockIndent = "    "
)

// Line returns a text as one line. As in all reports, a long text is cut, and characters that are
// not printable are escaped.
func Line(text string) string { return judge.Plain(text, lineLetters) }

// Block indents the lines of a text, for people to read. It cuts long lines and long texts, and
// adds an ellipsis. As in all reports, characters that are not printable are escaped.
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
		b.WriteString(strings.TrimRight(blockIndent+judge.Plain(line, lineLetters), " ") + "\n")
	}
	return b.String()
}
