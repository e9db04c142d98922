// Package suite finds test cases in a directory, an archive or a file, and the hand-ins of a
// class. It knows the layouts of judges and their tools. It does not read the cases.
//
//	s, err := suite.Find("test", "")
//	for _, c := range s.Cases {
//		in, err := s.Open(c.Input)
//		...
//	}
package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"
)

// A Suite is a list of cases in the order in which their judge runs them.
type Suite struct {
	Cases    []judge.Case
	Layout   string  // name of the layout, or the pattern; "": the inputs were named
	Warnings []error // about files that were ignored

	archive *archive // nil: none
}

// ErrNoCases is returned by Find if there are no cases.
var ErrNoCases = errors.New("no cases found")

// Find returns the cases at a path: a directory, a zip archive, an input file, or a
// filepath.Match pattern of input files; "" is the working directory. The layout is a
// name in Layouts or a pattern for parseLayout; for "" Find takes the first of Layouts
// that has cases. If a directory has no cases, but one zip archive, as in DMOJ, Find returns the
// cases of the archive.
//
// Paths of the cases begin with the given path. The error wraps ErrNoCases, or names the file or
// directory that can't be read. A directory is only warned about if neither the layout nor one
// before it in Layouts has files there.
func Find(path, layout string) (*Suite, error) {
	layouts, err := choose(layout)
	if err != nil {
		return nil, err
	}
	s, err := find(cmp.Or(path, "."), layouts)
	if err != nil {
		return nil, err
	}
	if err := s.readable(s.Open); err != nil {
		s.Close()
		return nil, err
	}
	for i := range s.Cases {
		s.Cases[i].Opener = func(name string) (io.ReadCloser, error) { return s.Open(name) }
	}
	return s, nil
}

func find(path string, layouts []Layout) (*Suite, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil && strings.ContainsAny(path, `*?[`):
		return matching(path, layouts)
	case err != nil:
		return nil, err
	case info.IsDir():
		return below(path, layouts)
	case strings.EqualFold(filepath.Ext(path), ".zip"):
		return inArchive(path, layouts)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is neither a file nor a directory", path)
	default:
		return &Suite{Cases: []judge.Case{named(path, layouts)}}, nil
	}
}

// openPlain opens a plain file. It may be none since it was found.
func openPlain(path string) (fs.File, error) {
	f, err := os.OpenFile(path, toRead(), 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, cmp.Or(err, fmt.Errorf("%s %w", path, errIrregular))
	}
	return f, nil
}

// Open opens a file of a case. It is an *os.File unless it is in an archive: then it is an error if
// it would be very large, as a small archive can make it. Programs get a copy on the disk.
func (s *Suite) Open(path string) (fs.File, error) {
	if s.archive == nil {
		return openPlain(path)
	}
	f, err := s.archive.Open(strings.TrimPrefix(path, s.archive.root))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if info, err := f.Stat(); err != nil || tooLarge(info) {
		f.Close()
		return nil, cmp.Or(err, fmt.Errorf("%s %w", path, errUnpacked))
	}
	return f, nil
}

// Close closes the archive.
func (s *Suite) Close() error {
	if s.archive == nil {
		return nil
	}
	return s.archive.Close()
}

// below returns the cases in a directory.
func below(dir string, layouts []Layout) (*Suite, error) {
	s, err := search(tree(dir), layouts)
	if errors.Is(err, ErrNoCases) {
		if archives, _ := fs.Glob(tree(dir), "*.zip"); len(archives) == 1 {
			return inArchive(filepath.Join(dir, archives[0]), layouts)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s.rename(func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
	return s, nil
}

// inArchive returns the cases in an archive. If all its files are in one directory, layouts
// match the paths from there on.
func inArchive(path string, layouts []Layout) (*Suite, error) {
	keep := func(dir string) bool { return knownDir(dir, layouts) }
	archive, err := openArchive(path, maxFiles, keep)
	if err != nil {
		return nil, err
	}
	s, err := search(archive, layouts)
	if odd := slices.Sorted(maps.Keys(archive.odd)); len(odd) > 0 {
		err = fmt.Errorf("%q: %w", odd[0], errOdd)
	}
	if err != nil {
		archive.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.archive = archive
	s.rename(func(name string) string { return archive.root + name })
	return s, nil
}

// rename changes the paths of all files.
func (s *Suite) rename(path func(string) string) {
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Input = path(c.Input)
		if c.Answer != "" {
			c.Answer = path(c.Answer)
		}
	}
}

// readable returns an error if a file of a case can't be read: it is better to know that before
// the first program runs.
func (s *Suite) readable(open func(string) (fs.File, error)) error {
	for _, c := range s.Cases {
		for _, name := range []string{c.Input, c.Answer} {
			if name == "" {
				continue
			}
			f, err := open(name)
			if err != nil {
				return err
			}
			_, err = f.Read(make([]byte, 1))
			f.Close()
			if err != nil && err != io.EOF {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}
