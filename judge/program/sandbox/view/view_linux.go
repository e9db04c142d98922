// Package view says which of the host's files a judged program sees: those that a user has chosen
// with the command line, and those that the program needs to run. The package only lists them.
//
//	v := view.New(&view.Command{Args: args, Path: path, Dir: dir}, &view.Options{})
//	entries := v.Entries(true)
package view

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// A View is what programs see of the host's files: those at or below the paths in show, except
// those at or below the paths in hide. If several paths apply to a file, the longest counts; a
// path in both sets is hidden. All paths are absolute and without links.
type View struct {
	show, hide map[string]bool
	links      map[string]string // targets of the links on the way to the files, by path
	above      tree              // leads to the paths in show and links
	split      map[string]bool   // directories whose entries are shown one by one, see Entries
	covered    []string          // the paths in hide that are covered, see Entries
	dots       map[string]bool   // the paths in hide that are only there because of their names
	shared     []string          // see isShared
	work       string            // the working directory of a command that a user has chosen
	written    []string          // see concealJudge
	refused    []string          // directories of libraries that the program names and does not see
	entries    []Entry

	// Lacks is an interpreter that the program needs and does not see. "": there is none.
	Lacks string
}

// A tree has, by directory, the names of what is in it.
type tree map[string]map[string]bool

func newView() *View {
	return &View{
		show: make(map[string]bool), hide: make(map[string]bool), links: make(map[string]string),
		above: make(tree), split: make(map[string]bool), dots: make(map[string]bool),
		shared: shared(),
	}
}

// add shows a path, even if its name begins with a dot, and the links on the way to it. It returns
// the path without links, or "" if there is no such file, or if we cannot reach it: then it does
// nothing.
func (v *View) add(path string) string {
	real, links := resolve(path)
	if real != "" {
		v.addReal(real, links)
	}
	return real
}

// addReal shows a path without links, and the links that lead there. Where a contestant can
// exchange files by links, it shows what has been looked at: add might find something else.
func (v *View) addReal(real string, links map[string]string) {
	maps.Copy(v.links, links)
	v.show[real] = true
	if v.dots[real] {
		delete(v.hide, real)
		delete(v.dots, real)
	}
}

// conceal hides a path and, if that is a link, its target. A link of the system stays, and leads
// nowhere.
func (v *View) conceal(path string) {
	if !inSystem(path) {
		v.hide[filepath.Clean(path)] = true
		delete(v.dots, filepath.Clean(path))
	}
	if real, _ := resolve(path); real != "" {
		v.hide[real] = true
		delete(v.dots, real)
	}
}

// sees reports whether programs see the file at a path without links.
func (v *View) sees(path string) bool {
	for ; ; path = filepath.Dir(path) {
		if v.hide[path] || path == "/" {
			return false
		}
		if v.show[path] {
			return true
		}
	}
}

// Entries returns the entries of the root, each directory before its files. It may be called only
// once. canCover says that programs have a root, in which files can be covered.
//
// If something below a shown directory is hidden, the entries of the directory are shown one by
// one: a hidden file is absent, whatever happens to the directory on the host meanwhile. A hidden
// file of the system is covered by an empty file instead: its directory may have thousands of
// entries, and only root can replace the hidden file. So is one that we are writing.
func (v *View) Entries(canCover bool) []Entry {
	for path := range v.hide {
		info, err := os.Lstat(path)
		if canCover && err == nil && info.Mode().IsRegular() &&
			(inSystem(path) || slices.Contains(v.written, path)) {
			v.covered = append(v.covered, path)
			continue
		}
		for ; !v.split[path]; path = filepath.Dir(path) {
			v.split[path] = true
		}
	}
	for path := range v.show {
		v.note(path)
	}
	for path := range v.links {
		v.note(path)
	}
	v.visit("/", false)
	return v.entries
}

// note adds the directories above a path.
func (v *View) note(path string) {
	for path != "/" {
		dir := filepath.Dir(path)
		if v.above[dir] == nil {
			v.above[dir] = make(map[string]bool)
		}
		v.above[dir][filepath.Base(path)] = true
		path = dir
	}
}

// visit lists the entries at and below a path. shown says whether the directory above is shown.
func (v *View) visit(path string, shown bool) {
	shown = (shown || v.show[path]) && !v.hide[path]
	target, isLink := v.links[path]
	switch {
	case isLink && !v.hide[path]:
		v.entries = append(v.entries, Entry{Link, path, target})
	case !shown && v.above[path] == nil:
	case shown && !v.split[path]:
		v.entries = append(v.entries, Entry{Host, path, ""})
		v.cover(path)
	default:
		if shown {
			v.entries = append(v.entries, Entry{Split, path, ""})
		} else if path != "/" {
			v.entries = append(v.entries, Entry{Dir, path, ""})
		}
		for _, name := range v.names(path, shown) {
			v.visit(filepath.Join(path, name), shown)
		}
	}
}

// cover covers the hidden files below a path that is shown.
func (v *View) cover(path string) {
	for _, hidden := range v.covered {
		if Within(path, hidden) {
			v.entries = append(v.entries, Entry{Cover, hidden, ""})
		}
	}
}

// names returns the names in a directory for which there may be entries: if the directory is shown,
// all names except those of pipes, sockets and devices.
func (v *View) names(dir string, shown bool) (names []string) {
	names = slices.Collect(maps.Keys(v.above[dir]))
	if shown {
		entries, _ := readDir(dir)
		for _, e := range entries {
			switch path := filepath.Join(dir, e.Name()); e.Type() {
			case os.ModeSymlink:
				if target, err := os.Readlink(path); err == nil { // it may be a link no more
					v.links[path] = target
					names = append(names, e.Name())
				}
			case 0, os.ModeDir:
				names = append(names, e.Name())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Within reports whether a path is that of a directory, or below it.
func Within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// pathInText is an absolute path in a message.
var pathInText = lazy(`/[^\s:;,'"()]+`)

// nameInText is a name in a message that may be that of a file in the working directory: a relative
// path in quotes, or before the words of the C library.
var nameInText = lazy(`'[^'/\s][^'\s]*'|"[^"/\s][^"\s]*"|[^\s:'"/][^\s:'"]*: No such file`)

// libraryInText is the name of a library in what the dynamic linkers of glibc and musl say if they
// do not find the library.
var libraryInText = lazy(`loading shared librar(?:ies: |y )([^\s:/]+)`)

// Unseen returns the first path in a text that the host has and programs do not see, or "". If a
// user has chosen the command, a relative path may be one in the working directory. others says
// that programs run as another user than we do: Unseen then says nothing of files that they could
// not find without a sandbox. A library that the program lacks counts as named in each of the
// directories where the program says that it is.
//
// It looks at few paths: on some systems, looking for a file asks another machine.
func (v *View) Unseen(text []byte, others bool) string {
	const few = 16
	paths := pathInText().FindAllString(string(text), few)
	if v.work != "" {
		for _, match := range nameInText().FindAllString(string(text), few) {
			name := strings.Trim(strings.TrimSuffix(match, ": No such file"), `'"`)
			paths = append(paths, filepath.Join(v.work, name))
		}
	}
	if match := libraryInText().FindSubmatch(text); match != nil {
		for _, dir := range v.refused {
			paths = append(paths, filepath.Join(dir, string(match[1])))
		}
	}
	for _, path := range paths {
		if len(path) >= unix.PathMax {
			continue
		}
		real, _ := resolve(path)
		if real != "" && !isSpecial(real) && !v.sees(real) && v.hiddenAbove(real) == "" &&
			(!others || isOpen(real)) {
			return path
		}
	}
	return ""
}

// isOpen reports whether all users may search the directories above a path.
func isOpen(path string) bool {
	for path != "/" {
		path = filepath.Dir(path)
		if info, err := os.Stat(path); err != nil || info.Mode()&0o001 == 0 {
			return false
		}
	}
	return true
}

// isForbidden reports whether a path is hidden, and not only because of its name.
func (v *View) isForbidden(path string) bool {
	dir := v.hiddenAbove(path)
	for dir != "" && v.dots[dir] {
		dir = v.hiddenAbove(filepath.Dir(dir))
	}
	return dir != ""
}

// hiddenAbove returns the longest hidden path that a path is at or below, or "".
func (v *View) hiddenAbove(path string) string {
	for ; path != "/" && path != "."; path = filepath.Dir(path) {
		if v.hide[path] {
			return path
		}
	}
	return ""
}
