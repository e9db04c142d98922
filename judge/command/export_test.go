package command

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/export"
	"tilejudge/judge/protocol"
)

// exhaustive makes the tests of exported packages take minutes: make test-export.
var exhaustive = os.Getenv("EXPORT_TESTS") == "all"

// rounds is how often each format is tried.
func rounds() int {
	if exhaustive {
		return 6
	}
	return 1
}

// usualExports are formats that differ in most that a format has.
var usualExports = []string{
	"poj-1077", "uva-10181", "leetcode-773", "princeton", "hdu-3567", "poj-2224",
}

// compile compiles a program in C++ without warnings, and returns its file.
func compile(t *testing.T, dir, name, source string, flags ...string) string {
	t.Helper()
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("NOT TESTED: there is no g++, and exported programs are C++")
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

// library compiles a program for some formats: "checker", "validator" or "solution".
func library(t *testing.T, program string, fs []*formats.Format, optimize string) string {
	t.Helper()
	source, err := export.Library(program, fs)
	if err != nil {
		t.Fatal(err)
	}
	driver, err := os.ReadFile("../export/testdata/" + program + ".cc")
	if err != nil {
		t.Fatal(err)
	}
	return compile(t, t.TempDir(), program, source+string(driver), optimize)
}

// The example submissions get the verdicts that they claim, on the cases of every
// format.
func TestExportedSubmissions(t *testing.T) {
	t.Parallel()
	fs := formats.All
	if !exhaustive {
		fs = slices.DeleteFunc(slices.Clone(fs), func(f *formats.Format) bool {
			return !slices.Contains(usualExports, f.Name)
		})
	}
	program := library(t, "solution", fs, "-O1")
	for i, f := range fs {
		p, err := problemOf(context.Background(), f)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		c, err := checker.New(f, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range export.Submissions(p) {
			var tally judge.Tally
			for _, k := range p.Cases {
				tally[submissionVerdict(t, c, &k, program, strconv.Itoa(i), s.Name)]++
			}
			if tally[s.Verdict] == 0 || tally[judge.AC]+tally[s.Verdict] < tally.Cases() {
				t.Errorf("%s: %s is %v, want %v", f.Name, s.Name, tally.String(), s.Verdict)
			}
		}
	}
}

// submissionVerdict returns the verdict on a submission in a case.
func submissionVerdict(t *testing.T, c *checker.Checker, k *export.Case, program ...string) judge.Verdict {
	name := program[len(program)-1]
	limit := 20 * time.Second
	if name == "busy_loop" {
		limit = 5 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	begin := time.Now()
	cmd := exec.CommandContext(ctx, program[0], program[1:]...)
	cmd.Stdin = bytes.NewReader(k.Input)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return judge.TLE
	}
	if took := time.Since(begin); took > time.Second {
		t.Logf("%s, %s: case %s takes %v", c.Format.Name, name, k.Name, took)
	}
	if err != nil {
		return judge.RE
	}
	file := func(name string, text []byte) protocol.File {
		return protocol.File{Name: name, Reader: bytes.NewReader(text)}
	}
	answer := file("answer", k.Answer)
	o := c.Outcome(context.Background(), file("input", k.Input), file("output", out), &answer)
	if o.Verdict == judge.JE {
		t.Errorf("%s, %s, case %s: %s", c.Format.Name, name, k.Name, o.Message)
	}
	return o.Verdict
}
