//go:build pddl

package formats_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// These tests compare what is read and written as PDDL with the validator VAL and the planner Fast
// Downward: make test-pddl. VALIDATE and FAST_DOWNWARD name the programs, if they are not in
// PATH as Validate and fast-downward.py.

// What they accepted last, on 2026-11-22: VAL at 3c7a1f3 (2021-10-18), Fast Downward at 5ea8024
// (2026-07-24).
var planningDomains = []string{
	"pddl-n-puzzle-typed", "pddl-n-puzzle-untyped", "pddl-strips-sliding-tile",
}

// tool returns the path of a program, or skips the test.
func tool(t *testing.T, variable, name string) string {
	t.Helper()
	path, err := exec.LookPath(cmp.Or(os.Getenv(variable), name))
	if err != nil {
		t.Skipf("%v: set %s to the program", err, variable)
	}
	return path
}

// At least one of the programs is there.
func TestPDDLPrograms(t *testing.T) {
	_, noVAL := exec.LookPath(cmp.Or(os.Getenv("VALIDATE"), "Validate"))
	_, noPlanner := exec.LookPath(cmp.Or(os.Getenv("FAST_DOWNWARD"), "fast-downward.py"))
	if noVAL != nil && noPlanner != nil {
		t.Errorf("found neither VAL nor Fast Downward: %v; %v", noVAL, noPlanner)
	}
}

// walked returns a puzzle whose start is some moves away from a random goal.
func walked(rng *rand.Rand, side, moves int) *puzzle.Puzzle {
	shape := puzzle.Shape{Rows: side, Cols: side}
	goal := puzzle.Board{Shape: shape}
	for _, tile := range rng.Perm(shape.Cells()) {
		goal.Tiles = append(goal.Tiles, puzzle.Tile(tile))
	}
	p := &puzzle.Puzzle{Start: goal.Clone()}
	p.Goal, _ = puzzle.NewGoal(goal) // no error: it has all tiles
	for blank := p.Start.Blank(); moves > 0; moves-- {
		if to, ok := p.Start.Slide(blank, puzzle.UDLR[rng.IntN(4)]); ok {
			blank = to
		}
	}
	return p
}

// writeFile writes a file into the directory of the test, and returns its path.
func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func domainFile(name string) string { return filepath.Join("testdata", "pddl", name+".pddl") }

// accepts reports whether the text is a plan for the puzzle, and says why not.
func accepts(f *formats.Format, p *puzzle.Puzzle, text string) error {
	d := answers.NewDecoder(strings.NewReader(text), "plan", f)
	s, err, form := d.Decode(1, p, nil)
	switch err = cmp.Or(err, form); {
	case err == nil:
		err = p.Replay(s.Path)
	case err == puzzle.ErrUnsolvable && p.Start.Equal(p.Goal.Board):
		return nil // to VAL, the comment is an empty plan
	}
	return cmp.Or(err, d.End())
}

// mutants returns texts that are like a plan.
func mutants(rng *rand.Rand, plan string) map[string]string {
	lines := strings.Split(strings.TrimSpace(plan), "\n")
	steps := lines[:len(lines)-1]
	if len(steps) == 0 {
		return map[string]string{"the comment": plan, "nothing": ""}
	}
	i, k := rng.IntN(len(steps)), rng.IntN(len(steps))
	edit := func(f func(steps []string) []string) string {
		return strings.Join(f(slices.Clone(steps)), "\n") + "\n"
	}
	timed := func(time func(i int) string) string {
		return edit(func(s []string) []string {
			for i := range s {
				s[i] = time(i) + s[i]
			}
			return s
		})
	}
	return map[string]string{
		"the plan":      plan,
		"no comment":    edit(func(s []string) []string { return s }),
		"capitals":      strings.ToUpper(plan),
		"one line":      strings.Join(steps, ""),
		"comments":      strings.ReplaceAll(plan, "\n", " ; a comment (\n"),
		"times":         timed(func(i int) string { return fmt.Sprintf("%d: ", i) }),
		"fractions":     timed(func(i int) string { return fmt.Sprintf("%d.5:", i) }),
		"one time":      timed(func(int) string { return "1: " }),
		"close times":   timed(func(i int) string { return fmt.Sprintf("%.4f: ", float64(i)/2000) }),
		"apart":         timed(func(i int) string { return fmt.Sprintf("%.3f: ", float64(i)/500) }),
		"backwards":     timed(func(i int) string { return fmt.Sprintf("%d: ", len(steps)-i) }),
		"negative":      timed(func(i int) string { return fmt.Sprintf("%d: ", i-len(steps)) }),
		"run time":      ":time 0.5\n" + plan,
		"durations":     strings.ReplaceAll(plan, ")\n(", ") [1]\n("),
		"numbered":      timed(func(i int) string { return fmt.Sprintf("%d ", i) }),
		"a move less":   edit(func(s []string) []string { return slices.Delete(s, i, i+1) }),
		"a move twice":  edit(func(s []string) []string { return slices.Insert(s, i, s[i]) }),
		"moves swapped": edit(func(s []string) []string { s[i], s[k] = s[k], s[i]; return s }),
		"cut off":       plan[:len(plan)/2],
		"a tile":        strings.Replace(plan, "1", "2", 1),
		"an object":     strings.Replace(plan, ")", " t1)", 1),
		"an action":     strings.Replace(plan, "(move", "(slide", 1),
		"no action":     strings.Replace(plan, "(", "() (", 1),
		"backward":      edit(func(s []string) []string { slices.Reverse(s); return s }),
		"nothing":       "",
		"only comments": "; nothing\n",
	}
}

// VAL and our reader accept the same plans for the problems that we write.
func TestVAL(t *testing.T) {
	val := tool(t, "VALIDATE", "Validate")
	rng := rand.New(rand.NewPCG(1, 2))
	valid, invalid := 0, 0
	for _, name := range planningDomains {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 24 {
			dir := t.TempDir()
			p := walked(rng, 2+n%3, rng.IntN(25))
			text := puzzles.EncodeAll(f, []puzzle.Puzzle{*p})
			problem := writeFile(t, dir, "problem.pddl", text)
			plan, notes := answer(t, strings.NewReader(text), f, f)
			if notes != nil {
				t.Fatal(notes)
			}
			for mutant, plan := range mutants(rng, plan) {
				path := writeFile(t, dir, "plan", plan)
				out, _ := exec.Command(val, domainFile(name), problem, path).CombinedOutput()
				want := bytes.Contains(out, []byte("Plan valid"))
				why := accepts(f, p, plan)
				if mutant == "an object" { // VAL does not look at objects behind the last parameter
					want = false
				}
				if (why == nil) != want {
					t.Errorf("%s, %s: %v, VAL says\n%s\n%s\n%s", name, mutant, why, out, text, plan)
				}
				if want {
					valid++
				} else {
					invalid++
				}
			}
		}
	}
	t.Logf("%d plans are valid, %d are not", valid, invalid)
}

// Fast Downward finds plans for the problems that we write. We accept these plans, and they are
// as short as ours.
func TestFastDownward(t *testing.T) {
	planner := tool(t, "FAST_DOWNWARD", "fast-downward.py")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range planningDomains {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 4 {
			dir := t.TempDir()
			p := walked(rng, 2+n%2, 30)
			text := puzzles.EncodeAll(f, []puzzle.Puzzle{*p})
			problem, plan := writeFile(t, dir, "problem.pddl", text), filepath.Join(dir, "plan")
			cmd := exec.Command(planner, "--plan-file", plan, "--sas-file",
				filepath.Join(dir, "sas"), domainFile(name), problem, "--search", "astar(blind())")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s\n%s", name, err, out, text)
			}
			found, err := os.ReadFile(plan)
			if err != nil {
				t.Fatal(err)
			}
			if err := accepts(f, p, string(found)); err != nil {
				t.Errorf("%s: %v\n%s\n%s", name, err, text, found)
			}
			ours, _ := answer(t, strings.NewReader(text), f, f)
			if got, want := lastLine(string(found)), lastLine(ours); got != want {
				t.Errorf("%s: Fast Downward ends with %q, we with %q:\n%s", name, got, want, text)
			}
		}
	}
}

// lastLine returns the last line of a text.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
