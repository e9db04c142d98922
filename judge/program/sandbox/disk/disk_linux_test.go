package disk_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
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

// A copy has the content and the holes of a file.
func TestCopySparse(t *testing.T) {
	for _, tt := range []struct {
		begin, size int64 // of a file whose bytes from begin to begin+64 KiB are no hole
	}{{0, 0}, {0, 64 << 10}, {0, 64 << 20}, {32 << 20, 64 << 20}, {64<<20 - 64<<10, 64 << 20}} {
		dir := t.TempDir()
		from, err := os.Create(filepath.Join(dir, "from"))
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		to, err := os.Create(filepath.Join(dir, "to"))
		if err != nil {
			t.Fatal(err)
		}
		defer to.Close()
		if tt.size > 0 {
			from.WriteAt(bytes.Repeat([]byte("x"), 64<<10), tt.begin)
			from.Truncate(tt.size)
		}
		if err := disk.CopySparse(to, from); err != nil {
			t.Fatal(err)
		}
		want, _ := os.ReadFile(from.Name())
		got, _ := os.ReadFile(to.Name())
		if !bytes.Equal(got, want) {
			t.Errorf("%+v: the copy differs", tt)
		}
		if n := disk.Blocks(int(to.Fd())); n > disk.Blocks(int(from.Fd()))+1<<20 {
			t.Errorf("%+v: the copy takes %d bytes", tt, n)
		}
	}
}

// What a file system reserves for a file that grows, as XFS does, does not count.
func TestReserved(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 4 << 20
	if _, err := f.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	err = unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, 2*size)
	if err != nil {
		lack.Skip(t, "fallocate", err)
	}
	most, stop := disk.Space{Files: 1000, Bytes: 1 << 30}, new(atomic.Bool)
	if used := disk.Used(dir, most, stop); used.Bytes < size || used.Bytes > size+1<<20 {
		t.Errorf("%+v, want some %d bytes", used, size)
	}
	for i := range 8 { // each is short, but not all they take is reserved
		one, err := os.Create(filepath.Join(dir, fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		defer one.Close()
		one.Write([]byte{1})
		unix.Fallocate(int(one.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, size)
	}
	if used := disk.Used(dir, most, stop); used.Bytes < 3*size {
		t.Errorf("%+v, want at least %d bytes", used, 3*size)
	}
}

// A file is in memory if an overlay keeps it there. An overlay without a number of files may be one
// of btrfs.
func TestInMemory(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "root", "only root may mount file systems")
	}
	runtime.LockOSThread() // not unlocked: the thread ends, and its mounts
	err := unix.Unshare(unix.CLONE_NEWNS | unix.CLONE_FS)
	if err == nil {
		err = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	}
	if err != nil {
		lack.Skip(t, "mounts", err)
	}
	inMemory := func(dir string) bool {
		f, err := os.OpenFile(filepath.Join(dir, "output"), os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		in := disk.InMemory(int(f.Fd()))
		if n := disk.Size(int(f.Fd())); n != 0 {
			t.Errorf("%d bytes in an empty file", n)
		}
		return in
	}
	onDisk, memory, unnumbered := t.TempDir(), t.TempDir(), t.TempDir()
	for dir, options := range map[string]string{memory: "", unnumbered: "nr_inodes=0"} {
		if err := unix.Mount("", dir, "tmpfs", 0, options); err != nil {
			t.Fatal(err)
		}
		defer unix.Unmount(dir, unix.MNT_DETACH)
	}
	if !inMemory(memory) {
		t.Error("a tmpfs is not in memory")
	}
	for _, dir := range []string{onDisk, memory, unnumbered} {
		want, options := inMemory(dir), ""
		for _, part := range []string{"lower", "upper", "work", "all"} {
			name := filepath.Join(dir, part)
			if err := os.Mkdir(name, 0o700); err != nil {
				t.Fatal(err)
			}
			options += part + "dir=" + name + ","
		}
		options, all, _ := strings.Cut(options, ",alldir=")
		all = strings.TrimSuffix(all, ",")
		if err := unix.Mount("", all, "overlay", 0, options); err != nil {
			t.Log(err) // the disk may be one itself
			continue
		}
		if got := inMemory(all); got != want {
			t.Errorf("an overlay of %s is in memory: %t, want %t", dir, got, want)
		}
		if f, err := os.Open(all); err != nil {
			t.Error(err)
		} else if got := disk.KeepsPieces(f); got != (dir == unnumbered) && dir != onDisk {
			t.Errorf("an overlay of %s keeps pieces: %t", dir, got)
		} else {
			f.Close()
		}
		unix.Unmount(all, unix.MNT_DETACH)
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
