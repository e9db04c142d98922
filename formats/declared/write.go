package declared

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// Encode returns a declaration from which Parse makes the same format. It returns an error if no
// declaration can say all of the format.
func Encode(f *formats.Format) ([]byte, error) {
	d, err := newDocument(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	text, err := toml.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return append([]byte(heading), inDoubleQuotes(text)...), nil
}

// literal matches a line with a text in single quotes, in which \n does not stand for a line end.
var literal = lazy(`^(\w+) = '(.*)'\n$`)

// inDoubleQuotes puts all texts of one line in double quotes. The library writes some in single
// quotes, where a person who edits the file would write \n in vain.
func inDoubleQuotes(text []byte) (to []byte) {
	within := false // the line is inside a text of several lines
	for line := range bytes.Lines(text) {
		m := literal().FindSubmatch(line)
		if bytes.Contains(line, []byte(`"""`)) {
			within = !within
		}
		if m == nil || within {
			to = append(to, line...)
			continue
		}
		escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(m[2]))
		to = fmt.Appendf(to, "%s = \"%s\"\n", m[1], escaped)
	}
	return to
}

const heading = `# A format for tilejudge: the name of this file is the name of the format.
# "tilejudge formats --template" explains all keys.

`

// newDocument returns the document that declares a format.
func newDocument(f *formats.Format) (d *document, err error) {
	d = &document{
		Title: f.Title, Judge: f.Judge, Source: f.Source, Notes: f.Notes,
		Boards: boardsOf(f.Shapes),
		Input: input{
			Record: string(f.Record), Count: f.Count, Stop: f.Stop, Header: f.Header,
			MaxPuzzles: f.MaxPuzzles, MaxBound: f.MaxBound, Unsolved: f.Unsolved,
			OddSide: f.OddSide, Undetected: f.Undetected, FreeSpace: f.FreeSpace,
			Board: boardOf(f), PDDL: f.PDDL,
		},
		Answer: answerOf(f),
	}
	if d.Boards.Goal, err = goalOf(f); err != nil {
		return nil, err
	}
	if f.JSON != formats.NoJSON {
		d.Input.JSON, _ = nameOfValue(f.JSON, jsonKinds)
	}
	if d.Answer.Move, err = nameOfValue(f.Answer.Step.Kind, kinds); err != nil {
		return nil, err
	}
	if d.Answer.Rule, err = nameOfValue(f.Rule, rules); err != nil {
		return nil, err
	}
	if f.Answer.Step.Kind == formats.ByWord {
		d.Answer.Move = ""
	}
	d.Answer.Score = string(f.Score)
	if f.Comment != 0 {
		d.Input.Comment = string(f.Comment)
	}
	for _, n := range f.Also {
		d.Input.Also = append(d.Input.Also, *difference(n, f.Board))
	}
	if f.Files != nil {
		d.Input.Files = &files{Record: string(f.Files.Record)}
		if f.Files.Board != (formats.Notation{}) {
			d.Input.Files.Board = difference(f.Files.Board, f.Board)
		}
	}
	return d, nil
}

// nameOfValue returns the name of a value.
func nameOfValue[T comparable](v T, names map[string]T) (string, error) {
	for name, value := range names {
		if value == v {
			return name, nil
		}
	}
	return "", fmt.Errorf("no declaration has the value %v", v)
}

// boardsOf returns the table that declares shapes, without the goal.
func boardsOf(s formats.Shapes) (b boards) {
	least, most := s.Min, s.Max
	if least.Spare > 0 {
		blanks := 1 + least.Spare
		b.Blanks = &blanks
	}
	if least.Walls != 0 {
		b.Picture = least.Draw()
		return b
	}
	b.Rows, b.Cols = least.Rows, least.Cols
	if least != most {
		b.MaxRows, b.MaxCols = most.Rows, most.Cols
		b.Square, b.Odd = s.Square, s.Odd
	}
	return b
}

// GoalName returns the name of a goal in declarations, or "" for one that these give as a board.
func GoalName(goal puzzle.Arrangement) string {
	name, _ := nameOfValue(goal, goals)
	return name
}

// goalOf returns the name of the goal, or its rows.
func goalOf(f *formats.Format) (string, error) {
	if !f.Goal.IsFixed() {
		return nameOfValue(f.Goal, goals)
	}
	var b strings.Builder
	board := f.Goal.Goal(f.Shapes.Min)
	for cell, t := range board.Tiles {
		if cell > 0 && cell%board.Cols == 0 {
			b.WriteByte('\n')
		} else if cell > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(f.Board.Tile(t))
	}
	return b.String() + "\n", nil
}

// boardOf returns how the boards of a format differ from the notation that declarations start from.
func boardOf(f *formats.Format) notation {
	switch {
	case f.PDDL != nil:
		return *difference(f.Board, formats.Notation{})
	case f.JSON != formats.NoJSON:
		return *difference(f.Board, usualJSON)
	default:
		return *difference(f.Board, usual)
	}
}

// other returns a pointer to a value, or nil if the base has the same value.
func other[T comparable](v, base T) *T {
	if v == base {
		return nil
	}
	return &v
}

// difference returns how a notation differs from a base.
func difference(n, base formats.Notation) *notation {
	return &notation{
		Glyphs: other(n.Glyphs, base.Glyphs), Blank: other(n.Blank, base.Blank),
		Wall: other(n.Wall, base.Wall), Width: other(n.Width, base.Width),
		Zeros: other(n.Zeros, base.Zeros), Cells: other(n.Cells, base.Cells),
		Open: other(n.Open, base.Open), OpenRow: other(n.OpenRow, base.OpenRow),
		Between: other(n.Between, base.Between), CloseRow: other(n.CloseRow, base.CloseRow),
		BetweenRows: other(n.BetweenRows, base.BetweenRows), Close: other(n.Close, base.Close),
		ByColumn: other(n.ByColumn, base.ByColumn),
	}
}

// answerOf returns the table that declares answers, without the kind of moves and the rule.
func answerOf(f *formats.Format) answer {
	from := &f.Answer
	a := answer{
		Solved: string(from.Solved), SolvedToo: string(from.SolvedToo),
		Unsolvable:    string(from.Unsolvable),
		UnsolvableToo: string(from.UnsolvableToo), TooLong: string(from.TooLong),
		Between: from.Between, Begin: string(from.StepBegin), MoveEnd: from.StepEnd,
		Spaced: from.Spaced, Runs: from.Runs,
		Figures: from.Figures, First: string(from.First), Each: string(from.Each),
		Remarks: from.Remarks,
		Open:    from.Step.Open, Close: from.Step.Close, Cell: from.Step.Cell,
		Up: from.Step.Up, Down: from.Step.Down, Left: from.Step.Left, Right: from.Step.Right,
	}
	if f.Order != puzzle.UDLR {
		a.Order = strings.ToUpper(f.Order.String())
	}
	if len(f.Limit) == 1 && f.Limit[0].Rows >= f.Shapes.Max.Rows {
		a.MaxMoves = f.Limit[0].Moves
	} else {
		a.Limits = f.Limit
	}
	if from.Board != (formats.Notation{}) {
		base := usual
		base.Glyphs = f.Board.Glyphs
		a.Board = difference(from.Board, base)
	}
	return a
}
