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
}

// goalText returns the text of a goal.
func (e *ObjectEncoder) goalText(g *puzzle.Goal) []byte {
	if t := e.goal.Load(); t != nil && t.goal == g {
		return t.text
	}
	t := &goalText{g, nil}
	for row := range g.Rows {
		t.text = appendRow(t.text, g.Board, row)
	}
	e.goal.Store(t)
	return t.text
}

// writeCells appends a board as an array of rows: 0 is a blank, null a wall. It writes buf
// to w when that is long, and returns what is left.
func writeCells(w *bufio.Writer, buf []byte, b puzzle.Board) []byte {
	for row := range b.Rows {
		if len(buf) > usualObject {
			w.Write(buf)
			buf = availableBuffer(w, usualObject)
		}
		buf = appendRow(buf, b, row)
	}
	return buf
}

// appendRow appends a row of a board, and what stands before and after it in an array of rows.
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
