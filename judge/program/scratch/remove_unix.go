//go:build linux || darwin

package scratch

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// RemoveAll removes a directory, even if a program has made it deeper than the system's paths and
// limits of open files allow, or has taken away the right to change it. No program may change the
// directory meanwhile.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	os.Chmod(dir, 0o700)
	top, err := openIn(unix.AT_FDCWD, dir)
	if err != nil {
		return err
	}
	defer top.Close()
	for moved := 0; ; {
		names, err := top.Readdirnames(1024)
		if err != nil && err != io.EOF {
			return err
		}
		if len(names) == 0 {
			return os.Remove(dir)
		}
		for _, name := range names {
			if err := removeIn(top, name, &moved); err != nil {
				return &os.PathError{Op: "remove", Path: dir, Err: err}
			}
		}
		if _, err := top.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
}

// removeIn removes a file in a directory. If the file is a directory, what is in it is removed, or
// moved up: so no path gets long, and no more than two directories are open.
func removeIn(top *os.File, name string, moved *int) error {
	at := int(top.Fd())
	if unix.Unlinkat(at, name, 0) == nil || unix.Unlinkat(at, name, unix.AT_REMOVEDIR) == nil {
		return nil
	}
	unix.Fchmodat(at, name, 0o700, 0)
	dir, err := openIn(at, name)
	if err != nil {
		return err
	}
	defer dir.Close()
	children, err := dir.Readdirnames(-1)
	if err != nil {
		return err
	}
	from := int(dir.Fd())
	for _, child := range children {
		if unix.Unlinkat(from, child, 0) == nil {
			continue
		}
		unix.Fchmodat(from, child, 0o700, 0) // moving a directory changes it
		for {
			*moved++
			err := unix.Renameat(from, child, at, "moved-"+strconv.Itoa(*moved))
			if err == nil {
				break
			}
			if err != unix.ENOTEMPTY && err != unix.EEXIST && err != unix.ENOTDIR {
				return err
			}
		}
	}
	return unix.Unlinkat(at, name, unix.AT_REMOVEDIR)
}

// openIn opens a directory, which is no link, in another one.
func openIn(at int, name string) (*os.File, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(at, name, flags, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(fd), name), nil
}
