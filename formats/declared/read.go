package declared

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

const (
	maxSide  = 1000          // rows or columns of a board
	maxCount = 1_000_000_000 // puzzles, moves
	maxWalls = 64            // cells of a board with walls
)

// The values of boards.goal, answer.move, input.json and answer.rule.
var (
	goals = map[string]puzzle.Arrangement{
		"blank-last": puzzle.BlankLast, "blank-first": puzzle.BlankFirst,
		"blank-ends": puzzle.BlankEnds, "snail": puzzle.Snail, "clock": puzzle.Clock,
		"ring": puzzle.Ring, "descending": puzzle.Descending, "given": puzzle.Given,
	}
	kinds = map[string]formats.StepKind{
		"word": formats.ByWord, "tile": formats.ByTile, "cell": formats.ByCell,
		"visit": formats.ByVisit, "action": formats.ByAction, "message": formats.ByMessage,
	}
	jsonKinds = map[string]formats.JSONKind{
		"values": formats.JSONValues, "list": formats.JSONList,
	}
	rules = map[string]puzzle.Rule{
		"any": puzzle.AnyPath, "shortest": puzzle.Shortest, "least": puzzle.Least,
		"decision": puzzle.Decision,
	}
)

// named returns the value that a name stands for, or a fault that lists all names.
func named[T any](key, name string, values map[string]T) (T, *fault) {
	v, ok := values[name]
	if !ok {
		return v, wrong(key, "found %q, expected one of %s", name,
			strings.Join(slices.Sorted(maps.Keys(values)), ", "))
	}
	return v, nil
}

// between returns a fault if a number is not in a range.
func between(key string, n, least, most int) *fault {
	if n < least || n > most {
		return wrong(key, "found %d, expected a number from %d to %d", n, least, most)
	}
	return nil
}

// usual is the notation that declarations start from: numbers in rows.
var usual = formats.Notation{Layout: formats.Layout{Between: " ", BetweenRows: "\n"}}

// usualJSON is usual for records of JSON: an array of rows.
var usualJSON = formats.Notation{Layout: formats.Layout{
	Open: "[", OpenRow: "[", Between: ",", CloseRow: "]", BetweenRows: ",", Close: "]",
}}

// format returns the format that a document declares, or the first fault that prevents that. The
// function check finds other faults.
func (d *document) format(name string) (f *formats.Format, wrong *fault) {
	in := &d.Input
	f = &formats.Format{
		Name: name, Judge: cmp.Or(d.Judge, "Own"), Title: d.Title, Source: d.Source, Notes: d.Notes,
		Header: in.Header, Count: in.Count, Record: pattern.Pattern(in.Record), Stop: in.Stop,
		FreeSpace: in.FreeSpace, MaxPuzzles: in.MaxPuzzles, MaxBound: in.MaxBound,
		Score:    formats.Score(d.Answer.Score),
		Unsolved: in.Unsolved, OddSide: in.OddSide, Undetected: in.Undetected,
		Board: in.Board.in(usual),
	}
	if in.PDDL != nil {
		f.PDDL = in.PDDL
		f.Board = in.Board.in(formats.Notation{})
	}
	if in.JSON != "" {
		if f.JSON, wrong = named("input.json", in.JSON, jsonKinds); wrong != nil {
			return nil, wrong
		}
		f.Board = in.Board.in(usualJSON)
	}
	if f.Comment, wrong = in.comment(); wrong != nil {
		return nil, wrong
	}
	for _, n := range in.Also {
		f.Also = append(f.Also, n.in(f.Board))
	}
	if in.Files != nil {
		f.Files = &formats.Style{Record: pattern.Pattern(in.Files.Record)}
		if in.Files.Board != nil {
			f.Files.Board = in.Files.Board.in(f.Board)
		}
	}
	if f.Shapes, wrong = d.Boards.shapes(); wrong != nil {
		return nil, wrong
	}
	if f.Goal, wrong = d.Boards.goal(f); wrong != nil {
		return nil, wrong
	}
	return f, d.Answer.read(f)
}

// comment returns the byte that begins a comment, or 0.
func (in *input) comment() (byte, *fault) {
	switch c := in.Comment; {
	case c == "":
		return 0, nil
	case len(c) > 1 || !isPunctuation(c[0]):
		return 0, wrong("input.comment", "found %q, expected one punctuation mark of ASCII", c)
	default:
		return c[0], nil
	}
}

// set sets a value, unless a document leaves it out.
func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// in returns the base with the differences that n declares.
func (n *notation) in(base formats.Notation) formats.Notation {
	set(&base.Glyphs, n.Glyphs)
	set(&base.Blank, n.Blank)
	set(&base.Wall, n.Wall)
	set(&base.Open, n.Open)
	set(&base.OpenRow, n.OpenRow)
	set(&base.Between, n.Between)
	set(&base.CloseRow, n.CloseRow)
	set(&base.BetweenRows, n.BetweenRows)
	set(&base.Close, n.Close)
	set(&base.Width, n.Width)
	set(&base.Zeros, n.Zeros)
	set(&base.Cells, n.Cells)
	set(&base.ByColumn, n.ByColumn)
	if base.Blank == "0" {
		base.Blank = ""
	}
	return base
}

// read sets the answer, the rule and the limits of a format whose input is set.
func (a *answer) read(f *formats.Format) (wrong *fault) {
	to := &f.Answer
	*to = formats.Answer{
		Solved: pattern.Pattern(a.Solved), SolvedToo: pattern.Pattern(a.SolvedToo),
		Unsolvable:    pattern.Pattern(a.Unsolvable),
		UnsolvableToo: pattern.Pattern(a.UnsolvableToo), TooLong: pattern.Pattern(a.TooLong),
		Between: a.Between, StepBegin: pattern.Pattern(a.Begin), StepEnd: a.MoveEnd,
		Spaced: a.Spaced, Runs: a.Runs, Figures: a.Figures,
		First: pattern.Pattern(a.First), Each: pattern.Pattern(a.Each), Remarks: a.Remarks,
	}
	if to.Solved.Has(pattern.Boards) || to.Solved.Has(pattern.Board) || a.Board != nil {
		to.Board = usual
		to.Board.Glyphs = f.Board.Glyphs
		if a.Board != nil {
			to.Board = a.Board.in(to.Board)
		}
	}
	if to.Step, wrong = a.step(); wrong != nil {
		return wrong
	}
	if !to.Solved.Has(pattern.Path) { // words for moves have no place in the answer
		to.StepBegin, to.StepEnd = "", ""
		if !to.Each.Has(pattern.Path) {
			to.Step = formats.Step{}
		}
	}
	if f.Order, wrong = a.order(); wrong != nil {
		return wrong
	}
	if f.Limit, wrong = a.limits(); wrong != nil {
		return wrong
	}
	f.Rule = to.UsualRule()
	if a.Rule != "" {
		f.Rule, wrong = named("answer.rule", a.Rule, rules)
	}
	return wrong
}

// step returns how a move is written. It ignores keys that do not apply to moves of that kind.
func (a *answer) step() (s formats.Step, wrong *fault) {
	s.Kind, wrong = named("answer.move", cmp.Or(a.Move, "word"), kinds)
	switch s.Kind {
	case formats.ByWord, formats.ByAction, formats.ByMessage:
		s.Up, s.Down, s.Left, s.Right = a.Up, a.Down, a.Left, a.Right
	}
	if s == (formats.Step{}) {
		s = formats.Step{Up: "U", Down: "D", Left: "L", Right: "R"}
	}
	if s.Kind == formats.ByMessage {
		s.Open, s.Close, s.Cell = a.Open, a.Close, a.Cell
	}
	return s, wrong
}

// order returns the order of moves.
func (a *answer) order() (o puzzle.Order, _ *fault) {
	if a.Order == "" {
		return puzzle.UDLR, nil
	}
	text := strings.ToLower(a.Order)
	for i, m := range puzzle.UDLR {
		if len(text) != len(o) || strings.Count(text, m.String()) != 1 {
			return o, wrong("answer.order", "found %q, expected the letters U, D, L and R, the move"+
				" that comes first in front", a.Order)
		}
		o[i] = puzzle.Move(text[i])
	}
	return o, nil
}

// limits returns the maximum numbers of moves.
func (a *answer) limits() (all formats.Limits, _ *fault) {
	if a.MaxMoves != 0 {
		if len(a.Limits) > 0 {
			return nil, wrong("answer.limits", "found max_moves too, expected one of them")
		}
		return formats.AtMost(a.MaxMoves), between("answer.max_moves", a.MaxMoves, 1, maxCount)
	}
	if len(a.Limits) == 0 {
		return nil, nil
	}
	rows := 0
	for i, l := range a.Limits {
		key := fmt.Sprintf("answer.limits[%d]", i)
		if f := between(key+".rows", l.Rows, rows+1, maxSide); f != nil {
			return nil, f
		}
		if f := between(key+".moves", l.Moves, 0, maxCount); f != nil {
			return nil, f
		}
		rows = l.Rows
	}
	return a.Limits, nil
}
