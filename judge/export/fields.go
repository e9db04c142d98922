package export

import "tilejudge/formats/pattern"

// fields are the fields of patterns: their names in C++, and what a statement says that
// they stand for in a record and in an answer. "" is a field that is not found there, or
// that has a paragraph of its own.
var fields = [...]struct{ ident, inRecord, inAnswer string }{
	pattern.Size:   {"SIZE", "the number of rows, and of columns", ""},
	pattern.Rows:   {"ROWS", "the number of rows", ""},
	pattern.Cols:   {"COLS", "the number of columns", ""},
	pattern.Bound:  {"BOUND", "the largest number of moves that a solution may have", ""},
	pattern.ID:     {"ID", "the number that names the puzzle", "the number that names the puzzle"},
	pattern.Rest:   {"REST", "", ""},
	pattern.Board:  {"BOARD", "the start", ""},
	pattern.Goal:   {"GOAL", "the goal", ""},
	pattern.Number: {"NUMBER", "", "the number of the puzzle, from 1"},
	pattern.Moves:  {"MOVES", "", "the number of moves"},
	pattern.Path:   {"PATH", "", ""},
	pattern.Boards: {"BOARDS", "", ""},
}
