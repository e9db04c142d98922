package answers

import (
	"fmt"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// path reads the moves: all that are listed, or as far as there are some. A
// list of numbers that nothing closes ends at the goal.
func (r *reader) path(closed bool) bool {
	r.begin()
	words := r.Step.Kind == formats.ByWord
	toGoal := !closed && !words && !r.listed
	for {
		if r.letters != nil && !r.lenient {
			r.pathOfLetters()
			break
		}
		if toGoal && r.at.Equal(r.p.Goal.Board) || !words && r.listed && len(r.sol.Path) == r.sol.Moves {
			break
		}
		from := r.Offset()
		if len(r.sol.Path) > 0 && !r.text(r.StepEnd, true) {
			r.Rewind(from)
			break
		}
		number := r.Offset()
		m, ok := r.step()
		if !ok {
			if !words && r.Offset() > number { // one that is no move
				return false
			}
			r.Rewind(from)
			break
		}
		r.sol.Path = append(r.sol.Path, m)
		if !words {
			r.blank, _ = r.at.Slide(r.blank, m)
		}
	}
	if !words && r.listed && len(r.sol.Path) != r.sol.Moves {
		return r.noting && r.fault(fmt.Sprintf("move %d of %d", len(r.sol.Path)+1, r.sol.Moves))
	}
	if !r.listed {
		r.sol.Moves = len(r.sol.Path)
	}
	return true
}

// pathOfLetters reads a path of nothing but letters.
func (r *reader) pathOfLetters() {
	path := r.sol.Path
	for {
		for i, c := range r.Buf[r.Pos:] {
			m := r.letters[c]
			if m == 0 {
				r.Pos += i
				r.sol.Path = path
				if r.noting {
					r.step() // to note what is missed
				}
				return
			}
			path = append(path, m)
		}
		r.Pos = len(r.Buf)
		if _, ok := r.peek(); !ok {
			r.sol.Path = path
			return
		}
	}
}

// begin goes to the start of the puzzle.
func (r *reader) begin() {
	if r.sol.Path = r.room[:0]; r.room == nil {
		r.sol.Path = puzzle.Path{}
	}
	if r.Step.Kind != formats.ByWord || len(r.each) > 0 {
		r.at.Shape = r.p.Start.Shape
		r.at.Tiles = append(r.at.Tiles[:0], r.p.Start.Tiles...)
		r.blank = r.at.Blank()
	}
}

// step reads one move.
func (r *reader) step() (puzzle.Move, bool) {
	s := &r.Step
	switch s.Kind {
	case formats.ByTile:
		t, ok := r.number("a tile")
		if !ok {
			return 0, false
		}
		return r.to(func(cell int) bool { return r.at.Tiles[cell] == puzzle.Tile(t) })
	case formats.ByCell:
		row, ok := r.number("a row")
		if !ok {
			return 0, false
		}
		col, ok := r.number("a column")
		if !ok {
			return 0, false
		}
		return r.to(func(cell int) bool { return cell == row*r.at.Cols+col && col < r.at.Cols })
	}
	trim := ""
	if r.lenient {
		r.skipStray()
		trim = stray
	}
	for _, m := range puzzle.UDLR {
		if r.word(strings.Trim(s.Word(m), trim)) {
			return m, true
		}
	}
	return 0, r.noting && r.fault(fmt.Sprintf("one of %s %s %s %s", s.Up, s.Down, s.Left, s.Right))
}

// to returns the move of the blank to a cell that is the one meant.
func (r *reader) to(meant func(cell int) bool) (puzzle.Move, bool) {
	for _, m := range puzzle.UDLR {
		if to, ok := r.at.Step(r.blank, m); ok && meant(to) {
			return m, true
		}
	}
	return 0, r.fault("a tile beside the blank")
}

// boards reads the boards from start to goal.
func (r *reader) boards() bool {
	r.begin()
	for i := 0; i <= r.sol.Moves; i++ {
		for _, piece := range r.each {
			ok := true
			switch piece.Field {
			case pattern.Text:
				ok = r.text(piece.Text, true)
			case pattern.Size:
				ok = r.given("the size of the board", r.at.Rows)
			case pattern.Board:
				ok = r.board(i)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// board reads the ith board, which a move makes of the one before.
func (r *reader) board(i int) bool {
	r.skipBlanks()
	from := r.Offset()
	tiles := make([]puzzle.Tile, len(r.at.Tiles))
	for c := range tiles {
		for {
			r.skipBlanks()
			if c, ok := r.peek(); !ok || c != '\n' {
				break
			}
			r.Pos++
		}
		t, ok := r.number("a tile")
		if !ok {
			return false
		}
		tiles[c] = puzzle.Tile(t)
	}
	next := puzzle.Board{Shape: r.at.Shape, Tiles: tiles}
	if i == 0 {
		if next.Equal(r.at) {
			return true
		}
		r.Rewind(from)
		return r.fault("the board of the puzzle")
	}
	for _, m := range puzzle.UDLR {
		if to, ok := r.at.Slide(r.blank, m); ok {
			if r.at.Equal(next) {
				r.blank = to
				r.sol.Path = append(r.sol.Path, m)
				return true
			}
			r.at.Slide(to, m.Opposite())
		}
	}
	r.Rewind(from)
	return r.fault("a board that a move makes of the one before")
}
