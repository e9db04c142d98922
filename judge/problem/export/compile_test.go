package export_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/export"
)

// exhaustive makes these tests try every format, for minutes: make test-export.
var exhaustive = os.Getenv("EXPORT_TESTS") == "all"

// inputRounds and outputRounds are how often each format is tried: they give some 2,000 inputs and
// 2,000 outputs.
const inputRounds, outputRounds = 32, 10

// usualFormats are the formats to try if not all are tried. Together they have most
// features of formats.
var usualFormats = []string{
	"poj-1077", "uva-10181", "leetcode-773", "princeton", "hdu-3567", "poj-2224",
}

// compile compiles a program in C++, where warnings are errors, and returns its file.
func compile(t *testing.T, dir, name, source string, flags ...string) string {
	t.Helper()
	compiler, err := exec.LookPath("g++")
	if err != nil {
		lack.Skip(t, "g++, which compiles exported programs", "install the package g++")
	}
	file, program := filepath.Join(dir, name+".cc"), filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	flags = append([]string{"-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program}, flags...)
	if out, err := exec.Command(compiler, append(flags, file)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return program
}

// compileFor compiles a program for several formats: "checker", "validator" or
// "solution". Its main is in testdata.
func compileFor(t *testing.T, program string, fs []*formats.Format, optimize string) string {
	t.Helper()
	source, err := export.Library(program, fs)
	if err != nil {
		t.Fatal(err)
	}
	main := readFile(t, "testdata/"+program+".cc")
	return compile(t, t.TempDir(), program, source+main, optimize)
}

// runProgram runs a program, and returns its exit code and output.
func runProgram(t *testing.T, input, program string, args ...string) (code int, output string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
