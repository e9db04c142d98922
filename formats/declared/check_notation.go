package declared

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// marks lists the marks that end a word of an input, with more of them.
func marks(more string) string {
	var all []string
	for c := byte('!'); c <= '~'; c++ {
		if pattern.IsMark(c) || strings.IndexByte(more, c) >= 0 {
			all = append(all, string(c))
		}
	}
	return strings.Join(all, " ")
}

// checkNotation checks the notation that a key declares.
func checkNotation(key string, n *formats.Notation, f *formats.Format) *fault {
	l := &n.Layout
	for _, t := range []struct{ name, text string }{
		{".open", l.Open}, {".open_row", l.OpenRow}, {".between", l.Between},
		{".close_row", l.CloseRow}, {".between_rows", l.BetweenRows}, {".close", l.Close},
	} {
		other := func(r rune) bool {
			isSign := '!' <= r && r <= '~' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
			return !isSign && !strings.ContainsRune(" \t\n", r)
		}
		if len(t.text) > maxWord || strings.ContainsFunc(t.text, other) {
			return wrong(key+t.name, "found %q, expected white space and punctuation of ASCII other than"+
				" _", t.text)
		}
		if f.Comment != 0 && strings.IndexByte(t.text, f.Comment) >= 0 {
			return wrong(key+t.name, "found %q, expected a text without %q, which begins a comment",
				t.text, f.Comment)
		}
	}
	if s := f.Shapes.Min; n.Cells &&
		(n.Glyphs != "" || n.Blank != "" || n.ByColumn || s.Walls != 0 || s.Spare != 0) {
		return wrong(key+".cells", "found glyphs, blank, by_column, walls or several blanks too,"+
			" expected cells alone")
	}
	if n.Cells != f.Board.Cells {
		return wrong(key+".cells", "found %t, expected %t, as in input.board", n.Cells,
			f.Board.Cells)
	}
	if wrong := checkWall(key+".wall", n, f); wrong != nil {
		return wrong
	}
	if n.Glyphs != "" {
		return checkGlyphs(key, n, f)
	}
	if wrong := between(key+".width", n.Width, 0, maxWidth); wrong != nil {
		return wrong
	}
	switch rows := l.CloseRow + l.BetweenRows + l.OpenRow; {
	case l.Between == "" && f.Shapes.Max.Cols > 1:
		return wrong(key+".between", `found "" between numbers, expected white space or marks`)
	case rows == "" && f.Shapes.Max.Rows > 1:
		return wrong(key+".between_rows", `found "" between numbers, expected white space or marks`)
	}
	if n.Zeros && (n.Width < 2 || n.Open != "") {
		return wrong(key+".zeros", "found true, expected it only with a width from 2 on, and without"+
			" open: an array has no zeros in front of numbers")
	}
	return checkBlank(key+".blank", n.Blank, f)
}

// checkBlank checks the word for the blank among numbers.
func checkBlank(key, blank string, f *formats.Format) *fault {
	if words := strings.Split(blank, "|"); len(words) > 1 {
		for i, word := range words {
			if word == "" || slices.Contains(words[:i], word) {
				return wrong(key, "found %q, expected words with | between them", blank)
			}
			if f := checkBlank(key, word, f); f != nil {
				return f
			}
		}
		return nil
	}
	t, err := strconv.Atoi(blank)
	ends := f.WordEnds()
	isTile := err == nil && 0 < t && t <= int(f.Shapes.Max.MaxTile())
	reserved := func(c rune) bool {
		return c <= ' ' || c >= 0x7f || pattern.IsMark(byte(c)) || byte(c) == f.Comment ||
			strings.ContainsRune(ends, c)
	}
	if len(blank) > maxWord || isTile || strings.ContainsFunc(blank, reserved) {
		return wrong(key, "found %q, expected a word of ASCII that is no tile and has no white"+
			" space, comment or any of %s", blank, marks(ends))
	}
	return nil
}

// checkWall checks what is written for a wall.
func checkWall(key string, n *formats.Notation, f *formats.Format) *fault {
	switch wall := n.Wall; {
	case wall == "":
		return nil
	case f.Shapes.Min.Walls == 0:
		return wrong(key, "found %q, expected none: boards have no walls; boards.picture has them",
			wall)
	case n.Glyphs != "" && len(wall) != 1:
		return wrong(key, "found %q, expected one character, as each tile is one", wall)
	case n.Glyphs != "" && strings.Contains(n.Glyphs, wall),
		n.Glyphs == "" && slices.Contains(n.Blanks(), wall):
		return wrong(key, "found %q, expected a word that is no tile and no blank", wall)
	case strings.Contains(wall, "|"):
		return wrong(key, "found %q, expected one word", wall)
	}
	return checkBlank(key, n.Wall, f)
}

// checkGlyphs checks the bytes that tiles are written as.
func checkGlyphs(key string, n *formats.Notation, f *formats.Format) *fault {
	need := int(f.Shapes.Max.MaxTile()) + 1
	blankKey, widthKey, ends := key+".blank", key+".width", f.WordEnds()
	key += ".glyphs"
	switch {
	case need > maxGlyphs:
		return wrong(key, "found boards of %d tiles, expected at most %d if each is one character",
			need-1, maxGlyphs-1)
	case len(n.Glyphs) != need:
		return wrong(key, "found %q with %d characters, expected %d: first the blank, then a"+
			" character of ASCII for each tile", n.Glyphs, len(n.Glyphs), need)
	case n.Blank != "":
		return wrong(blankKey, "found %q, expected none: the first of the glyphs is the blank", n.Blank)
	case n.Width != 0:
		return wrong(widthKey, "found %d, expected none: a glyph is one character wide", n.Width)
	}
	for i := range len(n.Glyphs) {
		switch c := n.Glyphs[i]; {
		case c <= ' ' || c >= 0x7f || pattern.IsMark(c) || c == f.Comment ||
			strings.IndexByte(ends, c) >= 0:
			return wrong(key, "found %q, expected characters of ASCII that are no white space,"+
				" comment or any of %s", c, marks(ends))
		case strings.IndexByte(n.Glyphs, c) < i:
			return wrong(key, "found %q twice, expected a character of its own for each tile", c)
		}
	}
	return nil
}

// checkStop checks that no puzzle can begin like the line that ends the list.
func checkStop(f *formats.Format) *fault {
	if f.Stop == "" {
		return nil
	}
	words := strings.Fields(f.Stop)
	first := f.Record.Words()[0]
	least, most := 0, -1 // the range of the record's first word, if that is a number
	for _, n := range f.Numbers() {
		if n.Field == first.Field {
			least, most = n.Min, n.Max
		}
	}
	switch first.Field {
	case pattern.ID:
		least, most = 1, maxCount
	case pattern.Figure:
		most = math.MaxInt
	case pattern.Text:
		if first.Text == words[0] {
			return wrong("input.stop", "found %q, expected a line with which no puzzle begins", f.Stop)
		}
	case pattern.Board:
		return checkStopBoard(f, words)
	}
	if n, err := strconv.Atoi(words[0]); err == nil && least <= n && n <= most {
		return wrong("input.stop", "found %q, expected a line with which no puzzle begins: %v is"+
			" from %d to %d", f.Stop, first.Field, least, most)
	}
	return nil
}

// checkStopBoard is checkStop for records that begin with a board.
func checkStopBoard(f *formats.Format, words []string) *fault {
	seen := make(map[string]bool)
	for _, w := range words {
		t, err := strconv.Atoi(w)
		isTile := err == nil && 0 < t && t <= int(f.Shapes.Max.MaxTile()) ||
			w == f.Board.Tile(puzzle.Blank)
		if f.Board.Glyphs != "" {
			isTile = len(w) == 1 && strings.Contains(f.Board.Glyphs, w)
		}
		if f.Board.Wall != "" && w == f.Board.Wall {
			continue
		}
		if !isTile || seen[w] {
			return nil
		}
		seen[w] = true
	}
	return wrong("input.stop", "found %q, expected a line with which no puzzle begins", f.Stop)
}
