package report

import (
	"strings"

	"tilejudge/judge"
)

// These are the limits of a block.
const (
	blockLines  = 16
	blockIndent = "    "
)

// Line returns a text on one line. Like all reports it cuts what is long, and escapes what is
// not printable.
func Line(text string) string { return judge.Plain(text, lineLetters) }

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
		b.WriteString(strings.TrimRight(blockIndent+judge.Plain(line, lineLetters), " ") + "\n")
	}
	return b.String()
}
