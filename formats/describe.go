package formats

import (
	"fmt"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Input describes to a person how the format has its puzzles.
func (f *Format) Input() string {
	var b strings.Builder
	switch {
	case f.Count:
		b.WriteString("The number of puzzles, then for each\n")
	case f.Stop != "":
		fmt.Fprintf(&b, "Puzzles up to the line %q, each as\n", f.Stop)
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
		fmt.Fprintf(&b, "Lines up to one that begins with %q may stand before all puzzles.\n",
			strings.TrimSpace(f.Header))
	}
	return b.String()
}

// promises tells what the judge promises of its inputs beside the form.
func (f *Format) promises() string {
	text := ""
	switch {
	case f.MaxPuzzles == 1:
		text = "The judge has one puzzle in an input.\n"
	case f.MaxPuzzles > 1:
		text = fmt.Sprintf("The judge has at most %d puzzles in an input.\n", f.MaxPuzzles)
	}
	if f.Unsolved {
		text += "None is solved as it stands.\n"
	}
	if f.OddSide {
		text += "The number of rows or that of columns is odd.\n"
	}
	return text
}

// Output describes to a person how the format has its answers.
func (f *Format) Output() string {
	a := &f.Answer
	var b strings.Builder
	b.WriteString(indented(a.Solved))
	if a.Each != "" {
		fmt.Fprintf(&b, "{boards}: each from the start to the goal as\n%s", indented(a.Each))
	}
	if a.Solved.Has(pattern.Path) {
		fmt.Fprintf(&b, "{path}: %s\n", a.Step.describe(a.StepEnd))
	}
	if a.Unsolvable != "" {
		fmt.Fprintf(&b, "or, for an unsolvable puzzle,\n%s", indented(a.Unsolvable))
	} else {
		fmt.Fprintf(&b, "There are no unsolvable puzzles; the answer to one would be %q.\n",
			strings.TrimSpace(string(a.ToUnsolvable())))
	}
	if a.TooLong != "" {
		fmt.Fprintf(&b, "or, for one that needs more moves than %s,\n%s", f.limit(), indented(a.TooLong))
	} else if f.Limit != nil {
		fmt.Fprintf(&b, "The judge allows %s moves. A longer answer is given, and reported.\n", f.limit())
	}
	if a.Between == "\n" {
		b.WriteString("An empty line stands between two answers.\n")
	}
	return b.String()
}

// Accepts describes to a person which answers the judge accepts, and which of
// them is given.
func (f *Format) Accepts() string {
	if f.Answer.Wants() == puzzle.WantPath {
		return fmt.Sprintf("%v; ours is a shortest, and of these the first in the order %v, "+
			"or on large boards where any path will do, one soon found", f.Rule, f.Order)
	}
	return f.Rule.String()
}

func (f *Format) limit() string {
	if f.Record.Has(pattern.Bound) {
		return "{bound}"
	}
	var parts []string
	for _, l := range f.Limit {
		if l.Rows >= f.Shapes.Max.Rows {
			parts = append(parts, fmt.Sprint(l.Moves))
		} else {
			parts = append(parts, fmt.Sprintf("%d for up to %d rows,", l.Moves, l.Rows))
		}
	}
	return strings.Join(parts, " ")
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
		case pattern.Board:
			what = f.Board.describe()
		}
		fmt.Fprintf(&b, "%s: %s\n", piece.Field, what)
	}
	return b.String()
}

// describe says how a board is read.
func (f Notation) describe() string {
	tiles := "decimal numbers, 0 the blank"
	if f.Blank != "" {
		tiles = fmt.Sprintf("decimal numbers, %s the blank", f.Blank)
	}
	if f.Glyphs != "" {
		tiles = fmt.Sprintf("the tiles %s, %c the blank", strings.Join(strings.Split(f.Glyphs[1:], ""), " "), f.Glyphs[0])
	}
	switch {
	case f.Open != "":
		return "a JSON array of rows of " + tiles + "; any white space"
	case f.Between == ",":
		return tiles + ", row by row, with commas between them"
	case f.Glued():
		return tiles + ", row by row, without white space"
	case f.Glyphs != "":
		return tiles + ", row by row, with any white space between\n" +
			"    them or none; so a puzzle that lacks a tile takes the first of the next one"
	default:
		return tiles + ", row by row, with any white space between\n" +
			"    them; so a puzzle that lacks a tile takes the next number for it"
	}
}

// describe says how a path is written.
func (s Step) describe(end string) string {
	what := ""
	switch s.Kind {
	case ByTile:
		what = "the numbers of the tiles that move"
	case ByCell:
		what = "row and column, from 0, of the tiles that move"
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

func indented(p pattern.Pattern) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(string(p), "\n"), "\n", "\n    ") + "\n"
}
