package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// A Command is a program, its input and its limits.
type Command struct {
	// Args is the program and its arguments. A name without a slash is looked up in PATH;
	// other relative names are relative to Dir.
	Args []string

	// Dir is the directory of the program's files; "" is our own working directory. The
	// program's working directory is a scratch directory, with links to the files in Dir: to
	// those that Args name, and to up to maxLinks others. Of its newest small files of data it
	// has copies, which the program may write.
	Dir string

	// File, if not "", is a file that the program gets by name. In Args, InputMark stands for
	// the name of a copy in the working directory, and OutputMark for the name of a file there
	// that the program writes. After the run, that file replaces the standard output; if it is
	// missing, or not a plain file, the output is empty. Without a sandbox, the marks stand for
	// File itself and for a file beside Stdout. Extension is that of the copy; "": ".in".
	File, Extension string

	// Own lists the program's own files and directories, if the arguments, or the program that they
	// name, are the contestant's: programs see nothing else that these name, and get no links unless
	// Dir is among them. nil: Args and Dir say which files are the program's own.
	Own []string

	Stdin  string // a file; "": an empty input
	Stdout string // a file, which is made anew; "": the output is lost
	Limits Limits
}

// lookUp returns the absolute paths of the program and of its directory.
func (c *Command) lookUp() (path, dir string, err error) {
	if len(c.Args) == 0 || c.Args[0] == "" {
		return "", "", &StartError{"", exec.ErrNotFound}
	}
	if dir, err = filepath.Abs(c.Dir); err != nil {
		return "", "", err
	}
	if strings.Contains(strings.Join(c.Args, ""), "\x00") {
		return "", "", &StartError{c.Args[0], syscall.EINVAL}
	}
	defer func() { // the contestant shall not learn which files the host has
		if c.Own != nil && err != nil && filepath.Base(c.Args[0]) != c.Args[0] {
			err = &StartError{c.Args[0], syscall.ENOENT}
		}
	}()
	switch path = c.Args[0]; {
	case filepath.IsAbs(path):
		path = filepath.Clean(path) // or the way to a ".." would tell what the host has there
	case filepath.Base(path) != path:
		path = filepath.Join(dir, path)
	}
	if filepath.IsAbs(path) {
		if err := checkPlain(path); err != nil {
			return "", "", &StartError{c.Args[0], err}
		}
	}
	if path, err = exec.LookPath(path); err != nil {
		if e, ok := err.(*exec.Error); ok {
			err = e.Err
		}
		return "", "", &StartError{c.Args[0], withHint(err, dir, c.Args[0])}
	}
	if err := checkPlain(path); err != nil {
		return "", "", &StartError{c.Args[0], err}
	}
	path, err = filepath.Abs(path)
	return path, dir, err
}

// checkPlain returns an error if a path leads to something that is not a plain file.
func checkPlain(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() {
		return nil // if the file is missing, starting it gives the system's error
	}
	return fmt.Errorf("found %s, expected a program", kind(info.Mode()))
}

// kind says what a file is.
func kind(mode os.FileMode) string {
	switch mode.Type() {
	case 0:
		return "a plain file"
	case os.ModeDir:
		return "a directory"
	case os.ModeNamedPipe:
		return "a pipe"
	case os.ModeSocket:
		return "a socket"
	case os.ModeSymlink:
		return "a link"
	default:
		return "a device"
	}
}

// withHint adds a hint to the error of a name that was not found in PATH, if the directory of the
// program's files has a file of that name, and to that of a file that may not be run.
func withHint(err error, dir, name string) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w (chmod +x, or name the interpreter before it)", err)
	}
	info, missing := os.Stat(filepath.Join(dir, name))
	if !errors.Is(err, exec.ErrNotFound) || filepath.Base(name) != name || missing != nil ||
		!info.Mode().IsRegular() {
		return err
	}
	return fmt.Errorf("%w (did you mean %q?)", err, "./"+name)
}

// openOutput opens the file that becomes standard output. It is a new file: the last program may
// have given the old one attributes and times, which would tell this program something.
func (c *Command) openOutput() (*os.File, error) {
	if c.Stdout == "" {
		return os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	if info, err := os.Lstat(c.Stdout); err == nil && info.Mode().IsRegular() {
		os.Truncate(c.Stdout, 0) // Landlock keeps a removed file for a while
		os.Remove(c.Stdout)
	}
	return os.OpenFile(c.Stdout, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// checkInput makes sure that opening the input does not block, as a pipe would.
func (c *Command) checkInput() error {
	for _, name := range []string{c.Stdin, c.File} {
		if name == "" {
			continue
		}
		info, err := os.Stat(name)
		if err == nil && !info.Mode().IsRegular() && info.Mode()&os.ModeCharDevice == 0 {
			err = fmt.Errorf("%s: found %s, expected a plain file", name, kind(info.Mode()))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
