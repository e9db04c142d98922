package statement

import (
	"fmt"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// output says how answers are written.
func output(f *formats.Format) (bs Blocks) {
	a := &f.Answer
	bs.Say("For each puzzle that can be solved, write")
	bs.Show(string(a.Solved))
	for _, field := range a.Solved.Fields() {
		switch {
		case field == pattern.Path:
			bs.path(a)
		case field == pattern.Boards:
			bs.boardsOnTheWay(a)
		case !f.Record.Has(field):
			bs.Say("%v is %s.", field, field.Meaning())
		}
	}
	numbered := a.Step.Kind == formats.ByTile || a.StepBegin.Has(pattern.Tile)
	if first := f.Board.Tile(1); numbered && first != "1" {
		bs.Say("The number of a tile is its place in the list of tiles above: %s is 1.", first)
	}
	if a.SolvedToo != "" {
		bs.Say("The judge also accepts")
		bs.Show(string(a.SolvedToo))
	}
	if a.Figures {
		bs.Say("Lines \"name: value\" may follow, with other names: figures of the search.")
	}
	bs.limits(f)
	if score := string(f.Score); score != "" {
		bs.Say("The score of an answer is %s.", score)
		if strings.Contains(score, "{n}") {
			bs.Say("{n} is the number of rows.")
		}
		if strings.Contains(score, "{distance}") {
			bs.Say("{distance} is the Manhattan distance that is left where the moves end.")
		}
	}
	bs.refusals(f)
	if a.Between == "\n" {
		bs.Say("Write an empty line between two answers.")
	}
	return bs
}

// refusals says what to write in place of a solution.
func (bs *Blocks) refusals(f *formats.Format) {
	a := &f.Answer
	if f.HasUnsolvable() {
		bs.Say("For a puzzle that can't be solved, write")
		bs.Show(string(a.Unsolvable))
	}
	if a.UnsolvableToo != "" {
		bs.Say("The judge also accepts")
		bs.Show(string(a.UnsolvableToo))
	}
	switch a.TooLong {
	case "":
	case a.Unsolvable:
		bs.Say("Write the same for a puzzle that needs more moves than are allowed.")
	default:
		bs.Say("For a puzzle that needs more moves than are allowed, write")
		bs.Show(string(a.TooLong))
	}
}

// boardsOnTheWay says how the boards from the start to the goal are written.
func (bs *Blocks) boardsOnTheWay(a *formats.Answer) {
	which := pattern.Boards.String() + " are " + pattern.Boards.Meaning()
	if a.First == "" {
		bs.Say("%s. Each is written as", which)
	} else {
		bs.Say("%s. The start is written as", which)
		bs.Show(string(a.First))
		bs.Say("and each other board as")
	}
	bs.Show(string(a.Each))
	if (a.First + a.Each).Has(pattern.Number) {
		bs.Say("{case} is the number of moves up to the board.")
	}
	if a.Each.Has(pattern.Path) {
		bs.Say("{path} is the move that leads to the board. %s", moves(a))
	}
	if a.Board.Blank == " " {
		bs.Say("The blank is as many spaces as a tile is wide.")
	}
	if a.Remarks {
		bs.Say("A text in parentheses may follow a row of a board.")
	}
}

// limits says how many moves a solution may have.
func (bs *Blocks) limits(f *formats.Format) {
	for _, limit := range f.Limit {
		boards := "A solution"
		if len(f.Limit) > 1 {
			boards = fmt.Sprintf("A solution of a board of up to %d rows", limit.Rows)
		}
		bs.Say("%s may have at most %d moves.", boards, limit.Moves)
	}
}

// path says how the moves of a path are written.
func (bs *Blocks) path(a *formats.Answer) {
	s := &a.Step
	words := []string{s.Up, s.Down, s.Left, s.Right}
	switch s.Kind {
	case formats.ByAction:
		bs.Say("{path} is the plan, with an action on each line, by the way of the blank")
		bs.Show(strings.Join(slices.Compact(words), "\n"))
		bs.Say("for a tile, its cell, and the cell that it moves to. Rows and columns count from 1.")
	case formats.ByMessage:
		for i, word := range words {
			words[i] = s.Open + word + s.Close
		}
		bs.Say("{path} is lines of any text, each with a move of the blank: up, down, left, right as")
		bs.Show(strings.Join(words, "\n"))
		if s.Cell != "" {
			bs.Say("or %s%s ROW COLUMN%s of the tile, from 1.", s.Open, s.Cell, s.Close)
		}
	default:
		bs.Say("{path} is the list of moves. %s", moves(a))
	}
}

// moves says how moves are written that are words or numbers.
func moves(a *formats.Answer) string {
	s := &a.Step
	text := fmt.Sprintf("A move is %s, %s, %s or %s if the blank goes up, down, left or right.",
		s.Up, s.Down, s.Left, s.Right)
	switch s.Kind {
	case formats.ByTile:
		text = "A move is the number of the tile that moves."
	case formats.ByCell:
		text = "A move is the row and the column of the tile that moves, both counted from 0."
	case formats.ByVisit:
		text = "A move is the cell that the blank moves to, and cells are counted row by row from 0."
	}
	switch {
	case a.RunsOfTiles():
		text += " It may be any in line with the blank: all tiles between move too, and {moves}" +
			" counts that once."
	case a.Runs:
		text += fmt.Sprintf(" A number behind a move says how often it is made: %s2 is %[1]s%[1]s.",
			s.Up)
	}
	if a.StepBegin != "" {
		text += fmt.Sprintf(" Write %q before each move.", string(a.StepBegin))
		if a.StepBegin.Has(pattern.Number) {
			text += " {case} is its number, from 1."
		}
		if a.StepBegin.Has(pattern.Tile) {
			text += " {tile} is the tile that moves."
		}
	}
	switch {
	case a.StepEnd == "\n":
		text += " Write each move on a line of its own."
	case a.StepEnd != "":
		text += fmt.Sprintf(" Write %q between two moves.", a.StepEnd)
	}
	if a.Spaced {
		text += " Spaces may stand around the moves."
	}
	return text
}

// writing says what writers do where the judge says nothing.
func writing(f *formats.Format) (bs Blocks) {
	if !f.HasUnsolvable() {
		bs.Say("The answer to a puzzle that can't be solved would be %q.",
			strings.TrimSpace(string(f.Answer.ToUnsolvable())))
	}
	if f.Limit != nil && f.Answer.TooLong == "" {
		bs.Say("A longer solution is written too, and reported.")
	}
	return bs
}
