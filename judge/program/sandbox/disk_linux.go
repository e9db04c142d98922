package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// limitFiles limits the size of files of programs that are started from now on.
func limitFiles(l Limits) error {
	// The limit is one byte higher, so that we see the excess of a program that ignores
	// SIGXFSZ. It also limits this process, which writes no files of that size.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	limit.Cur = min(uint64(l.output())+1, limit.Max)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
}

// size returns the length of a file in bytes, or 0 if it is unknown.
func size(fd int) int64 {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil {
		return 0
	}
	return info.Size
}

// taken returns how many bytes of output a file counts for: its length, or half of its blocks on
// the disk if that is more. File systems reserve up to twice what is written.
func taken(fd int) int64 {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil {
		return 0
	}
	return max(info.Size, info.Blocks*512/2)
}

// overDisk returns the limit that a scratch directory on a disk exceeds, or None.
func overDisk(dir string) Limit {
	var bytes, inodes int64
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		var info unix.Stat_t
		if unix.Lstat(path, &info) == nil {
			inodes, bytes = inodes+1, bytes+info.Blocks*512
		}
		if bytes > MaxScratch || inodes > MaxFiles {
			return fs.SkipAll
		}
		return nil
	})
	switch {
	case inodes > MaxFiles:
		return Files
	case bytes > MaxScratch:
		return Scratch
	default:
		return None
	}
}

// overSystem returns the limit that a scratch directory with a file system of its own has reached,
// or None.
func overSystem(dir int) Limit {
	var s unix.Statfs_t
	switch err := unix.Fstatfs(dir, &s); {
	case err != nil:
		return None
	case s.Ffree == 0:
		return Files
	case s.Bfree == 0:
		return Scratch
	default:
		return None
	}
}

// A disk with less than leastSpace free bytes counts as full: it may have been full while the
// program ran. If less than enoughSpace is free, or the program failed, we try whether the disk
// takes more: the user's share of it may be used up.
const (
	leastSpace  = 64 << 10
	enoughSpace = 64 << 20
)

// checkSpace returns an error if the disk with the file of the output is full: then it may not be
// the program's fault that its output is short. If the program exceeded a limit, that counts, and
// there is no error. checkSpace frees what the program has reserved beyond the end of the file.
func checkSpace(f *os.File, r *Result) error {
	fd := int(f.Fd())
	info, err := f.Stat()
	var disk unix.Statfs_t
	if err != nil || !info.Mode().IsRegular() || unix.Fstatfs(fd, &disk) != nil || disk.Blocks == 0 {
		return nil
	}
	length := info.Size()
	failed := r.Exit != 0 || r.Signal != ""
	free := disk.Bavail * uint64(disk.Bsize)
	switch {
	case free < leastSpace:
		err = unix.ENOSPC
	case free < enoughSpace || failed:
		err = unix.Fallocate(fd, unix.FALLOC_FL_KEEP_SIZE, length, leastSpace)
		unix.Ftruncate(fd, length)
	case taken(fd) > length:
		unix.Ftruncate(fd, length)
	}
	if r.Exceeded == None && (err == unix.ENOSPC || err == unix.EDQUOT) {
		return &os.PathError{Op: "write", Path: f.Name(), Err: err}
	}
	return nil
}
