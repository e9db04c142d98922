package formats

import (
	"fmt"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// path reads the moves: all that are listed, or as far as there are some. A
// list of numbers that nothing closes ends at the goal.
func (d *AnswerDecoder) path(closed bool) bool {
	d.begin()
	words := d.Answer.Step.Kind == ByWord
	toGoal := !closed && !words && !d.listed
	for {
		if d.letters != nil && !d.lenient {
			d.pathOfLetters()
			break
		}
		if toGoal && d.at.Equal(d.p.Goal.Board) || !words && d.listed && len(d.sol.Path) == d.sol.Moves {
			break
		}
		from := d.pos - d.mark
		if len(d.sol.Path) > 0 && !d.text(d.Answer.StepEnd, true) {
			d.pos = d.mark + from
			break
		}
		number := d.pos - d.mark
		m, ok := d.step()
		if !ok {
			if !words && d.pos-d.mark > number { // one that is no move
				return false
			}
			d.pos = d.mark + from
			break
		}
		d.sol.Path = append(d.sol.Path, m)
		if !words {
			d.blank, _ = d.at.Slide(d.blank, m)
		}
	}
	if !words && d.listed && len(d.sol.Path) != d.sol.Moves {
		return d.noting && d.fault(fmt.Sprintf("move %d of %d", len(d.sol.Path)+1, d.sol.Moves))
	}
	if !d.listed {
		d.sol.Moves = len(d.sol.Path)
	}
	return true
}

// pathOfLetters reads a path of nothing but letters.
func (d *AnswerDecoder) pathOfLetters() {
	path := d.sol.Path
	for {
		for i, c := range d.buf[d.pos:] {
			m := d.letters[c]
			if m == 0 {
				d.pos += i
				d.sol.Path = path
				if d.noting {
					d.step() // to note what is missed
				}
				return
			}
			path = append(path, m)
		}
		d.pos = len(d.buf)
		if _, ok := d.peek(); !ok {
			d.sol.Path = path
			return
		}
	}
}

// begin goes to the start of the puzzle.
func (d *AnswerDecoder) begin() {
	if d.sol.Path = d.room[:0]; d.room == nil {
		d.sol.Path = puzzle.Path{}
	}
	if d.Answer.Step.Kind != ByWord || len(d.each) > 0 {
		d.at.Shape = d.p.Start.Shape
		d.at.Tiles = append(d.at.Tiles[:0], d.p.Start.Tiles...)
		d.blank = d.at.Blank()
	}
}

// step reads one move.
func (d *AnswerDecoder) step() (puzzle.Move, bool) {
	s := &d.Answer.Step
	switch s.Kind {
	case ByTile:
		t, ok := d.number("a tile")
		if !ok {
			return 0, false
		}
		return d.to(func(cell int) bool { return d.at.Tiles[cell] == puzzle.Tile(t) })
	case ByCell:
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
	trim := ""
	if d.lenient {
		d.skipStray()
		trim = stray
	}
	for _, m := range puzzle.UDLR {
		if d.word(strings.Trim(s.Word(m), trim)) {
			return m, true
		}
	}
	return 0, d.noting && d.fault(fmt.Sprintf("one of %s %s %s %s", s.Up, s.Down, s.Left, s.Right))
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
			switch piece.Field {
			case pattern.Text:
				ok = d.text(piece.Text, true)
			case pattern.Size:
				ok = d.given("the size of the board", d.at.Rows)
			case pattern.Board:
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

// letters reports whether a path is nothing but a letter for each move.
func (a *Answer) letters() bool {
	s := &a.Step
	return s.Kind == ByWord && a.StepEnd == "" &&
		len(s.Up) == 1 && len(s.Down) == 1 && len(s.Left) == 1 && len(s.Right) == 1
}
