package scratch_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tilejudge/judge/program/scratch"
)

// A directory is removed that is deeper than any path, and whose directories nobody may change.
func TestRemoveAll(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
	for _, mode := range []uint32{0o700, 0o300} {
		dir := filepath.Join(t.TempDir(), "deep")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		fd, err := syscall.Open(dir, syscall.O_RDONLY, 0)
		for range 200 {
			if err != nil {
				t.Fatal(err)
			}
			name := strings.Repeat("n", 239)
			syscall.Mkdirat(fd, name, 0o700)
			syscall.Mkdirat(fd, "moved-1", 0o700)
			next, err := syscall.Openat(fd, name, syscall.O_RDONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			file, _ := syscall.Openat(next, "moved-2", syscall.O_CREAT|syscall.O_WRONLY, 0o600)
			syscall.Close(file)
			syscall.Fchmod(fd, mode)
			syscall.Close(fd)
			fd = next
		}
		syscall.Close(fd)
		if err := scratch.RemoveAll(dir); err != nil {
			t.Errorf("%o: %.200v", mode, err)
		}
		if _, err := os.Lstat(dir); !os.IsNotExist(err) {
			t.Errorf("%o: it is left: %v", mode, err)
		}
	}
}

// In a directory for temporary files where others may rename ours, a link that they put in its
// place makes us remove nothing else.
func TestRemoveThroughLink(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	victim := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(victim, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := scratch.New("test")
	if err != nil {
		t.Fatal(err)
	}
	moved := d.Path + "-moved"
	for _, err := range []error{
		os.WriteFile(filepath.Join(d.Path, "file"), nil, 0o600), os.Rename(d.Path, moved),
		os.Symlink(filepath.Dir(victim), d.Path),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.Remove()
	if _, err := os.Lstat(victim); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(moved); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
