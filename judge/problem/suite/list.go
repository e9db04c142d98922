package suite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// These limits turn the search of a home directory, of an endless file system, or of a student's
// very large folder, into an error instead of a long wait.
const (
	maxDepth  = 16 // directories in directories
	maxFiles  = 1 << 20
	maxFolder = 16 << 10 // files and directories in the folder of one student
)

// maxWarnings is the maximum number of warnings about files that can't be cases.
const maxWarnings = 10

var (
	errTooMany = fmt.Errorf("more than %d files: name the directory of the cases", maxFiles)
	errCrowded = fmt.Errorf("has more than %d files", maxFolder)
	errDeep    = fmt.Errorf("is not searched: it is %d directories deep", maxDepth)
	errLinked  = errors.New("is a link to a directory, and such links are not followed")
)

// found lists the files of a directory and of all directories below it.
type found struct {
	// unfit returns why a file can't be a case.
	unfit func(fsys fs.FS, name string, mode fs.FileMode) error

	names map[string]error // by file: why it can't be a case; nil: it can
	dirs  map[string]error // by directory that was not searched: why not
	left  int              // entries of directories that may follow
}

// list returns the files in a file system. It follows links to files, but not to
// directories, which may form a cycle. It ignores names that begin with a dot.
func list(fsys fs.FS) (*found, error) {
	f := newFound(maxFiles, notRegular)
	return f, f.walk(fsys, ".", 1)
}

func newFound(most int, unfit func(fs.FS, string, fs.FileMode) error) *found {
	return &found{
		unfit: unfit, names: make(map[string]error), dirs: make(map[string]error), left: most,
	}
}

// listFolders is list for a directory with a folder of each student. A folder with more than
// maxFolder files and directories is not searched.
func listFolders(fsys fs.FS) (*found, error) {
	all := newFound(maxFiles, noLinks)
	folders, err := all.read(fsys, ".")
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		one := newFound(maxFolder, noLinks)
		if one.walk(fsys, folder, 2) != nil {
			all.dirs[folder] = errCrowded
			continue
		}
		maps.Copy(all.names, one.names)
		maps.Copy(all.dirs, one.dirs)
	}
	return all, nil
}

// walk adds the files below a directory. An error ends the search.
func (f *found) walk(fsys fs.FS, dir string, depth int) error {
	subs, err := f.read(fsys, dir)
	switch {
	case errors.Is(err, errTooMany), err != nil && dir == ".":
		return err
	case errors.Is(err, errPrivate): // it is no part of the hand-in
	case errors.Is(err, errCrowded):
		f.dirs[dir] = err
	case err != nil:
		f.dirs[dir] = fmt.Errorf("can't be read: %w", err)
	}
	for _, sub := range subs {
		if depth == maxDepth {
			f.dirs[sub] = errDeep
		} else if err := f.walk(fsys, sub, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// read adds the files in a directory and returns its sub-directories. It reads piece by
// piece, because a directory may have more entries than fit in memory.
func (f *found) read(fsys fs.FS, dir string) (subs []string, err error) {
	file, err := fsys.Open(dir)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, ok := file.(fs.ReadDirFile)
	if !ok {
		return nil, fmt.Errorf("%s is not a directory", dir)
	}
	for {
		entries, err := reader.ReadDir(1024)
		for _, e := range entries {
			if f.left--; f.left < 0 {
				return nil, errTooMany
			}
			name := path.Join(dir, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."):
			case e.IsDir():
				subs = append(subs, name)
			default:
				if err := f.unfit(fsys, name, e.Type()); errors.Is(err, errLinked) {
					f.dirs[name] = err
				} else {
					f.names[name] = err
				}
			}
		}
		if err == io.EOF {
			return subs, nil
		}
		if err != nil {
			return subs, err
		}
	}
}

// notRegular returns why something is not a regular file, or nil if it is.
func notRegular(fsys fs.FS, name string, mode fs.FileMode) error {
	if mode&fs.ModeSymlink != 0 {
		info, err := fs.Stat(fsys, name)
		if err != nil {
			return fmt.Errorf("is a link that leads nowhere: %w", err)
		}
		mode = info.Mode()
	}
	switch {
	case mode.IsDir():
		return errLinked
	case !mode.IsRegular():
		return errIrregular
	default:
		return nil
	}
}

// unread returns an error if a directory can't be read that may have files of one of the layouts,
// or if one that a layout names is a link: without its cases, which may be the secret ones, no
// program should be accepted.
func (f *found) unread(layouts []Layout) error {
	for _, dir := range slices.Sorted(maps.Keys(f.dirs)) {
		err := f.dirs[dir]
		matters := func(p Pattern) bool {
			if errors.Is(err, errLinked) {
				return p.names(dir)
			}
			return p.looksInto(dir) && !errors.Is(err, errDeep)
		}
		if slices.ContainsFunc(layouts, func(l Layout) bool { return l.has(matters) }) {
			return fmt.Errorf("%s %w", dir, err)
		}
	}
	return nil
}

// problems returns warnings about unfit files that the layout would use, and about directories
// that were not searched.
func (f *found) problems(l *Layout) (warnings []error) {
	used := func(name string) bool {
		return l.has(func(p Pattern) bool {
			_, ok := p.match(name)
			return ok
		})
	}
	for name, err := range f.names {
		if err != nil && used(name) {
			warnings = append(warnings, fmt.Errorf("%s %w", name, err))
		}
	}
	for name, err := range f.dirs {
		if !errors.Is(err, errLinked) || used(name) {
			warnings = append(warnings, fmt.Errorf("%s %w", name, err))
		}
	}
	slices.SortFunc(warnings, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if more := len(warnings) - maxWarnings; more > 0 {
		warnings = append(warnings[:maxWarnings], fmt.Errorf("and %d more such files", more))
	}
	return warnings
}
