package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/disk"
)

// Used counts what a program hides, and ends early where it may.
func TestUsed(t *testing.T) {
	dir := t.TempDir()
	hidden := filepath.Join(dir, "hidden")
	deep := filepath.Join(dir, strings.Repeat("d/", 120))
	for _, err := range []error{
		os.Mkdir(hidden, 0o700), os.WriteFile(filepath.Join(hidden, "a"), make([]byte, 1<<20), 0o600),
		os.Chmod(hidden, 0), os.Symlink("/", filepath.Join(dir, "root")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	most, stop := disk.Space{Files: 1000, Bytes: 1 << 30}, new(atomic.Bool)
	used := disk.Used(dir, most, stop)
	if used.Files != 4 || used.Bytes < 1<<20 || used.Bytes > 2<<20 {
		t.Errorf("%+v, want 4 files of 1 MiB", used)
	}
	if used := disk.Used(dir, disk.Space{Files: 1000, Bytes: 0}, stop); used.Files > 2 {
		t.Errorf("%+v, want that it stops", used)
	}
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	if used := disk.Used(dir, most, stop); used.Files <= most.Files {
		t.Errorf("%+v for deep directories, want too many files", used)
	}
	stop.Store(true)
	if used := disk.Used(dir, most, stop); used.Files != 1 {
		t.Errorf("%+v after a stop, want 1 file", used)
	}
}

// Check frees what is reserved beyond the end of a file, and leaves its content.
func TestCheck(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("rdl\n"); err != nil {
		t.Fatal(err)
	}
	unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, 1<<20) // where the file system can
	for _, failed := range []bool{false, true} {
		if err := disk.Check(f, failed); err != nil || disk.Size(int(f.Fd())) != 4 {
			t.Errorf("failed %v: %v, %d bytes, want 4", failed, err, disk.Size(int(f.Fd())))
		}
	}
	if taken := disk.Taken(int(f.Fd())); taken > 64<<10 {
		t.Errorf("%d bytes are taken", taken)
	}
}
