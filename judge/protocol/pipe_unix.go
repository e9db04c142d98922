//go:build unix

package protocol

import (
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// openNow opens a file, and waits for no writer if that is a pipe.
func openNow(name string) (*os.File, error) {
	fd, err := -1, error(unix.EINTR)
	for err == unix.EINTR {
		fd, err = unix.Open(name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(fd), name), nil
}

// await waits until there is something in a pipe: without a writer, Read says that the pipe ends.
func await(pipe *os.File) {
	c, err := pipe.SyscallConn() // Fd would make Read wait for ever
	if err != nil {
		return
	}
	c.Control(func(fd uintptr) {
		for err = unix.EINTR; err == unix.EINTR; {
			_, err = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}},
				int(patience/time.Millisecond))
		}
	})
}
