package puzzle

import "slices"

// steps has how many rows and columns the blank goes at each move, and zeros for other letters. It
// takes the place of a switch, whose branches would be mispredicted.
var steps = [256]struct{ rows, cols int8 }{
	Up: {-1, 0}, Down: {1, 0}, Left: {0, -1}, Right: {0, 1},
}

// Replay makes the moves of path on a copy of p.Start. It returns a *ReplayError if one of
// them leaves the board or if the path does not end at the goal.
func (p *Puzzle) Replay(path Path) error {
	if p.reaches(path) {
		return nil
	}
	var small [64]Tile // saves an allocation for most boards
	r := p.replay(small[:0])
	r.Make(path)
	return r.Err()
}

// A Replay is what Puzzle.Replay does, for a path that comes in parts.
type Replay struct {
	Moves int  // number of moves of all parts
	First Path // the first moves, for messages

	goal  *Goal
	board Board
	blank int
	wrong *ReplayError // nil: all moves could be made
}

// mostFirst is the largest number of moves in Replay.First.
const mostFirst = 64

// NewReplay returns a replay for a puzzle, which has made no moves yet.
func NewReplay(p *Puzzle) *Replay {
	r := p.replay(nil)
	return &r
}

// replay is NewReplay with given memory for tiles.
func (p *Puzzle) replay(tiles []Tile) Replay {
	b := Board{p.Start.Shape, append(tiles, p.Start.Tiles...)}
	return Replay{goal: p.Goal, board: b, blank: b.Blank()}
}

// Make makes the moves that come next. It makes none after one that leaves the board.
func (r *Replay) Make(path Path) {
	if len(r.First) < mostFirst {
		r.First = append(r.First, path[:min(len(path), mostFirst-len(r.First))]...)
	}
	before := r.Moves
	r.Moves += len(path)
	if r.wrong != nil {
		return
	}
	b, blank := &r.board, r.blank
	row, col := blank/b.Cols, blank%b.Cols // Step would divide at every move
	for i, m := range path {
		step := steps[m]
		row += int(step.rows)
		col += int(step.cols)
		to := row*b.Cols + col
		if uint(row) >= uint(b.Rows) || uint(col) >= uint(b.Cols) ||
			b.Tiles[to] == Wall || to == blank {
			r.wrong = &ReplayError{Move: before + i + 1, What: m}
			return
		}
		b.Tiles[blank], b.Tiles[to] = b.Tiles[to], b.Tiles[blank]
		blank = to
	}
	r.blank = blank
}

// Err returns what Puzzle.Replay would return for the path of all parts.
func (r *Replay) Err() error {
	switch {
	case r.wrong != nil:
		return r.wrong
	case !r.board.Equal(r.goal.Board):
		return &ReplayError{End: r.board.Clone()}
	default:
		return nil
	}
}

// ways say from which cells each move can be made, on boards of up to maxWays cells. Looking that
// up is faster than the comparisons of Replay.
type ways [5]struct {
	cells uint64 // bit c is set if the blank can leave cell c that way
	by    int    // by which the number of the blank's cell grows
}

const maxWays = 64 // cells

// way is the index in ways of each move. For other letters it is the last index, which stands for
// no move.
var way = func() (index [256]uint8) {
	for m := range index {
		index[m] = uint8(len(ways{}) - 1)
	}
	for i, m := range UDLR {
		index[m] = uint8(i)
	}
	return index
}()

// waysOf returns the ways on a board of a shape. A large one has none.
func waysOf(s Shape) ways {
	if s.Cells() > maxWays {
		return ways{}
	}
	open := ^uint64(0) >> (maxWays - s.Cells()) &^ s.Walls
	first := uint64(0) // cells of the first column
	for row := range s.Rows {
		first |= 1 << (row * s.Cols)
	}
	last := first << (s.Cols - 1)
	return ways{ // in the order of UDLR
		{open & (open << s.Cols), -s.Cols},
		{open & (open >> s.Cols), s.Cols},
		{open & (open << 1) &^ first, -1},
		{open & (open >> 1) &^ last, 1},
	}
}

// reaches reports whether a path solves the puzzle. It may return false wrongly on a large board.
// It does not stop at a wrong move: most paths have none.
func (p *Puzzle) reaches(path Path) bool {
	if p.Goal.Shape != p.Start.Shape || p.Start.Cells() > maxWays {
		return false
	}
	var tiles [maxWays]Tile
	n := copy(tiles[:], p.Start.Tiles)
	blank, right := p.Start.Blank(), uint64(1)
	w := &p.Goal.ways
	for _, m := range path {
		step := &w[way[m]]
		right &= step.cells >> (blank & (maxWays - 1))
		to := (blank + step.by) & (maxWays - 1)
		tiles[blank&(maxWays-1)] = tiles[to]
		blank = to
	}
	tiles[blank&(maxWays-1)] = Blank
	return right == 1 && slices.Equal(tiles[:n], p.Goal.Tiles)
}
