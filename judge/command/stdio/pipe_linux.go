package stdio

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen makes a pipe hold more than the usual 64 KiB, so that its writer and we take turns less
// often. It does nothing to what is no pipe, or if the system refuses.
func widen(f *os.File) {
	const size = 1 << 20 // bytes; the system's usual limit for a user without privileges
	if c, err := f.SyscallConn(); err == nil {
		c.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, size) })
	}
}
