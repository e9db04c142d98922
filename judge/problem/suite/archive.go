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
)

// An archive is a zip archive. Its files are never written to disk. archive/zip refuses to open
// files whose names lead out of the archive.
type archive struct {
	files fs.FS // a directory of it, in which names are coded
	file  *os.File
	root  string          // paths of the archive and of the directory in it, with "/"
	odd   map[string]bool // names that no file can have, or that several files have: see tidy
}

// maxDirectory is the maximum size of an archive's list of files, which is held in memory.
const maxDirectory = 32 << 20

// maxUnpacked is how many bytes a file of a case, or a hand-in, may have.
const maxUnpacked = 1 << 30

var errUnpacked = fmt.Errorf("has more than %d MiB", maxUnpacked>>20)

// openArchive opens an archive. If all its files are in one directory, the paths of files begin in
// that directory, unless keep says that the name of the directory matters.
func openArchive(path string, keep func(dir string) bool) (*archive, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	a := &archive{file: file, root: path + "/"}
	if err := a.read(); err != nil {
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

// read reads the list of files.
func (a *archive) read() error {
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
	a.tidy(files)
	a.files = files
	return nil
}

// tidy gives all files of an archive names that can be opened. A name that no file can have is left
// out, and so is one that another file or a directory has: with them, nothing could be listed.
func (a *archive) tidy(files *zip.Reader) {
	const deep = 64 // directories in directories
	dirs, seen := make(map[string]bool), make(map[string]bool)
	for _, f := range files.File {
		name := strings.TrimLeft(path.Clean("/"+strings.ReplaceAll(coded(f.Name), `\`, "/")), "/")
		above := path.Dir(name)
		if strings.HasSuffix(f.Name, "/") {
			above, name = name, name+"/"
		}
		f.Name = name
		for n := 0; n < deep && above != "." && above != "" && !dirs[above]; n++ {
			dirs[above], above = true, path.Dir(above)
		}
	}
	a.odd = make(map[string]bool)
	files.File = slices.DeleteFunc(files.File, func(f *zip.File) bool {
		again := seen[f.Name]
		seen[f.Name] = true
		if strings.HasSuffix(f.Name, "/") {
			return again || f.Name == "/"
		}
		odd := again || dirs[f.Name] || !fs.ValidPath(f.Name) || strings.Count(f.Name, "/") > deep
		if odd {
			a.odd[decoded(f.Name)] = true
		}
		return odd
	})
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
