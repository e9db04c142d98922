package declared

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Limits, in bytes unless a comment says otherwise.
const (
	maxPattern = 1000
	maxWord    = 100
	maxTitle   = 200
	maxGlyphs  = 62 // tiles that are written as one byte
	maxWidth   = 20 // columns of a tile
	maxCells   = 1_000_000
	maxAlso    = 20 // notations
)

// check returns the first fault in the declaration of a format, or nil.
func check(f *formats.Format) *fault {
	return cmp.Or(
		checkText("title", f.Title, maxTitle), checkText("judge", f.Judge, maxTitle),
		checkText("source", f.Source, maxTitle), checkShapes(f),
		checkInput(f), checkPuzzles(f),
		checkAnswer(f), checkMoves(f), checkRule(f), checkUnsolvable(f), checkScore(f),
	)
}

// checkPuzzles checks the layout of a puzzle and the notations of its boards.
func checkPuzzles(f *formats.Format) *fault {
	if f.PDDL != nil {
		return checkProblem(f)
	}
	if wrong := checkRecord("input.record", f, f.Record); wrong != nil {
		return wrong
	}
	return cmp.Or(checkNotation("input.board", &f.Board, f), checkOthers(f), checkStop(f))
}

// checkText checks a text of one line.
func checkText(key, text string, limit int) *fault {
	control := func(r rune) bool { return r < ' ' || r == 0x7f }
	switch {
	case len(text) > limit:
		return wrong(key, "found %d bytes, expected at most %d", len(text), limit)
	case strings.ContainsFunc(text, control):
		return wrong(key, "found %q, expected one line", text)
	default:
		return nil
	}
}

// isPunctuation reports whether c is a punctuation mark of ASCII.
func isPunctuation(c byte) bool {
	alphanumeric := '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	return ' ' < c && c < 0x7f && !alphanumeric
}

// checkShapes checks the size of boards, their walls and their goals.
func checkShapes(f *formats.Format) *fault {
	if n := f.Shapes.Max.Cells(); n > maxCells {
		return wrong("boards.max_rows", "found boards of up to %d cells, expected at most %d", n,
			maxCells)
	}
	if f.Shapes.Max.Cells() < 2 {
		return wrong("boards.rows", "found boards of one cell, expected at least 2")
	}
	if f.OddSide && !f.HasShape(f.Shapes.Min) && f.Shapes.Min == f.Shapes.Max {
		return wrong("input.odd_side", "found boards of %v, expected an odd side", f.Shapes)
	}
	switch s := f.Shapes.Min; {
	case s.Walls == 0:
	case !connected(s):
		return wrong("boards.picture", "found cells that no move connects with the others")
	case s.Spare == 0 && !parityDecides(s):
		return wrong("boards.picture", "found cells that fall apart if one of them is taken away,"+
			" or a ring; expected dead ends at most: elsewhere no rule tells which boards can be"+
			" solved")
	}
	if f.Goal == puzzle.Given {
		return nil
	}
	if f.Shapes.Min == f.Shapes.Max {
		if _, err := f.Goal.Find(f.Shapes.Min); err != nil {
			return wrong(goalKey, "found %v, expected a goal for boards of %v: %s", f.Goal, f.Shapes,
				strings.TrimPrefix(err.Error(), "goal: "))
		}
		return nil
	}
	any := []puzzle.Arrangement{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}
	if !slices.Contains(any, f.Goal) {
		return wrong(goalKey, "found %v, expected blank-last, blank-first, snail or given, as boards"+
			" have several sizes", f.Goal)
	}
	return nil
}

// parityDecides reports whether parity alone tells which boards with such walls can be solved. The
// cells that are left without dead ends must be a square or more, no ring, and stay connected if
// any one of them is removed (see puzzle.Puzzle.Solvable).
func parityDecides(s puzzle.Shape) bool {
	ways := func(cell int) (n int) {
		for _, m := range puzzle.UDLR {
			if _, ok := s.Step(cell, m); ok {
				n++
			}
		}
		return n
	}
	if !connected(s) {
		return false
	}
	for cut := true; cut; {
		cut = false
		for cell := range s.Cells() {
			if !s.IsWall(cell) && ways(cell) == 1 {
				s.Walls |= 1 << cell
				cut = true
			}
		}
	}
	edges := 0
	for cell := range s.Cells() {
		if s.IsWall(cell) {
			continue
		}
		edges += ways(cell)
		less := s
		if less.Walls |= 1 << cell; !connected(less) {
			return false
		}
	}
	return edges/2 > s.Open() || s.Open() == 4 // a ring has as many edges as cells
}

// connected reports whether moves can bring a blank from any cell to all others.
func connected(s puzzle.Shape) bool {
	reached := make(map[int]bool)
	var visit func(cell int)
	visit = func(cell int) {
		if reached[cell] {
			return
		}
		reached[cell] = true
		for _, m := range puzzle.UDLR {
			if to, ok := s.Step(cell, m); ok {
				visit(to)
			}
		}
	}
	for cell := range s.Cells() {
		if !s.IsWall(cell) {
			visit(cell)
			break
		}
	}
	return len(reached) == s.Open()
}

// checkInput checks what stands around the puzzles, and what the judge promises of them.
func checkInput(f *formats.Format) *fault {
	switch {
	case f.Count && f.Stop != "":
		return wrong("input.stop", "found count = true too, expected one of them")
	case f.Comment != 0 && strings.IndexByte(f.Stop+f.Header+string(f.Record), f.Comment) >= 0:
		return wrong("input.comment", "found %q, expected a mark that the record, the header and the"+
			" stop do not have", f.Comment)
	case pattern.IsMark(f.Comment) && f.Comment != ';' && f.Comment != '|':
		return wrong("input.comment", "found %q, expected ; or | or none of %s", f.Comment, marks(""))
	case f.Stop != strings.Join(strings.Fields(f.Stop), " "):
		return wrong("input.stop", "found %q, expected words with one space between them", f.Stop)
	}
	return cmp.Or(
		between("input.max_puzzles", f.MaxPuzzles, 0, maxCount),
		between("input.max_bound", f.MaxBound, 0, maxCount),
		checkText("input.stop", f.Stop, maxWord), checkText("input.header", f.Header, maxWord),
	)
}

// checkOthers checks the notations in input.also, and input.files.
func checkOthers(f *formats.Format) *fault {
	if n := len(f.Also); n > maxAlso {
		return wrong("input.also", "found %d, expected at most %d", n, maxAlso)
	}
	for i := range f.Also {
		if f := checkNotation(fmt.Sprintf("input.also[%d]", i), &f.Also[i], f); f != nil {
			return f
		}
	}
	if f.Files == nil {
		return nil
	}
	if r := f.Files.Record; r != "" && !r.Has(pattern.Board) {
		return wrong("input.files.record", "found no {board}, expected one")
	}
	if f.Files.Board == (formats.Notation{}) {
		return nil
	}
	n := f.Files.Board
	if n.Width == formats.AsCells {
		n.Width = 0
	}
	return checkNotation("input.files.board", &n, f)
}
