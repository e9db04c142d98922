// Package formats turns bytes into puzzles and solutions into bytes, as each
// judge or course has them. It solves nothing.
//
// A Format is a declaration put together from parts; All lists them. A Decoder
// reads a stream of puzzles in one format, an Encoder writes their answers in
// the same or another; an AnswerDecoder reads such answers, a PuzzleEncoder
// writes puzzles, and a Converter makes the puzzles of one format those of
// another:
//
//	f, err := formats.Lookup("poj-1077")
//	d := formats.NewDecoder(os.Stdin, "stdin", f)
//	n, err := d.Decode(puzzles) // as io.Reader's Read: n puzzles, then err
package formats

import (
	"errors"
	"fmt"
	"slices"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Format is how one problem states puzzles and wants them answered.
type Format struct {
	Name   string // as in --format: judge and number
	Judge  string // whose problem it is
	Title  string // one line: the problem, its board and its answer
	Source string // where the format is laid down
	Notes  string // what the fields below do not say

	// The puzzles.
	Shapes  Shapes
	Goal    puzzle.Arrangement
	Header  string          // the beginning of the last of some lines before the puzzles, if they are there
	Count   bool            // the number of puzzles stands before them
	Record  pattern.Pattern // of one puzzle
	Stop    string          // stands behind the last one
	Comment byte            // begins a comment, up to the end of the line
	Board   Notation
	Also    []Notation // in which the judge has boards too

	// What the judge promises, and a Decoder does not insist on.
	Most     int  // puzzles in an input; 0: any number
	Unsolved bool // no puzzle is solved as it stands
	OddSide  bool // the number of rows or that of columns is odd

	// The answers.
	Answer Answer
	Rule   puzzle.Rule
	Order  puzzle.Order // decides which shortest path is the canonical one
	Limit  Limits       // on the moves of a solution
}

// All lists the formats, those of one judge together.
var All = grouped(slices.Concat(eights, fifteens, decisions, courses))

// grouped sorts formats by the judge, in the order in which judges first appear.
func grouped(fs []*Format) []*Format {
	first := make(map[string]int)
	for i, f := range fs {
		if _, ok := first[f.Judge]; !ok {
			first[f.Judge] = i
		}
	}
	slices.SortStableFunc(fs, func(a, b *Format) int { return first[a.Judge] - first[b.Judge] })
	return fs
}

// as returns the same format under another judge's name, without the notes.
func (f Format) as(name, judge, title, source string) *Format {
	f.Name, f.Judge, f.Title, f.Source, f.Notes = name, judge, title, source, ""
	return &f
}

// noted returns the format with notes.
func (f Format) noted(notes string) *Format {
	f.Notes = notes
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

// ReadsAs reports whether both formats make the same puzzles of every input.
func (f *Format) ReadsAs(o *Format) bool {
	return f.Shapes == o.Shapes && f.Goal == o.Goal && f.Header == o.Header &&
		f.Count == o.Count && f.Stop == o.Stop && f.Comment == o.Comment && f.read() == o.read() &&
		slices.Equal(f.Record.Words(), o.Record.Words())
}

// read returns the notation of the boards less what says nothing to a reader.
func (f *Format) read() Notation {
	b := f.Board
	b.Width = 0
	if f.boards() == 1 && (b.Layout == oneLine || b.Layout == inColumn) {
		b.Layout = inRows // pairs differ: see usualLines
	}
	return b
}

// Same reports whether both formats read and answer every input alike.
func (f *Format) Same(o *Format) bool {
	a, b := f.Answer, o.Answer
	a.Unsolvable, b.Unsolvable = a.ToUnsolvable(), b.ToUnsolvable()
	const small = 9 // cells, of boards whose answers are shortest in any case
	return f.ReadsAs(o) && a == b && f.Order == o.Order &&
		(a.TooLong == "" || slices.Equal(f.Limit, o.Limit)) &&
		((f.Rule == AnyPath) == (o.Rule == AnyPath) || f.Shapes.Max.Cells() <= small)
}

// goals are the goals of one arrangement. Puzzles of one shape mostly follow
// each other, and share one.
type goals struct {
	puzzle.Arrangement
	known map[puzzle.Shape]*puzzle.Goal
	last  *puzzle.Goal
}

func newGoals(a puzzle.Arrangement) goals {
	return goals{Arrangement: a, known: make(map[puzzle.Shape]*puzzle.Goal)}
}

// of returns the goal of a shape.
func (g *goals) of(s puzzle.Shape) *puzzle.Goal {
	const most = 1 << 10 // shapes to remember, and cells of them
	if g.last == nil || g.last.Shape != s {
		if g.last = g.known[s]; g.last == nil {
			g.last = g.Goal(s)
			if len(g.known) < most && s.Cells() <= most {
				g.known[s] = g.last
			}
		}
	}
	return g.last
}

// The rules, as the entries have them.
const (
	AnyPath  = puzzle.AnyPath
	Shortest = puzzle.Shortest
	Least    = puzzle.Least
	Decision = puzzle.Decision
)

// limits are the most moves that a solution may have, by the rows of the board.
type Limits []struct{ Rows, Moves int }

// AtMost is the same limit for all boards.
func AtMost(moves int) Limits { return Limits{{1 << 30, moves}} }

// bound returns the limit for a shape.
func (l Limits) Bound(s puzzle.Shape) puzzle.Bound {
	for _, limit := range l {
		if s.Rows <= limit.Rows {
			return puzzle.AtMost(limit.Moves)
		}
	}
	return 0
}

// Shapes are the board shapes that a format allows.
type Shapes struct {
	Min, Max puzzle.Shape
	Square   bool
	Odd      bool // an odd number of rows
}

func fixed(rows, cols int) Shapes { return only(puzzle.Shape{Rows: rows, Cols: cols}) }

func only(s puzzle.Shape) Shapes {
	return Shapes{Min: s, Max: s, Square: s.Rows == s.Cols && s.Walls == 0}
}

func square(least, most int) Shapes {
	s := rectangle(least, most)
	s.Square = true
	return s
}

func odd(s Shapes) Shapes {
	s.Odd = true
	return s
}

func rectangle(least, most int) Shapes {
	return Shapes{
		Min: puzzle.Shape{Rows: least, Cols: least},
		Max: puzzle.Shape{Rows: most, Cols: most},
	}
}

// Allow reports whether the format has boards of that shape.
func (s Shapes) Allow(shape puzzle.Shape) bool {
	if s.Min == s.Max {
		return shape == s.Min
	}
	return shape.Walls == 0 && shape.Spare == 0 && (!s.Square || shape.Rows == shape.Cols) &&
		(!s.Odd || shape.Rows%2 == 1) &&
		s.Min.Rows <= shape.Rows && shape.Rows <= s.Max.Rows &&
		s.Min.Cols <= shape.Cols && shape.Cols <= s.Max.Cols
}

// String describes the shapes to a person.
func (s Shapes) String() string {
	if s.Min == s.Max {
		return s.Min.String()
	}
	text := fmt.Sprintf("%v to %v", s.Min, s.Max)
	if s.Square {
		text += ", square"
	}
	if s.Odd {
		text += ", odd"
	}
	return text
}
