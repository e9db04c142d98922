package draw

import (
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Frame is one picture of a board, with all that a writer needs to draw it.
type Frame struct {
	Rows, Cols int
	Cells      []Cell // in row-major order
	Step       int    // moves until here, from 0
	Caption    string // "start", or the number and the name of the last move
	Faulty     bool   // the last move can't be made, or the path ends away from the goal
}

// A Cell is one cell of a frame: a cell of the board, or a block of several.
type Cell struct {
	Kind  Kind
	Shade int    // of a tile, or the average of a block: from 0 to Shades-1
	Tile  int    // the number of a tile or of a block, which is the same in all frames
	Label string // "": none is drawn
	Moved bool   // the tile came here with the last move
	Wrong bool   // shows where the fault is, see Frame.Faulty
}

// A Kind is what is in a cell.
type Kind uint8

// The kinds. A block that has a blank in it is still a tile.
const (
	Tile Kind = iota
	Blank
	Wall
)

// A Reel makes the frames of a scene. The first frame is step 0, the start; each move is
// one step. A reel keeps one board and moves its tiles, so going to the next step costs one move.
type Reel struct {
	scene  *Scene
	side   int // the most rows and columns of a frame
	board  puzzle.Board
	blank  int      // cell of the blank
	made   int      // moves that have been made on the board
	legal  int      // moves of the path that can be made
	labels []string // of the tiles; nil: tiles show no labels
}

// NewReel returns a reel whose frames have at most side rows and side columns. A larger board,
// or one with more than MaxLabelled rows or columns, is drawn in blocks.
func NewReel(s *Scene, side int) *Reel {
	r := &Reel{scene: s, side: max(side, 1), board: s.Start.Clone(), blank: s.Start.Blank()}
	for r.legal < len(s.Path) && r.step(s.Path[r.legal]) {
		r.legal++
	}
	r.made = r.legal
	if max(s.Start.Rows, s.Start.Cols) <= MaxLabelled {
		r.labels = make([]string, s.Start.MaxTile()+1)
		for t := range r.labels[1:] {
			r.labels[t+1] = s.label(puzzle.Tile(t + 1))
		}
	}
	return r
}

// Len returns the number of steps, including the start and a move that can't be made.
func (r *Reel) Len() int {
	return 1 + min(r.legal+1, len(r.scene.Path))
}

// step makes a move, and returns false if it can't be made.
func (r *Reel) step(m puzzle.Move) (ok bool) {
	if r.blank < 0 {
		return false
	}
	to, ok := r.board.Slide(r.blank, m)
	if ok {
		r.blank = to
	}
	return ok
}

// seek makes moves, or takes some back, until a number of moves is made.
func (r *Reel) seek(moves int) {
	for ; r.made < moves; r.made++ {
		r.step(r.scene.Path[r.made])
	}
	for ; r.made > moves; r.made-- {
		r.step(r.scene.Path[r.made-1].Opposite())
	}
}

// Frame returns the frame of a step, which must be from 0 to Len()-1.
func (r *Reel) Frame(step int) *Frame {
	s := r.scene
	r.seek(min(step, r.legal))
	f := &Frame{Step: step, Caption: "start"}
	if step > 0 {
		f.Caption = fmt.Sprintf("%d %s", step, s.word(s.Path[step-1]))
	}
	illegal := step > r.legal
	astray := s.Ends && step == len(s.Path) && !illegal && !r.board.Equal(s.Goal.Board)
	if f.Faulty = illegal || astray; illegal {
		f.Caption += " ✗"
	}
	if max(r.board.Rows, r.board.Cols) > min(r.side, MaxLabelled) {
		r.drawBlocks(f)
		return f
	}
	f.Rows, f.Cols = r.board.Rows, r.board.Cols
	f.Cells = make([]Cell, len(r.board.Tiles))
	for at, t := range r.board.Tiles {
		c := &f.Cells[at]
		switch t {
		case puzzle.Wall:
			c.Kind = Wall
		case puzzle.Blank:
			c.Kind = Blank
			c.Wrong = illegal && at == r.blank
		default:
			*c = Cell{Tile: int(t), Shade: s.shade(t, at)}
			if r.labels != nil {
				c.Label = r.labels[t]
			}
			c.Wrong = astray && s.Goal.Cell(t) != at
		}
	}
	if step > 0 && !illegal {
		from, _ := r.board.Step(r.blank, s.Path[step-1].Opposite())
		f.Cells[from].Moved = true
	}
	return f
}

// drawBlocks draws a board as blocks, which are squares of several cells. The shade of a block is
// the average of its tiles.
func (r *Reel) drawBlocks(f *Frame) {
	b := r.board
	size := (max(b.Rows, b.Cols) + r.side - 1) / r.side
	f.Rows, f.Cols = (b.Rows+size-1)/size, (b.Cols+size-1)/size
	sum := make([]int, f.Rows*f.Cols)
	count := make([]int, len(sum))
	f.Cells = make([]Cell, len(sum))
	for at, t := range b.Tiles {
		block := at/b.Cols/size*f.Cols + at%b.Cols/size
		if size == 1 {
			f.Cells[block].Tile = int(t)
		}
		if t > puzzle.Blank {
			sum[block] += r.scene.shade(t, at)
			count[block]++
		} else if t == puzzle.Blank && f.Faulty {
			f.Cells[block].Wrong = true
		}
	}
	for block := range f.Cells {
		c := &f.Cells[block]
		if size > 1 {
			c.Tile = block + 1
		}
		if count[block] == 0 {
			c.Kind = Blank
			if size == 1 && b.IsWall(block) {
				c.Kind = Wall
			}
			continue
		}
		c.Shade = (sum[block] + count[block]/2) / count[block]
	}
}
