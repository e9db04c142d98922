package submission_test

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
)

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
	got, err := all[0].Compile(t.Context(), r, to, nil)
	if want := " cannot be copied: file name too long"; err != nil || !strings.HasSuffix(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// A source that is gone does not keep the other programs from being judged.
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
	c := contest(all, equal(""))
	c.Each = func(*judge.Result) error { return nil }
	outcomes, err := c.Run(t.Context())
	if err != nil || len(outcomes) != 2 || outcomes[0].Tally[judge.CE] != 1 ||
		outcomes[1].Tally[judge.CE] != 1 {
		t.Errorf("%v, %v, want CE twice", outcomes, err)
	}
}

// Directories that are thousands deep, in which to look for anything takes minutes, are CE.
func TestDeepFolder(t *testing.T) {
	runner(t, "sh").Close()
	for depth, want := range map[int]string{64: "AC ", 65: "CE "} {
		dir := tree(t, map[string]string{
			"accepted/a/a.x": "# @RUN@: echo 42", "accepted/a/" + strings.Repeat("d/", depth) + "f": "",
		})
		if got := verdictIn(t, dir); !strings.HasPrefix(got, want) {
			t.Errorf("%d: %s, want %s", depth, got, want)
		}
	}
}

// Files that come and go beside a source are no fault of the judge's.
func TestFilesGone(t *testing.T) {
	r := runner(t, "sh")
	dir := tree(t, map[string]string{"accepted/t/a.x": "# @RUN@: sh {output}\necho 42"})
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			name := filepath.Join(dir, "accepted/t", fmt.Sprint(i%100, ".x"))
			os.Remove(name)
			os.WriteFile(name, nil, 0o644)
			os.Remove(filepath.Join(dir, "accepted/t", fmt.Sprint((i+50)%100, ".x")))
		}
	}()
	t.Cleanup(func() {
		close(stop)
		<-stopped
	})
	for range 20 {
		if got, err := compileAndRun(t, r, all[0]); err != nil || got != "42\n" {
			t.Errorf("%q, %v, want 42", got, err)
		}
	}
}

// What the owner of a directory may not read there is no part of a submission. The group of the
// directory need not be one of the owner's.
func TestPrivateFile(t *testing.T) {
	owner, err := user.Lookup("daemon")
	if err != nil || os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", cmp.Or(err, errors.New("run the tests as root")))
	}
	uid, _ := strconv.Atoi(owner.Uid)
	gid, _ := strconv.Atoi(owner.Gid)
	const other = 54321
	runner(t, "sh").Close()
	const list = "[ -e b ] && echo copied"
	dir := tree(t, map[string]string{
		"source/accepted/t/a.x": "# @RUN@: sh {output}\n" + list, "source/accepted/t/b": "",
		"executable/a+x": "#!/bin/sh\n" + list, "executable/b": "",
	})
	run := func(name string) string {
		first, _, _ := strings.Cut(name, "/")
		all, _, err := submission.Find(filepath.Join(dir, first))
		if err != nil || len(all) != 1 {
			t.Fatalf("%d programs, %v, want 1", len(all), err)
		}
		return onlyVerdict(t, contest(all, equal("copied\n")))
	}
	for _, name := range []string{"source/accepted/t/a.x", "executable/a"} {
		program := filepath.Join(dir, name)
		home := filepath.Dir(program)
		err := errors.Join(os.Chown(home, uid, other), os.Chown(program, uid, other),
			os.Chmod(program, 0o700))
		if err != nil {
			lack.Skip(t, "the rights of root", err)
		}
		for _, tt := range []struct {
			mode  os.FileMode
			group int
			want  string
		}{
			{0o600, gid, "RE "}, {0o640, 0, "RE "}, {0o640, other, "RE "},
			{0o640, gid, "AC "}, {0o644, 0, "AC "},
		} {
			b := filepath.Join(home, "b")
			if err := errors.Join(os.Chown(b, 0, tt.group), os.Chmod(b, tt.mode)); err != nil {
				t.Fatal(err)
			}
			if got := run(name); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s, %o, group %d: %s, want %s", name, tt.mode, tt.group, got, tt.want)
			}
		}
		if err := errors.Join(os.Chown(program, 0, 0), os.Chmod(program, 0o700)); err != nil {
			t.Fatal(err)
		}
		want := "CE " + filepath.Base(name) + " cannot be copied: the owner of its directory may not" +
			" read it (chmod a+r)"
		if got := run(name); !strings.HasPrefix(got, want) {
			t.Errorf("a program of root's: %s, want %s", got, want)
		}
	}
}

// What judges write among the submissions is no part of one.
func TestTemporary(t *testing.T) {
	runner(t, "sh").Close()
	const list = "cat tilejudge-run-1/* tmp/tilejudge-run-1/*; exit 0"
	for temp, folder := range map[string]string{".": ".", "accepted/x/tmp": "accepted/x"} {
		for program, text := range map[string]string{
			"x.x": "# @RUN@: sh {output}\n" + list, "x+x": "#!/bin/sh\n" + list,
		} {
			dir := tree(t, map[string]string{
				folder + "/" + program: text, temp + "/tilejudge-run-1/0.out": "secret",
				temp + "/tilejudge-run-1/x.py": "", temp + "/tilejudge-run-1/.tilejudge-scratch": "",
			})
			err := os.Chmod(filepath.Join(dir, folder), 0o777) // so that it is copied
			t.Setenv("TMPDIR", filepath.Join(dir, temp))
			all, _, err2 := submission.Find(dir)
			if err = cmp.Or(err, err2); err != nil || len(all) != 1 {
				t.Fatalf("%d programs, %v, want 1", len(all), err)
			}
			if got := onlyVerdict(t, contest(all, equal(""))); !strings.HasPrefix(got, "AC ") {
				t.Errorf("%s, temporary files in %s: %q, want AC", program, temp, got)
			}
		}
	}
}

// A copy has no rights for others to write, and the time of its file.
func TestCopied(t *testing.T) {
	runner(t, "sh").Close()
	const show = "stat -Lc '%n %a %Y' a* d/b"
	for name, want := range map[string]string{
		"accepted/x/a.x": "a.x 644 7\nd/b 644 7\n", "accepted/x/a+x": "a 755 7\nd/b 644 7\n",
	} {
		text := "#!/bin/sh\n" + show
		if strings.HasSuffix(name, ".x") {
			text = "# @RUN@: sh {output}\n" + show
		}
		dir := tree(t, map[string]string{name: text, "accepted/x/d/b": ""})
		err := sandbox.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if info, err := e.Info(); err == nil {
				os.Chmod(path, info.Mode()|0o022)
			}
			return cmp.Or(err, os.Chtimes(path, time.Time{}, time.Unix(7, 0)))
		})
		all, _, err2 := submission.Find(dir)
		if err = cmp.Or(err, err2); err != nil {
			t.Fatal(err)
		}
		if got := onlyVerdict(t, contest(all, equal(want))); !strings.HasPrefix(got, "AC") {
			t.Errorf("%s: %s, want %q", name, got, want)
		}
	}
}

// What its owner does to a program after it was found is no fault of the judge's.
func TestChanged(t *testing.T) {
	runner(t, "sh").Close()
	pipe := func(name string) error {
		return errors.Join(os.Remove(name), exec.Command("mkfifo", name).Run())
	}
	for _, tt := range []struct {
		name   string
		change func(name string) error
		want   string
	}{
		{"x/a", func(name string) error { return os.Chmod(name, 0o644) },
			"CE a may not be executed (chmod +x)"},
		{"x/a", pipe, "CE a cannot be copied: it is no plain file"},
		{"x/b.x", pipe, "CE b.x cannot be copied: it is no plain file"},
	} {
		dir := tree(t, map[string]string{
			"x/a+x": "#!/bin/sh\n", "x/b.x": "# @RUN@: sh {output}\n", "x/c": ""})
		all, _, err := submission.Find(dir)
		err = errors.Join(err, os.Chmod(filepath.Join(dir, "x/c"), 0o666)) // others can change it
		if err = errors.Join(err, tt.change(filepath.Join(dir, tt.name))); err != nil {
			t.Fatal(err)
		}
		c := contest(slices.DeleteFunc(all, func(s *submission.Submission) bool {
			return s.Name != tt.name
		}), equal(""))
		if got := onlyVerdict(t, c); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Beside an executable, files of strangers are left out: so there may be many.
func TestStrangersFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of files")
	}
	if os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", "run the tests as root")
	}
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{"a+x": "#!/bin/sh\necho 42"})
	err := os.Chmod(dir, 0o777)
	for i := range sandbox.MaxFiles {
		name := filepath.Join(dir, fmt.Sprint(i))
		err = cmp.Or(err, os.WriteFile(name, nil, 0o644), os.Chown(name, 54321, 54321))
	}
	if err != nil {
		lack.Skip(t, "the rights of root", err)
	}
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, "AC ") {
		t.Errorf("%s, want AC", got)
	}
}

// A folder that only its owner may search is copied if programs have a user of their own.
func TestClosedFolder(t *testing.T) {
	runner(t, "sh").Close()
	for _, folder := range []string{"accepted/a", "students/a"} {
		dir := tree(t, map[string]string{
			folder + "/a+x": "#!/bin/sh\ncat table\n", folder + "/table": "42\n",
		})
		all, _, err := submission.Find(dir)
		if err := cmp.Or(err, os.Chmod(filepath.Join(dir, folder), 0o700)); err != nil {
			t.Fatal(err)
		}
		if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, "AC ") {
			t.Errorf("%s: %s, want AC", folder, got)
		}
	}
}

// A script called run may start another program of its folder.
func TestStart(t *testing.T) {
	runner(t, "sh").Close()
	for _, mode := range []os.FileMode{0o755, 0o777} { // with the latter all is copied
		dir := tree(t, map[string]string{
			"accepted/a/run+x":   "#!/bin/sh\nexec \"$(dirname \"$0\")/solve\"\n",
			"accepted/a/solve+x": "#!/bin/sh\necho 42\n",
		})
		all, _, err := submission.Find(dir)
		if err := cmp.Or(err, os.Chmod(filepath.Join(dir, "accepted/a"), mode)); err != nil {
			t.Fatal(err)
		}
		if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, "AC ") {
			t.Errorf("mode %o: %s, want AC", mode, got)
		}
	}
}

// A program whose whole directory is hidden is not copied with what is there.
func TestHiddenFolder(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{"a+x": "#!/bin/sh\ncat answer\n", "answer": "42\n"})
	all, _, err := submission.Find(dir)
	if err := cmp.Or(err, os.Chmod(dir, 0o777)); err != nil {
		t.Fatal(err)
	}
	c := contest(all, equal("42\n"))
	c.Hide = func([]string) []string { return []string{dir} }
	if got := onlyVerdict(t, c); !strings.HasPrefix(got, "CE ") {
		t.Errorf("%s, want CE", got)
	}
}

// Nor is what is hidden in the folder of a source.
func TestHiddenBesideSource(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{
		"accepted/a/a.x": "# @RUN@: cat tests/1.ans", "accepted/a/tests/1.ans": "42\n",
	})
	tests := filepath.Join(dir, "accepted/a/tests")
	for _, tt := range []struct{ hidden, want string }{
		{"", "AC "}, {tests, "RE "}, {filepath.Join(tests, "1.ans"), "RE "},
	} {
		all, _, err := submission.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		c := contest(all, equal("42\n"))
		c.Hide = func([]string) []string { return []string{tt.hidden} }
		if got := onlyVerdict(t, c); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q hidden: %s, want %s", tt.hidden, got, tt.want)
		}
	}
}

// A source may start a script beside it.
func TestScriptBesideSource(t *testing.T) {
	runner(t, "sh").Close()
	all, _, err := submission.Find(tree(t, map[string]string{
		"accepted/a/a.x": "# @RUN@: sh {output}\n./helper", "accepted/a/helper+x": "#!/bin/sh\necho 42",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, "AC ") {
		t.Errorf("%s, want AC", got)
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
			got, err := s.Compile(t.Context(), r, t.TempDir(), nil)
			want := " cannot be copied: too many levels of symbolic links"
			if err != nil || !strings.HasSuffix(got, want) {
				t.Errorf("%s is a link, %s: %q, %v, want %s", name, s.Name, got, err, want)
			}
		}
	}
}
