//go:build linux || darwin

package scratch

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lock locks an open directory until it is closed or the process ends. It waits for
// another lock, or returns false.
func lock(dir *os.File, wait bool) bool {
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	for {
		if err := unix.Flock(int(dir.Fd()), how); err != unix.EINTR {
			return err == nil
		}
	}
}

// isOwn reports whether a file belongs to the user of this process.
func isOwn(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
