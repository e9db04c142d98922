package formats

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// path reads the moves: all that are listed, or as far as there are some. A
// list of numbers that nothing closes ends at the goal.
func (d *AnswerDecoder) path(closed bool) bool {
	d.begin()
	want := -1
	if d.listed {
		want = d.sol.Moves
	}
	toGoal := !closed && d.Answer.Step.kind != aWord && want < 0
	for i := 0; i != want && !(toGoal && d.at.Equal(d.p.Goal.Board)); i++ {
		from := d.pos - d.mark
		if i > 0 && !d.text(d.Answer.StepEnd) {
			d.pos = d.mark + from
			break
		}
		m, ok := d.step()
		if !ok {
			d.pos = d.mark + from
			break
		}
		d.sol.Path = append(d.sol.Path, m)
		if d.Answer.Step.kind != aWord {
			d.blank, _ = d.at.Slide(d.blank, m)
		}
	}
	if want >= 0 && len(d.sol.Path) != want {
		return d.fault(fmt.Sprintf("move %d of %d", len(d.sol.Path)+1, want))
	}
	d.sol.Moves = len(d.sol.Path)
	return true
}

// begin goes to the start of the puzzle.
func (d *AnswerDecoder) begin() {
	d.at = d.p.Start.Clone()
	d.blank = d.at.Blank()
	d.sol.Path = puzzle.Path{}
}

// step reads one move.
func (d *AnswerDecoder) step() (puzzle.Move, bool) {
	s := &d.Answer.Step
	switch s.kind {
	case aTile:
		t, ok := d.number("a tile")
		if !ok {
			return 0, false
		}
		return d.to(func(cell int) bool { return d.at.Tiles[cell] == puzzle.Tile(t) })
	case aCell:
		row, ok := d.number("a row")
		if !ok {
			return 0, false
		}
		col, ok := d.number("a column")
		if !ok {
			return 0, false
		}
		return d.to(func(cell int) bool { return cell == row*d.at.Cols+col && col < d.at.Cols })
	}
	for _, m := range puzzle.UDLR {
		if d.word(s.word(m)) {
			return m, true
		}
	}
	return 0, d.fault(fmt.Sprintf("one of %s %s %s %s", s.up, s.down, s.left, s.right))
}

// to returns the move of the blank to a cell that is the one meant.
func (d *AnswerDecoder) to(meant func(cell int) bool) (puzzle.Move, bool) {
	for _, m := range puzzle.UDLR {
		if to, ok := d.at.Step(d.blank, m); ok && meant(to) {
			return m, true
		}
	}
	return 0, d.fault("a tile beside the blank")
}

// boards reads the boards from start to goal.
func (d *AnswerDecoder) boards() bool {
	d.begin()
	for i := 0; i <= d.sol.Moves; i++ {
		for _, piece := range d.each {
			ok := true
			switch piece.field {
			case text:
				ok = d.text(piece.text)
			case size:
				ok = d.given("the size of the board", d.at.Rows)
			case board:
				ok = d.board(i)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// board reads the ith board, which a move makes of the one before.
func (d *AnswerDecoder) board(i int) bool {
	d.skipBlanks()
	from := d.pos - d.mark
	tiles := make([]puzzle.Tile, len(d.at.Tiles))
	for c := range tiles {
		for {
			d.skipBlanks()
			if c, ok := d.peek(); !ok || c != '\n' {
				break
			}
			d.pos++
		}
		t, ok := d.number("a tile")
		if !ok {
			return false
		}
		tiles[c] = puzzle.Tile(t)
	}
	next := puzzle.Board{Shape: d.at.Shape, Tiles: tiles}
	if i == 0 {
		if next.Equal(d.at) {
			return true
		}
		d.pos = d.mark + from
		return d.fault("the board of the puzzle")
	}
	for _, m := range puzzle.UDLR {
		if to, ok := d.at.Slide(d.blank, m); ok {
			if d.at.Equal(next) {
				d.blank = to
				d.sol.Path = append(d.sol.Path, m)
				return true
			}
			d.at.Slide(to, m.Opposite())
		}
	}
	d.pos = d.mark + from
	return d.fault("a board that a move makes of the one before")
}
