package cgroup

import (
	"fmt"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/disk"
)

// Files are those in memory, of tmpfs, that a group counts but that are no memory of the program:
// its output and its messages, and what the judge keeps of earlier runs, such as the program that a
// compiler has made.
type Files struct {
	InMemory bool  // the output is in memory
	Kept     int64 // bytes of earlier runs

	stdout, stderr int
	left           int64 // bytes at the end of the last run, without its output
	last           int   // file descriptor of that output, if it may be kept in memory; never 0
}

// Begin begins a run, with the file descriptors of its output, still empty, and of its messages.
func (f *Files) Begin(stdout, stderr int) {
	f.stdout, f.stderr, f.InMemory = stdout, stderr, disk.InMemory(stdout)
	if f.Kept = f.left; f.last > 0 {
		f.Kept += disk.Blocks(f.last)
	}
}

// Written returns how many bytes of its output and its messages a run has in memory. That is their
// blocks: a file may be longer.
func (f *Files) Written() int64 {
	n := disk.Blocks(f.stderr)
	if f.InMemory {
		n += disk.Blocks(f.stdout)
	}
	return n
}

// End ends a run that leaves some bytes of files in memory, with those of its messages. Whether the
// judge keeps the output, as that of a compiler, shows when the next run begins. Other files cannot
// be kept: the kernel only frees some late. named says that the program has written a named file
// instead, which becomes the output later: it counts as ours.
func (f *Files) End(left int64, named bool) {
	if f.last > 0 {
		unix.Close(f.last)
	}
	f.left, f.last = min(max(left-f.Written(), 0), f.Kept), 0
	if f.InMemory && !named {
		const flags = unix.O_PATH | unix.O_CLOEXEC // one that could write would keep it from being run
		f.last, _ = unix.Open(fmt.Sprintf("/proc/self/fd/%d", f.stdout), flags, 0)
	}
}
