//go:build hosts

package export_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tilejudge/formats"
)

// A testlibCall is a call of a checker or a validator, and the exit code that testlib has for it.
type testlibCall struct {
	name, args string
	code       int
}

// checkerCalls name files of checkerFiles, and the directory "folder". All have an input file:
// without one, testlib's checker ends by a signal, or accepts the output if it reads no input.
var checkerCalls = []testlibCall{
	{"no argument", "", 3},
	{"one argument", "input", 3},
	{"two arguments", "input right", 3},
	{"three arguments", "input right right", 0},
	{"wrong answer", "input wrong right", 1},
	{"no output", "input empty right", 2},
	{"report", "input right right report", 0},
	{"report of a wrong answer", "input wrong right report", 1},
	{"appes", "input right right report -appes", 0},
	{"APPES", "input right right report -APPES", 0},
	{"appes of a wrong answer", "input wrong right report -appes", 1},
	{"appes of a presentation error", "input empty right report -appes", 2},
	{"appes of a failure", "input right empty report -appes", 3},
	{"another word than appes", "input right right report -Appes", 3},
	{"six arguments", "input right right report -appes more", 3},
	{"empty answer", "input right empty", 3},
	{"empty answer, wrong output", "input wrong empty", 3},
	{"directory as answer", "input right folder", 3},
	{"directory as output", "input folder right", 2},
	{"directory as input", "folder right right", 3},
	{"no answer file", "input right none", 3},
	{"no output file", "input none right", 2},
	{"report in no directory", "input right right none/report", 3},
	{"test set and group", "--testset tests --group 1 input right right", 0},
	{"group after the files", "input right right --group 1", 0},
	{"test set without a name", "input right right --testset", 3},
	{"group without a name", "input right right --group", 3},
}

var checkerFiles = map[string]string{
	"input": "1 2 3 4 5 6 7 x 8\n", "right": "r\n", "wrong": "l\n", "empty": "",
}

// validatorCalls validate validInput.
var validatorCalls = []testlibCall{
	{"no argument", "", 0},
	{"test set and group", "--testset tests --group 1", 0},
	{"unknown argument", "more --other", 0},
	{"overview", "--testOverviewLogFileName log", 0},
	{"overview on stdout", "--testOverviewLogFileName stdout", 0},
	{"overview on stderr", "--testOverviewLogFileName stderr", 0},
	{"overview in no directory", "--testOverviewLogFileName none/log", 3},
	{"markup", "--testMarkupFileName markup", 0},
	{"markup on stdout", "--testMarkupFileName stdout", 0},
	{"test case 0", "--testCase 0", 3},
	{"test case 1", "--testCase 1", 0},
	{"test case 2", "--testCase 2", 0},
	{"test case 3 of 2", "--testCase 3", 0},
	{"test case that is no number", "--testCase two", 3},
	{"test case in a file", "--testCase 2 --testCaseFileName case", 0},
	{"test case on stderr", "--testCase 2 --testCaseFileName stderr", 0},
	{"file without a test case", "--testCaseFileName case", 0},
	{"all files", "--testOverviewLogFileName log --testMarkupFileName markup" +
		" --testCase 1 --testCaseFileName case", 0},
	{"test set without a name", "--testset", 3},
	{"group without a name", "--group", 3},
	{"overview without a name", "--testOverviewLogFileName", 3},
	{"markup without a name", "--testMarkupFileName", 3},
	{"test case without a number", "--testCase", 3},
	{"test case file without a name", "--testCaseFileName", 3},
}

const (
	validInput   = "1\n0\n0\n3\n1 2 3\n0 4 6\n7 5 8\n1 2 3\n4 5 6\n7 8 0\n"
	invalidInput = "3\n1 2 3\n0 4  6\n7 5 8\n1 2 3\n4 5 6\n7 8 0\n"
)

// A checker in C++ and the program itself do what a checker that uses testlib does.
func TestHostProgramsTestlibChecker(t *testing.T) {
	reference := compileTestlib(t, "checker")
	f := lookup(t, "poj-1077")
	exported := compileFor(t, "checker", []*formats.Format{f}, "-O0")
	own := buildProgram(t)
	for _, tt := range checkerCalls {
		args := strings.Fields(tt.args)
		want := callIn(t, checkerFiles, "", reference, args...)
		if want.code != tt.code {
			t.Errorf("%s: testlib's exit code is %d, want %d", tt.name, want.code, tt.code)
		}
		got := callIn(t, checkerFiles, "", exported, append([]string{"testlib"}, args...)...)
		compareEffects(t, tt.name+", C++", got, want)
		got = callIn(t, checkerFiles, "", own,
			append([]string{"check", "-f", f.Name, "--protocol", "testlib"}, args...)...)
		compareEffects(t, tt.name+", tilejudge", got, want)
	}
}

// The program does what a validator that uses testlib does. The validator in C++ does so without
// arguments, which it ignores.
func TestHostProgramsTestlibValidator(t *testing.T) {
	reference := compileTestlib(t, "validator")
	f := lookup(t, "acwing-108")
	exported := compileFor(t, "validator", []*formats.Format{f}, "-O0")
	own := buildProgram(t)
	for _, tt := range validatorCalls {
		args := strings.Fields(tt.args)
		for _, input := range []string{validInput, invalidInput} {
			want := callIn(t, nil, input, reference, args...)
			if code := max(tt.code, codeOf(input)); want.code != code {
				t.Errorf("%s: testlib's exit code is %d, want %d", tt.name, want.code, code)
			}
			if tt.args == "" {
				got := callIn(t, nil, input, exported, "testlib")
				compareEffects(t, tt.name+", C++", got, want)
			}
			got := callIn(t, nil, input, own,
				append([]string{"validate", "-f", f.Name, "--protocol", "testlib", "--"}, args...)...)
			compareEffects(t, tt.name+", tilejudge", got, want)
		}
	}
}

// Where an answer is the only right one, a checker in C++ takes no output that testlib's own
// wcmp.cpp refuses, and calls none that it takes a wrong answer. wcmp compares words, whatever the
// white space; ours finds presentation errors in it.
func TestHostProgramsTestlibWords(t *testing.T) {
	source := testlib(t)
	words := compile(t, t.TempDir(), "wcmp", readFile(t, source+"/checkers/wcmp.cpp"),
		"-isystem", source)
	for _, name := range []string{"poj-2893", "poj-2224", "acwing-108"} {
		exported := compileFor(t, "checker", []*formats.Format{lookup(t, name)}, "-O0")
		taken, refused := 0, 0
		for i, c := range problemOf(t, name).Cases[:3] {
			rng := rand.New(rand.NewPCG(28, uint64(i)))
			for _, m := range textMutants(rng, string(c.Answer)) {
				files := map[string]string{
					"input": string(c.Input), "output": m[1], "answer": string(c.Answer),
				}
				want := callIn(t, files, "", words, "input", "output", "answer").code
				got := callIn(t, files, "", exported, "testlib", "input", "output", "answer").code
				if want == 0 {
					taken++
				} else {
					refused++
				}
				if want == 0 && got != 0 && got != 2 || want != 0 && got == 0 {
					t.Errorf("%s, %s, %s: exit code %d, wcmp has %d", name, c.Name, m[0], got, want)
				}
			}
		}
		t.Logf("%s: wcmp takes %d outputs, and refuses %d", name, taken, refused)
	}
}

// codeOf returns testlib's exit code for an input.
func codeOf(input string) int {
	if input == validInput {
		return 0
	}
	return 3
}

func lookup(t *testing.T, name string) *formats.Format {
	t.Helper()
	f, err := formats.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// testlib returns the directory of testlib's source.
func testlib(t *testing.T) string {
	t.Helper()
	source := os.Getenv("TESTLIB")
	if source == "" {
		t.Fatal("TESTLIB: found none, expected a directory: see HOSTS.md")
	}
	return source
}

// compileTestlib compiles a program that uses testlib, and returns its file.
func compileTestlib(t *testing.T, name string) string {
	t.Helper()
	source := testlib(t)
	text := readFile(t, "testdata/hosts/testlib_"+name+".cc")
	return compile(t, t.TempDir(), name, text, "-isystem", source)
}

// buildProgram builds tilejudge, and returns its file.
func buildProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tilejudge")
	out, err := exec.Command("go", "build", "-o", program, "tilejudge").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// callIn calls a program in a directory with files. The effect has the streams and the files
// that the program wrote.
func callIn(
	t *testing.T, files map[string]string, stdin, program string, args ...string,
) effect {
	t.Helper()
	dir := dirOf(t, files)
	if err := os.Mkdir(dir+"/folder", 0o777); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	e := effect{cmd.ProcessState.ExitCode(), map[string]string{
		"stdout": stdout.String(), "stderr": verdictOnly(stderr.String()),
	}}
	names, err := filepath.Glob(dir + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		base := filepath.Base(name)
		if _, given := files[base]; !given && base != "folder" {
			e.texts[base] = verdictOnly(readFile(t, name))
		}
	}
	return e
}

// reasons finds the reason for a verdict on standard error, in a report in XML and in a plain one.
var reasons = regexp.MustCompile(
	`(?s)^((?:ok|wrong answer|wrong output format|FAIL) |<\?.*<result outcome = "[a-z-]+">).+?` +
		`((?:</result>)?\n)$|^[^\n]+$`)

// verdictOnly returns a text without the reason for a verdict: each checker has its own words.
func verdictOnly(text string) string { return reasons.ReplaceAllString(text, "$1...$2") }

func compareEffects(t *testing.T, name string, got, want effect) {
	t.Helper()
	if got.code != want.code || !maps.Equal(got.texts, want.texts) {
		t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, want)
	}
}
