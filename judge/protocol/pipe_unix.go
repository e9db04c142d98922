//go:build unix

package protocol

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// openNow opens a file, and waits for no writer if that is a pipe.
func openNow(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
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
