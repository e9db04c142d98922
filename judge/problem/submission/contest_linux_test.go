package submission_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
)

// confinedEnv is set in a judge that may make no namespaces, as in a container.
const confinedEnv = "TILEJUDGE_TEST_CONFINED"

// What is compiled runs as a user of its own even where programs have no root.
func TestConfined(t *testing.T) {
	if os.Getenv(confinedEnv) == "" {
		confine(t)
		return
	}
	for _, name := range []string{"user", "mnt"} {
		err := os.WriteFile("/proc/sys/user/max_"+name+"_namespaces", []byte("0"), 0)
		if err != nil {
			t.Fatal(err)
		}
	}
	defer unix.Umask(unix.Umask(0o077))
	all, _, err := submission.Find(tree(t, map[string]string{"a.x": "# @RUN@: sh {output}\necho 42"}))
	if err != nil {
		t.Fatal(err)
	}
	if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, "AC ") {
		t.Errorf("%s, want AC", got)
	}
}

// confine runs the test as root of a user namespace.
func confine(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", "run the tests as root")
	}
	ids := []syscall.SysProcIDMap{{Size: 1 << 16}}
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), confinedEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids,
		GidMappingsEnableSetgroups: true,
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		lack.Skip(t, "user namespaces", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// An executable that others than we can change, or files beside it, is copied: who changes a file
// while a program is judged tells it nothing.
func TestChangeable(t *testing.T) {
	runner(t, "sh").Close()
	defer unix.Umask(unix.Umask(0o022))
	for _, tt := range []struct {
		changeable string // what others can change
		want       string // what the program reads on the first and on the second case
	}{
		{"", "1 2 "},
		{"a", "1 1 "}, {"a/data", "1 1 "}, {"a/program", "1 1 "}, {"a/deep/data", "1 1 "},
		{"b/x", "1 2 "},
	} {
		dir := tree(t, map[string]string{
			"a/data": "1", "a/deep/data": "", "a/secret": "x", "a/none/data": "x",
			"a/program+x": "#!/bin/sh\n! grep x secret up/* none/* report && [ -x sh ] && cat link\n",
			"b/x+x":       "#!/bin/sh\nx",
		})
		report, err := os.Create(filepath.Join(dir, "a/report"))
		if err != nil {
			t.Fatal(err)
		}
		defer report.Close()
		report.WriteString("x")
		none := filepath.Join(dir, "a/none")
		err = cmp.Or(os.Chmod(filepath.Dir(dir), 0o755),
			os.Symlink("data", filepath.Join(dir, "a/link")),
			os.Symlink("../b", filepath.Join(dir, "a/up")),
			os.Symlink("/bin/sh", filepath.Join(dir, "a/sh")), os.Chmod(none, 0))
		t.Cleanup(func() { os.Chmod(none, 0o700) })
		if name := filepath.Join(dir, tt.changeable); name != dir {
			info, err2 := os.Stat(name)
			err = cmp.Or(err, err2, os.Chmod(name, info.Mode()|0o002))
		}
		if err != nil {
			t.Fatal(err)
		}
		all, _, err := submission.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		c := contest(all, func(text string) judge.Verdict { // before the second case
			got += text + " "
			if err := os.WriteFile(filepath.Join(dir, "a/data"), []byte("2"), 0o644); err != nil {
				t.Error(err)
			}
			return judge.WA
		})
		c.Programs, c.Cases = all[:1], append(c.Cases, c.Cases...)
		c.Hide = func([]string) []string { return []string{filepath.Join(dir, "a/secret")} }
		c.Each = func(*judge.Result) error { return nil }
		if _, err := c.Run(t.Context()); err != nil || got != tt.want {
			t.Errorf("others can change %q: the program reads %q, %v, want %q", tt.changeable, got, err,
				tt.want)
		}
	}
}

// Root judges copies of programs that others may not run. Of a folder, they may read all.
func TestUnreachable(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", "run the tests as root")
	}
	runner(t, "sh").Close()
	defer unix.Umask(unix.Umask(0o022))
	for name, want := range map[string]string{"accepted/a/x": "AC ", "a/x": "RE ", "x": "RE "} {
		table := filepath.Join(filepath.Dir(name), "d/table")
		dir := tree(t, map[string]string{
			name + "+x": "#!/bin/sh\n[ -e $0 ] && cat d/table\n", table: "42\n",
		})
		for _, file := range []string{name, filepath.Dir(table), table} {
			if err := os.Chmod(filepath.Join(dir, file), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		all, _, err := submission.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := onlyVerdict(t, contest(all, equal("42\n")))
		if !strings.HasPrefix(got, want) || strings.Contains(got, "cannot start") {
			t.Errorf("only root may read %s: %s, want %s", name, got, want)
		}
	}
}

// Where no compiled program can be started, that is no fault of the contestant's.
func TestNoexec(t *testing.T) {
	all, _, err := submission.Find(tree(t, map[string]string{
		"a.x": "# @COMPILE@: cp {input} {output}\n#!/bin/sh\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOEXEC, ""); err != nil {
		lack.Skip(t, "the right to mount", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := all[0].Compile(t.Context(), r, dir, nil); err == nil ||
		!strings.Contains(err.Error(), "noexec") {
		t.Errorf("%v, want that no program can be started", err)
	}
}

// A source that is too deep is CE, even if the judge may not open all directories on the way there.
func TestDeepSource(t *testing.T) {
	runner(t, "sh").Close()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 256
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	source := "accepted/a/" + strings.Repeat("d/", 1000) + "a.x"
	got := verdictIn(t, tree(t, map[string]string{source: "# @RUN@: echo 42"}))
	if want := "CE found more than 64 directories"; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
