package export

import (
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A block is a paragraph of a statement, or lines that stand as they are.
type block struct {
	Text string
	Code bool
}

// A statement is the text of a problem, in our own words.
type statement struct {
	Title               string
	Task, Input, Output []block
}

// newStatement describes the problem of a format.
func newStatement(f *formats.Format) *statement {
	return &statement{
		Title: "Sliding Tiles (" + f.Name + ")",
		Task:  describeTask(f), Input: describeInput(f), Output: describeOutput(f),
	}
}

func prose(format string, args ...any) block { return block{Text: fmt.Sprintf(format, args...)} }

func code(text string) block {
	return block{Text: strings.Trim(text, "\n"), Code: true}
}

// describeTask says what the puzzle is, and what is asked for.
func describeTask(f *formats.Format) (bs []block) {
	tiles := "numbered tiles and one blank"
	if f.Shapes.Min.Spare > 0 {
		tiles = fmt.Sprintf("numbered tiles and %d blanks", 1+f.Shapes.Min.Spare)
	}
	bs = append(bs, prose("A board of %s has %s. A move slides a tile that is above, below, to the"+
		" left or to the right of a blank into the blank.", sizes(f), tiles))
	if f.Shapes.Min.Walls != 0 {
		bs = append(bs, prose("These are the cells of the board:"), code(picture(f.Shapes.Min)))
	}
	switch {
	case f.Goal == puzzle.Given:
		bs = append(bs, prose("Each puzzle has a start and a goal."))
	case f.Shapes.Min == f.Shapes.Max:
		goal := f.Goal.Goal(f.Shapes.Min)
		bs = append(bs, prose("This is the goal, with a dot for a blank:"), code(show(goal.Board)))
	default:
		bs = append(bs, prose("The goal is: %v.", f.Goal))
	}
	want := map[puzzle.Want]string{
		puzzle.WantPath:     "Find moves that lead from the start to the goal.",
		puzzle.WantLength:   "Find the least number of moves that lead from the start to the goal.",
		puzzle.WantDecision: "Find out whether moves lead from the start to the goal.",
	}[f.Answer.Wants()]
	if f.Answer.Wants() == puzzle.WantPath {
		want += map[puzzle.Rule]string{
			puzzle.AnyPath:  " Any such moves will do.",
			puzzle.Shortest: " There must be as few as possible.",
			puzzle.Least: fmt.Sprintf(" There must be as few as possible, and of all such lists the"+
				" first in the order of %s.", strings.Join(strings.Split(f.Order.String(), ""), " ")),
		}[f.Rule]
	}
	return append(append(bs, prose("%s", want)), describeLimits(f)...)
}

// sizes says which sizes boards have.
func sizes(f *formats.Format) string {
	size := func(a, b int) string {
		if a == b {
			return fmt.Sprint(a)
		}
		return fmt.Sprintf("%d to %d", a, b)
	}
	rows, cols := size(f.Shapes.Min.Rows, f.Shapes.Max.Rows), size(f.Shapes.Min.Cols, f.Shapes.Max.Cols)
	text := rows + " rows and " + cols + " columns"
	switch {
	case f.Shapes.Square && f.Shapes.Min != f.Shapes.Max:
		text += ", as many of one as of the other"
	case f.OddSide:
		text += ", an odd number of rows or of columns"
	}
	if f.Shapes.Odd {
		text += " and an odd number"
	}
	return text
}

// picture shows the cells of a shape.
func picture(s puzzle.Shape) string {
	var b strings.Builder
	for cell := range s.Cells() {
		if cell > 0 && cell%s.Cols == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte("#."[s.Walls>>cell&1])
	}
	return b.String()
}

// show shows a board.
func show(b puzzle.Board) string {
	var text strings.Builder
	for cell, t := range b.Tiles {
		switch {
		case cell > 0 && cell%b.Cols == 0:
			text.WriteByte('\n')
		case cell > 0:
			text.WriteByte(' ')
		}
		switch t {
		case puzzle.Wall:
			text.WriteString("  ")
		case puzzle.Blank:
			text.WriteString(" .")
		default:
			fmt.Fprintf(&text, "%2d", t)
		}
	}
	return text.String()
}

// describeLimits says how many moves a solution may have, and what is promised.
func describeLimits(f *formats.Format) (bs []block) {
	for _, l := range f.Limit {
		boards := "A solution"
		if len(f.Limit) > 1 {
			boards = fmt.Sprintf("A solution of a board of up to %d rows", l.Rows)
		}
		bs = append(bs, prose("%s may have at most %d moves.", boards, l.Moves))
	}
	if !f.HasUnsolvable() {
		bs = append(bs, prose("Every puzzle can be solved."))
	}
	if f.Unsolved {
		bs = append(bs, prose("No puzzle is solved from the start."))
	}
	return bs
}

// describeInput says how the puzzles are written.
func describeInput(f *formats.Format) (bs []block) {
	most := ""
	if f.MaxPuzzles > 0 {
		most = fmt.Sprintf(", at most %d", f.MaxPuzzles)
	}
	switch {
	case f.Count:
		bs = append(bs, prose("The first line has the number of puzzles%s. Each puzzle follows as", most))
	case f.Stop != "":
		bs = append(bs, prose("Up to the line %q puzzles%s follow each other, each as", f.Stop, most))
	case f.MaxPuzzles == 1:
		bs = append(bs, prose("There is one puzzle. It is written as"))
	default:
		bs = append(bs, prose("Puzzles%s follow each other up to the end of the input, each as", most))
	}
	bs = append(bs, code(string(f.Record)))
	for i, says := range fields {
		if field := pattern.Field(i); says.inRecord != "" && f.Record.Has(field) {
			bs = append(bs, prose("%v is %s.", field, says.inRecord))
		}
	}
	return append(bs, prose("Tiles stand row by row%s.", describeTiles(f.Board)))
}

// describeTiles says what tiles look like.
func describeTiles(n formats.Notation) string {
	switch {
	case n.Glyphs != "":
		tiles := strings.Join(strings.Split(n.Glyphs[1:], ""), " ")
		return fmt.Sprintf(": %s, and %c is the blank", tiles, n.Glyphs[0])
	case n.Blank != "":
		return ", and " + n.Blank + " is the blank"
	default:
		return ", and 0 is the blank"
	}
}

// describeOutput says how answers are written.
func describeOutput(f *formats.Format) (bs []block) {
	a := &f.Answer
	bs = append(bs, prose("For each puzzle that can be solved write"), code(string(a.Solved)))
	for i, says := range fields {
		if field := pattern.Field(i); says.inAnswer != "" && a.Solved.Has(field) {
			bs = append(bs, prose("%v is %s.", field, says.inAnswer))
		}
	}
	if a.Each != "" {
		bs = append(bs, prose("{boards} are those from the start to the goal, each as"), code(string(a.Each)))
	}
	if a.Solved.Has(pattern.Path) {
		bs = append(bs, prose("{path} is the list of moves: %s.", describeSteps(a)))
	}
	if f.HasUnsolvable() {
		bs = append(bs, prose("For a puzzle that can't be solved write"), code(string(a.Unsolvable)))
	}
	if a.TooLong != "" && a.TooLong != a.ToUnsolvable() {
		bs = append(bs, prose("For a puzzle that needs more moves than the limit write"), code(string(a.TooLong)))
	} else if a.TooLong != "" {
		bs = append(bs, prose("The same stands for a puzzle that needs more moves than are allowed."))
	}
	if a.Between == "\n" {
		bs = append(bs, prose("An empty line stands between two answers."))
	}
	return bs
}

// describeSteps says how a move is written.
func describeSteps(a *formats.Answer) string {
	what := fmt.Sprintf("the ways that the blank goes, %s, %s, %s and %s for up, down, left and right",
		a.Step.Up, a.Step.Down, a.Step.Left, a.Step.Right)
	switch a.Step.Kind {
	case formats.ByTile:
		what = "the numbers of the tiles that move"
	case formats.ByCell:
		what = "the row and the column, from 0, of each tile that moves"
	}
	switch a.StepEnd {
	case "":
		return what
	case "\n":
		return what + ", each on a line"
	default:
		return fmt.Sprintf("%s, with %q between two", what, a.StepEnd)
	}
}
