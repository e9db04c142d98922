package export_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
	"tilejudge/solver/puzzle"
)

// eleven is a setter's format: a board of 11 cells with a hole, which is written.
const eleven = `
title = "Eleven around a hole"
[boards]
picture = """
####
#.##
####
"""
goal = """
abcd
e#fg
hij_
"""
[input]
record = "{board}\n"
[input.board]
glyphs = "_abcdefghij"
wall = "#"
between = ""
[answer]
solved = "{path}\n"
unsolvable = "none\n"
up = "U"
down = "D"
left = "L"
right = "R"
rule = "shortest"
`

// A board with walls becomes packages for Kattis and Polygon, whose validators agree with the one
// in Go on 500 mutated inputs, 100 of them with -short, and whose generators make the cases again.
func TestWalls(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	t.Parallel()
	file := filepath.Join(t.TempDir(), "eleven.toml")
	if err := os.WriteFile(file, []byte(eleven), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := declared.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := export.NewProblem(context.Background(), f, recipe.Judge)
	if err != nil {
		t.Fatal(err)
	}
	explanation := "The first puzzle can be solved in 6 moves, of these tiles in turn: b a e h i j."
	if got := p.Cases[0].Explanation; got != explanation {
		t.Errorf("the sample is explained as %q, want %q", got, explanation)
	}
	kattis, polygon := write(t, "kattis", p), write(t, "polygon", p)
	verifyPackage(t, kattis)
	programs := map[string]string{
		"kattis": filepath.Join(kattis, "validate"),
		"polygon": compile(t, polygon, "validate",
			readFile(t, polygon+"/files/validator.cpp"), "-O1"),
	}
	checkGenerator(t, readFile(t, polygon+"/files/generate.cpp"), p)
	validator := validatorsOf([]*formats.Format{f})[0]
	accepted := 0
	inputs := wallInputs(f)
	for _, input := range inputs {
		_, err := validator.Validate(strings.NewReader(input), "input")
		if err != nil && !errors.As(err, new(*formats.SyntaxError)) {
			t.Fatal(err)
		}
		if err == nil {
			accepted++
		}
		for name, valid := range map[string]int{"kattis": 42, "polygon": 0} {
			if code, out := runProgram(t, input, programs[name]); (code == valid) != (err == nil) {
				t.Errorf("%s: %q: exit %d, %s; Go says %v", name, input, code, out, err)
			}
		}
	}
	if n := len(inputs); n < 100 || accepted < n/25 || accepted > n/2 {
		t.Errorf("%d of %d inputs are valid: hardly a test", accepted, n)
	}
}

// wallInputs returns 500 inputs. Few of them are unchanged.
func wallInputs(f *formats.Format) (inputs []string) {
	rng := rand.New(rand.NewPCG(11, 12))
	for len(inputs) < 500 {
		ps := []puzzle.Puzzle{walked(rng, f), walked(rng, f)}
		text := puzzles.EncodeAll(f, ps[:1+rng.IntN(2)])
		inputs = append(inputs, text, strings.Replace(text, "#", "", 1),
			strings.Replace(text, "#", ".", 1), strings.Replace(text, "#", " ", 1),
			strings.Replace(text, "e", "#", 1), strings.Replace(text, "#", "##", 1))
		for _, m := range textMutants(rng, text) {
			inputs = append(inputs, m[1])
		}
	}
	return inputs[:500]
}
