package heuristic

import (
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A Frame turns or mirrors puzzles as pdb.Canonical says, and names tiles by their
// goal cells. So a few pattern databases serve all goals.
type Frame struct {
	pdb.GoalClass
	cell  [maxFrame]uint8 // cell[c] is the cell of the frame for cell c of the puzzle
	Moves [4]puzzle.Move  // the moves of the puzzle that become the moves of puzzle.UDLR
	Order puzzle.Order    // the puzzle's order of moves, in the moves of the frame
}

// maxFrame is the largest number of cells of a frame.
const maxFrame = 25

// NewFrame returns the frame of goals that have the blank in cell home, and false if
// there are no pattern databases for the shape.
func NewFrame(shape puzzle.Shape, home int, order puzzle.Order) (f Frame, ok bool) {
	if shape.Cells() > maxFrame || shape.Spare != 0 {
		return f, false
	}
	var y puzzle.Symmetry
	f.GoalClass, y = pdb.Canonical(shape, home)
	for c := range shape.Cells() {
		f.cell[c] = uint8(y.Cell(shape, c))
	}
	for k, m := range order {
		f.Order[k] = y.Move(m)
		f.Moves[Direction(f.Order[k])] = m
	}
	return f, true
}

// Set fills at with the start of p, and returns the cell of the blank.
func (f *Frame) Set(at []uint8, p *puzzle.Puzzle) (blank int) {
	for c, t := range p.Start.Tiles {
		switch at[f.cell[c]] = f.cell[c]; t { // a wall keeps the number of its cell
		case puzzle.Wall:
			continue
		case puzzle.Blank:
			blank = int(f.cell[c])
		}
		at[f.cell[c]] = f.cell[p.Goal.Cell(t)]
	}
	return blank
}

// Direction returns the index of a move in puzzle.UDLR.
func Direction(m puzzle.Move) int {
	for d, o := range puzzle.UDLR {
		if m == o {
			return d
		}
	}
	panic("no move")
}
