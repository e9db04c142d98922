package puzzle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Arrangement is a rule for the order of the tiles in goals. Arrangements can be compared.
type Arrangement struct {
	rule  rule
	board string // the tiles of a fixed goal, row by row; see FixedGoal
}

// A rule is one of the arrangements below.
type rule uint8

const (
	_ rule = iota
	blankLast
	blankFirst
	blankEnds
	snail
	clock
	ring
	descending
	given
	fixed
)

// The arrangements, in addition to those that FixedGoal returns. The zero value is none.
var (
	BlankLast  = Arrangement{rule: blankLast}  // 1 2 3 … in row-major order, then the blank
	BlankFirst = Arrangement{rule: blankFirst} // the blank, then 1 2 3 … in row-major order
	BlankEnds  = Arrangement{rule: blankEnds}  // a blank, 1 2 3 … in row-major order, a blank
	Snail      = Arrangement{rule: snail}      // 1 2 3 … clockwise, inwards, the blank innermost
	Clock      = Arrangement{rule: clock}      // 1 to 12 around 5x3 cells, the blank in the middle
	Ring       = Arrangement{rule: ring}       // 1 to 8 around 3x3 cells, from the upper right
	Descending = Arrangement{rule: descending} // … 3 2 1 in row-major order, then the blank
	Given      = Arrangement{rule: given}      // each puzzle has a goal of its own
)

// FixedGoal returns the arrangement in which the goal is always the board b.
func FixedGoal(b Board) Arrangement {
	var rows []string
	for row := range slices.Chunk(b.Tiles, b.Cols) {
		words := make([]string, len(row))
		for i, t := range row {
			if words[i] = "#"; t != Wall {
				words[i] = strconv.Itoa(int(t))
			}
		}
		rows = append(rows, strings.Join(words, " "))
	}
	return Arrangement{fixed, strings.Join(rows, ", ")}
}

// IsFixed reports whether FixedGoal returned the arrangement.
func (a Arrangement) IsFixed() bool { return a.rule == fixed }

// String describes the arrangement to a person.
func (a Arrangement) String() string {
	return [...]string{
		"none",
		blankLast:  "1 2 3 … row by row, the blank last",
		blankFirst: "the blank, then 1 2 3 … row by row",
		blankEnds:  "a blank, then 1 2 3 … row by row, then a blank",
		snail:      "1 2 3 … clockwise and inwards, the blank innermost",
		clock:      "1 to 12 as on the face of a clock, the blank in the middle",
		ring:       "1 to 8 clockwise from the upper right corner, the blank in the middle",
		descending: "… 3 2 1 row by row, the blank last",
		given:      "given with each puzzle",
		fixed:      a.board,
	}[a.rule]
}

// Goal returns the goal of shape s in this arrangement. It panics if Find has an error.
func (a Arrangement) Goal(s Shape) *Goal {
	g, err := a.Find(s)
	if err != nil {
		panic(err) // a caller's bug
	}
	return g
}

// Find returns the goal of shape s in this arrangement, or an error if the arrangement is
// Given or none, or is not for that shape.
func (a Arrangement) Find(s Shape) (*Goal, error) { return NewGoal(Board{s, a.tiles(s)}) }

func (a Arrangement) tiles(s Shape) []Tile {
	switch a.rule {
	case blankLast:
		return inRows(s, 1)
	case blankFirst, blankEnds:
		return inRows(s, 0)
	case snail:
		return inSnail(s)
	case clock:
		return []Tile{
			11, 12, 1,
			10, Wall, 2,
			9, 0, 3,
			8, Wall, 4,
			7, 6, 5,
		}
	case descending:
		tiles := inRows(s, 0)
		slices.Reverse(tiles)
		return tiles
	case ring:
		return []Tile{7, 8, 1, 6, 0, 2, 5, 4, 3}
	case fixed:
		return a.boardTiles()
	default:
		return nil
	}
}

// boardTiles returns the tiles of a fixed goal.
func (a Arrangement) boardTiles() (tiles []Tile) {
	for _, word := range strings.Fields(strings.ReplaceAll(a.board, ",", "")) {
		t, err := strconv.Atoi(word)
		if err != nil {
			t = int(Wall) // FixedGoal writes nothing else that is not a number
		}
		tiles = append(tiles, Tile(t))
	}
	return tiles
}

// InOrder returns the goal 1 2 3 … in row-major order with the blank in a cell, on a shape
// without walls and with one blank. It panics if there is no such cell.
func InOrder(s Shape, blank int) *Goal {
	tiles := inRows(s, 1)
	copy(tiles[blank+1:], tiles[blank:])
	tiles[blank] = Blank
	g, err := NewGoal(Board{s, tiles})
	if err != nil {
		panic(err) // a caller's bug
	}
	return g
}

// InOrder reports whether the tiles of the goal are 1 2 3 … in row-major order, wherever the
// blank is.
func (g *Goal) InOrder() bool {
	next := Tile(1)
	for _, t := range g.Tiles {
		if t > Blank {
			if t != next {
				return false
			}
			next++
		}
	}
	return true
}

// inRows numbers the cells in row-major order from first on. Cells with a number that is
// not a tile become blanks.
func inRows(s Shape, first Tile) []Tile {
	tiles := make([]Tile, s.Cells())
	next := first
	for c := range tiles {
		switch {
		case s.IsWall(c):
			tiles[c] = Wall
			continue
		case next <= s.MaxTile():
			tiles[c] = next
		}
		next++
	}
	return tiles
}

// inSnail numbers the cells along a walk that turns right wherever it can't go straight
// on.
func inSnail(s Shape) []Tile {
	tiles := make([]Tile, s.Cells())
	turns := [...]Move{Right, Down, Left, Up}
	cell, turn := 0, 0
	for t := 1; t < len(tiles); t++ {
		tiles[cell] = Tile(t)
		to, ok := s.Step(cell, turns[turn])
		if !ok || tiles[to] != 0 {
			turn = (turn + 1) % len(turns)
			to, _ = s.Step(cell, turns[turn])
		}
		cell = to
	}
	return tiles
}

// A Goal is the board that a puzzle asks for. It never changes, so any number of puzzles
// and goroutines can share it.
type Goal struct {
	Board
	cell []int32 // cell[tile] is the tile's cell
	odd  int     // parity of the permutation of the tiles
	ways ways    // of the blank
}

// NewGoal returns the goal b, and keeps its tiles. It returns an error if b is not a proper
// board.
func NewGoal(b Board) (*Goal, error) {
	if b.Rows < 1 || b.Cols < 1 || b.Spare < 0 || b.MaxTile() < 0 || len(b.Tiles) != b.Cells() {
		return nil, fmt.Errorf("goal: %d tiles for a board of %v cells", len(b.Tiles), b.Shape)
	}
	g := &Goal{Board: b, cell: make([]int32, b.MaxTile()+1), ways: waysOf(b.Shape)}
	for i := range g.cell {
		g.cell[i] = -1
	}
	blanks := 0
	for c, t := range b.Tiles {
		switch {
		case b.IsWall(c) != (t == Wall):
			return nil, fmt.Errorf(
				"goal: cell %d has %d, but board and shape must have the same walls", c, t)
		case t == Wall:
		case t < 0 || t > b.MaxTile():
			return nil, fmt.Errorf("goal: tile %d is not one of 0 to %d", t, b.MaxTile())
		case t == Blank:
			if blanks++; blanks == 1 {
				g.cell[Blank] = int32(c)
			}
		case g.cell[t] >= 0:
			return nil, fmt.Errorf("goal: tile %d appears twice", t)
		default:
			g.cell[t] = int32(c)
		}
	}
	if blanks != 1+b.Spare {
		return nil, fmt.Errorf("goal: %d blanks, want %d", blanks, 1+b.Spare)
	}
	if b.Spare == 0 {
		g.odd = parity(b.Tiles, b.MaxTile())
	}
	return g, nil
}

// UnmarshalJSON reads the board of a goal, and returns the error of NewGoal if it is not a
// proper one.
func (g *Goal) UnmarshalJSON(text []byte) error {
	var b Board
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	goal, err := NewGoal(b)
	if err != nil {
		return err
	}
	*g = *goal
	return nil
}

// Cell returns the cell that tile t, or the first blank, has in the goal.
func (g *Goal) Cell(t Tile) int { return int(g.cell[t]) }
