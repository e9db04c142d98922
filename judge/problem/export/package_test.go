package export_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/protocol"
)

// A package for Kattis passes what verifyproblem of problemtools tries: the validators
// accept its data, the right solution is accepted, modified inputs are invalid, and junk
// gets a verdict.
func TestPackage(t *testing.T) {
	t.Parallel()
	names := usualFormats[:1]
	if exhaustive {
		names = usualFormats
	}
	target, err := export.Lookup("kattis")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			f, err := formats.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := export.NewProblem(context.Background(), f, recipe.Judge)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := target.Write(dir, p, false); err != nil {
				t.Fatal(err)
			}
			verifyPackage(t, dir)
		})
	}
}

// verifyPackage compiles the programs of a package, and tries them on its data.
func verifyPackage(t *testing.T, dir string) {
	programs := compileAll(t, dir)
	validate := func(what, input string, want int) {
		if got, out := runProgram(t, input, programs["validate"]); got != want {
			t.Errorf("the validator: %s: exit %d, want %d\n%q\n%s", what, got, want, input, out)
		}
	}
	for what, junk := range junkInputs() {
		validate(what, junk, 43)
	}
	inputs, err := filepath.Glob(filepath.Join(dir, "data/*/*.in"))
	if err != nil || len(inputs) < 5 {
		t.Fatalf("%d cases, %v", len(inputs), err)
	}
	for i, file := range inputs {
		answer := strings.TrimSuffix(file, ".in") + ".ans"
		input, expected := readFile(t, file), readFile(t, answer)
		check := func(what, output string, want ...int) {
			code, out := runProgram(t, output, programs["check"], file, answer, dir+"/")
			if !slices.Contains(want, code) {
				t.Errorf("the output validator: %s of %s: exit %d, want %v\n%s",
					what, file, code, want, out)
			}
		}
		validate(file, input, 42)
		check("the answer", expected, 42)
		_, out := runProgram(t, input, programs["right"])
		check("the right solution", out, 42)
		if i > 3 {
			continue
		}
		for what, modified := range modifications(input) {
			validate(what, modified, 43)
		}
		for _, junk := range junkAnswers {
			check("junk", junk, 42, 43)
		}
	}
}

// notOnWindows makes the use of functions an error that C++ does not have on Windows, where
// Codeforces compiles checkers.
const notOnWindows = "#pragma GCC poison fmemopen open_memstream getline getdelim fdopen fileno\n" +
	"#pragma GCC poison popen dprintf strndup strsep strtok_r mkstemp setenv random srandom alarm\n"

// compileAll compiles programs of a package, and returns them by their names.
func compileAll(t *testing.T, dir string) map[string]string {
	programs := make(map[string]string)
	for _, name := range []string{
		"input_validators/validate", "output_validators/check", "submissions/accepted/right",
	} {
		source := readFile(t, filepath.Join(dir, name+".cpp"))
		source = strings.Replace(source, "#include <vector>\n", "#include <vector>\n"+notOnWindows, 1)
		name = filepath.Base(name)
		programs[name] = compile(t, dir, name, source, "-O1", "-Wshadow")
	}
	return programs
}

// modifications are the changes of verifyproblem to a valid input. A validator must refuse
// all of them.
func modifications(input string) map[string]string {
	replaced := func(pattern, by string) string {
		return regexp.MustCompile(pattern).ReplaceAllString(input, by)
	}
	all := map[string]string{
		"a space after white space": replaced(`\s`, "$0 "),
		"trailing spaces":           replaced(`\n`, " \n"),
		"doubled newlines":          replaced(`\n`, "\n\n"),
		"zeros before integers":     replaced(`\b[0-9]+\b`, "0000000000$0"),
		"junk at the end":           input + strings.Repeat("7#", 100),
		"a newline at the end":      input + "\n",
		"no newline":                strings.TrimSuffix(input, "\n"),
		"carriage returns":          replaced(`\n`, "\r\n"),
	}
	maps.DeleteFunc(all, func(_, modified string) bool { return modified == input })
	return all
}

// junkInputs are the inputs of verifyproblem that are no puzzles at all.
func junkInputs() map[string]string {
	rng := rand.New(rand.NewPCG(5, 6))
	random, printable, ascii := make([]byte, 1024), make([]byte, 200), []byte{}
	for i := range random {
		random[i] = byte(rng.IntN(256))
	}
	for i := range printable {
		printable[i] = byte(' ' + rng.IntN(95))
	}
	for c := byte(' '); c < 0x7f; c++ {
		ascii = append(ascii, c)
	}
	return map[string]string{
		"nothing": "", "random bytes": string(random), "ASCII": string(ascii),
		"random printable bytes": string(printable), "white space": strings.Repeat(" \n", 500_000),
	}
}

// Every target makes the same package each time, and overwrites one only if it is asked to.
func TestPackagesAreDeterministic(t *testing.T) {
	f, err := formats.Lookup("hdu-3567")
	if err != nil {
		t.Fatal(err)
	}
	var problems [2]*export.Problem
	for i := range problems {
		if problems[i], err = export.NewProblem(context.Background(), f, recipe.Judge); err != nil {
			t.Fatal(err)
		}
	}
	for _, target := range export.All {
		var first map[string]string
		for _, p := range problems {
			dir := t.TempDir()
			if err := target.Write(dir, p, false); err != nil {
				t.Fatal(err)
			}
			if err := target.Write(dir, p, false); err == nil {
				t.Errorf("%s: a package was overwritten", target.Name)
			}
			if err := target.Write(dir, p, true); err != nil {
				t.Error(err)
			}
			files := textsIn(t, dir)
			if first == nil {
				first = files
			}
			if len(files) < 10 || !maps.Equal(first, files) {
				t.Errorf("%s: %d files, at first %v",
					target.Name, len(files), slices.Sorted(maps.Keys(first)))
			}
		}
	}
}

// textsIn returns the files in a directory.
func textsIn(t *testing.T, dir string) map[string]string {
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[path[len(dir):]] = readFile(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkProtocols calls a checker of poj-1077 in the way of each judge.
func checkProtocols(t *testing.T, program string) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	input, answer := file("input", "1 2 3 4 5 6 7 x 8\n"), file("answer", "r\n")
	outputs := map[judge.Verdict]string{judge.AC: "r\n", judge.WA: "l\n", judge.PE: "r.\n"}
	for _, name := range []string{"kattis", "testlib", "hydro", "dmoj", "oj"} {
		p, err := protocol.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		codes := p.Codes
		want := map[judge.Verdict]int{judge.AC: codes.AC, judge.WA: codes.WA, judge.PE: codes.PE}
		for v, text := range outputs {
			args := []string{name, input, file("output", text), answer}
			if name == "kattis" {
				args = []string{name, input, answer, dir + "/"}
			}
			if code, _ := runProgram(t, text, program, args...); code != want[v] {
				t.Errorf("%s: %v is exit %d, want %d", name, v, code, want[v])
			}
			message := dir + "/judgemessage.txt"
			if name == "kattis" && !strings.HasPrefix(readFile(t, message), v.Meaning()+": ") {
				t.Errorf("%s: %v: the message is %q", name, v, readFile(t, message))
			}
		}
		for what, args := range map[string][]string{
			"a wrong answer file": {name, input, input, input}, "too few arguments": {name, input},
		} {
			if code, _ := runProgram(t, "", program, args...); code != p.Codes.JE {
				t.Errorf("%s: exit %d for %s, want %d", name, code, what, p.Codes.JE)
			}
		}
		for fd := 3; runtime.GOOS == "linux" && name != "kattis" && fd < 8; fd++ {
			link := filepath.Join(dir, fmt.Sprint(name, fd)) // the answers may be open as that
			if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", fd), link); err != nil {
				t.Fatal(err)
			}
			if code, _ := runProgram(t, "", program, name, input, link, answer); code != p.Codes.PE {
				t.Errorf("%s: exit %d for a link to descriptor %d, want %d", name, code, fd, p.Codes.PE)
			}
		}
	}
	checkReport(t, program, input, file("output", "x<"), answer)
	checkCalls(t, program, map[string]string{
		"IN": input, "ANS": answer, "OK": file("ok", "r\n"), "WA": file("wa", "l\n"),
		"EMPTY": file("empty", ""), "DIR": dir, "REPORT": file("report", ""),
	})
}
