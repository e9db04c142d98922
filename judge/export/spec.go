// Package export makes problem packages for other judges: statement, cases,
// validator, checker and example submissions, all from the declaration of a format.
// It solves and reads nothing: the cases come with their answers.
//
//	t, err := export.Lookup("kattis")
//	err = t.Write(directory, problem, false)
package export

import "tilejudge/solver/puzzle"

// A Spec is the declaration of a format, as plain data. Patterns are text with
// fields such as {board} in it.
type Spec struct {
	Name string

	// The puzzles.
	Least, Most puzzle.Shape
	Square, Odd bool
	Arrangement puzzle.Arrangement
	Header      string
	Count       bool
	Record      string
	Stop        string
	Comment     byte
	Boards      []Notation // the usual one first

	// What inputs promise.
	MostPuzzles   int // 0: any number
	Unsolved      bool
	OddSide       bool
	HasUnsolvable bool
	MostBound     int // 0: there is no bound in a record

	// The answers.
	Solved, Unsolvable, TooLong, Each string
	Between, StepEnd                  string
	Steps                             [4]string // up, down, left, right
	Names                             string    // what a move names instead: "tile" or "cell"
	AnswerBoard                       Notation
	Want                              puzzle.Want
	Rule                              puzzle.Rule
	Order                             puzzle.Order
	Limits                            [][2]int // on moves, each behind the most rows that it is for
}

// A Notation is how boards are written.
type Notation struct {
	Glyphs string // one byte a tile; "": decimal numbers
	Blank  string // of decimal numbers; "": 0
	Width  int    // of a decimal number, in columns at least

	// What stands before all, before a row, between tiles, behind a row, between
	// rows and behind all.
	Around [6]string
}
