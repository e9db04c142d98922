//go:build linux || darwin

package tables

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

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
