package submission_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
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
	got, err := all[0].Compile(t.Context(), r, to)
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

// What the owner of a directory may not read there is no part of a submission.
func TestPrivateFile(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", "run the tests as root")
	}
	r := runner(t, "sh")
	dir := tree(t, map[string]string{
		"accepted/t/a.x": "# @RUN@: sh {output}", "accepted/t/b": "secret"})
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"accepted/t", "accepted/t/a.x"} {
		if err := os.Chown(filepath.Join(dir, name), 54321, 54321); err != nil {
			lack.Skip(t, "the rights of root", err)
		}
	}
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o640: false, 0o644: true} {
		if err := os.Chmod(filepath.Join(dir, "accepted/t/b"), mode); err != nil {
			t.Fatal(err)
		}
		to := t.TempDir()
		got, err := all[0].Compile(t.Context(), r, to)
		_, missing := os.Stat(filepath.Join(to, "files/b"))
		if err != nil || got != "" || (missing == nil) != want {
			t.Errorf("%o: %q, %v, copied: %v, want %t", mode, got, err, missing, want)
		}
	}
	source := filepath.Join(dir, "accepted/t/a.x")
	if err := errors.Join(os.Chown(source, 0, 0), os.Chmod(source, 0o600)); err != nil {
		t.Fatal(err)
	}
	const want = "a.x cannot be copied: the owner of its directory may not read it (chmod o+r)"
	if got, err := all[0].Compile(t.Context(), r, t.TempDir()); got != want || err != nil {
		t.Errorf("a source of root's: %q, %v, want %q", got, err, want)
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
