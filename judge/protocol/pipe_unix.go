//go:build unix

package protocol

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// openOutput opens a file that a program may have made. If that is a pipe, it waits a while until
// somebody writes: to open a pipe that nobody writes to would take for ever.
func openOutput(name string) (*os.File, error) {
	const patience = 5000 // milliseconds
	fd, err := -1, error(unix.EINTR)
	for err == unix.EINTR {
		fd, err = unix.Open(name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	var info unix.Stat_t
	if unix.Fstat(fd, &info) == nil && info.Mode&unix.S_IFMT == unix.S_IFIFO {
		for err = unix.EINTR; err == unix.EINTR; {
			_, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, patience)
		}
	}
	if err := unix.SetNonblock(fd, false); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}
