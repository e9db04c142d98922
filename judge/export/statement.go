package export

import (
	"cmp"
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A statement is the text of a problem, made from its format.
type statement struct {
	Title               string
	Task, Input, Output blocks
}

func newStatement(p *Problem) *statement {
	f := p.Format
	s := &statement{Title: cmp.Or(p.Metadata.Title, "Sliding Tiles ("+f.Name+")")}
	s.Task.task(f)
	s.Input.input(f)
	s.Output.output(f)
	return s
}

// A block is a paragraph of a statement, or lines to be shown as they are.
type block struct {
	Text string
	Code bool
}

// blocks are a section of a statement. Their methods add to it.
type blocks []block

// say adds a paragraph.
func (bs *blocks) say(format string, args ...any) {
	*bs = append(*bs, block{Text: fmt.Sprintf(format, args...)})
}

// show adds lines.
func (bs *blocks) show(text string) {
	*bs = append(*bs, block{Text: strings.Trim(text, "\n"), Code: true})
}

// task says what the puzzle is, and what is asked for.
func (bs *blocks) task(f *formats.Format) {
	smallest := f.Shapes.Min
	tiles := "numbered tiles and one blank"
	if smallest.Spare > 0 {
		tiles = fmt.Sprintf("numbered tiles and %d blanks", 1+smallest.Spare)
	}
	bs.say("A board has %s. It holds %s. A move slides a tile that is directly above, below,"+
		" left of or right of a blank into that blank.", sizes(f), tiles)
	if smallest.Walls != 0 {
		bs.say("The cells of the board are marked by #:")
		bs.show(cellPicture(smallest))
	}
	switch {
	case f.Goal == puzzle.Given:
		bs.say("Each puzzle has a start and a goal.")
	case smallest == f.Shapes.Max:
		bs.say("This is the goal, where a dot is a blank:")
		bs.show(boardPicture(f.Goal.Goal(smallest).Board))
	default:
		bs.say("This is the goal: %v.", f.Goal)
	}
	bs.say("%s", question(f))
	bs.limits(f)
}

// question says what is asked for.
func question(f *formats.Format) string {
	switch f.Answer.Wants() {
	case puzzle.WantLength:
		return "Find the least number of moves that lead from the start to the goal."
	case puzzle.WantDecision:
		return "Find out whether moves lead from the start to the goal."
	}
	task := "Find moves that lead from the start to the goal."
	switch f.Rule {
	case puzzle.Shortest:
		return task + " Use as few moves as possible."
	case puzzle.Least:
		order := strings.Join(strings.Split(f.Order.String(), ""), " ")
		return task + " Use as few moves as possible. Of several such lists of moves, find the" +
			" one that is first in lexicographic order, where the order of moves is " + order + "."
	default:
		return task + " Any such list of moves is accepted."
	}
}

// sizes says how many rows and columns boards have.
func sizes(f *formats.Format) string {
	smallest, largest := f.Shapes.Min, f.Shapes.Max
	size := func(a, b int) string {
		if a == b {
			return fmt.Sprint(a)
		}
		return fmt.Sprintf("%d to %d", a, b)
	}
	rows, cols := size(smallest.Rows, largest.Rows), size(smallest.Cols, largest.Cols)
	text := rows + " rows and " + cols + " columns"
	if f.Shapes.Square && smallest != largest {
		text = rows + " rows and as many columns"
	}
	switch {
	case f.Shapes.Odd:
		text += ", and the number of rows is odd"
	case f.OddSide:
		text += ", and the number of rows or the number of columns is odd"
	}
	return text
}

// limits says how many moves a solution may have, and what is promised.
func (bs *blocks) limits(f *formats.Format) {
	for _, limit := range f.Limit {
		boards := "A solution"
		if len(f.Limit) > 1 {
			boards = fmt.Sprintf("A solution of a board of up to %d rows", limit.Rows)
		}
		bs.say("%s may have at most %d moves.", boards, limit.Moves)
	}
	if !f.HasUnsolvable() {
		bs.say("Every puzzle can be solved.")
	}
	if f.Unsolved {
		bs.say("In no puzzle is the start the goal.")
	}
}

// input says how the puzzles are written.
func (bs *blocks) input(f *formats.Format) {
	limit := ""
	if f.MaxPuzzles > 0 {
		limit = fmt.Sprintf(", at most %d", f.MaxPuzzles)
	}
	switch {
	case f.Count:
		bs.say("The first line has the number of puzzles%s. The puzzles follow.", limit)
	case f.Stop != "":
		bs.say("The input has one or more puzzles%s. After them comes the line %q.", limit, f.Stop)
	case f.MaxPuzzles == 1:
		bs.say("The input has one puzzle.")
	default:
		bs.say("The input has one or more puzzles%s.", limit)
	}
	bs.say("A puzzle is written as")
	bs.show(string(f.Record))
	for _, field := range pattern.Fields {
		if f.Record.Has(field) {
			bs.say("%v is %s.", field, field.Meaning())
		}
	}
	if f.Board.Cells {
		bs.say("Boards are written as the cell of each tile, the blank first. Cells are numbered" +
			" row by row from 0.")
		return
	}
	bs.say("Boards are written row by row%s.", tileForms(f.Board))
}

// tileForms says what tiles look like.
func tileForms(n formats.Notation) string {
	switch {
	case n.Glyphs != "":
		tiles := strings.Join(strings.Split(n.Glyphs[1:], ""), " ")
		return fmt.Sprintf(". The tiles are %s, and %c is the blank", tiles, n.Glyphs[0])
	case n.Blank != "":
		return ", and " + n.Blank + " is the blank"
	default:
		return ", and 0 is the blank"
	}
}

// output says how answers are written.
func (bs *blocks) output(f *formats.Format) {
	a := &f.Answer
	bs.say("For each puzzle that can be solved, write")
	bs.show(string(a.Solved))
	for _, field := range pattern.Fields {
		isList := field == pattern.Path || field == pattern.Boards // described below
		if a.Solved.Has(field) && !f.Record.Has(field) && !isList {
			bs.say("%v is %s.", field, field.Meaning())
		}
	}
	if a.Each != "" {
		bs.say("%v are %s. Each is written as", pattern.Boards, pattern.Boards.Meaning())
		bs.show(string(a.Each))
	}
	if a.Solved.Has(pattern.Path) {
		bs.say("%v is the list of moves. %s", pattern.Path, moveForms(a))
	}
	if f.HasUnsolvable() {
		bs.say("For a puzzle that can't be solved, write")
		bs.show(string(a.Unsolvable))
	}
	switch a.TooLong {
	case "":
	case a.Unsolvable:
		bs.say("Write the same for a puzzle that needs more moves than are allowed.")
	default:
		bs.say("For a puzzle that needs more moves than are allowed, write")
		bs.show(string(a.TooLong))
	}
	if a.Between == "\n" {
		bs.say("Write an empty line between two answers.")
	}
}

// moveForms says how the moves of a path are written.
func moveForms(a *formats.Answer) string {
	move := fmt.Sprintf("A move is %s, %s, %s or %s if the blank goes up, down, left or right",
		a.Step.Up, a.Step.Down, a.Step.Left, a.Step.Right)
	switch a.Step.Kind {
	case formats.ByTile:
		move = "A move is the number of the tile that moves"
	case formats.ByCell:
		move = "A move is the row and the column of the tile that moves, both counted from 0"
	case formats.ByVisit:
		move = "A move is the cell that the blank moves to, and cells are counted row by row from 0"
	}
	if a.Runs {
		move += ". A number behind a move says how often it is made"
	}
	switch a.StepEnd {
	case "":
		return move + "."
	case "\n":
		return move + ". Write each move on a line of its own."
	default:
		return fmt.Sprintf("%s. Write %q between two moves.", move, a.StepEnd)
	}
}
