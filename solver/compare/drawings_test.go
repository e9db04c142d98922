package compare

import (
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// Each drawing has the puzzles one by one, on the page too. A heuristic never exceeds the length.
func TestDrawings(t *testing.T) {
	searches, err := ParseSearches("bfs,idastar/manhattan")
	if err != nil {
		t.Fatal(err)
	}
	race, err := NewRace(searches, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	start := goal.Clone()
	blank := start.Blank()
	for i := range 24 {
		move := []puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Right}[i/2%4]
		if to, ok := start.Slide(blank, move); ok {
			blank = to
		}
		p := puzzle.Puzzle{Start: start.Clone(), Goal: goal}
		if err := race.Run(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range race.Figures.puzzles {
		if h := o.runs[1].Estimate; h > o.length || h == 0 && o.length > 0 || o.runs[0].Estimate != 0 {
			t.Errorf("estimate %d of a puzzle of %d moves", h, o.length)
		}
	}
	var page strings.Builder
	if err := race.Figures.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, name := range DrawingNames() {
		p, err := race.Figures.Picture(name)
		if err != nil || len(p.Series) != 2 || len(p.Series[1].Points) < 2 {
			t.Errorf("%s: %v, %+v", name, err, p)
		}
		for _, part := range []string{`id="plot-` + name + `"`, `download="` + name + `.svg"`} {
			if !strings.Contains(page.String(), part) {
				t.Errorf("found no %q on the page", part)
			}
		}
	}
	if _, err := race.Figures.Picture("none"); err == nil {
		t.Error("found a plot called none")
	}
}
