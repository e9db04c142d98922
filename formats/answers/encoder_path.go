package answers

import (
	"bufio"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// isLetters reports whether a path is nothing but a letter for each move.
func isLetters(a *formats.Answer) bool {
	s := &a.Step
	return a.Solved.Has(pattern.Path) && s.Kind == formats.ByWord && a.StepEnd == "" &&
		len(s.Up) == 1 && len(s.Down) == 1 && len(s.Left) == 1 && len(s.Right) == 1
}

// writeInt writes a decimal number.
func writeInt(w *bufio.Writer, n int64) {
	w.Write(strconv.AppendInt(w.AvailableBuffer(), n, 10))
}

// Path returns a path as a format writes it, for messages.
func Path(f *formats.Format, p *puzzle.Puzzle, path puzzle.Path) string {
	var text strings.Builder
	w := bufio.NewWriter(&text)
	e := Encoder{answer: &f.Answer, actions: newActions(&f.Answer.Step)}
	e.writePath(w, &puzzle.Puzzle{Start: p.Start.Clone()}, path)
	w.Flush() // a strings.Builder takes all
	return strings.ReplaceAll(text.String(), "\n", " ")
}

// writePath writes the moves. It may change p.Start.
func (e *Encoder) writePath(w *bufio.Writer, p *puzzle.Puzzle, path puzzle.Path) {
	b := p.Start
	blank, runs, end := b.Blank(), e.answer.RunsOfTiles(), ""
	begin := e.answer.StepBegin.Pieces()
	for i, m := range path {
		from := blank
		blank, _ = b.Slide(blank, m)
		if runs && i+1 < len(path) && path[i+1] == m {
			continue
		}
		w.WriteString(end)
		end = e.answer.StepEnd
		for _, piece := range begin {
			switch w.WriteString(piece.Text); piece.Field {
			case pattern.Number:
				writeInt(w, int64(i+1))
			case pattern.Tile:
				writeInt(w, int64(b.Tiles[from]))
			}
		}
		switch e.answer.Step.Kind {
		case formats.ByWord:
			w.WriteString(e.answer.Step.Word(m))
		case formats.ByTile:
			writeInt(w, int64(b.Tiles[from]))
		case formats.ByCell:
			writeInt(w, int64(blank/b.Cols))
			w.WriteByte(' ')
			writeInt(w, int64(blank%b.Cols))
		case formats.ByVisit:
			writeInt(w, int64(blank))
		case formats.ByMessage:
			step := &e.answer.Step
			w.WriteString(step.Open + step.Word(m) + step.Close)
		case formats.ByAction:
			w.Write(e.actions.append(w.AvailableBuffer(), &b, m, blank, from, b.Tiles[from]))
		}
	}
}

// writeBoards writes the boards from start to goal. If nothing but the tiles differs, and all have
// the same width, it makes the text of each board from that of the one before, by swapping two
// tiles.
func (e *Encoder) writeBoards(w *bufio.Writer, p *puzzle.Puzzle, path puzzle.Path) {
	blank := p.Start.Blank()
	a := e.answer
	board := &a.Board
	width, right, down := tileOffsets(board, p.Start.Shape)
	if width == 0 || a.First != "" || a.Each.Has(pattern.Number) {
		e.writeBoard(w, e.first, p.Start, 0, 0)
		for i, m := range path {
			blank, _ = p.Start.Slide(blank, m)
			e.writeBoard(w, e.each, p.Start, i+1, m)
		}
		return
	}
	var small [256]byte // on the stack: common boards need no allocation
	text, at := e.appendBoard(small[:0], e.each, p.Start, 0, 0)
	at += len(board.Open) + len(board.OpenRow) // text before the first tile, as in Notation.Append
	at += blank/p.Start.Cols*down + blank%p.Start.Cols*right
	offset := [256]int{
		puzzle.Up: -down, puzzle.Down: down, puzzle.Left: -right, puzzle.Right: right,
	}
	w.Write(append(availableBuffer(w, len(text)), text...))
	for _, m := range path {
		to := at + offset[m]
		for i := range width {
			text[at+i], text[to+i] = text[to+i], text[at+i]
		}
		at = to
		w.Write(append(availableBuffer(w, len(text)), text...))
	}
}

// writeBoard writes the text of appendBoard.
func (e *Encoder) writeBoard(
	w *bufio.Writer, as []pattern.Piece, b puzzle.Board, n int, m puzzle.Move,
) {
	buf, _ := e.appendBoard(w.AvailableBuffer(), as, b, n, m)
	w.Write(buf)
}

// appendBoard appends the nth board, from 0, to which the move m leads, as Answer.First or
// Answer.Each has it. It returns the text, and where in the text the board itself begins.
func (e *Encoder) appendBoard(
	buf []byte, as []pattern.Piece, b puzzle.Board, n int, m puzzle.Move,
) (to []byte, at int) {
	for _, piece := range as {
		switch piece.Field {
		case pattern.Text:
			buf = append(buf, piece.Text...)
		case pattern.Size:
			buf = strconv.AppendInt(buf, int64(b.Rows), 10)
		case pattern.Board:
			at = len(buf)
			buf = e.answer.Board.Append(buf, b)
		case pattern.Number:
			buf = strconv.AppendInt(buf, int64(n), 10)
		case pattern.Path:
			buf = append(buf, e.answer.Step.Word(m)...)
		}
	}
	return buf, at
}

// tileOffsets returns the width of a tile, and the distance in bytes from one tile to its
// neighbour on the right and to the one below. The width is 0 if tiles differ in width.
func tileOffsets(n *formats.Notation, s puzzle.Shape) (width, right, down int) {
	width = max(n.Width, len(n.Tile(puzzle.Blank)))
	shortest, longest := min(1, s.MaxTile()), s.MaxTile()
	for _, t := range [...]puzzle.Tile{shortest, longest} {
		if s.Walls != 0 || n.ByColumn || max(n.Width, len(n.Tile(t))) != width {
			return 0, 0, 0
		}
	}
	right = width + len(n.Between)
	down = s.Cols*right - len(n.Between) + len(n.CloseRow) + len(n.BetweenRows) + len(n.OpenRow)
	return width, right, down
}
