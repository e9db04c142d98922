//go:build linux || darwin

package tables

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A pipe in the place of a table is an error, without a wait.
func TestPipe(t *testing.T) {
	spec, dir := testSpec(), t.TempDir()
	if err := unix.Mkfifo(New(dir).File(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, spec, "a pipe", errIrregular.Error())
}

// limitedDir is the environment variable that makes the test run in a process whose files
// can't grow beyond one chunk.
const limitedDir = "TABLES_TEST_LIMITED"

// If the disk fills up during a build, Build fails and leaves nothing. A limit on the size
// of files stands for the full disk: the same system call fails.
func TestDiskFull(t *testing.T) {
	if dir := os.Getenv(limitedDir); dir != "" {
		signal.Ignore(syscall.SIGXFSZ)
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: chunkSize,
			Max: chunkSize}); err != nil {
			t.Fatal(err)
		}
		ok, err := New(dir).Build(t.Context(), testSpec(), BuildOptions{})
		if ok || !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), "test.table") {
			t.Errorf("Build: %v, %v", ok, err)
		}
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(exe, "-test.run", "^TestDiskFull$")
	cmd.Env = append(os.Environ(), limitedDir+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if names := left(t, dir); len(names) > 0 {
		t.Errorf("the build leaves %q", names)
	}
}

// Tables in a read-only folder are read, and get no stamp.
func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes where it likes")
	}
	spec := testSpec()
	dir := built(t, spec)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	if _, err := open(t, New(dir), spec); err != nil {
		t.Errorf("Open: %v", err)
	}
	ok, err := New(dir).Build(t.Context(), spec, BuildOptions{Force: true})
	if ok || !errors.Is(err, os.ErrPermission) {
		t.Errorf("Build: %v, %v", ok, err)
	}
}

// stampedLater opens a table when its file is old enough for a stamp.
func stampedLater(t *testing.T, dir string, spec *Spec) {
	t.Helper()
	s := New(dir)
	s.now = func() time.Time { return time.Now().Add(time.Minute) }
	if _, err := open(t, s, spec); err != nil {
		t.Fatal(err)
	}
}

// A stamp replaces what is in its place: it is not written through a link.
func TestStampLink(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	precious := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(precious, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	stamp := New(dir).stamp(spec)
	if err := os.Symlink(precious, stamp); err != nil {
		t.Fatal(err)
	}
	stampedLater(t, dir, spec)
	if b, err := os.ReadFile(precious); string(b) != "precious" || err != nil {
		t.Errorf("the file that the stamp linked to: %q, %v", b, err)
	}
	if info, err := os.Lstat(stamp); err != nil || !info.Mode().IsRegular() {
		t.Errorf("the stamp: %v, %v", info, err)
	}
	if names := left(t, dir); len(names) != 2 {
		t.Errorf("the folder has %q", names)
	}
}

// A pipe in the place of a stamp, or of the lock, is not waited for.
func TestPipeStamp(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	s := New(dir)
	size := len(identityOf(t, s.File(spec)))
	if err := unix.Mkfifo(s.stamp(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	if s.stamped(spec, strings.Repeat("x", size)) || s.stamped(spec, "") {
		t.Error("a pipe is a stamp")
	}
	stampedLater(t, dir, spec)
}

func identityOf(t *testing.T, name string) string {
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	id, _ := identity(info)
	return id
}

// Tables that others can write, or could replace, are refused, and so are their stamps.
func TestUnsafe(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	s := New(dir)
	stampedLater(t, dir, spec)
	id := identityOf(t, s.File(spec))
	for _, tt := range []struct {
		name       string
		mode, safe os.FileMode
	}{
		{s.File(spec), 0o666, 0o644},
		{s.File(spec), 0o620, 0o600},
		{dir, 0o777, 0o777 | os.ModeSticky},
		{dir, 0o770, 0o755},
		{s.stamp(spec), 0o646, 0o644},
	} {
		chmod := func(mode os.FileMode) {
			if err := os.Chmod(tt.name, mode); err != nil {
				t.Fatal(err)
			}
		}
		chmod(tt.mode)
		if tt.name == s.stamp(spec) {
			if s.stamped(spec, id) {
				t.Error("a stamp that others can write is trusted")
			}
		} else {
			refused(t, dir, spec, tt.name, "it is not safe: others can write to it (its mode is ")
			if state := s.Look(spec); !errors.Is(state.Err, ErrUnsafe) {
				t.Errorf("%s: Look: %v", tt.name, state.Err)
			}
		}
		if tt.name == dir {
			_, err := New(dir).Build(t.Context(), spec, BuildOptions{Force: true})
			if !errors.Is(err, ErrUnsafe) {
				t.Errorf("Build in a folder of mode %v: %v", tt.mode, err)
			}
		}
		chmod(tt.safe)
		if _, err := open(t, New(dir), spec); err != nil {
			t.Errorf("%s with mode %v: %v", tt.name, tt.safe, err)
		}
	}
}

// Tables of other users are refused.
func TestForeignOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root gives files away")
	}
	spec := testSpec()
	for _, of := range []func(*Store) string{
		func(s *Store) string { return s.File(spec) },
		func(s *Store) string { return s.Dir() },
	} {
		dir := built(t, spec)
		name := of(New(dir))
		if err := os.Chown(name, 12345, 0); err != nil {
			t.Fatal(err)
		}
		refused(t, dir, spec, name, "it belongs to user 12345, neither to you nor to root")
	}
}
