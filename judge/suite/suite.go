// Package suite finds test cases: in a directory, an archive or a file, in any
// of the layouts in which judges and their tools keep them. It reads none.
//
//	s, err := suite.Find("test", "")
//	for _, c := range s.Cases {
//		in, err := s.Open(c.Input)
//		...
//	}
package suite

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Case is an input, and the file that answers it.
type Case struct {
	Name   string // "1", "sample/1"
	Input  string // path
	Answer string // path; "": there is none
}

// A Suite is a list of cases in the order in which their judge runs them.
type Suite struct {
	Cases    []Case
	Layout   string  // name of the layout, or the pattern; "": files were named
	Warnings []error // what was passed over

	archive *zip.ReadCloser // nil: none
	files   fs.FS           // of the archive
	root    string          // what paths in the archive begin with
}

// ErrNoCases is returned where there are none.
var ErrNoCases = errors.New("no cases found")

// Find returns the cases at a path: a directory, a zip archive, a file that is
// an input, or a pattern of such files as in filepath.Match; "" is the working
// directory. The layout is the name of one in Layouts or a pattern, as
// ParseLayout takes it; if it is "", the first of Layouts that fits is taken.
//
// Paths of the cases begin with the path given. It returns ErrNoCases, or an
// error with the file or directory that can't be read.
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
		return &Suite{Cases: []Case{named(path, layouts)}}, nil
	}
}

// Open opens a file of a case. It is an *os.File, but for those in archives.
func (s *Suite) Open(path string) (fs.File, error) {
	if s.archive == nil {
		return os.Open(path)
	}
	return s.files.Open(strings.TrimPrefix(path, s.root))
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
	s, err := search(os.DirFS(dir), layouts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	s.rename(func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) })
	return s, nil
}

// inArchive returns the cases in an archive. Where all of it is in one
// directory, it is searched from there.
func inArchive(path string, layouts []Layout) (*Suite, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	files, root := fs.FS(archive), path+"/"
	for {
		entries, err := fs.ReadDir(files, ".")
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "__MACOSX" })
		if err != nil || len(entries) != 1 || !entries[0].IsDir() {
			break // search meets the error too
		}
		dir := entries[0].Name()
		if knownDir(dir, layouts) {
			break
		}
		sub, err := fs.Sub(files, dir)
		if err != nil {
			break
		}
		files, root = sub, root+dir+"/"
	}
	s, err := search(files, layouts)
	if err != nil {
		archive.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.archive, s.files, s.root = archive, files, root
	s.rename(func(name string) string { return root + name })
	return s, nil
}

// Search returns the cases in a file system, as Find does for a directory. The
// paths are those of the file system.
func Search(fsys fs.FS, layout string) (*Suite, error) {
	layouts, err := choose(layout)
	if err != nil {
		return nil, err
	}
	s, err := search(fsys, layouts)
	if err != nil {
		return nil, err
	}
	return s, s.readable(fsys.Open)
}

// rename changes the paths.
func (s *Suite) rename(path func(string) string) {
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Input = path(c.Input)
		if c.Answer != "" {
			c.Answer = path(c.Answer)
		}
	}
}

// readable returns the error of a file that can't be read, which is better known
// before the first program runs.
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
