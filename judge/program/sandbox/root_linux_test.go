package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// write writes a file and makes its directories. It returns the path.
func write(t testing.TB, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// output returns the output of a shell script.
func output(t testing.TB, r *sandbox.Runner, dir, script string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	_, err := r.Run(context.Background(), sandbox.Command{
		Args: []string{"/bin/sh", "-c", script}, Dir: dir, Stdout: out,
	})
	if err != nil {
		t.Errorf("%s: %v", script, err)
	}
	text, _ := os.ReadFile(out)
	return string(text)
}

// Hidden files and directories cannot be read by any path, if the means is in force. All
// other files can be read.
func TestHidden(t *testing.T) {
	dir := t.TempDir()
	input := write(t, "input\n", dir, "cases/1.in")
	answer := write(t, "secret\n", dir, "cases/1.out")
	single := write(t, "secret\n", dir, "more/1.out")
	write(t, "input\n", dir, "more/1.in")
	for link, target := range map[string]string{"link": "cases", "cases.out": "more/1.out"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	ways := []string{
		"cat cases/1.out", "cat ./more/1.out", "cat link/1.out", "cat cases.out",
		"cat " + answer, "cat " + single, "cat /proc/self/root" + answer,
		"cat /proc/self/root" + single,
		"cd cases && cat 1.out", "cat /proc/[0-9]*/root" + answer,
		"cat /proc/[0-9]*/cwd/../*/1.out",
		"grep -rhs secret " + dir,
		"umount " + single + "; umount " + dir + "/cases; cat " + answer + " " + single,
		"mv " + dir + "/more " + dir + "/shown; cat " + dir + "/shown/1.out; " +
			"mv " + dir + "/shown " + dir + "/more",
	}
	for _, s := range settings() {
		s.options.Hide = []string{
			filepath.Join(dir, "link"), // hides the directory where it leads
			single, filepath.Join(dir, "no/such"), input + "/x", filepath.Join(dir, "cases"),
		}
		r := start(t, s.options)
		hidden, hasRoot := confined(r), slices.Contains(inForce(r), means.Root)
		for _, way := range ways {
			if got := output(t, r, dir, way); strings.Contains(got, "secret") && hidden {
				t.Errorf("%s: %s: read", s.name, way)
			}
		}
		if got := output(t, r, dir, "cat more/1.out"); hidden != (got == "") {
			t.Errorf("%s: hidden %v, got %q", s.name, hidden, got)
		}
		if got := output(t, r, dir, "find "+dir+" -name 1.out"); hasRoot != (got == "") {
			t.Errorf("%s: hidden %v, found %q", s.name, hidden, got)
		}
		if got := output(t, r, dir, "cat more/1.in"); got != "input\n" {
			t.Errorf("%s: a file that is not hidden: %q", s.name, got)
		}
		gaps := strings.Join(r.Means().Gaps(), "\n")
		if strings.Contains(gaps, "cheating:") == hidden {
			t.Errorf("%s: hidden %v, gaps %s", s.name, hidden, gaps)
		}
	}
	if text, err := os.ReadFile(answer); string(text) != "secret\n" {
		t.Errorf("outside: %q, %v", text, err)
	}
}

// More paths can be hidden than fit in a message.
func TestHiddenMany(t *testing.T) {
	dir := t.TempDir()
	var all []string
	for i := range 2000 {
		all = append(all, write(t, "secret\n", dir, fmt.Sprintf("%0200d", i)))
	}
	r := start(t, sandbox.Options{Hide: all})
	want := "secret\n"
	if slices.Contains(inForce(r), means.Root) {
		want = ""
	}
	for _, path := range []string{all[0], all[len(all)-1]} {
		if got := output(t, r, dir, "cat "+path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// A program finds the address of the machine that it sees.
func TestHost(t *testing.T) {
	r := start(t, sandbox.Options{})
	if !slices.Contains(inForce(r), means.Root) {
		lack.Skip(t, means.Root, "see doctor")
	}
	got := output(t, r, t.TempDir(), `getent hosts "$(uname -n)"`)
	if !strings.HasPrefix(got, "127.0.0.1 ") {
		t.Errorf("getent hosts: %q", got)
	}
}

// With read-only files a program can't write even into directories where every user can
// write.
func TestWriting(t *testing.T) {
	for _, s := range settings() {
		r := start(t, s.options)
		protected := confined(r)
		for _, dir := range []string{"/tmp", "/var/tmp", t.TempDir()} {
			path := filepath.Join(dir, "tilejudge-"+token(9))
			output(t, r, "", "echo x >"+path+" || mkdir "+path)
			if _, err := os.Lstat(path); (err == nil) == protected {
				t.Errorf("%s: %s: %v, protected %v", s.name, dir, err, protected)
			}
			os.Remove(path)
		}
	}
}

// Programs that see the helper's /proc in their root cannot list its directories: they could keep
// the helper from them.
func TestOuterProc(t *testing.T) {
	r := start(t, sandbox.Without(means.Proc))
	if has := inForce(r); !covered([]string{means.Root, means.Landlock}, has) {
		lack.Skip(t, means.Root, "or no Landlock")
	}
	got := output(t, r, "", "ls /usr | grep -x bin; for d in / /proc /proc/self/task; do ls $d; done"+
		" 2>&1 | grep -c denied; cat /proc/self/comm")
	if want := "bin\n3\ncat\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
