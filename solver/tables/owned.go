package tables

import (
	"errors"
	"fmt"
	"os"
)

// ErrUnsafe is returned for tables that other users can write, or wrote.
var ErrUnsafe = errors.New("it is not safe")

// openOwned opens a regular file of the store for reading, with more flags than O_RDONLY.
// It returns an ErrUnsafe if other users can write to the file or to the folder. The checks
// are of the open file, so that nobody can exchange it between check and use.
func (s *Store) openOwned(name string, flags int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|noWait|flags, 0)
	if err != nil {
		return nil, err
	}
	if err := s.checkFile(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (s *Store) checkFile(f *os.File) error {
	if err := s.checkDir(); err != nil {
		return err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w", f.Name(), errIrregular)
	}
	return checkOwner(f.Name(), info)
}

// checkDir returns an ErrUnsafe if other users can replace files of the folder.
func (s *Store) checkDir() error {
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	return checkOwner(s.dir, info)
}
