package sandbox

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/view"
)

// openFile opens the file that the program gets by name, if there is one.
func (q *request) openFile() (err error) {
	if name := q.Paths[copiedFile]; name != "" {
		q.file, err = view.OpenPlain(name)
	}
	return err
}

// OpenReal opens a plain file to read, by an absolute path that had no links when it was found. A
// link that is there now, which may lead to any file, is an error.
func OpenReal(path string) (*os.File, error) { return view.OpenReal(path) }

// Hold opens a directory by such a path, to open files in it.
func Hold(path string) (*os.File, error) { return view.Hold(path) }

// Enter opens a directory by its name in one that is open, whatever is at its path now.
func Enter(dir *os.File, name string) (*os.File, error) { return view.Enter(dir, name) }

// OpenIn opens a plain file to read, and no link, by its name in a directory that is open.
func OpenIn(dir *os.File, name string) (*os.File, error) { return view.OpenIn(dir, name) }

// WalkDir is filepath.WalkDir for such a path: no link that is there now is followed.
func WalkDir(root string, visit fs.WalkDirFunc) error { return view.WalkDir(root, visit) }

// Written returns the plain files that this process writes, such as reports. No program sees them.
func Written() []string { return view.Written() }

// openDir opens a directory as a place to look for files, not to read it.
func openDir(path string) (fd int, err error) {
	fd, err = unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return noFile, fmt.Errorf("open %s: %w", path, err)
	}
	return fd, nil
}

// noFile is no file descriptor.
const noFile = -1

// takeNamed replaces the program's standard output by the content of its named file. The output
// becomes empty if the file is missing, or not a plain file.
func (w *watch) takeNamed() error {
	if w.outputDir == noFile {
		return nil
	}
	defer func() {
		unix.Close(w.outputDir)
		w.outputDir = noFile
	}()
	fd, err := unix.FcntlInt(uintptr(w.stdout), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	stdout := os.NewFile(uintptr(fd), "stdout")
	defer stdout.Close()
	output, info, err := w.openNamed()
	if w.result.Unwritten = unwritten(info, err); err == nil {
		defer output.Close()
	}
	_, err = takeOutput(output, stdout, w.limits.output())
	return err
}

// openNamed opens the named file with the rights of the program, which may have replaced the
// file. It does not follow a link.
func (w *watch) openNamed() (f *os.File, info os.FileInfo, err error) {
	w.asProgram(func() {
		const flags = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC
		var fd int
		fd, err = unix.Openat(w.outputDir, scratchOutput, unix.O_RDONLY|flags, 0)
		if err == unix.ELOOP || err == unix.ENXIO { // a link, or a socket
			fd, err = unix.Openat(w.outputDir, scratchOutput, unix.O_PATH|flags, 0)
		}
		if err == nil {
			f = os.NewFile(uintptr(fd), scratchOutput)
			info, err = f.Stat()
		}
	})
	return f, info, err
}
