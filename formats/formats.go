// Package formats declares how judges and courses state puzzles and want them
// answered. What reads and writes them is in packages of its own.
//
// A Format is a declaration put together from parts; All lists them, and Lookup
// finds one by its name. Package puzzles reads, writes, converts, validates and
// detects puzzles in these formats; package answers writes the answers and reads
// them back:
//
//	f, err := formats.Lookup("poj-1077")
//	d := puzzles.NewDecoder(os.Stdin, "stdin", f)
//	e, err := answers.NewEncoder(f, f)
package formats

import (
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
	Header  string          // begins the last of some lines that may stand before the puzzles
	Count   bool            // the number of puzzles stands before them
	Record  pattern.Pattern // of one puzzle
	Stop    string          // stands behind the last one
	Comment byte            // begins a comment, up to the end of the line
	Board   Notation
	Also    []Notation // in which the judge has boards too

	// What the judge promises, and a Decoder does not insist on.
	MaxPuzzles int  // puzzles in an input; 0: any number
	Unsolved   bool // no puzzle is solved as it stands
	OddSide    bool // the number of rows or that of columns is odd

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

// Lookup returns the format of that name, or ErrUnknown.
func Lookup(name string) (*Format, error) {
	for _, f := range All {
		if f.Name == name {
			return f, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Names lists the names of All, in its order.
func Names() (names []string) {
	for _, f := range All {
		names = append(names, f.Name)
	}
	return names
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
	if f.Boards() == 1 && (b.Layout == oneLine || b.Layout == inColumn) {
		b.Layout = inRows // pairs differ in where reading resumes
	}
	return b
}

// Boards returns how many boards a record has: two if it gives the goal.
func (f *Format) Boards() int {
	if f.Record.Has(pattern.Goal) {
		return 2
	}
	return 1
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

// The rules, as the entries have them.
const (
	AnyPath  = puzzle.AnyPath
	Shortest = puzzle.Shortest
	Least    = puzzle.Least
	Decision = puzzle.Decision
)

// Limits are the most moves that a solution may have, by the rows of the board.
type Limits []struct{ Rows, Moves int }

// AtMost is the same limit for all boards.
func AtMost(moves int) Limits { return Limits{{1 << 30, moves}} }

// Bound returns the limit for a shape.
func (l Limits) Bound(s puzzle.Shape) puzzle.Bound {
	for _, limit := range l {
		if s.Rows <= limit.Rows {
			return puzzle.AtMost(limit.Moves)
		}
	}
	return 0
}
