// Package formats declares how judges and courses state puzzles and want them
// answered. Other packages read and write the puzzles and the answers.
//
// A Format is a declaration put together from parts. All lists the formats, and Lookup
// finds one by its name. Package puzzles reads, writes, converts, validates and
// detects puzzles in these formats; package answers writes the answers and reads
// them back:
//
//	f, err := formats.Lookup("poj-1077")
//	d := puzzles.NewDecoder(os.Stdin, "stdin", f)
//	e, err := answers.NewEncoder(f, f)
//
// A user's own format needs no code: package declared reads it from a TOML file. Every Format is
// plain data, so each can be written as such a file. Package statement describes a format in words.
//
// # How to add a format
//
//  1. Copy the most similar entry of eights, fifteens, decisions, courses, research or planning,
//     or change it by its method as. Name is the judge and the number; Source is the page that
//     lays the format down.
//  2. Choose the Shapes, and the Goal: puzzle.Given if each puzzle gives its own.
//  3. Write Record, the pattern of one puzzle, and Board, the notation of its boards. Set Count
//     if the number of puzzles comes first, Stop if a line ends them. Package pattern lists the
//     fields. Set Files if files of the judge are known, and to how they differ from that.
//  4. Write Answer: Solved, and Unsolvable if the judge has such puzzles. Step has the words for
//     the moves of the blank; if the judge's words mean the tile, exchange up with down and left
//     with right.
//  5. Choose the Rule, the Order, the Limit, and what the judge promises of its inputs.
//  6. Put the judge's sample into cases/samples/NAME.txt, and its source into the first line. If
//     parts of it are not the judge's, say why in the list ours in samples_test.go.
//  7. Run go test ./formats/...: it answers the sample, replays the answers, and validates,
//     detects, converts and fuzzes the puzzles. If the format needs a new field, declared gets
//     a key for it, and its template explains the key.
package formats

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A Format is how one problem states puzzles and wants them answered.
type Format struct {
	Name   string // as in --format: judge and number
	Judge  string // whose problem it is
	Title  string // one line: the problem, its board and its answer
	Source string // where the format is laid down
	Notes  string // facts that the fields below do not state

	// The puzzles.
	Shapes  Shapes
	Goal    puzzle.Arrangement
	Header  string          // begins the last line of a heading that may come first; "": none
	Count   bool            // the number of puzzles comes before the puzzles
	Record  pattern.Pattern // one puzzle
	Stop    string          // the line after the last puzzle; "": none
	Comment byte            // begins a comment, up to the end of the line; 0: there are none
	Board   Notation
	Also    []Notation // other notations that the judge's inputs use
	PDDL    *PDDL      // if records are problems of PDDL: their domain
	JSON    JSONKind   // whether a reader takes the record for a value of JSON

	// Files says how the judge's own files write puzzles. If it is nil, no files are known: the
	// layout is that of a web page, which shows no white space at the ends of lines.
	Files *Style

	// FreeSpace says that spaces, empty lines and comments may stand anywhere between words.
	FreeSpace bool

	// What the judge promises of its inputs. A Validator insists on it, a Decoder does not.
	MaxPuzzles int  // in one input; 0: there is no limit
	Unsolved   bool // no puzzle is solved already
	OddSide    bool // the number of rows or the number of columns is odd

	// Undetected says that inputs are never detected as this format: another, which more people
	// use, has the same inputs.
	Undetected bool

	// The answers.
	Answer Answer
	Rule   puzzle.Rule  // zero: what Answer.UsualRule returns
	Order  puzzle.Order // the canonical path is the first of the shortest in it; zero: UDLR
	Limit  Limits       // maximum number of moves of a solution

	// Score is how the judge scores paths to the goal, or, if it has {distance}, others as well; "":
	// it does not.
	Score Score

	// MaxBound is the largest bound on moves that a record may give; 0: records give none.
	MaxBound int
}

// A Style says how files write puzzles where they differ from what the format declares.
type Style struct {
	Record pattern.Pattern // "": Format.Record
	Board  Notation        // zero: Format.Board
}

// AsInFiles returns the format for writing puzzles as the judge's own files have them. It is not
// for reading.
func (f *Format) AsInFiles() *Format {
	if f.Files == nil {
		return f
	}
	g := *f
	g.Record = cmp.Or(f.Files.Record, f.Record)
	g.Board = cmp.Or(f.Files.Board, f.Board)
	return &g
}

// Strict returns the format for problem packages. Their inputs are, to the byte, what a Writer
// writes in one of the notations: there is no free white space, comment, heading or figure, no
// layout of the judge's own files, and no empty line that the judge's files may do without.
func (f *Format) Strict() *Format {
	if f.PDDL != nil || f.JSON != NoJSON {
		return f // facts and keys may have any order, so no text is the only one
	}
	g := *f
	g.FreeSpace, g.Comment, g.Header, g.Files = false, 0, "", nil
	g.Also = slices.DeleteFunc(slices.Clone(f.Also), func(n Notation) bool {
		plain := n
		plain.Close = ""
		return n.Close == "\n" && (plain == f.Board || slices.Contains(f.Also, plain))
	})
	free := strings.NewReplacer(pattern.Figure.String(), "0", pattern.Expected.String(), "0",
		pattern.Rest.String(), "")
	g.Record = pattern.Pattern(free.Replace(string(f.Record)))
	return &g
}

// All lists the formats. Those of one judge stand together.
var All = completed(slices.Concat(
	eights, fifteens, decisions, courses, research, planning, []*Format{Neutral}))

// completed sorts formats by judge, and fills in what most declarations leave out. The judges keep
// the order in which they first appear.
func completed(fs []*Format) []*Format {
	first := make(map[string]int)
	for i, f := range fs {
		f.Order = cmp.Or(f.Order, puzzle.UDLR)
		f.Rule = cmp.Or(f.Rule, f.Answer.UsualRule())
		if _, ok := first[f.Judge]; !ok {
			first[f.Judge] = i
		}
	}
	slices.SortStableFunc(fs, func(a, b *Format) int { return first[a.Judge] - first[b.Judge] })
	return fs
}

// as returns the format of another problem: a copy of f without its notes, to which the changes are
// made.
func (f Format) as(name, judge, title, source string, changes ...func(*Format)) *Format {
	f.Name, f.Judge, f.Title, f.Source, f.Notes = name, judge, title, source, ""
	for _, change := range changes {
		change(&f)
	}
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

// ReadsAs reports whether both formats read the same puzzles from every input.
func (f *Format) ReadsAs(o *Format) bool {
	return f.Shapes == o.Shapes && f.Goal == o.Goal && f.Header == o.Header &&
		reflect.DeepEqual(f.PDDL, o.PDDL) && f.JSON == o.JSON &&
		f.Count == o.Count && f.Stop == o.Stop && f.Comment == o.Comment &&
		f.readNotation() == o.readNotation() &&
		slices.Equal(f.Record.Words(), o.Record.Words())
}

// readNotation returns the notation of boards, with one value for whatever readers do not
// distinguish.
func (f *Format) readNotation() Notation {
	b := f.Board
	b.Width, b.Zeros = 0, false
	if f.Boards() == 1 && (b.Layout == oneLine || b.Layout == inColumn) {
		b.Layout = inRows // with two boards, they differ in where reading resumes after an error
	}
	return b
}

// SizeInBoard reports whether no field tells the size of a board: the first row of an array tells
// it, or the line of any other board.
func (f *Format) SizeInBoard() bool {
	sizes := []pattern.Field{pattern.Size, pattern.Rows, pattern.Cols, pattern.Tiles}
	return f.Shapes.Min != f.Shapes.Max && f.PDDL == nil && !slices.ContainsFunc(sizes, f.Record.Has)
}

// RowTellsSize reports whether the first row of a board, which is on a line of its own, tells the
// size of the board.
func (f *Format) RowTellsSize() bool {
	return f.SizeInBoard() && f.Board.Open == "" && strings.Contains(f.Board.BetweenRows, "\n")
}

// WordEnds returns the characters that end a number or a word of an input, beside white space and
// marks: those of the layouts of boards, and those that stand right behind a field of the record.
func (f *Format) WordEnds() string {
	all := f.Record.Behind()
	for _, n := range append([]Notation{f.Board}, f.Also...) {
		for _, c := range n.Layout.text() {
			if !unicode.IsSpace(c) && !pattern.IsMark(byte(c)) && !strings.ContainsRune(all, c) {
				all += string(c)
			}
		}
	}
	return all
}

// Boards returns how many boards a record has: two if it gives the goal.
func (f *Format) Boards() int {
	if f.Record.Has(pattern.Goal) || f.PDDL != nil {
		return 2
	}
	return 1
}

// OneLine reports whether each puzzle may stand on a line of its own: a record has one board, and
// no line end within.
func (f *Format) OneLine() bool {
	record := strings.Trim(string(f.Record), "\n")
	return f.Boards() == 1 && f.Comment == 0 && f.JSON == NoJSON &&
		!strings.Contains(record, "\n") && !f.RowTellsSize()
}

// Same reports whether both formats read every input alike and give the same answers.
func (f *Format) Same(o *Format) bool {
	a, b := f.Answer, o.Answer
	a.Unsolvable, b.Unsolvable = a.ToUnsolvable(), b.ToUnsolvable()
	const small = 9 // cells, up to which boards get shortest paths, whatever the rule
	return f.ReadsAs(o) && a == b && f.Order == o.Order &&
		(a.TooLong == "" || slices.Equal(f.Limit, o.Limit)) &&
		((f.Rule == AnyPath) == (o.Rule == AnyPath) || f.Shapes.Max.Cells() <= small)
}

// Extends reports whether f reads and answers all inputs of o as o does, and may have more shapes.
func (f *Format) Extends(o *Format) bool {
	g := *f
	g.Shapes = o.Shapes
	return f.Shapes.Allow(o.Shapes.Min) && f.Shapes.Allow(o.Shapes.Max) && g.Same(o)
}

// The rules, under the names that the declarations use.
const (
	AnyPath  = puzzle.AnyPath
	Shortest = puzzle.Shortest
	Least    = puzzle.Least
	Decision = puzzle.Decision
)

// Limits are maximum numbers of moves. For a board, the first entry applies that has at least as
// many rows.
type Limits []struct {
	Rows  int `toml:"rows"`
	Moves int `toml:"moves"`
}

// AtMost returns Limits that give all boards the same maximum.
func AtMost(moves int) Limits { return Limits{{1 << 30, moves}} }

// Bound returns the limit for a shape, or 0 if it has none.
func (l Limits) Bound(s puzzle.Shape) puzzle.Bound {
	for _, limit := range l {
		if s.Rows <= limit.Rows {
			return puzzle.AtMost(limit.Moves)
		}
	}
	return 0
}
