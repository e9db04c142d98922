package declared

import (
	"slices"
	"strings"
	"unicode"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// checkPattern checks a pattern that may have some fields only.
func checkPattern(key string, p pattern.Pattern, allowed ...pattern.Field) *fault {
	text := string(p)
	switch {
	case strings.TrimSpace(text) == "":
		return wrong(key, "found none, expected a text such as %q", allowed[0].String()+"\n")
	case len(text) > maxPattern:
		return wrong(key, "found %d bytes, expected at most %d", len(text), maxPattern)
	case !strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, pattern.Boards.String()):
		return wrong(key, "found %q, expected a line end at the end, %q", text, text+"\n")
	}
	list := func() string {
		var names []string
		for _, f := range allowed {
			names = append(names, f.String())
		}
		return strings.Join(names, " ")
	}
	seen := make(map[pattern.Field]bool)
	for _, piece := range p.Pieces() {
		if piece.Field == pattern.Text {
			if name := misspelt(piece.Text); name != "" {
				return wrong(key, "found %s, expected one of %s", name, list())
			}
			if f := checkText(key, strings.NewReplacer("\n", "", "\t", "").Replace(piece.Text),
				maxPattern); f != nil {
				return f
			}
			continue
		}
		if !slices.Contains(allowed, piece.Field) {
			return wrong(key, "found %v, expected one of %s", piece.Field, list())
		}
		if seen[piece.Field] && piece.Field != pattern.Figure && piece.Field != pattern.Rest {
			return wrong(key, "found %v twice, expected it once", piece.Field)
		}
		seen[piece.Field] = true
	}
	return nil
}

// misspelt returns the first part of a text that looks like a field, or "". The text has no field.
func misspelt(text string) string {
	for from := 0; ; {
		open := strings.IndexByte(text[from:], '{')
		if open < 0 {
			return ""
		}
		from += open
		end := strings.IndexByte(text[from:], '}')
		if end < 0 {
			return ""
		}
		word := text[from+1 : from+end]
		other := func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }
		if word != "" && !strings.ContainsFunc(word, other) {
			return text[from : from+end+1]
		}
		from++
	}
}

// checkRecord checks the pattern of a puzzle.
func checkRecord(key string, f *formats.Format, p pattern.Pattern) *fault {
	allowed := []pattern.Field{
		pattern.Board, pattern.Goal, pattern.Size, pattern.Rows, pattern.Cols, pattern.Tiles,
		pattern.BlankCell, pattern.Bound, pattern.ID, pattern.Figure, pattern.Rest,
		pattern.Expected,
	}
	if f := checkPattern(key, p, allowed...); f != nil {
		return f
	}
	if has := p.Has(pattern.Expected); has && f.Answer.Wants() != puzzle.WantLength &&
		f.Rule != puzzle.Shortest {
		return wrong(key, "found {expected}, expected it only where the answer is the least number of"+
			" moves or a shortest path")
	}
	if strings.ContainsFunc(p.Behind(), unicode.IsDigit) {
		return wrong(key, "found %q, expected no digit right behind a field", string(p))
	}
	at := make(map[pattern.Field]int)
	for i, piece := range p.Pieces() {
		if piece.Field != pattern.Text {
			at[piece.Field] = i + 1
		}
	}
	if wrong := checkFields(key, f, at); wrong != nil {
		return wrong
	}
	if f.JSON != formats.NoJSON {
		return checkJSON(key, f)
	}
	rest := pattern.Rest.String()
	if strings.Count(string(p), rest) != strings.Count(string(p), rest+"\n") {
		return wrong(key, "found {rest} within a line, expected it at the end of one")
	}
	if strings.HasPrefix(string(p), rest) {
		return wrong(key, "found {rest} first, expected something else on the first line")
	}
	return checkSizes(key, f)
}

// checkFields checks which fields a record has, and their order. at[field] is the number of the
// field's piece in the record, from 1; 0: the record lacks it.
func checkFields(key string, f *formats.Format, at map[pattern.Field]int) *fault {
	record := string(f.Record)
	has := func(f pattern.Field) bool { return at[f] > 0 }
	squareOnly := f.Shapes.Square && f.Shapes.Min.Walls == 0
	switch {
	case !has(pattern.Board):
		return wrong(key, "found no {board}, expected one")
	case has(pattern.Goal) != (f.Goal == puzzle.Given):
		return wrong(key, `found %q, expected {goal} in the record where boards.goal is "given", and`+
			" only there", record)
	case has(pattern.Goal) && at[pattern.Goal] < at[pattern.Board]:
		return wrong(key, "found {goal} before {board}, expected it behind")
	case (has(pattern.Size) || has(pattern.Tiles)) && !squareOnly:
		return wrong(key, "found %q, expected {rows} and {cols}, as boards are not all square"+
			" (boards.square)", record)
	case has(pattern.Rows) != has(pattern.Cols):
		return wrong(key, "found one of {rows} and {cols}, expected both or none")
	case count(has, pattern.Size, pattern.Rows, pattern.Tiles) > 1:
		return wrong(key, "found the size several times, expected {n}, {tiles}, or {rows} and {cols}")
	case has(pattern.Bound) != (f.MaxBound > 0):
		return wrong("input.max_bound", "found %d, expected a number where the record has {bound},"+
			" and only there", f.MaxBound)
	case has(pattern.Figure) && !f.FreeSpace:
		return wrong(key, "found {figure}, expected it only where input.free_space is true: other"+
			" inputs are valid in one way only")
	case has(pattern.BlankCell) &&
		(f.Goal != puzzle.BlankLast || !squareOnly || f.Shapes.Min.Spare > 0):
		return wrong(key, "found {blank}, expected it only with square boards and the goal blank-last")
	}
	board := at[pattern.Board]
	for _, size := range []pattern.Field{
		pattern.Size, pattern.Rows, pattern.Cols, pattern.Tiles,
	} {
		if n := at[size]; n > board || n > at[pattern.BlankCell] && has(pattern.BlankCell) {
			return wrong(key, "found %v behind what depends on it, expected it before", size)
		}
	}
	return nil
}

// checkSizes checks that readers can tell the size of each board before they read its tiles.
func checkSizes(key string, f *formats.Format) *fault {
	n := &f.Board
	array := strings.HasPrefix(n.Open, "[") && strings.TrimSpace(n.Between) == "," &&
		strings.HasPrefix(strings.TrimSpace(n.CloseRow), "]")
	switch {
	case !f.SizeInBoard():
		return nil
	case f.Goal != puzzle.Given && !n.Cells && (f.Shapes.Square && array || lineTellsSize(f)):
		return nil
	case f.Goal != puzzle.Given && !n.Cells && f.Shapes.Square && f.RowTellsSize() && rowsAlone(f):
		return nil
	}
	return wrong(key, "found %q, expected {n}, or {rows} and {cols}, before {board}: boards have"+
		" several sizes. Only four kinds tell theirs: square arrays with commas and brackets;"+
		" square boards that end a line and have nothing or spaces between tiles; boards that"+
		" end a line and have one mark between rows; and square boards in rows, alone in the"+
		" record", string(f.Record))
}

// rowsAlone reports whether a record is a board in rows, with nothing but white space between
// tiles.
func rowsAlone(f *formats.Format) bool {
	n := &f.Board
	return strings.TrimSpace(string(f.Record)) == pattern.Board.String() &&
		!n.HasMarks() && !n.ByColumn && n.OpenRow == "" && strings.Trim(n.Between, " ") == ""
}

// lineTellsSize reports whether a board ends its line, so that the line tells the board's size.
func lineTellsSize(f *formats.Format) bool {
	isBoard := func(w pattern.Piece) bool { return w.Field == pattern.Board }
	pieces := f.Record.Pieces()
	behind := pieces[slices.IndexFunc(pieces, isBoard)+1:]
	if len(behind) == 0 || !strings.HasPrefix(behind[0].Text, "\n") || f.Board.ByColumn {
		return false
	}
	for _, n := range append([]formats.Notation{f.Board}, f.Also...) {
		if f.Shapes.Square && n.Glued() && f.Board.Glued() {
			continue
		}
		around := n.Open + n.OpenRow + n.CloseRow + n.Close
		spaces := around == "" && n.Between != "" && strings.Trim(n.Between, " ") == ""
		marked := len(n.BetweenRows) == 1 && pattern.IsMark(n.BetweenRows[0])
		plain := f.Shapes.Square && n.BetweenRows != "" && strings.Trim(n.BetweenRows, " ") == ""
		if !spaces || !marked && !plain || f.Board.Glued() || n.BetweenRows[0] != f.Board.BetweenRows[0] {
			return false
		}
	}
	return true
}

// count returns how many of the fields there are.
func count(has func(pattern.Field) bool, fields ...pattern.Field) (n int) {
	for _, f := range fields {
		if has(f) {
			n++
		}
	}
	return n
}
