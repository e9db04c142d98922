package puzzles_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// smallProblem is a problem as n-puzzle-generator -n 2 writes it.
const smallProblem = `(define (problem n-puzzle-2)
  (:domain n-puzzle-typed)
  (:objects p_1_1 p_1_2 p_2_1 p_2_2 - position t_1 t_2 t_3 - tile)
  (:init
    (at t_3 p_1_1)
    (at t_1 p_1_2)
    (at t_2 p_2_1)
    (empty p_2_2)
    (neighbor p_1_1 p_1_2)
    (neighbor p_1_2 p_1_1)
    (neighbor p_2_1 p_2_2)
    (neighbor p_2_2 p_2_1)
    (neighbor p_1_1 p_2_1)
    (neighbor p_2_1 p_1_1)
    (neighbor p_1_2 p_2_2)
    (neighbor p_2_2 p_1_2))
  (:goal (and
    (at t_1 p_1_1)
    (at t_2 p_1_2)
    (at t_3 p_2_1))))
`

// freeInPDDL are the modifications of an input that change nothing but white space and the name
// of a problem.
var freeInPDDL = map[string]bool{"tabs": true, "carriage returns": true, "leading zeros": true}

// Problems are written as the generator of the competition writes them, and are read in any
// order, case and layout.
func TestProblems(t *testing.T) {
	f, err := formats.Lookup("pddl-n-puzzle-typed")
	if err != nil {
		t.Fatal(err)
	}
	want := []puzzle.Tile{3, 1, 2, 0}
	goal := []puzzle.Tile{1, 2, 3, 0}
	swap := func(a, b string) string {
		text := strings.NewReplacer(a, b, b, a).Replace(smallProblem)
		if text == smallProblem {
			t.Fatalf("no %q and %q", a, b)
		}
		return text
	}
	for name, in := range map[string]string{
		"as written":    smallProblem,
		"capitals":      strings.ToUpper(smallProblem),
		"one line":      strings.ReplaceAll(smallProblem, "\n", " "),
		"a comment":     strings.ReplaceAll(smallProblem, "\n", " ; a comment (\n"),
		"no spaces":     strings.ReplaceAll(smallProblem, "\n    ", ""),
		"other order":   swap("(at t_3 p_1_1)", "(neighbor p_2_2 p_1_2)"),
		"other objects": swap("p_1_1 p_1_2 p_2_1 p_2_2 - position", "t_1 t_2 t_3 - tile"),
		"a fact twice":  swap("(empty p_2_2)", "(empty p_2_2) (empty p_2_2)"),
		"requirements":  swap("(:init", "(:requirements :strips :typing) (:init"),
		"a metric":      swap("p_2_1))))", "p_2_1))) (:metric minimize (total-time)))"),
		"the blank":     swap("(:goal (and", "(:goal (and (empty p_2_2)"),
	} {
		ps, err := puzzles.DecodeAll(f, in, "in")
		if err != nil || len(ps) != 1 || !slices.Equal(ps[0].Start.Tiles, want) ||
			!slices.Equal(ps[0].Goal.Tiles, goal) {
			t.Errorf("%s: %v, %v, want %v to %v", name, ps, err, want, goal)
			continue
		}
		if text := puzzles.EncodeAll(f, ps); text != smallProblem {
			t.Errorf("%s: EncodeAll = %s, want %s", name, text, smallProblem)
		}
	}
}

// What is no problem of this domain, on a square board, is an error that says why and where.
func TestProblemErrors(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{
			"another domain", "n-puzzle-typed", "n-puzzle",
			`in:2:12: found "n-puzzle", expected "n-puzzle-typed"`,
		},
		{"a tile twice", "(at t_1 p_1_2)", "(at t_3 p_1_2)", "in:6:5: found \"(at\", expected one place"},
		{
			"two tiles at a place", "(at t_1 p_1_2)", "(at t_1 p_1_1)",
			"in:6:5: found \"(at\", expected a place without",
		},
		{"no tile at a place", "(at t_1 p_1_2)", "", "expected a tile or the blank at p_1_2"},
		{"a missing neighbour", "(neighbor p_2_2 p_2_1)", "", `expected "(neighbor p_2_2 p_2_1)"`},
		{"a diagonal", "(neighbor p_2_2 p_2_1)", "(neighbor p_2_2 p_1_1)",
			`in:12:5: found "(neighbor", expected a fact of a 2x2 board`},
		{"an unknown fact", "(empty p_2_2)", "(blank p_2_2)", "expected a fact of a 2x2 board"},
		{"an unknown tile", "(at t_3 p_1_1)", "(at t_4 p_1_1)", "expected a fact about a tile"},
		{"an unknown place", "(at t_3 p_1_1)", "(at t_3 p_3_1)", "expected a place of a 2x2 board"},
		{"no place", "(at t_3 p_1_1)", "(at t_3)", "expected a place of a 2x2 board"},
		{"no type", " - tile)", ")", "expected an object with a type"},
		{"a wrong type", " - tile)", " - position)", "expected an object of a 2x2 board"},
		{"an object twice", "t_1 t_2 t_3 - tile", "t_1 t_2 t_2 - tile", "expected each object once"},
		{
			"an object too many", "t_3 - tile", "t_3 t_4 - tile",
			"found 8 objects, expected as many as a board of 2x2 to 30x30, square has",
		},
		{"an unfinished goal", "(at t_2 p_1_2)\n    (at t_3", "(at t_3", "expected the place of t_2"},
		{
			"another goal", "(at t_2 p_1_2)\n    (at t_3", "(neighbor p_1_1 p_1_2)\n    (at t_3",
			"expected the place of a tile",
		},
		{
			"a negative goal", "(at t_2 p_1_2)\n    (at t_3", "(not (at t_1 p_1_1))\n    (at t_3",
			`expected a name or ")"`,
		},
		{
			"a part twice", "(:init", "(:domain n-puzzle-typed)\n(:init",
			"expected each part of the problem once",
		},
		{"an unknown part", "(:init", "(:length 3)\n(:init", "expected one of :domain, :objects"},
		{"no goal", smallProblem[strings.Index(smallProblem, "(:goal"):], ")", `expected "(:goal"`},
		{"the end", "(at t_3 p_2_1))))\n", "(at t_3 p_2_1", "found the end of the input"},
		{
			"a name that is none", "(problem n-puzzle-2)", "(problem (n))",
			"expected the name of the problem",
		},
	} {
		f, err := formats.Lookup("pddl-n-puzzle-typed")
		if err != nil {
			t.Fatal(err)
		}
		in := strings.Replace(smallProblem, tt.old, tt.new, 1)
		if in == smallProblem {
			t.Fatalf("%s: nothing is replaced", tt.name)
		}
		_, err = puzzles.DecodeAll(f, in, "in")
		if !errors.As(err, new(*formats.SyntaxError)) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

// Each domain is detected by its name, and reading goes on with the next problem.
func TestDetectProblems(t *testing.T) {
	for _, name := range []string{
		"pddl-n-puzzle-typed", "pddl-n-puzzle-untyped", "pddl-strips-sliding-tile",
	} {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		in := example(t, f)
		got, _, err := puzzles.Detect(t.Context(), strings.NewReader(in), nil, nil, false)
		if err != nil || got != f {
			t.Errorf("Detect = %v, %v, want %s", got, err, name)
		}
		broken := strings.Replace(in, "(:goal", "(:gaol", 1) + in
		d := puzzles.NewDecoder(strings.NewReader(broken), "in", f)
		ps := make([]puzzle.Puzzle, 2)
		_, first := d.Decode(ps)
		n, second := d.Decode(ps)
		if !errors.Is(first, puzzle.ErrMalformed) || n != 1 || second != nil {
			t.Errorf("%s: Decode = %v, then %d, %v, want an error and a puzzle", name, first, n, second)
		}
	}
}
