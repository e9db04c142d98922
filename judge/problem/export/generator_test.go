package export_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
)

// The generator in C++ makes the inputs of all cases that have a seed, to the byte, in every
// format. The validator in Go accepts them.
func TestGeneratorsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	t.Parallel()
	var orders bytes.Buffer
	var names, want []string
	for i, f := range tried {
		set, err := recipe.Cases(t.Context(), f, recipe.Judge)
		if err != nil {
			t.Fatal(err)
		}
		validator := validatorsOf([]*formats.Format{f})[0]
		for _, c := range set {
			if c.Seeded == "" {
				continue
			}
			input, err := c.ReadInput()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := validator.Validate(bytes.NewReader(input), c.Name); err != nil {
				t.Logf("%s: %v", f.Name, err)
				continue // it is not fit for a package
			}
			fmt.Fprintln(&orders, i, c.Seeded)
			names = append(names, f.Name+" "+c.Name+": "+c.Seeded)
			want = append(want, string(input))
		}
	}
	if len(want) < 3*len(tried) {
		t.Fatalf("only %d cases have a seed", len(want))
	}
	cmd := exec.Command(compileFor(t, "generator", tried, "-O0"))
	cmd.Stdin = &orders
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := bufio.NewReader(bytes.NewReader(out))
	for i := range want {
		var size int
		if _, err := fmt.Fscanf(all, "%d\n", &size); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, size)
		if _, err := io.ReadFull(all, got); err != nil {
			t.Fatal(err)
		}
		if string(got) != want[i] {
			t.Errorf("%s\ngot  %.200q\nwant %.200q", names[i], got, want[i])
		}
	}
	t.Logf("%d cases of %d formats", len(want), len(tried))
}

// The generator of a package makes its cases, or says what is wrong with its arguments.
func TestGeneratorOfPackage(t *testing.T) {
	t.Parallel()
	p := problemOf(t, "poj-1077")
	dir := write(t, "kattis-2025", p)
	program := checkGenerator(t, readFile(t, dir+"/generators/generate.cpp"), p)
	listing := readFile(t, dir+"/generators/generators.yaml")
	problem := readFile(t, write(t, "polygon", p)+"/problem.xml")
	for i, c := range p.Cases {
		file := fmt.Sprintf("%02d-%s", i+1, c.Name)
		if c.Seeded == "" {
			copied := filepath.Join(dir, "generators/manual", folderOf(c), file+".in")
			if readFile(t, copied) != string(c.Input) {
				t.Errorf("%s is another case", copied)
			}
			continue
		}
		for name, text := range map[string]string{
			listing: fmt.Sprintf("%q:\n        generate: generate.cpp %s\n", file, c.Seeded),
			problem: `method="generated" cmd="generate ` + c.Seeded + `"`,
		} {
			if !strings.Contains(name, text) {
				t.Errorf("found no %q in\n%s", text, name)
			}
		}
	}
	for _, wrong := range []string{
		"seed", "seed=-1", "seed=x", "seed=18446744073709551616", "rows=4", "unsolvable=101",
		"least=5", "least=5 most=4",
		"puzzles=2", "size=3", "=", "first=0",
	} {
		cmd := exec.Command(program, strings.Fields(wrong)...)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "found ") {
			t.Errorf("%s: %v, %s", wrong, err, out)
		}
	}
}

// The generator of a package makes no boards of a shape that the problem does not have, and looks
// for no unsolvable boards where there are none.
func TestGeneratorKnowsShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	t.Parallel()
	var fs []*formats.Format
	var orders bytes.Buffer
	for _, wrong := range [][]string{
		{"hackerrank-n-puzzle", "rows=4"},
		{"poj-2893", "rows=100 cols=100"},
		{"acwing-108", "rows=4 cols=4"},
		{"jutge-p27048", "rows=1 cols=2 unsolvable=100", "rows=1 cols=1 unsolvable=1"},
	} {
		f, err := formats.Lookup(wrong[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range wrong[1:] {
			fmt.Fprintln(&orders, len(fs), args)
		}
		fs = append(fs, f)
	}
	cmd := exec.Command(compileFor(t, "generator", fs, "-O0"))
	cmd.Stdin = &orders
	out, err := cmd.Output()
	if err != nil || strings.Count(string(out), ", expected ") != 5 {
		t.Errorf("%v, %s", err, out)
	}
}

// A validator refuses boards of a shape that the problem does not have, also where their size is
// not what tells so.
func TestValidatorKnowsShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	t.Parallel()
	odd, err := formats.Lookup("acwing-108")
	if err != nil {
		t.Fatal(err)
	}
	f := *odd
	f.Record = "{tiles}\n{board}\n"
	program := compileFor(t, "validator", []*formats.Format{&f}, "-O0")
	lines := verdictsOf(t, program, []trial{
		{input: "8\n0 1 2\n3 4 5\n6 7 8\n"},
		{input: "3\n0 1\n2 3\n"},
	})
	if lines[0] != "1" || lines[1] != "0 1:1: found 2x2, expected an odd number of rows" {
		t.Errorf("%q", lines)
	}
}

// A package without cases that have a seed has no generator.
func TestNoGenerator(t *testing.T) {
	p := problemOf(t, "poj-1077")
	for i := range p.Cases {
		p.Cases[i].Seeded = ""
	}
	for _, target := range []string{"kattis-2025", "polygon"} {
		for name := range textsIn(t, write(t, target, p)) {
			if strings.Contains(name, "generat") {
				t.Errorf("%s: found %s", target, name)
			}
		}
	}
}

// checkGenerator compiles a generator, and tries it on the cases of a problem that have a seed.
func checkGenerator(t *testing.T, source string, p *export.Problem) (program string) {
	t.Helper()
	program = compile(t, t.TempDir(), "generate", source)
	made := 0
	for _, c := range p.Cases {
		if c.Seeded == "" {
			continue
		}
		made++
		code, out := runProgram(t, "", program, strings.Fields(c.Seeded)...)
		if code != 0 || out != string(c.Input) {
			t.Errorf("%s: exit %d, %q, want %q", c.Seeded, code, out, c.Input)
		}
	}
	if made < 3 {
		t.Errorf("only %d cases are generated", made)
	}
	return program
}

func folderOf(c export.Case) string {
	if c.Sample {
		return "sample"
	}
	return "secret"
}
