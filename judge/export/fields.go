package export

import "tilejudge/formats/pattern"

// fields say what C++ calls the fields of patterns, and what a statement says of them
// in a record and in an answer. "" is a field that has no sentence of its own there.
var fields = [...]struct{ ident, inRecord, inAnswer string }{
	pattern.Size:   {"SIZE", "the number of rows, and of columns", ""},
	pattern.Rows:   {"ROWS", "the number of rows", ""},
	pattern.Cols:   {"COLS", "the number of columns", ""},
	pattern.Bound:  {"BOUND", "the most moves that a solution may have", ""},
	pattern.ID:     {"ID", "a number that names the puzzle", "the number that names the puzzle"},
	pattern.Rest:   {"REST", "", ""},
	pattern.Board:  {"BOARD", "the start", ""},
	pattern.Goal:   {"GOAL", "the goal", ""},
	pattern.Number: {"NUMBER", "", "the number of the puzzle, from 1"},
	pattern.Moves:  {"MOVES", "", "the number of moves"},
	pattern.Path:   {"PATH", "", ""},
	pattern.Boards: {"BOARDS", "", ""},
}
