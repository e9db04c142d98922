// Package disk tells what the files of a program take on a disk, and what is free there.
package disk

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Size returns the length of a file in bytes, or 0 if it is unknown.
func Size(fd int) int64 { return stat(fd).Size }

// Blocks returns how many bytes a file takes, or 0 if that is unknown.
func Blocks(fd int) int64 { return stat(fd).Blocks * 512 }

// stat returns what the kernel tells of a file; all zero: it tells nothing.
func stat(fd int) (info unix.Stat_t) {
	unix.Fstat(fd, &info)
	return info
}

// Taken returns how many bytes of output a file counts for: its length, or what it takes beyond
// what the file system may have reserved, if that is more.
func Taken(fd int) int64 { return max(Size(fd), unreserved(Blocks(fd))) }

// unreserved returns the least number of bytes that were written to files which take some space:
// file systems reserve up to twice what is written, and up to 2 MiB, a huge page of tmpfs.
func unreserved(taken int64) int64 { return taken/2 - 1<<20 }

// KeepsPieces reports whether a file is on btrfs, which frees an extent, of up to 128 MiB, only
// when no page of it is in use: a program that writes a short file again and again, and each time
// leaves a page of the old one, can fill the disk. Through an overlay, btrfs shows by having no
// number of files.
func KeepsPieces(f *os.File) bool {
	var s unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &s) != nil {
		return false
	}
	return s.Type == unix.BTRFS_SUPER_MAGIC || s.Type == unix.OVERLAYFS_SUPER_MAGIC && s.Files == 0
}

// CopySparse copies a file to an empty one, which gets the same holes.
func CopySparse(to, from *os.File) error {
	fd := int(from.Fd())
	size := Size(fd)
	for end := int64(0); end < size; {
		begin, err := unix.Seek(fd, end, unix.SEEK_DATA)
		if err == unix.ENXIO { // a hole up to the end
			break
		}
		if err == nil {
			end, err = unix.Seek(fd, begin, unix.SEEK_HOLE)
		}
		if err == nil {
			piece := io.NewSectionReader(from, begin, end-begin)
			_, err = io.Copy(io.NewOffsetWriter(to, begin), piece)
		}
		if err != nil {
			return err
		}
	}
	return to.Truncate(size)
}

// InMemory reports whether an empty file is in memory, and not on a disk.
func InMemory(fd int) bool {
	var system unix.Statfs_t
	return unix.Fstatfs(fd, &system) == nil && (system.Type == unix.TMPFS_MAGIC ||
		system.Type == unix.OVERLAYFS_SUPER_MAGIC && mapsShared(fd))
}

// mapsShared reports whether pages of an empty file are shared memory when they are mapped: an
// overlay does not tell otherwise where its files are.
func mapsShared(fd int) bool {
	f, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", fd), os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	f.Truncate(1)
	defer f.Truncate(0)
	before := ourShared()
	const flags = unix.MAP_SHARED | unix.MAP_POPULATE // to touch it is a fault if the disk is full
	page, err := unix.Mmap(int(f.Fd()), 0, 1, unix.PROT_READ|unix.PROT_WRITE, flags)
	if err != nil {
		return false
	}
	defer unix.Munmap(page)
	return ourShared() > before
}

// ourShared returns the kilobytes of shared memory of this process, exactly, see proc_pid_smaps(5).
func ourShared() (n int64) {
	text, _ := os.ReadFile("/proc/self/smaps_rollup")
	_, text, _ = bytes.Cut(text, []byte("\nPss_Shmem:"))
	fmt.Sscan(string(text), &n)
	return n
}

// A Space is room for files on a disk.
type Space struct{ Files, Bytes int64 }

// Free returns the space that is left in the file system of a directory.
func Free(dir int) (Space, error) {
	var s unix.Statfs_t
	err := unix.Fstatfs(dir, &s)
	return Space{int64(s.Ffree), int64(s.Bfree) * s.Bsize}, err
}

// Filled returns how many bytes of the file system of a directory are taken, or 0 if it is unknown.
func Filled(dir int) int64 {
	var s unix.Statfs_t
	unix.Fstatfs(dir, &s)
	return int64(s.Blocks-s.Bfree) * s.Bsize
}

// Used returns the space that a directory takes, with what is below it. To count many files takes
// seconds: so it stops when it has found more than the most that matters, or stop becomes true.
func Used(dir string, most Space, stop *atomic.Bool) Space {
	c := count{most: most, stop: stop}
	c.add(unix.AT_FDCWD, dir, 0)
	return c.Space
}

// maxDepth is how deep the directories below a directory may be. Deeper ones count as too many
// files.
const maxDepth = 100

// A count finds the space that files take, without long paths: the program may have made them.
type count struct {
	Space
	most           Space
	stop           *atomic.Bool
	written, taken int64 // bytes of all files, as their lengths tell, and those that they take
}

// over reports whether the count may stop.
func (c *count) over() bool {
	return c.Files > c.most.Files || c.Bytes > c.most.Bytes || c.stop.Load()
}

// add counts a file in an open directory, and what is below it.
func (c *count) add(at int, name string, depth int) {
	var info unix.Stat_t
	if unix.Fstatat(at, name, &info, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return
	}
	const block = 4 << 10
	taken := info.Blocks * 512
	written := taken
	if info.Mode&unix.S_IFMT == unix.S_IFREG { // it may be sparse, or have reserved more
		written = min(taken, info.Size+block)
	}
	c.written, c.taken = c.written+written, c.taken+taken
	c.Files, c.Bytes = c.Files+1, max(c.written, unreserved(c.taken))
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		return
	}
	if depth > maxDepth {
		c.Files += c.most.Files
		return
	}
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(at, name, flags, 0)
	if err == unix.EACCES { // the program hides what is in it
		makeReadable(at, name)
		fd, err = unix.Openat(at, name, flags, 0)
	}
	if err != nil {
		return
	}
	dir := os.NewFile(uintptr(fd), name)
	defer dir.Close()
	for err == nil && !c.over() {
		var names []string
		names, err = dir.Readdirnames(256)
		for _, name := range names {
			c.add(fd, name, depth+1)
		}
	}
}

// makeReadable lets us read a directory in an open one. It opens the directory before: by its name
// it would follow a link, with which the program may have replaced it.
func makeReadable(at int, name string) {
	const flags = unix.O_PATH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if fd, err := unix.Openat(at, name, flags, 0); err == nil {
		unix.Chmod(fmt.Sprintf("/proc/self/fd/%d", fd), 0o700)
		unix.Close(fd)
	}
}

// A disk with less than leastSpace free bytes counts as full: it may have been full while the
// program ran. If less than enoughSpace is free, or the program failed, we try whether the disk
// takes more: the user's share of it may be used up.
const (
	leastSpace  = 64 << 10
	enoughSpace = 64 << 20
)

// Check returns an error if the disk with the file of the output is full: then it may not be the
// program's fault that its output is short. failed says that the program has failed. Check frees
// what the program has reserved beyond the end of the file.
func Check(f *os.File, failed bool) error {
	fd := int(f.Fd())
	info, err := f.Stat()
	var disk unix.Statfs_t
	if err != nil || !info.Mode().IsRegular() || unix.Fstatfs(fd, &disk) != nil || disk.Blocks == 0 {
		return nil
	}
	length := info.Size()
	free := disk.Bavail * uint64(disk.Bsize)
	switch {
	case free < leastSpace:
		err = unix.ENOSPC
	case free < enoughSpace || failed:
		err = unix.Fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, length, leastSpace)
		unix.Ftruncate(fd, length)
	case Taken(fd) > length:
		unix.Ftruncate(fd, length)
	}
	if err == unix.ENOSPC || err == unix.EDQUOT {
		return &os.PathError{Op: "write", Path: f.Name(), Err: err}
	}
	return nil
}
