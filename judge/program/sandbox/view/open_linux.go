package view

import (
	"os"

	"golang.org/x/sys/unix"
)

// Open opens a path that had no links when it was found, as open(2) does with some flags. The owner
// of a directory on the way may have put a link there since, which would lead to any file: that is
// the error ELOOP.
func Open(path string, flags int) (fd int, err error) {
	flags |= unix.O_CLOEXEC
	fd, err = unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{
		Flags: uint64(flags), Resolve: unix.RESOLVE_NO_SYMLINKS,
	})
	if err == unix.ENOSYS || err == unix.EPERM { // before Linux 5.6, or in an old container
		return unix.Open(path, flags|unix.O_NOFOLLOW, 0)
	}
	return fd, err
}

// toRead are the flags that open a file to read, and do not wait for a writer if it is a pipe.
const toRead = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC

// OpenPlain opens a plain file to read. Anything else is an error.
func OpenPlain(path string) (*os.File, error) {
	fd, err := unix.Open(path, toRead, 0)
	return plain(fd, path, err)
}

// OpenReal is OpenPlain for a path that had no links when it was found, see Open.
func OpenReal(path string) (*os.File, error) {
	fd, err := Open(path, toRead)
	return plain(fd, path, err)
}

// plain returns a file that has been opened, unless it is none or no plain one.
func plain(fd int, path string, err error) (*os.File, error) {
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(fd), path)
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: os.ErrInvalid}
	}
	return f, nil
}
