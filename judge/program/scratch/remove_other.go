//go:build !linux && !darwin

package scratch

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// RemoveAll removes a directory.
func RemoveAll(dir string) error { return os.RemoveAll(dir) }

// empty removes all that is in an open directory, but a file to keep.
func empty(dir *os.File, keep string) (err error) {
	if _, err := dir.Seek(0, io.SeekStart); err != nil {
		return err
	}
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if name != keep {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir.Name(), name)))
		}
	}
	return err
}
