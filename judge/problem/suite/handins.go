package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A HandIn is the file with the answers of one student.
type HandIn struct {
	Name string // of the file or directory, without the end that all names share
	File string // path; "": there is none
	Err  error  // why the file can't be read; nil: it can
}

// HandIns are the hand-ins of a class, in the order of their names.
type HandIns struct {
	All []HandIn

	files fs.FS
	close io.Closer
	root  string // prefix of the paths
}

// ErrChoice is wrapped by the error of FindHandIns if it needs a pattern.
var ErrChoice = errors.New("found several files of each")

// maxUnpack is how many bytes all hand-ins of an archive may have when they are unpacked.
const maxUnpack = 64 << 30

// FindHandIns returns the hand-ins at a path: a directory, a zip archive, or a file. In a
// directory or archive, each file is a hand-in, and each directory has one. If a directory has
// several files, its hand-in is the file whose name most of the directories have. The pattern, if
// not "", is one for path.Match: only files whose path or last element matches count. Links are
// not followed: with a link, a student could hand in the file of another.
func FindHandIns(name, pattern string) (*HandIns, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("%q: %w", pattern, err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	h := new(HandIns)
	switch {
	case info.IsDir():
		var root *os.Root
		if root, err = os.OpenRoot(name); err != nil {
			return nil, err
		}
		h.files, h.close, h.root = fence{root}, root, name+string(filepath.Separator)
		err = h.find(name, pattern)
	case strings.EqualFold(filepath.Ext(name), ".zip"):
		var a *archive
		if a, err = openArchive(name, maxFolder, func(string) bool { return false }); err != nil {
			return nil, err
		}
		h.files, h.close, h.root = a, a, a.root
		err = cmp.Or(h.find(name, pattern), h.unpackable(name))
		h.refuse(a, pattern == "")
	default:
		dir, base := filepath.Split(name)
		h.All = []HandIn{{Name: stem(base), File: name}}
		h.files, h.close, h.root = tree(dir), io.NopCloser(nil), dir
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// Open opens the file of a hand-in. If it grows from now on, that does not count.
func (h *HandIns) Open(one *HandIn) (io.ReadCloser, error) {
	f, err := h.files.Open(filepath.ToSlash(strings.TrimPrefix(one.File, h.root)))
	if err != nil {
		return nil, err
	}
	_, packed := h.files.(*archive)
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = errIrregular
	case tooLarge(info):
		err = errUnpacked
	case packed: // there a file that is larger than it says is an error
		return f, nil
	default:
		return struct {
			io.Reader
			io.Closer
		}{io.LimitReader(f, info.Size()), f}, nil
	}
	f.Close()
	return nil, err
}

// Close closes the directory or archive.
func (h *HandIns) Close() error { return h.close.Close() }

var (
	errLink      = errors.New("is a link, and links are not followed")
	errIrregular = errors.New("is not a regular file")
	errPrivate   = errors.New("may not be read by the owner of its directory, or of one above")
)

// noLinks returns why something is not a regular file, or nil if it is.
func noLinks(_ fs.FS, _ string, mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		return errLink
	case !mode.IsRegular():
		return errIrregular
	default:
		return nil
	}
}

// find finds the hand-ins. name is that of the directory or archive.
func (h *HandIns) find(name, pattern string) error {
	found, err := listFolders(h.files)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	folders, err := h.folders(found, pattern)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if pattern != "" && !slices.ContainsFunc(folders, func(f *folder) bool { return f.files != nil }) {
		return fmt.Errorf("%s: no file matches %q", name, pattern)
	}
	usual, err := usualName(folders)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range folders {
		one := f.choose(usual)
		if one.Err == nil {
			one.Err = found.names[one.File]
		}
		if one.File != "" {
			one.File = h.root + filepath.FromSlash(one.File)
		}
		h.All = append(h.All, one)
	}
	if len(h.All) == 0 {
		return fmt.Errorf("%s: found no hand-ins", name)
	}
	h.shorten()
	slices.SortFunc(h.All, func(a, b HandIn) int { return byNames(a.Name, b.Name) })
	return nil
}

// shorten shortens the names, where they stay different. It removes the extensions of files, and
// the end that all names share, from a "_" or "." on: hosts add such words to directories.
func (h *HandIns) shorten() {
	whole := slices.Clone(h.All)
	defer h.lengthen(whole)
	h.cutExtensions()
	if len(h.All) < 2 {
		return
	}
	common := h.All[0].Name
	for _, one := range h.All {
		for !strings.HasSuffix(one.Name, common) {
			common = common[1:]
		}
	}
	at := strings.IndexAny(common, "_.")
	if at < 0 {
		return
	}
	for i := range h.All {
		one := &h.All[i]
		if one.Name = strings.TrimSuffix(one.Name, common[at:]); one.Name == "" {
			one.Name = common[at:]
		}
	}
}

// lengthen gives hand-ins that have one name their whole names again: a student who chooses the
// name of a file shall not get that of another.
func (h *HandIns) lengthen(whole []HandIn) {
	for again := true; again; {
		again = false
		count := make(map[string]int)
		for _, one := range h.All {
			count[one.Name]++
		}
		for i := range h.All {
			if one := &h.All[i]; count[one.Name] > 1 && one.Name != whole[i].Name {
				one.Name, again = whole[i].Name, true
			}
		}
	}
}

func (h *HandIns) cutExtensions() {
	count := make(map[string]int)
	for _, one := range h.All {
		count[stem(one.Name)]++
	}
	for i := range h.All {
		one := &h.All[i]
		file := path.Base(filepath.ToSlash(one.File)) == one.Name
		if short := stem(one.Name); file && count[short] == 1 {
			one.Name = short
		}
	}
}

// stem returns the name of a file without its extension.
func stem(name string) string {
	if short := strings.TrimSuffix(name, path.Ext(name)); short != "" {
		return short
	}
	return name
}

// refuse refuses the hand-ins of an archive whose names are odd. If all hand-ins are wanted, it
// adds those that have not been found because of their names.
func (h *HandIns) refuse(a *archive, all bool) {
	left := maps.Clone(a.odd)
	for i := range h.All {
		one := &h.All[i]
		if name, odd := a.oddName(one.File); odd && one.File != "" {
			one.Err = cmp.Or(one.Err, errOdd)
			delete(left, name)
		}
	}
	if !all {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		h.All = append(h.All, HandIn{Name: cmp.Or(name, "(none)"), Err: errOdd})
	}
}

// errOdd is why a file of an archive, or another one that has the same name, is refused.
var errOdd = errors.New("several files in the archive have this name, or no file can have it")

// unpackable returns an error if all hand-ins of an archive together are too large.
func (h *HandIns) unpackable(name string) error {
	total := int64(0)
	for i := range h.All {
		one := &h.All[i]
		if one.Err != nil {
			continue
		}
		info, err := fs.Stat(h.files, filepath.ToSlash(strings.TrimPrefix(one.File, h.root)))
		if one.Err = err; err != nil || tooLarge(info) { // Open refuses such a file
			continue
		}
		if total += info.Size(); total > maxUnpack {
			return fmt.Errorf("%s: its files have more than %d GiB when they are unpacked", name,
				maxUnpack>>30)
		}
	}
	return nil
}
