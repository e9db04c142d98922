package export_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
	"tilejudge/solver/puzzle"
)

// three is a problem of one case.
func three() *export.Problem {
	shape := puzzle.Shape{Rows: 2, Cols: 2}
	return &export.Problem{
		Format: &formats.Format{
			Name:       "three",
			Shapes:     formats.Shapes{Min: shape, Max: shape, Square: true},
			Goal:       puzzle.BlankLast,
			Record:     "{\"n\":{n}}\n{board}\n",
			Board:      formats.Notation{Layout: formats.Layout{Between: " ", BetweenRows: "\n"}},
			MaxPuzzles: 1,
			Answer: formats.Answer{
				Solved: "{moves} {path}\n", Unsolvable: "a \"quoted\" no\n",
				Step: formats.Step{Up: "u", Down: "d", Left: "l", Right: "r"},
			},
			Order: puzzle.UDLR,
		},
		Cases: []export.Case{{
			Name: "sample", Sample: true,
			Purpose: "one <move> & no more", Explanation: "100 % easy_",
			Input: []byte("{\"n\":2}\n1 2\n3 0\n"), Answer: []byte("0 \n"),
		}},
	}
}

// A package for online-judge-tools, of a format and its bundled cases.
func Example() {
	f, err := formats.Lookup("aoj-0121")
	if err != nil {
		panic(err)
	}
	t, err := export.Lookup("oj")
	if err != nil {
		panic(err)
	}
	p, err := export.NewProblem(context.Background(), f, recipe.Judge)
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := t.Write(dir, p, false); err != nil {
		panic(err)
	}
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		fmt.Println(file.Name())
	}
	fmt.Println(len(p.Cases), "cases:", p.Cases[0].Name, "...", p.Cases[len(p.Cases)-1].Name)
	// Output:
	// README.md
	// checker.cpp
	// submissions
	// test
	// test.sh
	// validator.cpp
	// 7 cases: sample ... random
}

// Characters that are special in C++, LaTeX, Markdown or XML are escaped, and patterns
// become lists of pieces.
func TestEscapes(t *testing.T) {
	for _, tt := range []struct{ target, file, want string }{
		{"oj", "checker.cpp", `f.record = {"{\"n\":", SIZE, "}\n", BOARD, "\n"};`},
		{"oj", "checker.cpp", `f.unsolvable = {"a \"quoted\" no\n"};`},
		{"oj", "checker.cpp", `f.goal = {1, 2, 3, 0};`},
		{"oj", "README.md", "{\"n\":{n}}\n{board}\n"},
		{"kattis", "problem_statement/problem.en.tex", `100 \% easy\_`},
		{"kattis", "problem_statement/problem.en.tex", "\\begin{verbatim}\n{\"n\":{n}}\n"},
		{"polygon", "problem.xml", "one &lt;move&gt; &amp; no more"},
		{"polygon", "problem.xml", "<test-count>1</test-count>"},
		{"dmoj", "init.yml", "- {in: 01-sample.in, out: 01-sample.out, points: 0}"},
	} {
		target, err := export.Lookup(tt.target)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := target.Write(dir, three(), false); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, tt.file))
		if err != nil || !strings.Contains(string(text), tt.want) {
			t.Errorf("%s: %s has no %q: %v", tt.target, tt.file, tt.want, err)
		}
	}
}
