package answers

import (
	"bufio"
	"strconv"

	"tilejudge/solver/puzzle"
)

// A goalText is the text of a goal, which most puzzles share.
type goalText struct {
	goal *puzzle.Goal
	text []byte

	// If all tiles have one digit, boards is the text of both boards with 0 for each tile of the
	// start, and at says where these tiles stand. Otherwise boards is nil.
	boards []byte
	at     []int
}

const (
	maxKeptGoal = 1 << 10 // cells of a goal whose text is kept
	startField  = `,"start":`
	goalField   = `,"goal":`
)

// appendBoards appends the boards of a puzzle, its bound, and the number of moves of the answer
// that came with it. If w is not nil, it writes buf to w whenever buf is long; it returns what is
// left.
func (e *ObjectEncoder) appendBoards(w *bufio.Writer, buf []byte, p *puzzle.Puzzle) []byte {
	if p.Start.Cells() > maxKeptGoal {
		buf = appendCells(w, append(buf, startField...), p.Start)
		buf = appendCells(w, append(buf, goalField...), p.Goal.Board)
	} else if t := e.goalText(p.Goal); t.boards != nil {
		from := len(buf)
		buf = append(buf, t.boards...)
		start := buf[from:]
		for i, at := range t.at {
			start[at] += byte(p.Start.Tiles[i])
		}
	} else {
		buf = appendCells(w, append(buf, startField...), p.Start)
		buf = append(append(buf, goalField...), t.text...)
	}
	if moves, ok := p.Bound.Moves(); ok {
		buf = appendField(buf, `,"max_moves":`, int64(moves))
	}
	if p.Answer != nil && p.Answer.Err == nil {
		buf = appendField(buf, `,"given_moves":`, int64(len(p.Answer.Path)))
	}
	return buf
}

// goalText returns the text of a goal.
func (e *ObjectEncoder) goalText(g *puzzle.Goal) *goalText {
	if t := e.goal.Load(); t != nil && t.goal == g {
		return t
	}
	t := &goalText{goal: g, text: appendCells(nil, nil, g.Board)}
	if s := g.Shape; s.Cells() <= 10 && s.Walls == 0 {
		zeros := puzzle.Board{Shape: s, Tiles: make([]puzzle.Tile, s.Cells())}
		t.boards = appendCells(nil, []byte(startField), zeros)
		for at, c := range t.boards {
			if c == '0' {
				t.at = append(t.at, at)
			}
		}
		t.boards = append(append(t.boards, goalField...), t.text...)
	}
	e.goal.Store(t)
	return t
}

// appendCells appends a board as an array of rows: 0 is a blank, null a wall. If w is not nil, it
// writes buf to w whenever buf is long; it returns what is left.
func appendCells(w *bufio.Writer, buf []byte, b puzzle.Board) []byte {
	for row := range b.Rows {
		buf = appendRow(written(w, buf), b, row)
	}
	return buf
}

// appendRow appends a row of a board, with the brackets and commas around it in an array of rows.
func appendRow(buf []byte, b puzzle.Board, row int) []byte {
	if row == 0 {
		buf = append(buf, "[["...)
	} else {
		buf = append(buf, ",["...)
	}
	for _, t := range b.Tiles[row*b.Cols : (row+1)*b.Cols] {
		switch {
		case uint32(t) < 10:
			buf = append(buf, '0'+byte(t), ',')
		case t == puzzle.Wall:
			buf = append(buf, "null,"...)
		default:
			buf = append(strconv.AppendInt(buf, int64(t), 10), ',')
		}
	}
	buf[len(buf)-1] = ']'
	if row == b.Rows-1 {
		buf = append(buf, ']')
	}
	return buf
}
