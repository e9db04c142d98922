package sandbox_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// A program is found in PATH only where programs of another user may search, also behind a link.
func TestTrimPath(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root can try")
	}
	path, home, links := os.Getenv("PATH"), t.TempDir(), t.TempDir()
	script := write(t, "#!/bin/sh\nexit 7\n", home, "bin/sh")
	err := errors.Join(os.Chmod(script, 0o755), os.Symlink(script, filepath.Join(links, "sh")))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		owner int
		mode  os.FileMode
	}{{1, 0o750}, {1, 0o755}, {0, 0o700}} {
		err := errors.Join(os.Chown(home, tt.owner, tt.owner), os.Chmod(home, tt.mode))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{filepath.Dir(script), links} {
			t.Setenv("PATH", dir+":"+path)
			r := start(t, sandbox.Options{})
			if !covered([]string{means.Owner, means.Root}, inForce(r)) {
				lack.Skip(t, means.Owner, "or no own root")
			}
			result, err := r.Run(context.Background(), sandbox.Command{Args: []string{"sh", "-c", ":"}})
			want := 7
			if tt.owner != 0 && tt.mode != 0o755 {
				want = 0 // the next one in PATH
			}
			if err != nil || result.Exit != want {
				t.Errorf("%+v, %s: exit status %d, %v; want %d", tt, dir, result.Exit, err, want)
			}
		}
	}
}

// If a program may not be started, or its files read, by the user that programs have of
// their own, the error explains that.
func TestNotRoots(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root can try")
	}
	r := start(t, sandbox.Options{})
	if !covered([]string{means.Owner, means.Root}, inForce(r)) {
		lack.Skip(t, means.Owner, "or no own root")
	}
	home := t.TempDir()
	dir := filepath.Join(home, "private")
	script := write(t, "#!/bin/sh\n", dir, "script")
	run := func(args ...string) error {
		t.Helper()
		_, err := r.Run(context.Background(), sandbox.Command{Args: args, Dir: dir})
		return err
	}
	steps := []struct {
		change func() error
		fails  bool
	}{
		{func() error { return os.Chmod(script, 0o700) }, true},
		{func() error { return os.Chown(script, 1, 1) }, true},
		{func() error { return os.Chmod(script, 0o755) }, false},
		{func() error { return errors.Join(os.Chown(dir, 1, 1), os.Chmod(dir, 0o700)) }, true},
		{func() error { return errors.Join(os.Chown(dir, 0, 0), os.Chmod(dir, 0o755)) }, false},
		{func() error { return errors.Join(os.Chown(home, 1, 1), os.Chmod(home, 0o750)) }, true},
	}
	for i, step := range steps {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"./script"}, {"sh", "script"}} {
			var start *sandbox.StartError
			err := run(args...)
			told := errors.As(err, &start) &&
				strings.Contains(err.Error(), "may not read the program")
			if told != step.fails || !step.fails && err != nil {
				t.Errorf("step %d: %q: %v, want an error: %v", i, args, err, step.fails)
			}
		}
	}
}

// A program that may be run, but not read, runs only in a control group that limits its memory:
// nobody else could count that, but a helper with the rights of the program's owner.
func TestUnreadable(t *testing.T) {
	text, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := write(t, string(text), dir, "true")
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o711), os.Chmod(path, 0o111)); err != nil {
		t.Fatal(err)
	}
	for _, o := range []sandbox.Options{{}, sandbox.Without(means.Cgroup)} {
		r := start(t, o)
		run := func(program string) error {
			_, err := r.Run(context.Background(), sandbox.Command{
				Args: []string{program}, Limits: sandbox.Limits{Memory: 64 << 20},
			})
			return err
		}
		err, has := run(path), inForce(r)
		grouped := slices.Contains(has, means.Memory)
		if grouped && err != nil || err == nil && !grouped && slices.Contains(has, means.Owner) {
			t.Errorf("a group limits its memory: %v; error: %v", grouped, err)
		}
		if err != nil && !strings.Contains(err.Error(), "may be run, but not read") {
			t.Error(err)
		}
		if err := run("true"); err != nil {
			t.Errorf("the next program: %v", err)
		}
	}
}

// Root may have no rights at all, as in a container that drops all capabilities, or may lack those
// to end processes and remove files of other users, or to keep rights from programs. Programs still
// run, have no rights, and leave no processes behind.
func TestRootWithoutRights(t *testing.T) {
	const env = "TILEJUDGE_TEST_RIGHTS"
	if os.Getenv(env) == "" {
		if os.Geteuid() != 0 {
			lack.Skip(t, "root", "only root can try")
		}
		for _, rights := range []string{
			"-all", "-kill", "-dac_override", "-fowner", "-all,+net_bind_service",
		} {
			cmd := exec.Command("setpriv", "--bounding-set="+rights, "--inh-caps=-all",
				os.Args[0], "-test.run=^TestRootWithoutRights$")
			cmd.Env = append(os.Environ(), env+"="+rights)
			if out, err := cmd.CombinedOutput(); errors.Is(err, exec.ErrNotFound) {
				lack.Skip(t, "setpriv", err)
			} else if err != nil {
				t.Errorf("%s: %v\n%s", rights, err, out)
			}
		}
		return
	}
	r := start(t, sandbox.Without(means.User, means.Process))
	if slices.Contains(inForce(r), means.Owner) {
		t.Error("programs have a user of their own")
	}
	const word = "12345.67"
	if got := output(t, r, "", "sleep "+word+" >&- & echo 42"); got != "42\n" {
		t.Errorf("a program printed %q", got)
	}
	if pids := left(word); len(pids) > 0 {
		t.Errorf("processes %v are left", pids)
	}
	const none = "grep -c -e 'CapEff:.0*$' -e 'NoNewPrivs:.1' /proc/self/status"
	if got := output(t, r, "", none); got != "2\n" {
		t.Errorf("%s: %q, want 2 lines", none, got)
	}
	if os.Getenv(env) != "-all,+net_bind_service" {
		return
	}
	// Where nothing takes its rights from a program of root, no helper is ready.
	runtime.LockOSThread()
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err = errors.Join(err, forbid([]uint32{unix.SYS_CAPSET})); err != nil {
		t.Fatal(err)
	}
	r, err = sandbox.Start(sandbox.Without(means.User, means.Process))
	if err == nil {
		r.Close()
		t.Fatal("a helper is ready, though capset is forbidden")
	}
	if !strings.Contains(err.Error(), "CAP_SETPCAP is missing") {
		t.Error(err)
	}
}

// Programs without a root must reach their scratch directory. If root keeps it from others, the
// error says what to change.
func TestPrivateTemporary(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root can try")
	}
	private := filepath.Join(openDir(t), "private")
	t.Setenv("TMPDIR", filepath.Join(private, "tmp"))
	if err := os.MkdirAll(os.Getenv("TMPDIR"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o750, 0o751} {
		if err := os.Chmod(private, mode); err != nil {
			t.Fatal(err)
		}
		r, err := sandbox.Start(sandbox.Without(means.Root))
		if err == nil {
			defer r.Close()
			if !slices.Contains(inForce(r), means.Owner) {
				lack.Skip(t, means.Owner, "see doctor")
			}
			_, err = r.Run(context.Background(), sandbox.Command{Args: []string{"/bin/true"}})
		}
		told := err != nil && strings.Contains(err.Error(), "TMPDIR")
		if want := mode == 0o750; told != want || err != nil != want {
			t.Errorf("mode %o: %v, want an error: %v", mode, err, want)
		}
		if left, _ := filepath.Glob(os.Getenv("TMPDIR") + "/*"); mode == 0o750 && len(left) > 0 {
			t.Errorf("%v are left", left)
		}
	}
}
