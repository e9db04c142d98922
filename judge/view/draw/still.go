package draw

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Still returns the first frame of a scene as an element that looks as the script of Viewer draws
// it, for documents that show a board before their script runs.
func Still(s *Scene) string {
	const side = 48 // of document.js
	f := NewReel(s, maxBlocks).Frame(0)
	var b strings.Builder
	fmt.Fprintf(&b, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"board\">", f.Cols*side,
		f.Rows*side)
	for at, c := range f.Cells {
		if c.Kind != Tile {
			continue
		}
		size := min(side*.48, side*.84/(.68*float64(utf8.RuneCountInString(c.Label))))
		fmt.Fprintf(&b, "<g class=\"tile s%d\" transform=\"translate(%d %d)\">", c.Shade,
			at%f.Cols*side, at/f.Cols*side)
		fmt.Fprintf(&b, "<rect x=\"1\" y=\"1\" width=\"%d\" height=\"%[1]d\" rx=\"5\" class=\"edge\"/>",
			side-2)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%s\" font-size=\"%s\">%s</text></g>\n", side/2,
			number(side/2+size*.36), number(size), escape(c.Label))
	}
	b.WriteString("</svg>")
	return b.String()
}
