package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A folder is what one student handed in: a file beside those of others, or a directory.
type folder struct {
	name  string
	files []string
	dir   bool
	err   error // of a directory that was not read
}

// folders groups the files that match the pattern by the first directory of their paths. Files
// without a directory are folders of their own.
func (h *HandIns) folders(found *found, pattern string) (all []*folder, err error) {
	byName := make(map[string]*folder)
	add := func(name string, dir bool) *folder {
		if byName[name] == nil {
			byName[name] = &folder{name: name, dir: dir}
			all = append(all, byName[name])
		}
		return byName[name]
	}
	entries, err := fs.ReadDir(h.files, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != appleDir {
			add(e.Name(), true)
		}
	}
	names := make([]string, 0, len(found.names))
	for name := range found.names {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		whole, _ := path.Match(pattern, name)
		last, _ := path.Match(pattern, path.Base(name))
		first, _, dir := strings.Cut(name, "/")
		if first != appleDir && (pattern == "" || whole || last) {
			f := add(first, dir)
			f.files = append(f.files, name)
		}
	}
	for dir, err := range found.dirs {
		first, _, _ := strings.Cut(dir, "/")
		if f := byName[first]; f != nil {
			f.err = fmt.Errorf("%s %w", dir, err)
		}
	}
	return all, nil
}

// usualName returns the name of a file that most directories have, or "" if there is none, or if
// no directory has several files. At most half of the students cannot make a name usual, and one
// cannot make it doubtful: only if all directories have both of two files, a pattern has to
// decide.
func usualName(folders []*folder) (usual string, err error) {
	count := make(map[string]int)
	several, dirs := false, 0
	for _, f := range folders {
		if !f.dir || len(f.files) == 0 {
			continue
		}
		dirs++
		several = several || len(f.files) > 1
		seen := make(map[string]bool)
		for _, file := range f.files {
			if base := path.Base(file); !seen[base] {
				seen[base] = true
				count[base]++
			}
		}
	}
	if !several {
		return "", nil
	}
	rival := ""
	for name, n := range count {
		switch {
		case n > count[usual]:
			usual, rival = name, ""
		case n == count[usual] && name != usual:
			usual, rival = min(usual, name), max(usual, name)
		}
	}
	switch {
	case 2*count[usual] <= dirs || dirs == 1 || rival != "" && count[usual] < dirs:
		return "", nil
	case rival != "":
		return "", fmt.Errorf("%w: as many directories have %s as %s", ErrChoice, usual, rival)
	}
	return usual, nil
}

// choose returns the file of the folder that is the hand-in.
func (f *folder) choose(usual string) HandIn {
	one := HandIn{Name: f.name}
	var called []string
	for _, file := range f.files {
		if path.Base(file) == usual {
			called = append(called, file)
		}
	}
	switch {
	case f.err != nil:
		one.Err = f.err
	case len(f.files) == 0:
		one.Err = errors.New("found no file")
	case len(f.files) == 1:
		one.File = f.files[0]
	case len(called) == 1:
		one.File = called[0]
	default:
		one.Err = fmt.Errorf("found %d files, expected one: %s", len(f.files), some(f.files))
	}
	return one
}
