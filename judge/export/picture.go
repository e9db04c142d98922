package export

import (
	"fmt"
	"strings"

	"tilejudge/solver/puzzle"
)

// cellPicture shows the cells of a shape as "#", and its walls as ".".
func cellPicture(s puzzle.Shape) string {
	var b strings.Builder
	for cell := range s.Cells() {
		if cell > 0 && cell%s.Cols == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte("#."[s.Walls>>cell&1])
	}
	return b.String()
}

// boardPicture shows a board in columns of two characters, with blanks as ".".
func boardPicture(board puzzle.Board) string {
	var b strings.Builder
	for cell, tile := range board.Tiles {
		switch {
		case cell > 0 && cell%board.Cols == 0:
			b.WriteByte('\n')
		case cell > 0:
			b.WriteByte(' ')
		}
		switch tile {
		case puzzle.Wall:
			b.WriteString("  ")
		case puzzle.Blank:
			b.WriteString(" .")
		default:
			fmt.Fprintf(&b, "%2d", tile)
		}
	}
	return b.String()
}
