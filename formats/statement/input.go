package statement

import (
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// input says how puzzles are written, and what is promised.
func input(f *formats.Format) (bs Blocks) {
	limit := ""
	if f.MaxPuzzles > 0 {
		limit = fmt.Sprintf(", at most %d", f.MaxPuzzles)
	}
	switch {
	case f.Count:
		bs.Say("The first line has the number of puzzles%s. The puzzles follow.", limit)
	case f.Stop != "":
		bs.Say("The input has one or more puzzles%s. After them comes the line %q.", limit, f.Stop)
	case f.MaxPuzzles == 1:
		bs.Say("The input has one puzzle.")
	default:
		bs.Say("The input has one or more puzzles%s.", limit)
	}
	if f.Header != "" {
		bs.Say("Lines may come before the puzzles; the last of them begins with %q.",
			strings.TrimSpace(f.Header))
	}
	if f.JSON == formats.NoJSON {
		bs.Say("A puzzle is written as")
	} else {
		bs.Say("A puzzle is JSON, as in")
	}
	bs.Show(string(f.Record))
	if f.JSON != formats.NoJSON {
		bs.Say("Keys may have any order. Other keys, and further elements of arrays, do not matter.")
	}
	if f.JSON == formats.JSONList {
		bs.Say("The outermost array may have any number of puzzles.")
	}
	for _, field := range f.Record.Fields() {
		bs.Say("%v is %s.", field, meaning(f, field))
	}
	if f.PDDL == nil {
		bs.boards(f)
	}
	bs.promises(f)
	return bs
}

// meaning says what a field of a record is.
func meaning(f *formats.Format, field pattern.Field) string {
	if d := f.PDDL; field == pattern.Problem {
		return fmt.Sprintf("a problem of the domain %s; tiles are called %s, their places %s,"+
			" with rows and columns from 1", d.Domain, d.Tile, strings.Trim(fmt.Sprint(d.Place), "[]"))
	}
	for _, n := range f.Numbers() {
		if n.Field == field && field != pattern.BlankCell { // its meaning tells what it may be
			return fmt.Sprintf("%s, from %d to %d", field.Meaning(), n.Min, n.Max)
		}
	}
	return field.Meaning()
}

// boards says how boards are written.
func (bs *Blocks) boards(f *formats.Format) {
	n := &f.Board
	if n.Cells {
		bs.Say("Boards are written as the cell of each tile, the blank first. Cells are numbered" +
			" row by row from 0.")
		return
	}
	way := "row by row"
	if n.ByColumn {
		way = "column by column"
	}
	bs.Say("Boards are written %s%s.", way, tiles(n))
	switch {
	case n.HasMarks():
		bs.Say("They are laid out as in")
		bs.Show(sketch(n))
	case n.Glued():
		bs.Say("There is no white space between tiles.")
	}
	switch {
	case f.Shapes.Min.Walls == 0:
	case n.Wall == "":
		bs.Say("Walls are not written: a row has only its other places.")
	default:
		bs.Say("A wall is written as %s.", n.Wall)
	}
	switch record := string(f.Record); {
	case strings.HasSuffix(strings.TrimRight(n.Close, " "), "\n"):
		bs.Say("An empty line follows each board.")
	case strings.HasSuffix(record, "\n\n"):
		bs.Say("An empty line follows each puzzle.")
	case strings.HasPrefix(record, "\n"):
		bs.Say("An empty line comes before each puzzle.")
	}
	if f.RowTellsSize() {
		bs.Say("Each row is on a line of its own, and there are as many rows as columns.")
	} else if lineTellsSize(f) {
		bs.Say("A board is on one line, which tells how many rows and columns there are.")
	}
}

// lineTellsSize reports whether only the line of a board tells its size.
func lineTellsSize(f *formats.Format) bool { return f.SizeInBoard() && f.Board.Open == "" }

// tiles says what stands for a tile.
func tiles(n *formats.Notation) string {
	if n.Glyphs == "" {
		zeros := ""
		if n.Zeros {
			zeros = fmt.Sprintf("; numbers have zeros in front, up to %d digits", n.Width)
		}
		return fmt.Sprintf(", and %s is the blank%s", strings.Join(n.Blanks(), " or "), zeros)
	}
	glyphs := strings.Split(n.Glyphs, "")
	return fmt.Sprintf(". The tiles are %s, and %s is the blank",
		strings.Join(glyphs[1:], " "), glyphs[0])
}

// sketch returns a board of 2x2 cells in the notation, or a row if it has no glyphs for them.
func sketch(n *formats.Notation) string {
	shape := puzzle.Shape{Rows: 2, Cols: 2}
	if glyphs := len(n.Glyphs); 0 < glyphs && glyphs < shape.Cells() {
		shape = puzzle.Shape{Rows: 1, Cols: glyphs}
	}
	return string(n.Append(nil, puzzle.BlankLast.Goal(shape).Board))
}

// promises says what else the judge promises of its inputs.
func (bs *Blocks) promises(f *formats.Format) {
	if f.Comment != 0 {
		bs.Say("Comments go from %c to the end of the line.", f.Comment)
	}
	if f.FreeSpace {
		bs.Say("Spaces and empty lines may stand anywhere between words.")
	}
	if f.OddSide {
		bs.Say("The number of rows or the number of columns is odd.")
	}
	if !f.HasUnsolvable() {
		bs.Say("Every puzzle can be solved.")
	}
	if f.Unsolved {
		bs.Say("No puzzle is solved already.")
	}
}

// reading says what readers take beyond what the judge promises.
func reading(f *formats.Format) (bs Blocks) {
	if !f.Count && f.Stop == "" {
		bs.Say("The program reads any number of puzzles, until the end of the input.")
	}
	n := &f.Board
	space, next := "The program reads any white space between tiles", "the next number as that tile"
	if n.Glyphs != "" {
		space, next = space+", or none", "the first tile of the next puzzle"
	}
	switch {
	case f.JSON != formats.NoJSON:
		bs.Say("The program reads boards with or without arrays for rows.")
	case f.PDDL != nil, n.Cells, n.Glued():
	case f.RowTellsSize():
		bs.Say("%s behind the first row.", space)
	case lineTellsSize(f):
		bs.Say("%s on that line.", space)
	case n.HasMarks():
		bs.Say("%s and marks.", space)
	case f.OneLine():
		bs.Say("%s; so a puzzle that lacks a tile takes %s, unless that is a line by itself.",
			space, next)
	default:
		bs.Say("%s; so a puzzle that lacks a tile takes %s.", space, next)
	}
	return bs
}
