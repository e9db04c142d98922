package draw

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// Text draws scenes in letters, for a terminal: frames side by side, each with its move
// below. The tile that moved stands in brackets, and an exclamation mark stands where an
// answer is wrong. The zero value is usable.
type Text struct {
	Width  int  // columns of the terminal; less than 20 counts as 80
	Height int  // the most lines of a frame; 0: any number
	Colour bool // tiles have colours, of a terminal with 256 colours
	Frames int  // the most frames of a scene; 0: 100
}

// Limits of a Text.
const (
	minWidth   = 20  // columns
	usualWidth = 80  // columns
	textFrames = 100 // frames
	gap        = 2   // columns between frames
)

// Append appends a scene to a text, and an empty line.
func (t *Text) Append(to []byte, s *Scene) []byte {
	to = append(to, t.Heading(s)...)
	to = append(to, '\n')
	limit := t.Frames
	if limit == 0 {
		limit = textFrames
	}
	r := t.Reel(s)
	return append(t.AppendFrames(to, r, r.Frames(limit)), '\n')
}

// AppendFrames appends frames side by side, in rows of the text's width. The frames must be those
// of the reel, or of another reel for boards of the same shape.
func (t *Text) AppendFrames(to []byte, r *Reel, frames iter.Seq[*Frame]) []byte {
	width := t.width()
	var row []*Frame
	used := 0
	for f := range frames {
		w := t.columns(r, f) + gap
		if used+w-gap > width && len(row) > 0 {
			to = append(t.appendRows(to, r, row), '\n')
			row, used = row[:0], 0
		}
		row = append(row, f)
		used += w
	}
	return t.appendRows(to, r, row)
}

// Heading returns the line above the frames of a scene.
func (t *Text) Heading(s *Scene) string {
	text := s.Title
	if s.Verdict != "" {
		text = s.Verdict + " " + text
	}
	if s.Note != "" {
		text += ": " + s.Note
	}
	return text
}

func (t *Text) width() int {
	if t.Width < minWidth {
		return usualWidth
	}
	return t.Width
}

// Reel returns a reel whose frames fit into the width and the height of the text.
func (t *Text) Reel(s *Scene) *Reel {
	r := NewReel(s, MaxLabelled)
	height := t.Height
	if height == 0 {
		height = maxBlocks
	}
	if r.labels != nil && r.cell()*s.Start.Cols <= t.width() && s.Start.Rows <= height {
		return r
	}
	r.labels = nil
	r.side = min(t.width()/r.cell(), height, maxBlocks)
	return r
}

// cell returns the columns of a cell: room for the longest label and a mark on each side.
func (r *Reel) cell() int {
	width := 0
	for _, label := range r.labels {
		width = max(width, utf8.RuneCountInString(label))
	}
	return width + 2
}

// columns returns the width of a frame with its caption.
func (t *Text) columns(r *Reel, f *Frame) int {
	return max(r.cell()*f.Cols, utf8.RuneCountInString(f.Caption)+1)
}

// appendRows appends the rows of frames that fit side by side, and their captions.
func (t *Text) appendRows(to []byte, r *Reel, frames []*Frame) []byte {
	for row := range frames[0].Rows {
		at := len(to)
		for i, f := range frames {
			if i > 0 {
				to = append(to, strings.Repeat(" ", gap)...)
			}
			to = t.appendRow(to, r, f, row)
			to = append(to, strings.Repeat(" ", t.columns(r, f)-r.cell()*f.Cols)...)
		}
		to = trim(to, at)
	}
	at := len(to)
	for _, f := range frames {
		to = fmt.Appendf(to, "%-*s", t.columns(r, f)+gap, " "+f.Caption)
	}
	return trim(to, at)
}

// trim removes the spaces at the end of the line that begins at an index, and ends the line.
func trim(to []byte, at int) []byte {
	for len(to) > at && to[len(to)-1] == ' ' {
		to = to[:len(to)-1]
	}
	return append(to, '\n')
}

// appendRow appends one row of a frame.
func (t *Text) appendRow(to []byte, r *Reel, f *Frame, row int) []byte {
	width := r.cell()
	for _, c := range f.Cells[row*f.Cols : (row+1)*f.Cols] {
		to = t.appendCell(to, &c, c.text(width))
	}
	return to
}

// appendCell appends the text of a cell in the colours of the cell.
func (t *Text) appendCell(to []byte, c *Cell, text string) []byte {
	if !t.Colour || c.Kind != Tile {
		return append(to, text...)
	}
	if c.Label == "" {
		text = strings.Repeat(" ", utf8.RuneCountInString(text))
	}
	ink := 231 // white
	if Ink(c.Shade) == (RGB{}) {
		ink = 16 // black
	}
	return fmt.Appendf(to, "\x1b[38;5;%d;48;5;%dm%s\x1b[0m", ink, shades[c.Shade], text)
}

// ramp has a letter for each shade, from thin to dense, for blocks without colours.
var ramp = [Shades]string{".", ":", "-", "+", "*", "o", "#", "@"}

// text returns what a cell shows in width columns, at least 2.
func (c *Cell) text(width int) string {
	label, open, end := c.Label, " ", " "
	switch {
	case c.Kind == Wall:
		return strings.Repeat(" ", width)
	case c.Kind == Blank:
		label = "·"
	case label == "": // a block, or a tile of a board that is too wide for labels
		return strings.Repeat(ramp[c.Shade], width)
	}
	switch {
	case c.Wrong:
		open = "!"
	case c.Moved:
		open, end = "[", "]"
	}
	if width == 2 { // only a blank comes here: labels have room on both sides
		return open + label
	}
	space := max(width-2-utf8.RuneCountInString(label), 0)
	return strings.Repeat(" ", space) + open + label + end
}

// Fits reports whether the width has room for a frame whose tiles are a number of lines high.
func (t *Text) Fits(r *Reel, f *Frame, height int) bool {
	return f.Cols*r.wide(height) <= t.width()
}

// wide returns the columns of a tile that is a number of lines high.
func (r *Reel) wide(height int) int { return max(r.cell()+height-1, 2*height) }

// Tall returns the lines of a frame whose tiles are a number of lines high.
func (t *Text) Tall(r *Reel, f *Frame, height int) (lines []string) {
	wide := r.wide(height)
	for row := range f.Rows {
		for line := range height {
			var to []byte
			for _, c := range f.Cells[row*f.Cols : (row+1)*f.Cols] {
				to = t.appendCell(to, &c, c.line(wide, line == height/2))
			}
			lines = append(lines, string(to))
		}
	}
	return lines
}

// line returns one line of a cell that is several lines high. The middle line has the label.
func (c *Cell) line(width int, middle bool) string {
	text := c.text(min(width, max(utf8.RuneCountInString(c.Label), 1)+2))
	switch {
	case c.Kind == Wall, c.Label == "" && c.Kind == Tile:
		return c.text(width)
	case !middle:
		return strings.Repeat(" ", width)
	}
	left := (width - utf8.RuneCountInString(text)) / 2
	return strings.Repeat(" ", left) + text +
		strings.Repeat(" ", width-left-utf8.RuneCountInString(text))
}

// Moves returns the moves of a scene before and after a step, in one line that is no longer than
// the width. The move of the step itself is in brackets.
func (t *Text) Moves(s *Scene, step int) string {
	before, after := "", ""
	for i := step - 1; i > 0 && len(before) < t.width()/2-8; i-- {
		before = s.word(s.Path[i-1]) + " " + before
	}
	for i := step + 1; i <= len(s.Path) && len(after) < t.width()/2-8; i++ {
		after += " " + s.word(s.Path[i-1])
	}
	if step == 0 {
		return strings.TrimSpace(after)
	}
	return before + "[" + s.word(s.Path[step-1]) + "]" + after
}

// Wrap breaks a text into lines of at most width letters. It breaks only words that are longer.
func Wrap(text string, width int) (lines []string) {
	width = max(width, 2)
	line := ""
	for word := range strings.FieldsSeq(text) {
		for utf8.RuneCountInString(word) > width {
			letters := []rune(word)
			lines = append(lines, strings.TrimSpace(line+" "+string(letters[:width-1])))
			line, word = "", string(letters[width-1:])
		}
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
