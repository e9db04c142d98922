package app

import (
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Widths in columns.
const (
	helpWidth = 88     // of help, unless the terminal is narrower
	least     = 40     // of text, even if the terminal is narrower
	most      = 10_000 // that COLUMNS may ask for
)

// Columns returns the width of the terminal that w writes to, or else what the variable COLUMNS
// says; 0: lines have any length.
func Columns(w io.Writer) (columns int) {
	if checked, ok := w.(*CheckedWriter); ok {
		w = checked.Writer
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		columns, _, _ = term.GetSize(int(f.Fd()))
	} else if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		columns = min(n, most)
	}
	return max(columns, 0)
}

// Fold folds each long line of a text into lines of up to that many columns; 0: it folds nothing.
// If the line has columns, the lines that continue it begin where its last column does; otherwise
// they are indented.
func Fold(text string, columns int) string {
	if columns == 0 {
		return text
	}
	columns = max(columns, least)
	var b strings.Builder
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(line) <= columns+1 {
			b.WriteString(line)
			continue
		}
		line = strings.TrimRight(line, "\n")
		start := len(line) - len(strings.TrimLeft(line, " "))
		hang := start + 2
		if at := strings.LastIndex(line, "  ") + 2; at > start && at <= columns-least/2 {
			start, hang = at, at
		}
		lines := wrap(line[start:], columns-hang)
		b.WriteString(line[:start] + strings.Join(lines, "\n"+strings.Repeat(" ", hang)) + "\n")
	}
	return b.String()
}
