package sandbox

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// An empty directory or file is mounted over each hidden path. These two are in
// sandboxScratch; the scratch directory is later mounted over them.
const (
	coverDir  = sandboxScratch + "/directory"
	coverFile = sandboxScratch + "/file"
)

// makeCovers makes the empty directory and the empty file.
func makeCovers() error {
	if err := os.Mkdir(coverDir, 0o555); err != nil {
		return err
	}
	return os.WriteFile(coverFile, nil, 0o444)
}

// hidden returns a file with the paths in Hide, each followed by a NUL. It is a file
// because thousands of paths do not fit in a message.
func (o *Options) hidden() (*os.File, error) {
	fd, err := unix.MemfdCreate("hidden", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	var text strings.Builder
	for _, path := range o.Hide {
		if path, err = filepath.Abs(path); err != nil {
			unix.Close(fd)
			return nil, err
		}
		text.WriteString(path + "\x00")
	}
	f := os.NewFile(uintptr(fd), "hidden")
	if _, err := f.WriteAt([]byte(text.String()), 0); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// hide covers the paths in that file. It reads one path at a time, because our memory
// counts as the programs'.
func hide(paths io.Reader) error {
	for r := bufio.NewReader(paths); ; {
		path, err := r.ReadString(0)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		path = strings.TrimSuffix(path, "\x00")
		if err := cover(path); err != nil {
			return fmt.Errorf("hide %s: %w", path, err)
		}
	}
}

// cover hides a file or a directory. It returns nil if the path does not exist, or if we
// have no right to reach it: programs have no more rights than we have.
func cover(path string) error {
	var info unix.Stat_t
	err := unix.Stat(path, &info)
	if err == nil {
		with := coverFile
		if info.Mode&unix.S_IFMT == unix.S_IFDIR {
			with = coverDir
		}
		err = unix.Mount(with, path, "", unix.MS_BIND, "")
	}
	switch err {
	case unix.ENOENT, unix.ENOTDIR, unix.EACCES:
		return nil
	default:
		return err
	}
}
