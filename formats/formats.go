// Package formats turns bytes into puzzles and solutions into bytes, as each
// judge or course has them. It solves nothing.
//
// A Format is a declaration put together from parts; All lists them. A Decoder
// reads a stream of puzzles in one format, an Encoder writes their answers in
// the same or another:
//
//	f, err := formats.Lookup("poj-1077")
//	d := formats.NewDecoder(os.Stdin, "stdin", f)
//	n, err := d.Decode(puzzles) // as io.Reader's Read: n puzzles, then err
package formats

import (
	"errors"
	"fmt"

	"tilejudge/solver/puzzle"
)

// A Format is how one problem states puzzles and wants them answered.
type Format struct {
	Name   string // as in --format: judge and number
	Title  string // one line: the problem, its board and its answer
	Source string // where the format is laid down
	Input  string // the grammar in words
	Output string // the same of the answer

	Shapes  Shapes
	Goal    puzzle.Arrangement
	Framing Framing
	Board   notation
	Resume  boundary
	Answer  Answer
	Rule    Rule
	Order   puzzle.Order // decides which shortest path is the canonical one
}

// All lists the formats.
var All = []*Format{
	poj1077,
	poj1077.as("hdu-1043", "HDU 1043 Eight: as poj-1077, many puzzles",
		"https://acm.hdu.edu.cn/showproblem.php?pid=1043"),
	{
		Name:   "leetcode-773",
		Title:  "LeetCode 773 Sliding Puzzle: a 2x3 JSON array; the minimum number of moves",
		Source: "https://leetcode.com/problems/sliding-puzzle/",
		Input: `A JSON array of two rows of three numbers, 0 the blank, with white space anywhere; any
number of arrays until the end of the input.`,
		Output: `One line a puzzle: the minimum number of moves, or -1 if it is unsolvable.`,
		Shapes: fixed(2, 3),
		Goal:   puzzle.BlankLast,
		Board:  jsonArray{},
		Resume: beforeArray,
		Answer: count{unsolvable: "-1"},
		Rule:   Shortest,
		Order:  puzzle.UDLR,
	},
	{
		Name:   "segmentfault-eight",
		Title:  "SegmentFault eight puzzle: 3x3, 0 the blank; the minimum number of moves",
		Source: "https://segmentfault.com/ (eight puzzle exercise)",
		Input: `Three rows of three digits 0 to 8, 0 the blank, or the same nine digits glued together;
any number of puzzles until the end of the input. As white space says nothing, a puzzle that
lacks a tile takes the first of the next one.`,
		Output: `One line a puzzle: the minimum number of moves, or -1 if it is unsolvable.`,
		Shapes: fixed(3, 3),
		Goal:   puzzle.BlankLast,
		Board:  glyphs("012345678"),
		Resume: afterRows,
		Answer: count{unsolvable: "-1"},
		Rule:   Shortest,
		Order:  puzzle.UDLR,
	},
	{
		Name:   "princeton",
		Title:  "Princeton COS 226 / Coursera 8 Puzzle: n x n, 2 <= n < 128; the boards on the way",
		Source: "https://coursera.cs.princeton.edu/algs4/assignments/8puzzle/specification.php",
		Input: `n, then n x n numbers row by row, 0 the blank, with any white space between them; any
number of puzzles until the end of the input. As white space says nothing, a puzzle that
lacks a tile takes the next one's size for it.`,
		Output: `"Minimum number of moves = k", then each board from the start to the goal: a line with
n, the rows with each number in two columns and a space behind it, and an empty line. Or
"No solution possible".`,
		Shapes:  square(2, 127),
		Goal:    puzzle.BlankLast,
		Framing: Framing{Size: true},
		Board:   numbers{},
		Resume:  beforeSize,
		Answer:  boards{header: "Minimum number of moves = %d", unsolvable: "No solution possible"},
		Rule:    Shortest,
		Order:   puzzle.UDLR,
	},
}

var poj1077 = &Format{
	Name:   "poj-1077",
	Title:  "POJ 1077 Eight: 3x3, x the blank; a path of u d l r",
	Source: "http://poj.org/problem?id=1077",
	Input: `The tiles 1 to 8 and x, the blank, row by row, with any white space or none between
them; any number of puzzles until the end of the input, though POJ itself gives one. As white
space says nothing, a puzzle that lacks a tile takes the first of the next one.`,
	Output: `One line a puzzle: the moves of the blank as letters u, d, l, r, which is an empty line
for a puzzle that is solved already; or "unsolvable".`,
	Shapes: fixed(3, 3),
	Goal:   puzzle.BlankLast,
	Board:  glyphs("x12345678"),
	Resume: afterRows,
	Answer: letters{unsolvable: "unsolvable"},
	Rule:   AnyPath,
	Order:  puzzle.UDLR,
}

// as returns the same format under another judge's name.
func (f Format) as(name, title, source string) *Format {
	f.Name, f.Title, f.Source = name, title, source
	return &f
}

// ErrUnknown is returned for a name that is not in All.
var ErrUnknown = errors.New("unknown format")

// Lookup returns the format of that name, or ErrUnknown.
func Lookup(name string) (*Format, error) {
	for _, f := range All {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Same reports whether both formats read and answer every input alike.
func (f *Format) Same(o *Format) bool {
	return f.Shapes == o.Shapes && f.Goal == o.Goal && f.Framing == o.Framing &&
		f.Board == o.Board && f.Resume == o.Resume && f.Answer == o.Answer && f.Order == o.Order
}

// A Rule is which answers the judge accepts.
type Rule string

// The rules. Answers are always shortest, whatever the rule.
const (
	AnyPath  Rule = "any path"
	Shortest Rule = "shortest"
)

// Shapes are the board shapes that a format allows.
type Shapes struct {
	Min, Max puzzle.Shape
	Square   bool
}

func fixed(rows, cols int) Shapes {
	s := puzzle.Shape{Rows: rows, Cols: cols}
	return Shapes{Min: s, Max: s, Square: rows == cols}
}

func square(least, most int) Shapes {
	return Shapes{puzzle.Shape{Rows: least, Cols: least}, puzzle.Shape{Rows: most, Cols: most}, true}
}

// String describes the shapes to a person.
func (s Shapes) String() string {
	if s.Min == s.Max {
		return s.Min.String()
	}
	return fmt.Sprintf("%v to %v", s.Min, s.Max)
}

// Framing is what stands around the boards of a stream. The zero value is
// boards alone, until the end of the input.
type Framing struct {
	Size bool // the number of rows stands before each board
}
