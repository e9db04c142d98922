package sandbox

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
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
// the disk if that is more. File systems reserve up to twice what is written, and 128 KiB at least.
func taken(fd int) int64 {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil {
		return 0
	}
	return max(info.Size, info.Blocks*512/2-64<<10)
}

// noteScratch notes that the scratch directory is full. One on a disk may have many files, and the
// program may keep us from it for long: so another thread counts them. over: the program has ended.
func (w *watch) noteScratch(over bool) {
	r, found := &w.result, None
	switch {
	case w.dir == "":
		if w.scratch != noFile {
			found = overSystem(w.scratch)
		}
	case over:
		w.stopCount.Store(true)
		if w.count != nil {
			<-w.count
		}
		if r.Exceeded == None {
			found = overDisk(w.dir, w.given, new(atomic.Bool))
		}
	case w.count == nil && r.Wall >= w.countNext:
		count := make(chan Limit, 1)
		w.count, w.countBegin = count, time.Now()
		go func() { count <- overDisk(w.dir, w.given, &w.stopCount) }()
	default:
		select {
		case found = <-w.count: // never, if it is nil
			w.count, w.countNext = nil, r.Wall+proc.Pause(w.countBegin)
		default:
		}
	}
	w.exceed(found)
}

// overDisk returns the limit that a scratch directory on a disk exceeds, or None. given bytes of it
// are ours. overDisk ends soon if stop becomes true: to count many files takes seconds.
func overDisk(dir string, given int64, stop *atomic.Bool) Limit {
	c := diskCount{stop: stop, bytes: -given}
	c.add(unix.AT_FDCWD, dir, 0)
	return c.over()
}

// maxDepth is how deep the directories in a scratch directory on a disk may be. Deeper ones
// count as too many files.
const maxDepth = 100

// A diskCount counts what files take, without long paths: the program may have made them.
type diskCount struct {
	bytes, inodes int64
	stop          *atomic.Bool
}

// over returns the limit that is exceeded, or None.
func (c *diskCount) over() Limit {
	switch {
	case c.inodes > MaxFiles:
		return Files
	case c.bytes > MaxScratch:
		return Scratch
	default:
		return None
	}
}

// add counts a file in an open directory, and what is below it.
func (c *diskCount) add(at int, name string, depth int) {
	var info unix.Stat_t
	if unix.Fstatat(at, name, &info, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return
	}
	c.inodes, c.bytes = c.inodes+1, c.bytes+info.Blocks*512
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		return
	}
	if depth > maxDepth {
		c.inodes += MaxFiles
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
	for err == nil && c.over() == None && !c.stop.Load() {
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
