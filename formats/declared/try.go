package declared

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// A trial is a puzzle, and a path that solves it.
type trial struct {
	puzzle.Puzzle
	path puzzle.Path
}

// try writes puzzles and answers in a format, and reads them again. It returns a fault if it reads
// something else.
func try(f *formats.Format) *fault {
	f = smaller(f)
	for _, shape := range trialShapes(f) {
		trials := trialsOf(f, shape)
		if fault := cmp.Or(tryPuzzles(f, trials), tryAnswers(f, trials)); fault != nil {
			return fault
		}
	}
	return nil
}

// smaller returns the format with boards of 6x6 cells where all boards are larger. The size does
// not matter to a layout, and trying large boards would take long.
func smaller(f *formats.Format) *formats.Format {
	const side = 6
	least := f.Shapes.Min
	if max(least.Rows, least.Cols) <= side || f.Goal.IsFixed() || least.Walls != 0 {
		return f
	}
	g := *f
	g.Shapes.Min.Rows, g.Shapes.Min.Cols = min(least.Rows, side), min(least.Cols, side)
	if least == f.Shapes.Max {
		g.Shapes.Max = g.Shapes.Min
	}
	return &g
}

// trialShapes returns the shapes to try: the smallest, and some that are a little larger.
func trialShapes(f *formats.Format) (shapes []puzzle.Shape) {
	const more = 3 // rows and columns
	least := f.Shapes.Min
	if least == f.Shapes.Max {
		return []puzzle.Shape{least}
	}
	for rows := least.Rows; rows <= least.Rows+more; rows++ {
		for cols := least.Cols; cols <= least.Cols+more; cols++ {
			if s := (puzzle.Shape{Rows: rows, Cols: cols}); f.HasShape(s) {
				shapes = append(shapes, s)
			}
		}
	}
	return shapes
}

// trialsOf returns puzzles of a shape.
func trialsOf(f *formats.Format, shape puzzle.Shape) (all []trial) {
	a := f.Goal
	if a == puzzle.Given {
		a = puzzle.BlankLast
	}
	goal := a.Goal(shape)
	for n, moves := range []int{0, 1, 4} {
		t := trial{puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal, Bound: f.Bound(shape)}, nil}
		if f.MaxBound > 0 {
			t.Bound = puzzle.AtMost(min(f.MaxBound, 9))
		}
		t.ID = n + 1
		t.scramble(moves)
		all = append(all, t)
	}
	return all
}

// scramble moves the blank away from the goal, and notes the way back. It never undoes the last
// move; with no other move, the blank stays.
func (t *trial) scramble(moves int) {
	blank, last := t.Start.Blank(), puzzle.Move(0)
	for range moves {
		for _, m := range []puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Right} {
			if last != 0 && m == last.Opposite() {
				continue
			}
			if to, ok := t.Start.Slide(blank, m); ok {
				blank, last = to, m
				t.path = slices.Insert(t.path, 0, m.Opposite())
				break
			}
		}
	}
}

// wideSpace matches white space at the beginning of a text, and two characters of white space
// anywhere.
var wideSpace = lazy(`^\s|\s\s`)

// tryPuzzles writes and reads the puzzles in each notation.
func tryPuzzles(f *formats.Format, trials []trial) *fault {
	type way struct {
		key string
		*formats.Format
	}
	ways := []way{{"input.record", f}}
	for i, n := range f.Also {
		g := *f
		g.Board = n
		ways = append(ways, way{fmt.Sprintf("input.also[%d]", i), &g})
	}
	if f.Files != nil {
		ways = append(ways, way{"input.files", f.AsInFiles()})
	}
	var ps []puzzle.Puzzle
	for _, t := range trials {
		ps = append(ps, t.Puzzle)
	}
	text := puzzles.EncodeAll(f, ps[:1])
	if f.FreeSpace && f.PDDL == nil && wideSpace().MatchString(text) {
		return wrong("input.free_space", "puzzles are written as %s, expected a single space or line"+
			" end wherever white space follows no rule", shortened(text))
	}
	for _, w := range ways {
		text := puzzles.EncodeAll(w.Format, ps)
		got, err := puzzles.DecodeAll(f, text, "puzzles")
		if err != nil {
			return wrong(w.key, "puzzles are written as %s, which is not read again: %w",
				shortened(text), err)
		}
		same := func(a, b puzzle.Puzzle) bool {
			return a.Start.Equal(b.Start) && a.Goal.Equal(b.Goal.Board)
		}
		if !slices.EqualFunc(got, ps, same) {
			return wrong(w.key, "puzzles are written as %s, and read again as others", shortened(text))
		}
	}
	return nil
}

// shortened quotes a text, or the beginning of a long one.
func shortened(text string) string {
	const limit = 60 // bytes
	if len(text) > limit {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(text[:limit], ""))
	}
	return fmt.Sprintf("%q", text)
}

// tryAnswers writes and reads the answers to the puzzles.
func tryAnswers(f *formats.Format, trials []trial) *fault {
	results := []struct {
		key string
		err error
	}{
		{"answer.solved", nil}, {"answer.unsolvable", puzzle.ErrUnsolvable},
		{"answer.too_long", puzzle.ErrTooLong},
	}
	for _, r := range results {
		if r.err == puzzle.ErrTooLong && f.Answer.TooLong == "" {
			continue
		}
		if err := tryAnswer(f, trials, r.err); err != nil {
			return &fault{r.key, err}
		}
	}
	return nil
}

// tryAnswer writes answers that all stand for the same result, and reads them again. A result of
// nil is a solution.
func tryAnswer(f *formats.Format, trials []trial, result error) error {
	e, err := answers.NewEncoder(f, f)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	for i, t := range trials {
		p := t.Puzzle
		p.Start = p.Start.Clone()
		s := puzzle.Solution{Moves: len(t.path), Path: t.path}
		e.Encode(w, int64(i+1), &p, s, result)
	}
	w.Flush() // a bytes.Buffer takes all
	written := shortened(text.String())
	d := answers.NewDecoder(&text, "answers", f)
	for i := range trials {
		t := &trials[i]
		s, err, form := d.Decode(int64(i+1), &t.Puzzle, nil)
		switch {
		case form != nil:
			return fmt.Errorf("answers are written as %s, which is not read again: %w", written, form)
		case err != result && !sameText(f, err, result):
			return fmt.Errorf("answers are written as %s, which is not read again: found %s,"+
				" expected %s", written, outcome(err), outcome(result))
		case result == nil && !sameSolution(f, s, t.path):
			return fmt.Errorf("answers are written as %s, and read again as others", written)
		}
	}
	return d.End()
}

// outcome says what an answer stands for.
func outcome(err error) string {
	if err == nil {
		return "a solution"
	}
	return err.Error()
}

// sameText reports whether an answer that was read stands for the same text as the one written:
// puzzles that need too many moves may get the words for unsolvable ones.
func sameText(f *formats.Format, read, written error) bool {
	noPath := func(err error) bool { return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong }
	return noPath(read) && noPath(written) && f.Answer.TooLong == f.Answer.ToUnsolvable()
}

// sameSolution reports whether a solution that was read agrees with the path in all that answers
// show.
func sameSolution(f *formats.Format, s puzzle.Solution, path puzzle.Path) bool {
	switch f.Answer.Wants() {
	case puzzle.WantPath:
		return slices.Equal(s.Path, path)
	case puzzle.WantLength:
		return s.Moves == len(path) || f.Answer.WithinBound()
	default:
		return true
	}
}
