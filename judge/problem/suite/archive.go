package suite

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge"
)

// An archive is a zip archive. Its files are never written to disk. archive/zip refuses to open
// files whose names lead out of the archive.
type archive struct {
	files  fs.FS // a directory of it, in which names are coded
	file   *os.File
	root   string           // paths of the archive and of the directory in it, with "/"
	odd    map[string]bool  // names that no file can have, or that several files have: see tidy
	closed map[string]error // why files, or folders with too many of them, can't be read: coded names
}

// maxDirectory is the maximum size of an archive's list of files, which is held in memory.
const maxDirectory = 32 << 20

// maxUnpacked is how many bytes a file of a case, or a hand-in, may have.
const maxUnpacked = 1 << 30

// tooLarge reports whether a file has more. A size of 2^63 or more, in an archive, is negative.
func tooLarge(info fs.FileInfo) bool { return info.Size() < 0 || info.Size() > maxUnpacked }

var errUnpacked = fmt.Errorf("has more than %d MiB", maxUnpacked>>20)

// openArchive opens an archive. If all its files are in one directory, the paths of files begin in
// that directory, unless keep says that the name of the directory matters. most is how many files
// and directories a folder there may have.
func openArchive(path string, most int, keep func(dir string) bool) (*archive, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	a := &archive{
		file: file, root: path + "/", odd: make(map[string]bool), closed: make(map[string]error),
	}
	if err := a.read(most); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for {
		entries, err := fs.ReadDir(a, ".")
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == appleDir })
		if err != nil || len(entries) != 1 || !entries[0].IsDir() || keep(entries[0].Name()) {
			return a, nil // whoever reads it finds the error again
		}
		dir := entries[0].Name()
		sub, err := fs.Sub(a.files, coded(dir))
		if err != nil {
			return a, nil
		}
		a.files, a.root = sub, a.root+dir+"/"
	}
}

// appleDir is a directory that macOS adds to archives.
const appleDir = "__MACOSX"

// read reads the list of files. See openArchive.
func (a *archive) read(most int) error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	limited := &limitedReader{ReaderAt: a.file, left: maxDirectory}
	files, err := zip.NewReader(limited, info.Size())
	if errors.Is(err, zip.ErrInsecurePath) { // files with insecure paths can't be opened
		err = nil
	}
	if err != nil {
		return err
	}
	limited.left = -1
	a.tidy(files, most)
	a.files = files
	return nil
}

// unreadable returns why a file is in a form that can't be read, or nil.
func unreadable(f *zip.File) error {
	const encrypted = 1 // a flag
	switch {
	case f.Flags&encrypted != 0:
		return fmt.Errorf("%w: the file is encrypted", judge.ErrArchive)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("%w: found compression method %d, expected %d (deflate) or %d (none)",
			judge.ErrArchive, f.Method, zip.Deflate, zip.Store)
	default:
		return nil
	}
}

// tidy gives all files of an archive names that can be opened. A name that no file can have is left
// out, and so is one that another file or a directory has: with them, nothing could be listed.
func (a *archive) tidy(files *zip.Reader, most int) {
	tidyNames(files.File)
	dirs, top := a.countFolders(files.File, most)
	seen := make(map[string]bool)
	files.File = slices.DeleteFunc(files.File, func(f *zip.File) bool {
		if folder := folderOf(f.Name, top); a.closed[folder] == errCrowded {
			f.Name = folder + "/" // it stays, without what is in it
		}
		again := seen[f.Name]
		seen[f.Name] = true
		if strings.HasSuffix(f.Name, "/") {
			return again || !validName(f.Name)
		}
		if err := unreadable(f); err != nil {
			a.closed[f.Name] = err
		}
		odd := again || dirs[f.Name] || !validName(f.Name)
		if odd {
			a.odd[decoded(f.Name)] = true
		}
		return odd
	})
}

// tidyNames makes all names tidy. Some programs for Windows write "\" in place of each "/", and
// those in "zip -r class.zip ../class" begin with "../".
func tidyNames(files []*zip.File) {
	const unix = 3 // the system that made an entry, in the upper byte of a version
	windows := !slices.ContainsFunc(files, func(f *zip.File) bool {
		return f.CreatorVersion>>8 == unix || strings.Contains(f.Name, "/")
	})
	above := "" // the "../" before all names
	for len(files) > 0 && !slices.ContainsFunc(files, func(f *zip.File) bool {
		return !strings.HasPrefix(f.Name, above+"../")
	}) {
		above += "../"
	}
	for _, f := range files {
		if windows {
			f.Name = strings.ReplaceAll(f.Name, `\`, "/")
		}
		f.Name = tidyName(strings.TrimPrefix(f.Name, above))
	}
}

// tidyName returns the coded name of a file or, with "/" at its end, of a directory. A name with
// ".." stays, which no file can have: it could lead from one student's folder to another's.
func tidyName(name string) string {
	name = coded(name)
	if slices.Contains(strings.Split(name, "/"), "..") {
		return name
	}
	tidy := strings.TrimPrefix(path.Clean("/"+name), "/")
	if strings.HasSuffix(name, "/") {
		tidy += "/"
	}
	return tidy
}

// countFolders finds the crowded folders, and returns all directories, and the one, with "/", that
// has all files.
func (a *archive) countFolders(files []*zip.File, most int) (dirs map[string]bool, top string) {
	dirs, top = make(map[string]bool), commonDir(files)
	count := make(map[string]int)
	for _, f := range files {
		folder := folderOf(f.Name, top)
		if a.closed[folder] == errCrowded {
			continue
		}
		count[folder]++
		if validName(f.Name) {
			for above := path.Dir(f.Name); above != "." && !dirs[above]; above = path.Dir(above) {
				dirs[above] = true
				count[folder]++
			}
		}
		if count[folder] > most {
			a.closed[folder] = errCrowded
		}
	}
	return dirs, top
}

// validName reports whether a file or a directory can have a name.
func validName(name string) bool {
	const deep = 64 // directories in directories
	return fs.ValidPath(strings.TrimSuffix(name, "/")) && strings.Count(name, "/") <= deep
}

// commonDir returns the directory that has all files, with "/", or "".
func commonDir(files []*zip.File) string {
	common, found := "", false
	for _, f := range files {
		if !validName(f.Name) || strings.HasPrefix(f.Name, appleDir+"/") {
			continue
		}
		dir := f.Name[:strings.LastIndex(f.Name, "/")+1]
		if !found {
			common, found = dir, true
		}
		for !strings.HasPrefix(dir, common) {
			common = common[:strings.LastIndex(strings.TrimSuffix(common, "/"), "/")+1]
		}
	}
	return common
}

// folderOf returns the path of the folder, in the directory that has all files, that a file is in.
func folderOf(name, top string) string {
	rest, ok := strings.CutPrefix(name, top)
	if !ok {
		top = ""
	}
	folder, _, _ := strings.Cut(rest, "/")
	return top + folder
}

// oddName returns the odd name of a file, or of a directory above it. The path of the file begins
// with that of the archive.
func (a *archive) oddName(file string) (name string, odd bool) {
	name = filepath.ToSlash(strings.TrimPrefix(file, a.file.Name()+"/"))
	for name != "." && !a.odd[name] {
		name = path.Dir(name)
	}
	return name, a.odd[name]
}

func (a *archive) Close() error { return a.file.Close() }

// A limitedReader gives up when it has read a number of bytes.
type limitedReader struct {
	io.ReaderAt
	left int64 // bytes; negative: any number
}

var errLargeDirectory = fmt.Errorf("the list of its files has more than %d MiB", maxDirectory>>20)

func (r *limitedReader) ReadAt(p []byte, off int64) (int, error) {
	if r.left < 0 {
		return r.ReaderAt.ReadAt(p, off)
	}
	if r.left < int64(len(p)) {
		return 0, errLargeDirectory
	}
	r.left -= int64(len(p))
	return r.ReaderAt.ReadAt(p, off)
}
