package export_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
)

// problemOf returns the problem of a format.
func problemOf(t *testing.T, format string) *export.Problem {
	t.Helper()
	f, err := formats.Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	p, err := export.NewProblem(context.Background(), f, recipe.Judge)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// write makes a package, and returns its directory.
func write(t *testing.T, target string, p *export.Problem) string {
	t.Helper()
	k, err := export.Lookup(target)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := k.Write(dir, p, false); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Judges that limit the number of files or the sum of times get the first and the last case
// of each series, and no more than they take.
func TestFit(t *testing.T) {
	for _, name := range append([]string{"sise", "korf-24"}, usualFormats...) {
		p := problemOf(t, name)
		for _, tt := range []struct {
			target, dir string
			files       int // at most
		}{{"hydro", "testdata", 99}, {"syzoj", ".", 100}} {
			dir := write(t, tt.target, p)
			var inputs []string
			files := textsIn(t, filepath.Join(dir, tt.dir))
			for file := range files {
				if strings.HasSuffix(file, ".in") {
					inputs = append(inputs, filepath.Base(file))
				}
			}
			if len(files) > tt.files {
				t.Errorf("%s: %s has %d files", name, tt.target, len(files))
			}
			slices.Sort(inputs)
			checkFit(t, p, inputs)
			if tt.target == "hydro" {
				checkTime(t, readFile(t, dir+"/testdata/config.yaml"), len(inputs))
			}
		}
	}
}

// checkFit makes sure that the first and the last case of each series are there.
func checkFit(t *testing.T, p *export.Problem, inputs []string) {
	t.Helper()
	all := strings.Join(inputs, " ")
	series := func(i int) string { return strings.TrimRight(p.Cases[i].Name, "0123456789") }
	for i, c := range p.Cases {
		isFirst := i == 0 || series(i-1) != series(i)
		isLast := i+1 == len(p.Cases) || series(i+1) != series(i)
		if (isFirst || isLast) && !strings.Contains(all, "-"+c.Name+".in") {
			t.Errorf("%s: case %s is missing in %s", p.Name, c.Name, all)
		}
	}
}

// checkTime makes sure that Hydro does not find the sum of the limits too large: 60 seconds,
// with limits doubled as for Java.
func checkTime(t *testing.T, config string, cases int) {
	t.Helper()
	m := regexp.MustCompile(`(?m)^time: (\d+)ms$`).FindStringSubmatch(config)
	if m == nil {
		t.Fatalf("there is no time limit:\n%s", config)
	}
	ms, _ := strconv.Atoi(m[1])
	if ms < 1000 || 2*ms*cases > 60_000 {
		t.Errorf("the limit of each of %d cases is %d ms", cases, ms)
	}
}

// CMS's loader counts the cases in gen/GEN, whose points must be 100.
func TestCMS(t *testing.T) {
	p := problemOf(t, "poj-1077")
	dir := write(t, "cms", p)
	points, cases := 0, 0
	for line := range strings.Lines(readFile(t, dir+"/gen/GEN")) {
		line = strings.TrimSpace(line)
		if n, ok := strings.CutPrefix(line, "# ST: "); ok {
			value, err := strconv.Atoi(n)
			if err != nil {
				t.Fatal(err)
			}
			points += value
		} else if line != "" {
			cases++
		}
	}
	if points != 100 || cases != len(p.Cases) {
		t.Errorf("GEN has %d points and %d cases, want %d", points, cases, len(p.Cases))
	}
	task := readFile(t, dir+"/task.yaml")
	if !strings.Contains(task, fmt.Sprintf("n_input: %d\n", cases)) {
		t.Errorf("task.yaml has other cases than %d:\n%s", cases, task)
	}
	for i, c := range p.Cases {
		if readFile(t, fmt.Sprintf("%s/output/output%d.txt", dir, i)) != string(c.Answer) {
			t.Errorf("case %d has another answer", i)
		}
	}
}

// The files that the texts of a package name are there.
func TestNamedFiles(t *testing.T) {
	p := problemOf(t, "poj-2224")
	for _, tt := range []struct{ target, file, pattern, in string }{
		{"polygon", "problem.xml", `path="([^"]+)"`, ""},
		{"polygon", "statements/english/problem.tex", `\\exmpfile\{(.*?)\}`, "statements/english"},
		{"dmoj", "init.yml", `(?:in|out|source|files): ([^ ,}\n]+)`, ""},
		{"hydro", "testdata/config.yaml", `(?:input|output|checker): ([^ ,}\n]+)`, "testdata"},
		{"syzoj", "data.yml", `fileName: (\S+)`, ""},
		{"lemon", "poj-2224.cdf", `"(poj-2224/[^"]+\.(?:in|out))"`, "data"},
		{"rime", "poj-2224/tests/TESTSET", `src="(\S+?)"`, "poj-2224/tests"},
		{"rime", "poj-2224/too_long/SOLUTION", `src="(\S+?)"`, "poj-2224/too_long"},
		{"cms", "Makefile", `: (\S+)\n`, ""},
		{"lemon", "Makefile", `: (\S+)\n`, ""},
	} {
		dir := write(t, tt.target, p)
		text := readFile(t, filepath.Join(dir, tt.file))
		names := regexp.MustCompile(tt.pattern).FindAllStringSubmatch(text, -1)
		if len(names) == 0 {
			t.Errorf("%s: %s names no file:\n%s", tt.target, tt.file, text)
		}
		for _, m := range names {
			readFile(t, filepath.Join(dir, tt.in, m[1]))
		}
	}
}

// A format has packages only if their programs can read what it has between the boards of answers.
func TestBoardsWithNumbers(t *testing.T) {
	f, err := formats.Lookup("42-npuzzle")
	if err != nil {
		t.Fatal(err)
	}
	if err := export.Supports(f); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*formats.Answer){
		func(a *formats.Answer) { a.Each = "Step {case}:\n{board}\n" },
		func(a *formats.Answer) { a.Each = "{path}\n{board}\n" },
		func(a *formats.Answer) { a.First = "Start:\n{board}\n" },
	} {
		changed := *f
		change(&changed.Answer)
		if export.Supports(&changed) == nil {
			t.Errorf("%q then %q: has packages", changed.Answer.First, changed.Answer.Each)
		}
	}
}
