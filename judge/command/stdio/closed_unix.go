//go:build unix

package stdio

import (
	"os"

	"golang.org/x/sys/unix"
)

// isClosed reports whether a standard stream was closed when the program began. The Go runtime then
// opens the null device in its place, for reading and writing, so everything written would be lost
// without an error. A shell opens the null device for writing only. A parent process that opens it
// for both, as Python's subprocess.DEVNULL does, looks like a closed stream.
func isClosed(f *os.File) bool {
	if f == nil {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil {
		return true
	}
	stream, err := f.Stat()
	null, errNull := os.Stat(os.DevNull)
	return err == nil && errNull == nil && os.SameFile(stream, null) &&
		flags&unix.O_ACCMODE == unix.O_RDWR
}
