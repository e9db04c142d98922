// Package statement says in words how a format states puzzles and wants them answered. The words
// are blocks, which can be rendered as plain text for help, and as Markdown, TeX or HTML for the
// statement of a problem.
//
//	s := statement.New(f)
//	fmt.Print(s.Input.Text())
package statement

import (
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// A Statement is the text of a problem.
type Statement struct {
	Task   Blocks // the puzzle, and what is asked for
	Input  Blocks // how puzzles are written, and what is promised
	Output Blocks // how answers are written
}

// New returns the statement of the problem that a format declares.
func New(f *formats.Format) *Statement { return &Statement{task(f), input(f), output(f)} }

// Help describes the input and the output of a format to a user of the program. It is New, and what
// readers and writers do beyond what the judge says.
func Help(f *formats.Format) (in, out Blocks) {
	return append(input(f), reading(f)...), append(output(f), writing(f)...)
}

// Goal describes the goal to a user of the program: a fixed one as the format writes boards.
func Goal(f *formats.Format) string {
	if f.Goal.IsFixed() {
		return string(f.Board.Append(nil, f.Goal.Goal(f.Shapes.Min).Board))
	}
	return f.Goal.String()
}

// Accepted describes which answers the judge accepts, and which of them a solver gives.
func Accepted(f *formats.Format) string {
	text := f.Rule.String()
	if f.Answer.WithinBound() {
		return "whether a path is within the bound"
	}
	if f.Answer.Wants() == puzzle.WantPath {
		text += fmt.Sprintf("; the one given is the first of the shortest in the order %v", f.Order)
		if f.Rule == formats.AnyPath {
			text += ", or on a large board one that is found quickly"
		}
	}
	return text
}

// task says what the puzzle is, and what is asked for.
func task(f *formats.Format) (bs Blocks) {
	smallest := f.Shapes.Min
	tiles, blanks := "numbered tiles", "one blank"
	if f.Board.Tile(1) != "1" {
		tiles = "tiles"
	}
	if smallest.Spare > 0 {
		blanks = fmt.Sprintf("%d blanks", 1+smallest.Spare)
	}
	bs.Say("A board has %s. It holds %s and %s. A move slides a tile that is directly above, below,"+
		" left of or right of a blank into that blank.", sizes(&f.Shapes), tiles, blanks)
	if smallest.Walls != 0 {
		bs.Say("Some places of the board are walls, which no tile enters.")
	}
	switch {
	case f.Goal == puzzle.Given:
		bs.Say("Each puzzle has a start and a goal.")
	case smallest == f.Shapes.Max:
		wall := ""
		if smallest.Walls != 0 {
			wall = " and " + f.Board.Tile(puzzle.Wall) + " a wall"
		}
		bs.Say("This is the goal, where %s is a blank%s:", f.Board.Tile(puzzle.Blank), wall)
		bs.Show(picture(f, f.Goal.Goal(smallest).Board))
	default:
		bs.Say("This is the goal: %v.", f.Goal)
	}
	bs.Say("%s", question(f))
	return bs
}

// question says what is asked for.
func question(f *formats.Format) string {
	switch want := f.Answer.Wants(); {
	case f.Answer.WithinBound():
		return "Find out whether as many moves as are allowed, or fewer, lead from the start to the goal."
	case want == puzzle.WantLength:
		return "Find the least number of moves that lead from the start to the goal."
	case want == puzzle.WantDecision:
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
func sizes(s *formats.Shapes) string {
	rows, cols := span(s.Min.Rows, s.Max.Rows), span(s.Min.Cols, s.Max.Cols)
	text := rows + " rows and " + cols + " columns"
	if s.Square && s.Min != s.Max {
		text = rows + " rows and as many columns"
	}
	if s.Odd {
		text += ", and the number of rows is odd"
	}
	return text
}

// span returns a range of numbers.
func span(least, most int) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// picture shows a board in columns of equal width.
func picture(f *formats.Format, board puzzle.Board) string {
	width := 0
	for _, t := range board.Tiles {
		width = max(width, len(f.Board.Tile(t)))
	}
	var b strings.Builder
	for cell, t := range board.Tiles {
		switch {
		case cell > 0 && cell%board.Cols == 0:
			b.WriteByte('\n')
		case cell > 0:
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%*s", width, f.Board.Tile(t))
	}
	return b.String()
}
