package formats

import (
	"cmp"
	"fmt"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Input describes to a person how the format writes puzzles.
func (f *Format) Input() string {
	var b strings.Builder
	switch {
	case f.Count:
		b.WriteString("The number of puzzles, then each puzzle as\n")
	case f.Stop != "":
		fmt.Fprintf(&b, "Puzzles until the line %q, each as\n", f.Stop)
	default:
		b.WriteString("Any number of puzzles until the end of the input, each as\n")
	}
	b.WriteString(indented(f.Record))
	b.WriteString(f.legend(f.Record))
	if f.Comment != 0 {
		fmt.Fprintf(&b, "Comments go from %c to the end of the line.\n", f.Comment)
	}
	b.WriteString(f.promises())
	if f.Header != "" {
		fmt.Fprintf(&b, "Lines may come before the puzzles; the last of them begins with %q.\n",
			strings.TrimSpace(f.Header))
	}
	return b.String()
}

// promises tells what the judge promises of its inputs, apart from their layout.
func (f *Format) promises() string {
	text := ""
	switch {
	case f.MaxPuzzles == 1:
		text = "Each input of the judge has one puzzle.\n"
	case f.MaxPuzzles > 1:
		text = fmt.Sprintf("Each input of the judge has at most %d puzzles.\n", f.MaxPuzzles)
	}
	if f.FreeSpace {
		text += "Blanks and empty lines may stand anywhere between words.\n"
	}
	if f.Unsolved {
		text += "No puzzle is solved already.\n"
	}
	if f.OddSide {
		text += "The number of rows or the number of columns is odd.\n"
	}
	return text
}

// Output describes to a person how the format writes answers.
func (f *Format) Output() string {
	a := &f.Answer
	var b strings.Builder
	b.WriteString(indented(a.Solved))
	if a.Each != "" {
		fmt.Fprintf(&b, "{boards}: %v, each as\n%s", pattern.Boards.Meaning(), indented(a.Each))
	}
	for _, field := range []pattern.Field{pattern.Board, pattern.Figure} {
		if a.Solved.Has(field) {
			fmt.Fprintf(&b, "%v: %s\n", field, field.Meaning())
		}
	}
	if a.Solved.Has(pattern.Path) {
		fmt.Fprintf(&b, "{path}: %s\n", a.Step.describe(a.StepEnd))
	}
	if a.Unsolvable != "" {
		fmt.Fprintf(&b, "or, for an unsolvable puzzle,\n%s", indented(a.Unsolvable))
	} else {
		fmt.Fprintf(&b, "The judge has no unsolvable puzzles; the answer to one would be %q.\n",
			strings.TrimSpace(string(a.ToUnsolvable())))
	}
	if a.UnsolvableToo != "" {
		fmt.Fprintf(&b, "where the judge also accepts\n%s", indented(a.UnsolvableToo))
	}
	b.WriteString(f.limitOutput())
	b.WriteString(a.latitude())
	return b.String()
}

// limitOutput describes what becomes of solutions with too many moves.
func (f *Format) limitOutput() string {
	var b strings.Builder
	if a := &f.Answer; a.TooLong != "" {
		fmt.Fprintf(&b, "or, for a puzzle that needs more than %s,\n%s",
			f.limit(), indented(a.TooLong))
	} else if f.Limit != nil {
		fmt.Fprintf(&b, "The judge allows at most %s. ", f.limit())
		b.WriteString("A longer answer is written too, and reported.\n")
	}
	return b.String()
}

// latitude describes what else may stand in an answer.
func (a *Answer) latitude() string {
	var b strings.Builder
	if a.Runs {
		b.WriteString("A number behind a move says how often it is made: U2 is UU.\n")
	}
	if a.Spaced {
		b.WriteString("Spaces may stand between the moves.\n")
	}
	if a.Figures {
		b.WriteString("Lines \"name: value\" may follow, with figures of the search.\n")
	}
	if a.Between == "\n" {
		b.WriteString("An empty line separates the answers.\n")
	}
	return b.String()
}

// Accepts describes to a person which answers the judge accepts, and which of
// them a solver gives.
func (f *Format) Accepts() string {
	text := f.Rule.String()
	if f.Answer.Wants() == puzzle.WantPath {
		text += fmt.Sprintf("; the one given is the first of the shortest in the order %v", f.Order)
		if f.Rule == AnyPath {
			text += ", or on a large board one that is found quickly"
		}
	}
	return text
}

// GoalText describes the goal to a person: a fixed one as the format writes boards.
func (f *Format) GoalText() string {
	if f.Goal.IsFixed() {
		return string(f.Board.Append(nil, f.Goal.Goal(f.Shapes.Min).Board))
	}
	return f.Goal.String()
}

// limit describes the maximum number of moves of a solution.
func (f *Format) limit() string {
	if f.Record.Has(pattern.Bound) {
		return "{bound} moves"
	}
	var parts []string
	for _, l := range f.Limit {
		if l.Rows >= f.Shapes.Max.Rows {
			parts = append(parts, fmt.Sprintf("%d moves", l.Moves))
		} else {
			parts = append(parts,
				fmt.Sprintf("%d moves (if it has at most %d rows)", l.Moves, l.Rows))
		}
	}
	return strings.Join(parts, " or ")
}

// legend explains the fields of a record.
func (f *Format) legend(p pattern.Pattern) string {
	var b strings.Builder
	for _, piece := range p.Pieces() {
		if piece.Field == pattern.Text {
			continue
		}
		what := piece.Field.Meaning()
		switch piece.Field {
		case pattern.Size, pattern.Rows:
			what += fmt.Sprintf(", from %d to %d", f.Shapes.Min.Rows, f.Shapes.Max.Rows)
		case pattern.Cols:
			what += fmt.Sprintf(", from %d to %d", f.Shapes.Min.Cols, f.Shapes.Max.Cols)
		case pattern.Problem:
			what = f.PDDL.describe()
		case pattern.Board:
			what = f.describeBoard()
		case pattern.Goal:
			what += ", written as the board is"
		}
		fmt.Fprintf(&b, "%s: %s\n", piece.Field, what)
	}
	return b.String()
}

// describeBoard says how a board is read, and what its line tells.
func (f *Format) describeBoard() string {
	switch what := f.Board.describe(); {
	case f.SizeInBoard() && f.Board.Open == "" && f.Board.HasMarks():
		return what + ",\n    on one line that tells how many rows and columns there are"
	case f.SizeInBoard() && f.Board.Open == "":
		return f.Board.tiles() + ", row by row, with white space between them,\n" +
			"    on one line that tells how many there are"
	case f.OneLine() && !f.Board.HasMarks() && !f.Board.Glued():
		return what + ",\n    unless that is a line by itself"
	default:
		return what
	}
}

// describe says how a board is read.
func (f Notation) describe() string {
	tiles := f.tiles()
	if f.Cells {
		return "the cell of the blank, then that of tile 1 and so on; cells are numbered row by\n" +
			"    row from 0"
	}
	way := "row by row"
	if f.ByColumn {
		way = "column by column"
	}
	switch {
	case f == Notation{Layout: inJSON}:
		return "a JSON array of rows of " + tiles + ", with any white space"
	case f.Layout == inCommas:
		return fmt.Sprintf("%s, %s, with commas between them", tiles, way)
	case f.HasMarks():
		return fmt.Sprintf("%s, %s, laid out as in\n%s    with any white space", tiles, way,
			indented(pattern.Pattern(f.sketch())))
	case f.Glued():
		return fmt.Sprintf("%s, %s, without white space", tiles, way)
	case f.Glyphs != "":
		return fmt.Sprintf("%s, %s, with or without white space between\n"+
			"    them; so a puzzle that lacks a tile takes the first tile of the next puzzle",
			tiles, way)
	default:
		return fmt.Sprintf("%s, %s, with any white space between\n"+
			"    them; so a puzzle that lacks a tile takes the next number as that tile", tiles, way)
	}
}

// tiles says what stands for a tile.
func (f Notation) tiles() string {
	if f.Glyphs == "" {
		return fmt.Sprintf("decimal numbers, %s for the blank", cmp.Or(f.Blank, "0"))
	}
	glyphs := strings.Split(f.Glyphs, "")
	return fmt.Sprintf("the tiles %s, %s for the blank", strings.Join(glyphs[1:], " "), glyphs[0])
}

// sketch returns a board of 2x2 cells in the notation, or a row if it has no glyphs for them.
func (f Notation) sketch() string {
	shape := puzzle.Shape{Rows: 2, Cols: 2}
	if n := len(f.Glyphs); 0 < n && n < shape.Cells() {
		shape = puzzle.Shape{Rows: 1, Cols: n}
	}
	return string(f.Append(nil, puzzle.BlankLast.Goal(shape).Board))
}

// describe says how a path is written in such steps, with a text between them.
func (s Step) describe(end string) string {
	what := ""
	switch s.Kind {
	case ByTile:
		what = "the numbers of the tiles that move"
	case ByCell:
		what = "the row and column, from 0, of each tile that moves"
	case ByAction:
		return s.actions()
	case ByMessage:
		return fmt.Sprintf(`lines of any text, each with a move of the blank as
    %[1]s%[2]s%[6]s %[1]s%[3]s%[6]s %[1]s%[4]s%[6]s %[1]s%[5]s%[6]s for up, down, left, right,
    or as %[1]s%[7]s ROW COLUMN%[6]s of the tile, from 1`,
			s.Open, s.Up, s.Down, s.Left, s.Right, s.Close, s.Cell)
	case ByVisit:
		what = "the cells, from 0, that the blank moves to"
	default:
		what = fmt.Sprintf("the moves of the blank: %s %s %s %s for up, down, left, right",
			s.Up, s.Down, s.Left, s.Right)
	}
	switch end {
	case "\n":
		return what + ", each on a line"
	case "":
		return what
	default:
		return fmt.Sprintf("%s, with %q between them", what, end)
	}
}

// indented returns a pattern as lines with a margin.
func indented(p pattern.Pattern) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(string(p), "\n"), "\n", "\n    ") + "\n"
}
