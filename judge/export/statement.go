package export

import (
	"fmt"
	"strings"

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

// newStatement describes the problem of a Spec.
func newStatement(s *Spec) *statement {
	return &statement{
		Title: "Sliding Tiles (" + s.Name + ")",
		Task:  s.task(), Input: s.input(), Output: s.output(),
	}
}

func prose(format string, args ...any) block { return block{Text: fmt.Sprintf(format, args...)} }

func code(pattern string) block {
	return block{Text: strings.Trim(pattern, "\n"), Code: true}
}

// task says what the puzzle is, and what is asked for.
func (s *Spec) task() (bs []block) {
	tiles := "numbered tiles and one blank"
	if s.Least.Spare > 0 {
		tiles = fmt.Sprintf("numbered tiles and %d blanks", 1+s.Least.Spare)
	}
	bs = append(bs, prose("A board of %s has %s. A move slides a tile that is above, below, to the"+
		" left or to the right of a blank into the blank.", s.boards(), tiles))
	if s.Least.Walls != 0 {
		bs = append(bs, prose("These are the cells of the board:"), code(picture(s.Least)))
	}
	switch {
	case s.Arrangement == puzzle.Given:
		bs = append(bs, prose("Each puzzle has a start and a goal."))
	case s.Least == s.Most:
		goal := s.Arrangement.Goal(s.Least)
		bs = append(bs, prose("This is the goal, with a dot for a blank:"), code(show(goal.Board)))
	default:
		bs = append(bs, prose("The goal is: %v.", s.Arrangement))
	}
	want := map[puzzle.Want]string{
		puzzle.WantPath:     "Find moves that lead from the start to the goal.",
		puzzle.WantLength:   "Find the least number of moves that lead from the start to the goal.",
		puzzle.WantDecision: "Find out whether moves lead from the start to the goal.",
	}[s.Want]
	if s.Want == puzzle.WantPath {
		want += map[puzzle.Rule]string{
			puzzle.AnyPath:  " Any such moves will do.",
			puzzle.Shortest: " There must be as few as possible.",
			puzzle.Least: fmt.Sprintf(" There must be as few as possible, and of all such lists the"+
				" first in the order of %s.", strings.Join(strings.Split(s.Order.String(), ""), " ")),
		}[s.Rule]
	}
	return append(append(bs, prose("%s", want)), s.limits()...)
}

// boards says which shapes there are.
func (s *Spec) boards() string {
	size := func(a, b int) string {
		if a == b {
			return fmt.Sprint(a)
		}
		return fmt.Sprintf("%d to %d", a, b)
	}
	rows, cols := size(s.Least.Rows, s.Most.Rows), size(s.Least.Cols, s.Most.Cols)
	text := rows + " rows and " + cols + " columns"
	switch {
	case s.Square && s.Least != s.Most:
		text += ", as many of one as of the other"
	case s.OddSide:
		text += ", an odd number of rows or of columns"
	}
	if s.Odd {
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

// limits says how many moves a solution may have, and what is promised.
func (s *Spec) limits() (bs []block) {
	for _, l := range s.Limits {
		boards := "A solution"
		if len(s.Limits) > 1 {
			boards = fmt.Sprintf("A solution of a board of up to %d rows", l[0])
		}
		bs = append(bs, prose("%s may have at most %d moves.", boards, l[1]))
	}
	if !s.HasUnsolvable {
		bs = append(bs, prose("Every puzzle can be solved."))
	}
	if s.Unsolved {
		bs = append(bs, prose("No puzzle is solved from the start."))
	}
	return bs
}

// input says how the puzzles are written.
func (s *Spec) input() (bs []block) {
	most := ""
	if s.MostPuzzles > 0 {
		most = fmt.Sprintf(", at most %d", s.MostPuzzles)
	}
	switch {
	case s.Count:
		bs = append(bs, prose("The first line has the number of puzzles%s. Each puzzle follows as", most))
	case s.Stop != "":
		bs = append(bs, prose("Up to the line %q puzzles%s follow each other, each as", s.Stop, most))
	case s.MostPuzzles == 1:
		bs = append(bs, prose("There is one puzzle. It is written as"))
	default:
		bs = append(bs, prose("Puzzles%s follow each other up to the end of the input, each as", most))
	}
	bs = append(bs, code(s.Record))
	for _, f := range fields {
		if !strings.Contains(s.Record, f.name) || f.what == "" {
			continue
		}
		bs = append(bs, prose("%s is %s.", f.name, f.what))
	}
	return append(bs, prose("Tiles stand row by row%s.", s.Boards[0].describe()))
}

// describe says what tiles look like.
func (n Notation) describe() string {
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

// output says how answers are written.
func (s *Spec) output() (bs []block) {
	bs = append(bs, prose("For each puzzle that can be solved write"), code(s.Solved))
	for _, f := range fields {
		if strings.Contains(s.Solved, f.name) && f.answer != "" {
			bs = append(bs, prose("%s is %s.", f.name, f.answer))
		}
	}
	if s.Each != "" {
		bs = append(bs, prose("{boards} are those from the start to the goal, each as"), code(s.Each))
	}
	if strings.Contains(s.Solved, "{path}") {
		bs = append(bs, prose("{path} is the list of moves: %s.", s.steps()))
	}
	if s.HasUnsolvable {
		bs = append(bs, prose("For a puzzle that can't be solved write"), code(s.Unsolvable))
	}
	if s.TooLong != "" && s.TooLong != s.Unsolvable {
		bs = append(bs, prose("For a puzzle that needs more moves than the limit write"), code(s.TooLong))
	} else if s.TooLong != "" {
		bs = append(bs, prose("The same stands for a puzzle that needs more moves than are allowed."))
	}
	if s.Between == "\n" {
		bs = append(bs, prose("An empty line stands between two answers."))
	}
	return bs
}

// steps says how a move is written.
func (s *Spec) steps() string {
	what := fmt.Sprintf("the ways that the blank goes, %s, %s, %s and %s for up, down, left and right",
		s.Steps[0], s.Steps[1], s.Steps[2], s.Steps[3])
	switch s.Names {
	case "tile":
		what = "the numbers of the tiles that move"
	case "cell":
		what = "the row and the column, from 0, of each tile that moves"
	}
	switch s.StepEnd {
	case "":
		return what
	case "\n":
		return what + ", each on a line"
	default:
		return fmt.Sprintf("%s, with %q between two", what, s.StepEnd)
	}
}

// fields are what the fields of patterns stand for in records and in answers.
var fields = []struct{ name, what, answer string }{
	{"{n}", "the number of rows, and of columns", ""},
	{"{rows}", "the number of rows", ""},
	{"{cols}", "the number of columns", ""},
	{"{bound}", "the most moves that a solution may have", ""},
	{"{id}", "a number that names the puzzle", "the number that names the puzzle"},
	{"{board}", "the start", ""},
	{"{goal}", "the goal", ""},
	{"{case}", "", "the number of the puzzle, from 1"},
	{"{moves}", "", "the number of moves"},
}
