package puzzle

// steps has the rows and columns that the blank goes at each move, and 0 for other letters. A
// switch would be mispredicted at most moves.
var steps = [256]struct{ rows, cols int8 }{
	Up: {-1, 0}, Down: {1, 0}, Left: {0, -1}, Right: {0, 1},
}

// Replay makes the moves of path on a copy of p.Start. It returns a *ReplayError if one of
// them leaves the board or if the path does not end at the goal.
func (p *Puzzle) Replay(path Path) error {
	var small [64]Tile // saves an allocation for most boards
	b := Board{p.Start.Shape, append(small[:0], p.Start.Tiles...)}
	blank := b.Blank()
	row, col := blank/b.Cols, blank%b.Cols // Step would divide at every move
	for i, m := range path {
		step := steps[m]
		row += int(step.rows)
		col += int(step.cols)
		to := row*b.Cols + col
		if uint(row) >= uint(b.Rows) || uint(col) >= uint(b.Cols) ||
			b.Tiles[to] == Wall || to == blank {
			return &ReplayError{Move: i + 1, What: m}
		}
		b.Tiles[blank], b.Tiles[to] = b.Tiles[to], b.Tiles[blank]
		blank = to
	}
	if !b.Equal(p.Goal.Board) {
		return &ReplayError{End: b.Clone()}
	}
	return nil
}
