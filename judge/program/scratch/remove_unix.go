//go:build linux || darwin

package scratch

import (
	"errors"
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
	if err := empty(top, ""); err != nil {
		return err
	}
	return os.Remove(dir)
}

// empty removes all that is in an open directory, but a file to keep.
func empty(dir *os.File, keep string) error {
	for moved := 0; ; {
		if _, err := dir.Seek(0, io.SeekStart); err != nil {
			return err
		}
		names, err := dir.Readdirnames(-1)
		left := 0
		for _, name := range names {
			if name != keep {
				left++
				err = errors.Join(err, removeIn(dir, name, &moved))
			}
		}
		if err != nil {
			return &os.PathError{Op: "remove", Path: dir.Name(), Err: err}
		}
		if left == 0 {
			return nil
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
		if unix.Unlinkat(from, child, 0) == nil ||
			unix.Unlinkat(from, child, unix.AT_REMOVEDIR) == nil {
			continue
		}
		unix.Fchmodat(from, child, 0o700, 0) // moving a directory changes it
		err = errors.Join(err, moveUp(from, child, at, moved))
	}
	return errors.Join(err, unix.Unlinkat(at, name, unix.AT_REMOVEDIR))
}

// moveUp moves a file to a directory under a name that is new there.
func moveUp(from int, child string, to int, moved *int) error {
	for {
		*moved++
		err := unix.Renameat(from, child, to, "moved-"+strconv.Itoa(*moved))
		if err != unix.ENOTEMPTY && err != unix.EEXIST && err != unix.ENOTDIR {
			return err
		}
	}
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
