package protocol

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A noFile is the error of a path that leads to no file.
type noFile string

func (e noFile) Error() string { return string(e) }

// openOutput opens the file with the answers of a program, which may have put anything in its
// place. What cannot be read is a noFile.
func openOutput(name string) (io.ReadCloser, error) {
	isHosts := IsDescriptor(name)
	f, err := openNow(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isHosts:
		return nil, notFound("Output", name)
	case err != nil && !isOurs(err) && !isHosts:
		return nil, noFile(fmt.Sprintf("Output file cannot be opened: %v", err))
	case err != nil:
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	odd, mode := "", info.Mode()
	switch {
	case mode.IsDir():
		odd = "a directory"
	case mode&fs.ModeDevice != 0 && name != os.DevNull:
		odd = "a device"
	case mode.IsRegular() && info.Size() == 0:
		f.Close() // some files of /proc have no size, and cannot be read: a link may lead there
		return io.NopCloser(strings.NewReader("")), nil
	case mode.IsRegular():
		// Nor can some files of /sys, which have a size. Those say EIO, as broken disks do.
		_, err := f.ReadAt(make([]byte, 1), 0)
		if err != nil && err != io.EOF && (isLink(name) || !isOurs(err)) {
			f.Close()
			return nil, noFile(fmt.Sprintf("Output file cannot be read: %v", err))
		}
	case isLink(name) && !isHosts:
		odd = "a link to no file" // such as a pipe in which the host waits for what we say
	case mode&fs.ModeNamedPipe != 0 && !isHosts:
		return &pipe{File: f}, nil
	}
	if odd != "" {
		f.Close()
		return nil, noFile(fmt.Sprintf("Output file is %s: %q", odd, name))
	}
	return f, nil
}

// IsDescriptor reports whether a name is that of a file which this process has open, as a host may
// give it, and shells do for <(command).
func IsDescriptor(name string) bool {
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") ||
		strings.HasPrefix(name, "/proc/self/fd/")
}

// notFound returns the error of a file that is not there, as testlib says it.
func notFound(title, name string) error {
	return noFile(fmt.Sprintf("%s file not found: %q", title, name))
}

// patience is how long a pipe may keep us waiting: somebody may hold it open for ever.
const patience = 10 * time.Second

// A pipe ends when time is up, which begins at the first Read: the host may fill that of the input
// before.
type pipe struct {
	*os.File
	begun bool
}

// Read reads what comes in time.
func (p *pipe) Read(b []byte) (int, error) {
	if !p.begun {
		p.begun = true
		p.SetReadDeadline(time.Now().Add(patience)) // where that is not possible, Read waits
		await(p.File)
	}
	n, err := p.File.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// isLink reports whether a name is that of a symbolic link.
func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isOurs reports whether an error is one for which no program is to blame.
func isOurs(err error) bool {
	is := func(cause error) bool { return errors.Is(err, cause) }
	return slices.ContainsFunc(
		[]error{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EIO}, is)
}
