package recipe_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/generate"
	"tilejudge/judge/recipe"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

var table = &solver.Table{Options: solver.Options{Want: puzzle.WantLength}}

// judgeOf returns a judge of boards of one shape, some unsolvable.
func judgeOf(rows, cols int) recipe.Judge {
	shape := puzzle.Shape{Rows: rows, Cols: cols}
	return recipe.Judge{
		Shape: shape, Least: shape, Most: shape, Has: func(s puzzle.Shape) bool { return s == shape },
		Unsolvable: true, Rule: puzzle.Shortest,
		Spec: func(s puzzle.Shape) generate.Spec {
			return generate.Spec{
				Seed: 1, Shapes: []puzzle.Shape{s}, Goal: puzzle.BlankLast.Goal, Solver: table,
				Bound: func(puzzle.Shape) puzzle.Bound { return 0 },
			}
		},
	}
}

func Example() {
	set, err := recipe.Cases(context.Background(), judgeOf(2, 3))
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range set {
		fmt.Printf("%s: %d, %s\n", c.Name, c.N, c.Purpose)
	}
	// Output:
	// solved: 1, the start is the goal: the path is empty
	// one-move: 2, a single move: is a letter the blank's way, or the tile's?
	// blank-cell: 6, the blank in each cell in turn
	// every-depth: 22, a puzzle at each distance
	// deepest-21: 1, as many moves as there can be, or on a large board many
	// two-swapped: 1, unsolvable: the goal with two tiles exchanged
	// unsolvable: 4, unsolvable
	// random: 100, solvable and unsolvable puzzles
	// all-360: 360, every solvable puzzle of a shape in one input
}

// puzzles returns those of a case.
func puzzles(t *testing.T, c recipe.Case) []puzzle.Puzzle {
	t.Helper()
	all := make([]puzzle.Puzzle, c.N+1)
	src := c.Puzzles()
	n, err := src.Decode(all)
	if err != nil || int64(n) != c.N {
		t.Fatalf("%s: %d puzzles, %v; want %d", c.Name, n, err, c.N)
	}
	if _, err := src.Decode(all[n:]); err != io.EOF {
		t.Errorf("%s: behind the last: %v, want %v", c.Name, err, io.EOF)
	}
	return all[:n]
}

// The puzzles of a case are as its name says.
func TestCases(t *testing.T) {
	set, err := recipe.Cases(t.Context(), judgeOf(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, c := range set {
		seen[c.Name] = true
		if strings.HasPrefix(c.Name, "all") {
			continue
		}
		for i, p := range puzzles(t, c) {
			checkPuzzle(t, c.Name, i, &p)
		}
	}
	for _, want := range []string{
		"solved", "one-move", "blank-cell", "every-depth", "deepest-31", "two-swapped", "unsolvable",
		"random", "all-181440",
	} {
		if !seen[want] {
			t.Errorf("there is no case %s in %v", want, seen)
		}
	}
}

// checkPuzzle checks a puzzle of 3x3, number i from 0.
func checkPuzzle(t *testing.T, name string, i int, p *puzzle.Puzzle) {
	t.Helper()
	moves := -1 // unsolvable
	if sol, err := table.Solve(t.Context(), p, nil); err == nil {
		moves = sol.Moves
	}
	depth, fixed := map[string]int{
		"solved": 0, "one-move": 1, "every-depth": i, "deepest-31": 31, "two-swapped": -1, "unsolvable": -1,
	}[name]
	switch {
	case fixed && moves != depth:
		t.Errorf("%s, puzzle %d: %d moves, want %d", name, i+1, moves, depth)
	case name == "blank-cell" && p.Start.Blank() != i:
		t.Errorf("%s, puzzle %d: the blank is in cell %d", name, i+1, p.Start.Blank())
	}
}

// Where an input has one puzzle, there is an input for each, and none for all.
func TestCasesOfOne(t *testing.T) {
	j := judgeOf(3, 3)
	j.PerInput, j.Unsolvable = 1, false
	set, err := recipe.Cases(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range set {
		if c.N != 1 || strings.HasPrefix(c.Name, "all") || strings.Contains(c.Purpose, "unsolvable:") {
			t.Errorf("case %s has %d puzzles: %s", c.Name, c.N, c.Purpose)
		}
		names = append(names, c.Name)
	}
	for _, want := range []string{"one-move-1", "one-move-2", "every-depth-00", "every-depth-31", "random-5"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no case %s in %q", want, names)
		}
	}
}

// A limit on moves has a case on either side, if what is beyond has an answer.
func TestCasesAtLimit(t *testing.T) {
	for _, within := range []bool{false, true} {
		j := judgeOf(3, 3)
		spec := j.Spec
		j.Spec = func(shape puzzle.Shape) generate.Spec {
			s := spec(shape)
			s.Bound, s.Within = func(puzzle.Shape) puzzle.Bound { return puzzle.AtMost(20) }, within
			return s
		}
		set, err := recipe.Cases(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]int)
		for _, c := range set {
			if strings.HasSuffix(c.Name, "-limit") {
				for _, p := range puzzles(t, c) {
					p.Bound = 0
					sol, err := table.Solve(t.Context(), &p, nil)
					if err != nil {
						t.Errorf("%s: %v", c.Name, err)
					}
					got[c.Name] = sol.Moves
				}
			}
		}
		if within && len(got) > 0 || !within && (got["at-limit"] != 20 || got["beyond-limit"] != 21) {
			t.Errorf("within %v: %v, want 20 and 21 moves if not", within, got)
		}
	}
}

// The deepest 15-puzzles are some of those known, where a search is not asked for.
func TestCasesFifteens(t *testing.T) {
	j := judgeOf(4, 4)
	j.Rule = puzzle.AnyPath
	j.Fifteens = func() (recipe.Series, error) {
		return recipe.Series{N: 17, At: func(i int64, p *puzzle.Puzzle) error {
			p.ID = int(i)
			return nil
		}}, nil
	}
	set, err := recipe.Cases(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(set, func(c recipe.Case) bool { return c.Name == "deepest" })
	if i < 0 || set[i].N != 4 || puzzles(t, set[i])[3].ID != 4 {
		t.Errorf("deepest: %+v, want the first 4 of those known", set)
	}
}
