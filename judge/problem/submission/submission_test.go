package submission_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tilejudge/judge"
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
	s, err := kattis.Suggest(outcomes)
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

// contest returns a contest on one case, whose input is "1". The verdict is on a program's output.
func contest(
	programs []*submission.Submission, verdict func(output string) judge.Verdict,
) *submission.Contest {
	return &submission.Contest{
		Programs: programs,
		Cases: []judge.Case{{Name: "1", Input: "1", Opener: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("1")), nil
		}}},
		Trial: trial.Trial{
			Check: func(_ context.Context, _, out, _ io.Reader) (*judge.Finding, error) {
				text, err := io.ReadAll(out)
				return &judge.Finding{Verdict: verdict(string(text)), Message: string(text)}, err
			},
		},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
	}
}

// onlyVerdict runs a contest of one program on one case, and returns the verdict with its message.
func onlyVerdict(t *testing.T, c *submission.Contest) (verdict string) {
	t.Helper()
	c.Each = func(r *judge.Result) error {
		verdict += fmt.Sprint(r.Verdict, " ", r.Message)
		return nil
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Error(err)
	}
	return verdict
}

// equal returns a verdict: AC if the output is what is wanted, else WA.
func equal(want string) func(string) judge.Verdict {
	return func(output string) judge.Verdict {
		if output == want {
			return judge.AC
		}
		return judge.WA
	}
}

// verdictIn judges the only program in a directory, which should print 42.
func verdictIn(t *testing.T, dir string) string {
	t.Helper()
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	return onlyVerdict(t, contest(all, equal("42\n")))
}

// Programs are found by extension, by what executes them, or by their comments, and should get
// what their directories or comments say.
func TestFind(t *testing.T) {
	dir := tree(t, map[string]string{
		"accepted/a10.cpp": "", "accepted/a9.py": "# @EXPECTED_RESULTS@: WRONG-ANSWER\n",
		"wrong_answer/w.java": "", "x/time_limit_exceeded/y/t.c": "",
		"mixed/m.rs": "// @expected_results@: correct, TIMELIMIT \n",
		"mixed/c.c":  "/* @EXPECTED_RESULTS@: COMPILER-ERROR */\n",
		"rejected/r": "", "README.md+x": "# a\n", "a.pdf+x": "\x00", "lib.so.1+x": "\x7fELF\x00",
		".git/hook+x": "#!/bin/sh\n",
		"script+x":    "#!/bin/sh\n", "own.xyz": "// @COMPILE@: cc -x c {input} -o {output}\n",
		"rejected/b+x":          "\x7fELF\x00",
		"accepted/join/util.py": "", "accepted/join/main.py": "", "accepted/join/data": "",
		"accepted/join/sub/x.py": "",
		"accepted/two/a.py":      "", "accepted/two/b.c": "",
		"accepted/run/run+x": "#!/bin/sh\n", "accepted/run/h.py": "",
		"accepted/made/a.c": "", "accepted/made/b.c": "", "accepted/made/prog+x": "\x7fELF\x00",
		"accepted/made/test.sh+x": "#!/bin/sh\n", "accepted/deep/build.sh+x": "#!/bin/sh\n",
		"accepted/deep/src/Sol.java": "", "accepted/deep/src/test/java/Main.java": "",
		"accepted/make/b.cpp": "", "accepted/make/build/CMakeFiles/main.cpp": "",
		"accepted/make/node_modules/main.js": "", "accepted/gen/build/CMakeFiles/x.cpp": "",
		"accepted/mod/s+x": "#!/bin/sh\n", "accepted/mod/a.cjs": "", "accepted/mod/eslint.config.mjs": "",
		"accepted/gen/run+x": "#!/bin/sh\n", "accepted/only/node_modules/x.js": "",
		"accepted/cargo/examples/main.rs": "", "accepted/cargo/src/main.rs": "",
		"accepted/start/run+x": "#!/bin/sh\n", "accepted/start/solve+x": "\x7fELF\x00",
		"accepted/starts/run+x": "#!/bin/sh\n", "accepted/starts/main+x": "\x7fELF\x00",
		"accepted/team/main+x": "\x7fELF\x00", "accepted/team/bob+x": "\x7fELF\x00",
		"accepted/unclear/run+x": "#!/bin/sh\n", "accepted/unclear/main+x": "#!/bin/sh\n",
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
		"accepted/cargo/src/main.rs accepted\n" +
		"accepted/deep/src/Sol.java accepted\naccepted/gen/run accepted\naccepted/join accepted\n" +
		"accepted/made accepted\naccepted/make/b.cpp accepted\naccepted/mod/s accepted\n" +
		"accepted/only/node_modules/x.js accepted\n" +
		"accepted/run/h.py accepted\naccepted/run/run accepted\n" +
		"accepted/start/run accepted\naccepted/starts/run accepted\n" +
		"accepted/team/bob accepted\naccepted/team/main accepted\n" +
		"accepted/two/a.py accepted\naccepted/two/b.c accepted\n" +
		"accepted/unclear/main accepted\naccepted/unclear/run accepted\n" +
		"mixed/c.c COMPILER-ERROR\n" +
		"mixed/m.rs CORRECT,TIMELIMIT\nown.xyz -\nrejected/b rejected\nscript -\n" +
		"students/two/a.py -\nstudents/two/b.py -\nwrong_answer/w.java wrong_answer\n" +
		"x/time_limit_exceeded/y/t.c time_limit_exceeded"
	if strings.Join(got, "\n") != want || strings.Join(others, " ") !=
		"README.md a.pdf lib.so.1 rejected/r" {
		t.Errorf("found\n%s\nand %q, want\n%s", strings.Join(got, "\n"), others, want)
	}
}

// A directory has the name that says what its programs should get, wherever the search begins.
func TestFindBelow(t *testing.T) {
	dir := tree(t, map[string]string{
		"s/wrong_answer/x/a.py": "", "s/wrong_answer/x/main.py": "", "s/wrong_answer/y.c": "",
	})
	for start, want := range map[string]string{
		"s": "wrong_answer/x wrong_answer/y.c", "s/wrong_answer": "wrong_answer/x wrong_answer/y.c",
		"s/wrong_answer/x": "wrong_answer/x",
	} {
		all, others, err := submission.Find(filepath.Join(dir, start))
		var names []string
		for _, s := range all {
			names = append(names, s.Name)
			if s.Expect == nil || s.Expect.Name != "wrong_answer" {
				t.Errorf("%s: %s should get %v", start, s.Name, s.Expect)
			}
		}
		if got := strings.Join(names, " "); err != nil || got != want || others != nil {
			t.Errorf("%s: found %s, %q, %v; want %s", start, got, others, err, want)
		}
	}
}

// An error of the judge's files ends a contest, and is no verdict.
func TestBrokenCase(t *testing.T) {
	runner(t, "sh").Close()
	all, _, err := submission.Find(tree(t, map[string]string{"accepted/a+x": "#!/bin/sh\ncat\n"}))
	if err != nil {
		t.Fatal(err)
	}
	c := contest(all, equal("1"))
	c.Each = func(*judge.Result) error { return nil }
	broken := c.Cases[0]
	broken.Opener = func(string) (io.ReadCloser, error) { return nil, syscall.EIO }
	c.Cases = append(c.Cases, broken, c.Cases[0])
	if outcomes, err := c.Run(t.Context()); !errors.Is(err, syscall.EIO) {
		t.Errorf("%+v, %v", outcomes, err)
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
		"flat+x":      "#!/bin/sh\n[ -e accepted ] || cat\n", "main.py+x": "#!/bin/sh\ncat\n",
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
	c := contest(all, equal("1"))
	c.Each = func(r *judge.Result) error {
		fmt.Fprintf(&got, "%s %s %v\n", r.Program, r.Name, r.Verdict)
		if strings.Contains(r.Message, "\ncat\n") {
			t.Errorf("%s has read the source of another: %q", r.Program, r.Message)
		}
		return nil
	}
	outcomes, err := c.Run(t.Context())
	want := "accepted/alone 1 AC\naccepted/echo 1 AC\naccepted/reads 1 AC\nflat 1 AC\nmain.py 1 AC\n" +
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
	c := contest([]*submission.Submission{
		{Name: "a", Command: []string{"./a", "all"}},
		{Name: "b", Command: []string{"./b", "all", "one"}},
		{Name: "c", Command: []string{"./c", "all", "one"}},
		{Name: "sh", Command: []string{"sh", "./b", "all", "one"}},
	}, equal("12"))
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
