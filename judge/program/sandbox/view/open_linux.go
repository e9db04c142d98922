package view

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// Hold opens a directory, whose path had no links when it was found, as a place to open files in.
// We need not be allowed to list it.
func Hold(path string) (*os.File, error) {
	fd, err := Open(path, toRead|unix.O_DIRECTORY)
	if err == unix.EACCES {
		fd, err = Open(path, unix.O_PATH|unix.O_DIRECTORY)
	}
	return file(fd, path, err)
}

// Enter opens a directory by its name in one that is open: another one may be at its path by now.
func Enter(dir *os.File, name string) (*os.File, error) {
	fd, err := unix.Openat(int(dir.Fd()), name, toRead|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	return file(fd, filepath.Join(dir.Name(), name), err)
}

// OpenIn is OpenPlain for the name of a file, and no link, in a directory that is open.
func OpenIn(dir *os.File, name string) (*os.File, error) {
	fd, err := unix.Openat(int(dir.Fd()), name, toRead|unix.O_NOFOLLOW, 0)
	return plain(fd, filepath.Join(dir.Name(), name), err)
}

// plain returns a file that has been opened, unless it is none or no plain one.
func plain(fd int, path string, err error) (*os.File, error) {
	f, err := file(fd, path, err)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: os.ErrInvalid}
	}
	return f, nil
}

// WalkDir is filepath.WalkDir for a path that had no links when it was found. A directory in which
// a link stands now, in place of another directory, cannot be read. One that is moved on while we
// walk is empty when we meet it again: else its owner could make us walk for ever.
func WalkDir(root string, visit fs.WalkDirFunc) error {
	dir := &realDir{root, make(map[[2]uint64]bool)}
	return fs.WalkDir(dir, ".", func(name string, e fs.DirEntry, err error) error {
		return visit(filepath.Join(root, name), e, err)
	})
}

// A realDir is a directory that had no links in its path when it was found.
type realDir struct {
	path string
	read map[[2]uint64]bool // directories, by device and inode
}

// Open implements fs.FS.
func (d *realDir) Open(name string) (fs.File, error) {
	return OpenReal(filepath.Join(d.path, name))
}

// Stat implements fs.StatFS, as lstat(2) does.
func (d *realDir) Stat(name string) (fs.FileInfo, error) {
	return os.Lstat(filepath.Join(d.path, name))
}

// ReadDir implements fs.ReadDirFS.
func (d *realDir) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := openDir(filepath.Join(d.path, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var info unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &info); err != nil {
		return nil, err
	}
	id := [2]uint64{uint64(info.Dev), info.Ino}
	if d.read[id] {
		return nil, nil
	}
	d.read[id] = true
	return sorted(f)
}

// readDir is os.ReadDir for a path that had no links when it was found.
func readDir(dir string) ([]fs.DirEntry, error) {
	f, err := openDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return sorted(f)
}

// sorted returns the entries of an open directory, in the order of their names.
func sorted(dir *os.File) ([]fs.DirEntry, error) {
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// openDir opens a directory whose path had no links when it was found. If a pipe stands there now,
// it does not wait.
func openDir(dir string) (*os.File, error) {
	fd, err := Open(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	return file(fd, dir, err)
}

// file returns a file that has been opened, or the error that this gave.
func file(fd int, path string, err error) (*os.File, error) {
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}
