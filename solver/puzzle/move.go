package puzzle

import (
	"fmt"
	"unsafe"
)

// A Move is one step of the blank: the direction in which the blank travels, as in POJ
// 1077. The tile goes the other way. Formats whose letters mean the tile convert them.
type Move byte

// Each move is its own letter, so a Path is text.
const (
	Up    Move = 'u'
	Down  Move = 'd'
	Left  Move = 'l'
	Right Move = 'r'
)

// Opposite returns the move that undoes m.
func (m Move) Opposite() Move {
	switch m {
	case Up:
		return Down
	case Down:
		return Up
	case Left:
		return Right
	default:
		return Left
	}
}

// String returns the letter of the move.
func (m Move) String() string { return string(rune(m)) }

// word returns the direction of the move for a message: judges have letters of their own.
func (m Move) word() string {
	switch m {
	case Up:
		return "up"
	case Down:
		return "down"
	case Left:
		return "left"
	default:
		return "right"
	}
}

// An Order lists the four moves from the lexicographically smallest to the largest. It
// decides which of several shortest paths is the canonical one.
type Order [4]Move

// UDLR is the order of the POJ family, DLRU the alphabetical one.
var (
	UDLR = Order{Up, Down, Left, Right}
	DLRU = Order{Down, Left, Right, Up}
)

// String returns the letters of the moves in order.
func (o Order) String() string {
	return string([]byte{byte(o[0]), byte(o[1]), byte(o[2]), byte(o[3])})
}

// A Path is a sequence of moves.
type Path []Move

// String returns the letters of the moves.
func (p Path) String() string { return string(p) }

// Letters returns the letters of the moves. The memory is p's.
func (p Path) Letters() []byte {
	return unsafe.Slice((*byte)(unsafe.SliceData(p)), len(p)) // a Move is a byte
}

// A ReplayError tells why a path does not solve a puzzle.
type ReplayError struct {
	Move int   // number, from 1, of the move that leaves the board; 0: none, the path ends elsewhere
	What Move  // that move
	End  Board // where the path ends, if Move is 0
}

func (e *ReplayError) Error() string {
	if e.Move > 0 {
		return fmt.Sprintf("move %d, %s, leaves the board", e.Move, e.What.word())
	}
	return fmt.Sprintf("the path ends at %v, not at the goal", e.End.Tiles)
}
