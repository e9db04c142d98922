package compare

import (
	"slices"
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
		if name == "curve" {
			continue // these searches find shortest paths at once
		}
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

// The curve of anytime falls, that of its bounds rises, and they do not cross.
func TestCurve(t *testing.T) {
	searches, err := ParseSearches("anytime,idastar")
	if err != nil {
		t.Fatal(err)
	}
	race, err := NewRace(searches, solver.Options{NodeLimit: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 4, Cols: 4})
	p := puzzle.Puzzle{Start: goal.Clone(), Goal: goal}
	slices.Reverse(p.Start.Tiles[:12]) // an even permutation
	if err := race.Run(t.Context(), &p); err != nil {
		t.Fatal(err)
	}
	plot, err := race.Figures.Picture("curve")
	if err != nil {
		t.Fatal(err)
	}
	if len(plot.Series) != 2 || plot.Series[1].Name != "anytime, bound" {
		t.Fatalf("found the series %+v, want those of anytime and its bound", plot.Series)
	}
	moves, bounds := plot.Series[0].Points, plot.Series[1].Points
	for i := 1; i < len(moves); i++ {
		if moves[i].X < moves[i-1].X || moves[i].Y > moves[i-1].Y || bounds[i].Y < bounds[i-1].Y ||
			bounds[i].Y > moves[i].Y {
			t.Errorf("at %g s: %g moves with the bound %g", moves[i].X, moves[i].Y, bounds[i].Y)
		}
	}
	if len(moves) < 3 || len(moves) != len(bounds) {
		t.Errorf("%d points of moves, %d of bounds", len(moves), len(bounds))
	}
}
