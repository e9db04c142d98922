package submission_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}

func Example() {
	outcomes := []submission.Outcome{{
		Submission: &submission.Submission{Name: "ida.cpp", Expect: submission.Accepted()},
		Tally:      judge.Tally{judge.AC: 12}, Slowest: 700 * time.Millisecond, Case: "deepest-2",
	}}
	s, err := submission.Kattis.Suggest(outcomes)
	fmt.Println(s.Limit, err)
	// Output: 2s <nil>
}

// tree writes files: "name: text", and with "+x" after the name ones that can be executed.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		mode := os.FileMode(0o666)
		if plain, ok := strings.CutSuffix(name, "+x"); ok {
			name, mode = plain, 0o777
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err = errors.Join(err, os.WriteFile(path, []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Programs are found by extension, by what executes them, or by their comments, and should get
// what their directories or comments say.
func TestFind(t *testing.T) {
	dir := tree(t, map[string]string{
		"accepted/a10.cpp": "", "accepted/a9.py": "# @EXPECTED_RESULTS@: WRONG-ANSWER\n",
		"wrong_answer/w.java": "", "x/time_limit_exceeded/y/t.c": "",
		"mixed/m.rs": "// @expected_results@: correct, TIMELIMIT \n",
		"mixed/c.c":  "/* @EXPECTED_RESULTS@: COMPILER-ERROR */\n",
		"rejected/r": "", "README.md": "", ".git/hook+x": "#!/bin/sh\n",
		"script+x": "#!/bin/sh\n", "own.xyz": "// @COMPILE@: cc -x c {input} -o {output}\n",
		"rejected/b+x":          "\x7fELF\x00",
		"accepted/join/util.py": "", "accepted/join/main.py": "",
		"accepted/join/sub/x.py": "",
		"accepted/two/a.py":      "", "accepted/two/b.c": "",
		"students/two/a.py": "", "students/two/b.py": "",
	})
	all, others, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all {
		expect := "-"
		if s.Expect != nil {
			expect = s.Expect.Name
		}
		got = append(got, s.Name+" "+expect)
	}
	want := "accepted/a9.py accepted\naccepted/a10.cpp accepted\n" +
		"accepted/join accepted\naccepted/two/a.py accepted\naccepted/two/b.c accepted\n" +
		"mixed/c.c COMPILER-ERROR\n" +
		"mixed/m.rs CORRECT,TIMELIMIT\nown.xyz -\nrejected/b rejected\nscript -\n" +
		"students/two/a.py -\nstudents/two/b.py -\nwrong_answer/w.java wrong_answer\n" +
		"x/time_limit_exceeded/y/t.c time_limit_exceeded"
	if strings.Join(got, "\n") != want || strings.Join(others, " ") != "README.md rejected/r" {
		t.Errorf("found\n%s\nand %q, want\n%s", strings.Join(got, "\n"), others, want)
	}
}

func TestFindErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"README", "", "found no programs: no file can be executed"},
		{"a.c", "// @EXPECTED_RESULTS@: FINE\n", `a.c: @EXPECTED_RESULTS@: found "FINE", expected`},
		{"a.c", "// @COMPILE@: gcc '\n", `a.c: @COMPILE@: found "gcc '", expected a command`},
		{"a.c", "// @RUN@: \n", `a.c: @RUN@: found "", expected a command`},
	} {
		all, _, err := submission.Find(tree(t, map[string]string{tt.name: tt.text}))
		if err == nil {
			_, err = all[0].Compiler()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want %s", tt.name, tt.text, err, tt.want)
		}
	}
	if _, _, err := submission.Find(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a directory that is not there was found")
	}
}

// runner starts a runner, or skips the test if a compiler is missing.
func runner(t *testing.T, needs ...string) *sandbox.Runner {
	t.Helper()
	for _, name := range needs {
		if _, err := exec.LookPath(name); err != nil {
			lack.Skip(t, "the program "+name, "install the package "+name)
		}
	}
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// javaMain returns a source whose last class prints a word.
func javaMain(classes, word string) string {
	return classes + " { public static void main(String[] w) { System.out.println(\"" + word + "\"); } }"
}

// compileAndRun returns the output of a program, or the compiler's message.
func compileAndRun(t *testing.T, r *sandbox.Runner, s *submission.Submission) (string, error) {
	t.Helper()
	dir := t.TempDir()
	os.Chmod(filepath.Dir(dir), 0o755)
	os.Chmod(dir, 0o755)
	message, err := s.Compile(t.Context(), r, dir)
	if err != nil || message != "" {
		return message, err
	}
	out := filepath.Join(t.TempDir(), "out")
	_, err = r.Run(t.Context(), sandbox.Command{Args: s.Command, Stdout: out})
	text, _ := os.ReadFile(out)
	return string(text), err
}

// Sources are compiled in the sandbox, and what comes out runs.
func TestCompile(t *testing.T) {
	for _, tt := range []struct{ needs, name, text, want string }{
		{"gcc", "a.c", "#include <stdio.h>\nint main(void) { puts(\"fine\"); }\n", "fine\n"},
		{"gcc", "a.c", "int main( { }\n", "a.c:1:"},
		{"python3", "a.py", "print('fine')\n", "fine\n"},
		{"python3", "a.py", "print('fine'\n", "SyntaxError: "},
		{"python3", "a.py+x", "#!/usr/bin/env no-python\nprint('fine')\n", "fine\n"},
		{"python3", "b.py+x", "#!/usr/bin/env python3\r\nprint('fine')\n", "fine\n"},
		{"python3", "c.py+x", "#!/usr/bin/env python3\nprint('fine')\n", "fine\n"},
		{"sh", "a.xyz", "# @RUN@: sh {output}\necho fine\n", "fine\n"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'tr f F < \"$1\" > \"$2\"' sh {input} {output}\n" +
			"# @RUN@: sh {output}\necho fine\n", "Fine\n"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'echo no error >&2; exit 1'\n", "no error"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'exit 1' {input}\n", "the compiler failed"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'printf %9000d 1 >&2; exit 1' {input}\n", "1"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'printf case.in%09000d 1 >&2; exit 1' {input}\n",
			"a.xyz" + strings.Repeat("0", 495) + "…"},
		{"javac", "a.java", javaMain("public class a", "fine"), "fine\n"},
		{"javac", "a.java", javaMain("class b { b(String[] s) {} }\nclass a", "fine"), "fine\n"},
		{"javac", "a-b.java", javaMain("class a {}\npublic final class Main", "fine"), "fine\n"},
		{"javac", "a-b.java", javaMain("class a {}\nclass Main", "fine"), "fine\n"},
		{"javac", "a.java", javaMain("package x.y; class b {}\npublic class Main", "fine"), "fine\n"},
		{"javac", "a.java", "public class Main {\n\tint f() {}\n}", "Main.java:2: error: missing"},
		{"javac", "a.java", "class Main {", "a.java:1: error: reached end of file"},
	} {
		t.Run(tt.name+" "+tt.want, func(t *testing.T) {
			if tt.needs == "javac" && testing.Short() {
				t.Skip("takes a second")
			}
			r := runner(t, tt.needs)
			all, _, err := submission.Find(tree(t, map[string]string{tt.name: tt.text}))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := all[0].Compiler(); err != nil {
				t.Fatal(err)
			}
			got, err := compileAndRun(t, r, all[0])
			if err != nil || !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s %q: %q, %v; want %q", tt.name, tt.text, got, err, tt.want)
			}
		})
	}
}

// A directory below one of an expected verdict is one program, and sees no other.
func TestFolder(t *testing.T) {
	const puts = "#include <stdio.h>\n#include \"b.h\"\nint main(void) { puts(b()); }\n"
	const header = "#include \"{secret}\"\n"
	for _, tt := range []struct {
		needs string
		files map[string]string
		want  string
	}{
		{"gcc", map[string]string{"main.c": puts, "b.h": "char *b(void);", "b.c": "#include \"b.h\"\n" +
			"char *b(void) { return \"fine\"; }"}, "fine\n"},
		{"gcc", map[string]string{"a.c": puts, "b.h": "#define b() \"fine\""}, "fine\n"},
		{"gcc", map[string]string{"a.c": puts, "b.h": header}, "b.h:1:10: fatal error: /"},
		{"gcc", map[string]string{"a.c": puts, "b.h": "->../secret.h"}, "a.c:2:10: fatal error: b.h"},
		{"python3", map[string]string{"main.py": "import u.f", "u/f.py": "print('fine')"}, "fine\n"},
		{"javac", map[string]string{"Main.java": javaMain("class Main", "fine\" + Util.X + \""),
			"Util.java": "class Util { static int X = 1; }"}, "fine1\n"},
		{"rustc", map[string]string{"main.rs": "mod u; fn main() { u::f() }",
			"u.rs": "pub fn f() { println!(\"fine\") }"}, "fine\n"},
		{"go", map[string]string{"a.go": "package main; func main() { f() }",
			"b.go": "package main; func f() { print(); println2() }",
			"c.go": "package main; import \"fmt\"; func println2() { fmt.Println(\"fine\") }"}, "fine\n"},
		{"node", map[string]string{"index.js": "require('./u')",
			"u.js": "console.log('fine')"}, "fine\n"},
	} {
		t.Run(tt.needs+" "+tt.want, func(t *testing.T) {
			if testing.Short() && (tt.needs == "javac" || tt.needs == "go" || tt.needs == "rustc") {
				t.Skip("takes a second")
			}
			r := runner(t, tt.needs)
			dir := tree(t, map[string]string{"accepted/secret.h": "#define b() \"secret\""})
			for name, text := range tt.files {
				file := filepath.Join(dir, "accepted", "x", name)
				text = strings.ReplaceAll(text, "{secret}", filepath.Join(dir, "accepted", "secret.h"))
				err := os.MkdirAll(filepath.Dir(file), 0o755)
				if to, ok := strings.CutPrefix(text, "->"); ok {
					err = errors.Join(err, os.Symlink(to, file))
				} else {
					err = errors.Join(err, os.WriteFile(file, []byte(text), 0o600))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			all, _, err := submission.Find(dir)
			if err != nil || len(all) != 1 {
				t.Fatalf("found %d programs, %v, want one", len(all), err)
			}
			got, err := compileAndRun(t, r, all[0])
			if err != nil || !strings.HasPrefix(got, tt.want) {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// If a compiler fails on every source, that is not the contestant's fault.
func TestCompilerIsBroken(t *testing.T) {
	runner(t, "sh").Close()
	tools := tree(t, map[string]string{"rustc+x": "#!/bin/sh\necho error: no toolchain >&2\nexit 1\n"})
	os.Chmod(filepath.Dir(tools), 0o755)
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	all, _, err := submission.Find(tree(t, map[string]string{
		"a.rs": "fn main() {}", "b.x": "// @COMPILE@: rustc {input}\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	c := submission.Contest{
		Programs: all, Cases: []judge.Case{{Name: "1"}},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
		Each: func(r *judge.Result) error {
			fmt.Fprintf(&got, "%s %v: %s\n", r.Program, r.Verdict, r.Message)
			return nil
		},
	}
	_, err = c.Run(t.Context())
	const why = "JE: rustc does not work in the sandbox (see --mount): error: no toolchain\n"
	if want := "a.rs " + why + "b.x " + why; err != nil || got.String() != want {
		t.Errorf("%v, found\n%s\nwant\n%s", err, &got, want)
	}
}

func TestCompilerIsMissing(t *testing.T) {
	dir := tree(t, map[string]string{"a.x": "# @COMPILE@: no-such-compiler\n"})
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = all[0].Compiler()
	const want = "a.x: it needs no-such-compiler: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// A checker of scripts takes an empty one, and may say that it is in order.
func TestEmptyScript(t *testing.T) {
	r := runner(t, "perl")
	all, _, err := submission.Find(tree(t, map[string]string{"a.pl": ""}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := all[0].Compile(t.Context(), r, t.TempDir())
	if want := "the program is empty"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// That the path of a file is too long where the directory is copied to is no fault of the judge's.
func TestLongPath(t *testing.T) {
	r := runner(t, "python3")
	deep := strings.Repeat(strings.Repeat("d", 200)+"/", 18)
	dir := tree(t, map[string]string{"accepted/x/main.py": "print()", "accepted/x/" + deep + "f": ""})
	to := filepath.Join(t.TempDir(), strings.Repeat(strings.Repeat("e", 200)+"/", 3))
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	all, _, err := submission.Find(dir)
	if err != nil || len(all) != 1 {
		t.Fatalf("found %d programs, %v, want one", len(all), err)
	}
	got, err := all[0].Compile(t.Context(), r, to)
	if want := " cannot be copied: file name too long"; err != nil || !strings.HasSuffix(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// What is wrong with one source does not keep the other programs from being judged.
func TestBadSources(t *testing.T) {
	r := runner(t, "sh")
	self, _ := os.Executable()
	for text, want := range map[string]string{
		"# @RUN@: 'x\n":                 "a.x: @RUN@: found",
		"# @EXPECTED_RESULTS@: FINE\n":  "a.x: @EXPECTED_RESULTS@: found",
		"# @COMPILE@: /no/such/one\n":   `cannot start "/no/such/one": no such file`,
		"# @COMPILE@: /etc/passwd\n":    `cannot start "/etc/passwd": no such file`,
		"# @COMPILE@: " + self + "\n":   "cannot start",
		"# @COMPILE@: /proc/self/exe\n": "cannot start",
		"# @RUN@: sh {output}\n":        "found a source of more",
	} {
		dir := tree(t, map[string]string{"a.x": text})
		all, _, err := submission.Find(dir)
		if strings.HasPrefix(want, "found a source") {
			err = os.Truncate(filepath.Join(dir, "a.x"), sandbox.MaxScratch)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := all[0].Compile(t.Context(), r, t.TempDir())
		if err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%.40q: %q, %v, want %s", text, got, err, want)
		}
	}
}

// A source that cannot be read does not keep the other programs from being judged.
func TestUnreadable(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{"a.x": "# @RUN@: sh {output}", "b.x": "# @COMPILE@: false"})
	all, _, err := submission.Find(dir)
	if err == nil {
		err = os.Remove(filepath.Join(dir, "a.x"))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := submission.Contest{
		Programs: all, Cases: []judge.Case{{Name: "1"}},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
		Each: func(*judge.Result) error { return nil },
	}
	outcomes, err := c.Run(t.Context())
	if err != nil || len(outcomes) != 2 || outcomes[0].Tally[judge.JE] != 1 ||
		outcomes[1].Tally[judge.CE] != 1 {
		t.Errorf("%v, %v, want JE and CE", outcomes, err)
	}
}

// The owner of a source, or of a directory on the way to it, may replace it after it was found by a
// link to any file, which the judge could read.
func TestReplacedByLink(t *testing.T) {
	r := runner(t, "sh")
	const mark = "# @RUN@: cat {output}\n"
	for _, name := range []string{"team/a.x", "team", "accepted/x/a.x", "accepted/x"} {
		dir := tree(t, map[string]string{
			"team/a.x": mark, "accepted/x/a.x": mark, "other/a.x": mark + "secret", "other/b/a.x": "",
		})
		all, _, err := submission.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(dir, "other")
		if filepath.Ext(name) != "" {
			target = filepath.Join(target, "a.x")
		}
		replaced := filepath.Join(dir, name)
		if err := errors.Join(os.RemoveAll(replaced), os.Symlink(target, replaced)); err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			if !strings.HasPrefix(s.Name, name) && s.Name != name {
				continue
			}
			got, err := s.Compile(t.Context(), r, t.TempDir())
			want := " cannot be copied: too many levels of symbolic links"
			if err != nil || !strings.HasSuffix(got, want) {
				t.Errorf("%s is a link, %s: %q, %v, want %s", name, s.Name, got, err, want)
			}
		}
	}
}

// Several programs are judged on the same cases, and none sees the source of another.
func TestContest(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{
		"accepted/data": "1", "accepted/reads+x": "#!/bin/sh\ncat data\n",
		"accepted/alone+x": "#!/bin/sh\n[ -L submission.go ] || cat\n",
		"accepted/echo+x":  "#!/bin/sh\ncat\n", "wrong_answer/no+x": "#!/bin/sh\necho no\n",
		"run_time_error/x+x": "#!/bin/sh\nexit 3\n", "mixed/c.x": "# @COMPILE@: sh -c 'exit 1'\n",
		"mixed/bad+x": "#!/no/such/interpreter\n",
		"mixed/spy+x": "#!/bin/sh\ncat $0 ../accepted/echo " + "2>/dev/null; true\n",
		"flat+x":      "#!/bin/sh\n[ -e accepted ] || cat\n",
	})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	all, _, err := submission.Find(link)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	c := submission.Contest{
		Programs: all,
		Cases: []judge.Case{{Name: "1", Input: "1", Opener: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("1")), nil
		}}},
		Trial: trial.Trial{
			Check: func(_ context.Context, _, out, _ io.Reader) (*judge.Finding, error) {
				text, err := io.ReadAll(out)
				if string(text) != "1" {
					return &judge.Finding{Verdict: judge.WA, Message: string(text)}, err
				}
				return &judge.Finding{Verdict: judge.AC}, err
			},
		},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
		Each: func(r *judge.Result) error {
			fmt.Fprintf(&got, "%s %s %v\n", r.Program, r.Name, r.Verdict)
			if strings.Contains(r.Message, "\ncat\n") {
				t.Errorf("%s has read the source of another: %q", r.Program, r.Message)
			}
			return nil
		},
	}
	outcomes, err := c.Run(t.Context())
	want := "accepted/alone 1 AC\naccepted/echo 1 AC\naccepted/reads 1 AC\nflat 1 AC\n" +
		"mixed/bad 1 RE\nmixed/c.x 1 CE\nmixed/spy 1 WA\nrun_time_error/x 1 RE\nwrong_answer/no 1 WA\n"
	if err != nil || got.String() != want {
		t.Errorf("%v, found\n%s\nwant\n%s", err, &got, want)
	}
	for _, o := range outcomes {
		if o.Problem() != "" {
			t.Errorf("%s: %s", o.Name, o.Problem())
		}
	}
	full := errors.New("the disk is full")
	c.Each = func(*judge.Result) error { return full }
	if outcomes, err := c.Run(t.Context()); !errors.Is(err, full) || len(outcomes) != 1 {
		t.Errorf("%d outcomes, %v; want that the disk is full", len(outcomes), err)
	}
}

// Of several commands, none runs the program of another, and all read the other files.
func TestCommands(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{
		"a+x": "#!/bin/sh\n./b || ./c\n", "b+x": "#!/bin/sh\ncat all one\n", "all": "1", "one": "2",
	})
	if err := os.Symlink("b", filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	c := submission.Contest{
		Programs: []*submission.Submission{
			{Name: "a", Command: []string{"./a", "all"}},
			{Name: "b", Command: []string{"./b", "all", "one"}},
			{Name: "c", Command: []string{"./c", "all", "one"}},
			{Name: "sh", Command: []string{"sh", "./b", "all", "one"}},
		},
		Cases: []judge.Case{{Name: "1", Input: "all", Opener: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("1")), nil
		}}},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
		Trial: trial.Trial{
			Check: func(_ context.Context, _, out, _ io.Reader) (*judge.Finding, error) {
				text, err := io.ReadAll(out)
				if string(text) != "12" {
					return &judge.Finding{Verdict: judge.WA, Message: string(text)}, err
				}
				return &judge.Finding{Verdict: judge.AC}, err
			},
		},
	}
	var got strings.Builder
	c.Each = func(r *judge.Result) error {
		fmt.Fprintf(&got, "%s %v ", r.Program, r.Verdict)
		return nil
	}
	const want = "a RE b AC c AC sh AC "
	if _, err := c.Run(t.Context()); err != nil || got.String() != want {
		t.Errorf("%v, found %s, want %s", err, &got, want)
	}
}
