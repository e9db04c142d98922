package recipe_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"
	"sync"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/problem/recipe"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

var exact = &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}

func Example() {
	set, err := recipe.Cases(context.Background(), judgetest.Format("leetcode-773"), recipe.Judge)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range set {
		if strings.HasPrefix(c.Name, "deepest") {
			input, _ := c.ReadInput()
			fmt.Printf("%s: %s\n%s", c.Name, c.Purpose, input)
		}
	}
	// Output:
	// deepest-21: as many moves as there can be, or on a large board many
	// [[4,5,0],[1,2,3]]
}

// decode returns the puzzles of a case.
func decode(t *testing.T, f *formats.Format, c judge.Case) []puzzle.Puzzle {
	t.Helper()
	text, err := c.ReadInput()
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	ps, err := puzzles.DecodeAll(f, string(text), c.Name)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// Several runs of a program read cases at once, and get what one reader gets.
func TestAtOnce(t *testing.T) {
	set, err := recipe.Cases(t.Context(), judgetest.Format("poj-1077"), recipe.Strict)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(set))
	for i, c := range set {
		text, err := c.ReadInput()
		if want[i] = string(text); err != nil {
			t.Fatal(err)
		}
	}
	var readers sync.WaitGroup
	for first := range 8 {
		readers.Go(func() {
			for n := range 10 * len(set) {
				i := (first + n) % len(set)
				if text, err := set[i].ReadInput(); err != nil || string(text) != want[i] {
					t.Errorf("%s: %q, %v, want %q", set[i].Name, text, err, want[i])
					return
				}
			}
		})
	}
	readers.Wait()
}

// The puzzles of a case are as its name says.
func TestPuzzles(t *testing.T) {
	f := judgetest.Format("hdu-1043")
	set, err := recipe.Cases(t.Context(), f, recipe.Strict)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range set {
		if c.Kind == judge.Every {
			continue
		}
		for i, p := range decode(t, f, c) {
			checkPuzzle(t, c.Name, i, &p)
		}
	}
}

// checkPuzzle checks a puzzle of 3x3, number i from 0.
func checkPuzzle(t *testing.T, name string, i int, p *puzzle.Puzzle) {
	t.Helper()
	moves := -1 // unsolvable
	if sol, err := exact.Solve(t.Context(), p, nil); err == nil {
		moves = sol.Moves
	}
	depth, fixed := map[string]int{
		"solved": 0, "one-move": 1, "every-depth": i, "deepest-31": 31,
		"two-swapped": -1, "unsolvable": -1,
	}[name]
	switch {
	case fixed && moves != depth:
		t.Errorf("%s, puzzle %d: %d moves, want %d", name, i+1, moves, depth)
	case name == "blank-cell" && p.Start.Blank() != i:
		t.Errorf("%s, puzzle %d: the blank is in cell %d", name, i+1, p.Start.Blank())
	}
}

// Where an input has one puzzle, each puzzle has an input of its own, and no input has all of them.
func TestOnePuzzleAnInput(t *testing.T) {
	f := judgetest.Format("poj-1077")
	set, err := recipe.Cases(t.Context(), f, recipe.Strict)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range set {
		if n := len(decode(t, f, c)); n != 1 || c.Kind == judge.Every {
			t.Errorf("case %s has %d puzzles: %s", c.Name, n, c.Purpose)
		}
		names = append(names, c.Name)
	}
	for _, want := range []string{
		"one-move-1", "one-move-2", "every-depth-00", "every-depth-31", "random-5",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no case %s in %q", want, names)
		}
	}
}

// Inputs that a judge has come first, and there are no others at the level judge. Some of them have
// other white space that the judge has, too.
func TestLevels(t *testing.T) {
	for _, tt := range []struct{ format, ours, strict string }{
		{"poj-1077", "double-spaces", "tabs leading-spaces trailing-spaces crlf"},
		{"hdu-1043", "double-spaces", "tabs crlf all-181440"},
		{"42-npuzzle", "double-spaces leading-spaces trailing-spaces", "tabs crlf"},
	} {
		f := judgetest.Format(tt.format)
		usual, err := recipe.Cases(t.Context(), f, recipe.Judge)
		if err != nil {
			t.Fatal(err)
		}
		all, err := recipe.Cases(t.Context(), f, recipe.Strict)
		if err != nil {
			t.Fatal(err)
		}
		v := puzzles.Validator{Format: f}
		for i, c := range all {
			text, err := c.ReadInput()
			if err != nil {
				t.Fatal(err)
			}
			_, err = v.Validate(bytes.NewReader(text), c.Name)
			switch {
			case c.Strict != (i >= len(usual)), !c.Strict && c.Name != usual[i].Name:
				t.Errorf("%s: case %d, %s, is in the wrong place", f.Name, i, c.Name)
			case !c.Strict && err != nil:
				t.Errorf("%s: the judge has no such input: %v", f.Name, err)
			case c.Strict && strings.Contains(" "+tt.ours+" ", " "+c.Name+" "),
				!c.Strict && strings.Contains(" "+tt.strict+" ", " "+c.Name+" "):
				t.Errorf("%s: %s is of the wrong level", f.Name, c.Name)
			}
		}
		if len(all)-len(usual) < len(strings.Fields(tt.strict)) {
			t.Errorf("%s: %d of %d cases are strict", f.Name, len(all)-len(usual), len(all))
		}
	}
	if _, err := recipe.ParseLevel("strictly"); err == nil {
		t.Error("there is a level strictly")
	}
}

// A limit on moves has a case on either side, if what is beyond has an answer.
func TestLimit(t *testing.T) {
	for _, tt := range []struct {
		tooLong string
		want    map[string]int
	}{
		{"no\n", map[string]int{"at-limit": 20, "beyond-limit": 21}},
		{"", map[string]int{}},
	} {
		f := *judgetest.Format("hdu-1043")
		f.Rule, f.Limit = puzzle.Shortest, formats.AtMost(20)
		f.Answer.TooLong = pattern.Pattern(tt.tooLong)
		set, err := recipe.Cases(t.Context(), &f, recipe.Strict)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]int)
		for _, c := range set {
			if !strings.HasSuffix(c.Name, "-limit") {
				continue
			}
			for _, p := range decode(t, &f, c) {
				p.Bound = 0
				sol, err := exact.Solve(t.Context(), &p, nil)
				if err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
				got[c.Name] = sol.Moves
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("an answer %q: %v, want %v", tt.tooLong, got, tt.want)
		}
	}
}

// The deepest 15-puzzles are some of those known, where no search is asked for.
func TestFifteens(t *testing.T) {
	f := judgetest.Format("sgu-139")
	set, err := recipe.Cases(t.Context(), f, recipe.Strict)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, c := range set {
		if strings.HasPrefix(c.Name, "deepest") {
			found += len(decode(t, f, c))
		}
	}
	if found != 4 {
		t.Errorf("%d of the deepest, want 4", found)
	}
}

// Every format has its bundled cases, and each is an input of its judge to the
// byte, except those that are about white space.
func TestCases(t *testing.T) {
	if testing.Short() {
		t.Skip("long, in one goroutine")
	}
	for _, f := range formats.All {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			checkCases(t, f)
		})
	}
}

func checkCases(t *testing.T, f *formats.Format) {
	set, err := recipe.Cases(t.Context(), f, recipe.Strict)
	if err != nil {
		t.Fatal(err)
	}
	names := make(map[string]bool)
	for _, c := range set {
		if names[c.Name] || c.Purpose == "" {
			t.Errorf("two cases are called %s, or one has no purpose", c.Name)
		}
		names[c.Name] = true
		text, err := c.ReadInput()
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		checkCase(t, f, &c, string(text))
	}
	for _, want := range wantCases(f) {
		if !slices.ContainsFunc(set, func(c judge.Case) bool {
			return c.Name == want || strings.HasPrefix(c.Name, want+"-")
		}) {
			t.Errorf("there is no case %s", want)
		}
	}
}

// If a judge promises so few moves that the blank does not come to most cells, the cases are soon
// there all the same: no boards with the blank in such a cell are looked for.
func TestFewMovesPromised(t *testing.T) {
	f := *judgetest.Format("boj-1525")
	f.Shapes.Min = puzzle.Shape{Rows: 2, Cols: 4}
	f.Shapes.Max = f.Shapes.Min
	f.Answer.Unsolvable = ""
	f.Limit = formats.AtMost(1)
	f.Name, f.MaxPuzzles = "few", 0
	set, err := recipe.Cases(t.Context(), &f, recipe.Judge)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(set, func(c judge.Case) bool { return c.Name == "blank-cell" })
	text, err := set[at].ReadInput()
	if err != nil || bytes.Count(text, []byte("\n")) != 2*3 {
		t.Errorf("%s, %v, want three boards", text, err)
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
	square := puzzle.Shape{Rows: 3, Cols: 3}
	if f.MaxPuzzles == 0 && f.Shapes.Min == square && f.Goal != puzzle.Given {
		want = append(want, "all-181440", "every-depth", "deepest")
	}
	if f.Shapes.Min != f.Shapes.Max {
		want = append(want, "every-size", "largest")
	}
	return want
}

// checkCase makes sure that the text of a case is as its name says.
func checkCase(t *testing.T, f *formats.Format, c *judge.Case, text string) {
	t.Helper()
	name, free := c.Name, c.Kind == judge.Layout
	v := puzzles.Validator{Format: f, Lenient: free}
	unsolvable := strings.HasPrefix(name, "unsolvable") || strings.HasPrefix(name, "two-swapped")
	sample := c.Kind == judge.Sample
	solvable := !free && !sample && !unsolvable && !strings.HasPrefix(name, "random")
	v.Each = func(p *puzzle.Puzzle) error {
		switch s := p.Solvable(); {
		case s && unsolvable:
			return errors.New("it is solvable")
		case !s && solvable:
			return errors.New("it is unsolvable")
		case (name == "solved" || name == "one-move") &&
			p.Start.Equal(p.Goal.Board) != (name == "solved"):
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
