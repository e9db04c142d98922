package command

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// Every format has its bundled cases, and each is an input of its judge to the
// byte, but for those that are about white space and the samples.
func TestCaseSets(t *testing.T) {
	for _, f := range formats.All {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			checkCases(t, f)
		})
	}
}

func checkCases(t *testing.T, f *formats.Format) {
	set, err := caseSet(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, nc := range set {
		if names[nc.name] || nc.purpose == "" {
			t.Errorf("two cases are called %s, or one has no purpose", nc.name)
		}
		names[nc.name] = true
		var text bytes.Buffer
		if err := nc.write(&text); err != nil {
			t.Errorf("%s: %v", nc.name, err)
			continue
		}
		checkCase(t, f, nc.name, text.String())
	}
	for _, want := range wantCases(f) {
		if !slices.ContainsFunc(set, func(nc namedCase) bool {
			return nc.name == want || strings.HasPrefix(nc.name, want+"-")
		}) {
			t.Errorf("there is no case %s", want)
		}
	}
}

// wantCases returns the names of cases that a format needs to have.
func wantCases(f *formats.Format) []string {
	want := []string{"sample", "no-final-newline", "crlf", "one-move", "blank-cell", "random"}
	if !f.Unsolved {
		want = append(want, "solved")
	}
	if f.HasUnsolvable() && f.Shapes.Min.Spare == 0 {
		want = append(want, "two-swapped", "unsolvable")
	}
	if f.MaxPuzzles == 0 && f.Shapes.Min == (puzzle.Shape{Rows: 3, Cols: 3}) && f.Goal != puzzle.Given {
		want = append(want, "all-181440", "every-depth", "deepest")
	}
	if f.Shapes.Min != f.Shapes.Max {
		want = append(want, "every-size", "largest")
	}
	return want
}

// checkCase makes sure that the text of a case is as its name says.
func checkCase(t *testing.T, f *formats.Format, name, text string) {
	t.Helper()
	free := strings.HasPrefix(name, "sample") ||
		slices.ContainsFunc(layouts, func(l layoutOfText) bool { return l.name == name })
	v := puzzles.Validator{Format: f, Lenient: free}
	unsolvable := strings.HasPrefix(name, "unsolvable") || strings.HasPrefix(name, "two-swapped")
	solvable := !free && !unsolvable && !strings.HasPrefix(name, "random")
	v.Each = func(p *puzzle.Puzzle) error {
		switch s := p.Solvable(); {
		case s && unsolvable:
			return errors.New("it is solvable")
		case !s && solvable:
			return errors.New("it is unsolvable")
		case strings.HasPrefix(name, "solved") != p.Start.Equal(p.Goal.Board) && (name == "solved" || name == "one-move"):
			return errors.New("it is solved, or should be")
		}
		return nil
	}
	n, err := v.Validate(strings.NewReader(text), name)
	if err != nil {
		t.Error(err)
	}
	if f.MaxPuzzles > 0 && n > int64(f.MaxPuzzles) {
		t.Errorf("%s has %d puzzles, want at most %d", name, n, f.MaxPuzzles)
	}
}
