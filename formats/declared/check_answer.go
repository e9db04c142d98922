package declared

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// checkAnswer checks the texts of answers.
func checkAnswer(f *formats.Format) *fault {
	a := &f.Answer
	numbers := []pattern.Field{pattern.Number, pattern.ID, pattern.Bound}
	all := append([]pattern.Field{
		pattern.Path, pattern.Moves, pattern.Boards, pattern.Board, pattern.Figure,
	}, numbers...)
	if f := checkPattern("answer.solved", a.Solved, all...); f != nil {
		return f
	}
	if a.SolvedToo != "" {
		if f := checkPattern("answer.solved_too", a.SolvedToo, all...); f != nil {
			return f
		}
		solved, too := withoutFigures(a.Solved), withoutFigures(a.SolvedToo)
		if !slices.Equal(too.Fields(), solved.Fields()) ||
			strings.Count(string(too), "\n") != strings.Count(string(solved), "\n") {
			return wrong("answer.solved_too", "found %q, expected the fields of answer.solved in its"+
				" order, on as many lines apart from lines with {figure}", string(a.SolvedToo))
		}
	}
	others := withoutMoves(a)
	for _, t := range others {
		if f := checkPattern(t.key, t.text, numbers...); f != nil {
			return f
		}
	}
	for _, t := range append(others, keyed{"answer.solved", a.Solved}) {
		if t.text.Has(pattern.Bound) && f.MaxBound == 0 {
			return wrong("answer.solved", "found {bound} in an answer, expected it in the record too")
		}
	}
	switch {
	case a.Solved.Has(pattern.Path) && a.Solved.Has(pattern.Boards):
		return wrong("answer.solved", "found {path} and {boards}, expected one of them")
	case strings.Trim(a.Between, "\n") != "" || len(a.Between) > 1:
		return wrong("answer.between", `found %q, expected "\n", an empty line, or nothing`, a.Between)
	}
	if marks := a.StepEnd + a.Board.Between; a.Figures && strings.ContainsAny(marks, ":=") {
		return wrong("answer.figures", "found %q between moves or tiles too, which may begin a figure,"+
			" expected another mark", marks)
	}
	return cmp.Or(checkLimits(f), checkBoards(f))
}

// checkLimits checks how many moves a solution may have.
func checkLimits(f *formats.Format) *fault {
	beyond := f.Answer.TooLong != ""
	switch {
	case f.Limit != nil && f.MaxBound > 0:
		return wrong("answer.max_moves", "found {bound} in the record too, expected one of them")
	case !beyond && f.MaxBound > 0:
		return wrong("input.record", "found {bound}, expected answer.too_long too: what to answer"+
			" if a puzzle needs more moves")
	case beyond && f.Limit == nil && f.MaxBound == 0:
		return wrong("answer.too_long", "found no max_moves, limits or {bound}, expected one of them")
	}
	return nil
}

// figureLine is a line whose only field is {figure}; {boards} end with their own line end.
var figureLine = lazy(`(^|\n|\{boards\})[^{}\n]*\{figure\}[^{}\n]*\n`)

// withoutFigures returns a pattern without the lines of a figure.
func withoutFigures(p pattern.Pattern) pattern.Pattern {
	return pattern.Pattern(figureLine().ReplaceAllString(string(p), "$1"))
}

// A keyed is an answer and the key that declares it.
type keyed struct {
	key  string
	text pattern.Pattern
}

// withoutMoves returns the answers to puzzles that have no solution, or none that is short enough.
func withoutMoves(a *formats.Answer) (all []keyed) {
	all = append(all, keyed{"answer.unsolvable", a.ToUnsolvable()})
	if a.UnsolvableToo != "" {
		all = append(all, keyed{"answer.unsolvable_too", a.UnsolvableToo})
	}
	if a.TooLong != "" {
		all = append(all, keyed{"answer.too_long", a.TooLong})
	}
	return all
}

// checkBoards checks how answers write boards.
func checkBoards(f *formats.Format) *fault {
	a := &f.Answer
	has := a.Solved.Has(pattern.Boards)
	switch {
	case has != (a.Each != ""):
		return wrong("answer.each", "found %q, expected a text where the answer has {boards}, and"+
			" only there", string(a.Each))
	case has:
		fields := []pattern.Field{pattern.Board, pattern.Size, pattern.Number}
		if a.First != "" {
			if f := checkPattern("answer.first", a.First, fields...); f != nil {
				return f
			}
		}
		if f := checkPattern("answer.each", a.Each, append(fields, pattern.Path)...); f != nil {
			return f
		}
	case a.First != "":
		return wrong("answer.first", "found %q, expected none where the answer has no {boards}",
			string(a.First))
	case a.Remarks:
		return wrong("answer.remarks", "found true, expected false where the answer has no {boards}")
	case !a.Solved.Has(pattern.Board):
		return nil
	}
	switch n := &a.Board; {
	case hasOtherMarks(n):
		return wrong("answer.board", "found marks, expected white space only, or one mark between"+
			" all tiles")
	case n.Cells:
		return wrong("answer.board.cells", "found true, expected false")
	case strings.Contains(n.Blank, "|"):
		return wrong("answer.board.blank", "found %q, expected one word, or a space", n.Blank)
	case f.Shapes.Min.Walls != 0:
		return wrong("answer.solved", "found {boards} or {board}, which boards with walls can't"+
			" have")
	case has && !a.Each.Has(pattern.Board):
		return wrong("answer.each", "found no {board}, expected one")
	case a.First != "" && !a.First.Has(pattern.Board):
		return wrong("answer.first", "found no {board}, expected one")
	}
	g := *f
	g.Board = a.Board
	if a.Board.Blank == " " {
		if wrong := checkColumns(f); wrong != nil {
			return wrong
		}
		g.Board.Blank = ""
	}
	return checkNotation("answer.board", &g.Board, &g)
}

// checkColumns checks that the columns of a board tell where its blank is, which is a space.
func checkColumns(f *formats.Format) *fault {
	n, s := &f.Answer.Board, f.Shapes.Min
	width := len(strconv.Itoa(int(f.Shapes.Max.MaxTile())))
	switch {
	case strings.TrimSpace(n.Between) != "" || n.ByColumn || s.Rows < 2 || s.Cols < 2:
		return wrong("answer.board.blank", `found " ", expected it for boards from 2x2 on, row by`+
			" row and without marks")
	case n.BetweenRows != "\n" || n.Width < width:
		return wrong("answer.board.width", "found %d, expected %d at least and between_rows"+
			` "\n", so that columns tell where the blank is`, n.Width, width)
	}
	return nil
}

// hasOtherMarks reports whether a notation has marks anywhere but between tiles.
func hasOtherMarks(n *formats.Notation) bool {
	around := strings.TrimSpace(n.Open + n.OpenRow + n.CloseRow + n.Close)
	mark := strings.TrimSpace(n.Between)
	return around != "" || len(mark) > 1 || strings.TrimSpace(n.BetweenRows) != mark
}

// checkScore checks the formula for scores.
func checkScore(f *formats.Format) *fault {
	const key = "answer.score"
	if f.Score == "" {
		return nil
	}
	if f.Answer.Wants() != puzzle.WantPath {
		return wrong(key, "found %q, expected none: the answer has no {path} or {boards}",
			string(f.Score))
	}
	if fault := checkText(key, string(f.Score), maxWord); fault != nil {
		return fault
	}
	if _, err := f.Score.Of(formats.Scored{Rows: 4, Moves: 10, Distance: 10}); err != nil {
		return wrong(key, "%w", err)
	}
	return nil
}

// checkRule checks that the rule fits what answers show, and that answers can be written.
func checkRule(f *formats.Format) *fault {
	const key = "answer.rule"
	switch f.Answer.Wants() {
	case puzzle.WantDecision:
		if f.Rule != puzzle.Decision {
			return wrong(key, "found %s, expected decision: the answer has no {path}, {boards} or"+
				" {moves}", ruleName(f))
		}
	case puzzle.WantLength:
		if f.Rule != puzzle.Shortest {
			return wrong(key, "found %s, expected shortest: the answer has a number of moves only",
				ruleName(f))
		}
	default:
		if f.Rule == puzzle.Decision {
			return wrong(key, "found %s, expected any, shortest or least: the answer has moves",
				ruleName(f))
		}
	}
	if _, err := answers.NewEncoder(f, f); err != nil {
		_, why, _ := strings.Cut(err.Error(), ": ")
		return wrong("answer.solved", "found %q, expected another answer: %s",
			string(f.Answer.Solved), why)
	}
	return nil
}

// ruleName returns the name that declarations have for the rule of a format.
func ruleName(f *formats.Format) string {
	name, _ := nameOfValue(f.Rule, rules) // all rules have one
	return name
}

// checkUnsolvable checks that no answer without moves reads like a path or a number of moves.
func checkUnsolvable(f *formats.Format) *fault {
	a := &f.Answer
	for _, t := range withoutMoves(a) {
		text := strings.TrimSpace(string(t.text))
		if a.Solved.Has(pattern.Path) && a.Step.Kind == formats.ByWord {
			s := &a.Step
			letters := strings.NewReplacer(s.Up, "", s.Down, "", s.Left, "", s.Right, "")
			if letters.Replace(text) == "" {
				return wrong(t.key, "found %q, expected a text that is no path", text)
			}
		}
		if len(a.Solved.Words()) == 1 && a.Solved.Has(pattern.Moves) &&
			strings.Trim(text, "0123456789") == "" {
			return wrong(t.key, "found %q, expected a text that is no number of moves", text)
		}
	}
	return nil
}
