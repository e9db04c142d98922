package suite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unicode/utf8"

	"tilejudge/judge"
	"tilejudge/judge/program/access"
)

// The file systems of packages os and zip refuse names that are not UTF-8. Hand-ins have such names
// if Windows packed a student's umlaut, or if they come from an old disk. A tree, a fence and an
// archive open and list files whatever bytes their names have.

// A tree is a directory on the disk. Links may lead out of it. Errors have the path within it.
type tree string

func (t tree) Open(name string) (fs.File, error) {
	f, err := os.Open(filepath.Join(string(t), filepath.FromSlash(name)))
	if err != nil {
		return nil, within(err, name)
	}
	return f, nil
}

// Stat opens nothing: to open a named pipe would take forever.
func (t tree) Stat(name string) (fs.FileInfo, error) {
	info, err := os.Stat(filepath.Join(string(t), filepath.FromSlash(name)))
	return info, within(err, name)
}

func within(err error, name string) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		e.Path = name
	}
	return err
}

// A fence is a directory on the disk that no link leads out of, and in which none is followed.
type fence struct{ *os.Root }

// toRead returns the flags that open a file to read, and do not wait for a writer if the file has
// been replaced by a pipe since it was found.
func toRead() int {
	if runtime.GOOS == "windows" {
		return os.O_RDONLY
	}
	return os.O_RDONLY | syscall.O_NONBLOCK
}

// Open opens one part of the path after the other: a root follows links that do not lead out of it.
func (r fence) Open(name string) (fs.File, error) {
	at := r.Root
	var theirs *os.File // the last directory that belongs to a stranger
	var owned fs.FileInfo
	isPrivate := func(f *os.File, info fs.FileInfo, mode uint32) bool {
		return theirs != nil && !access.HaveOneOwner(owned, info) && // lists of rights may be long
			access.IsPrivate(access.In(theirs, owned), access.In(f, info), mode)
	}
	dirs := strings.Split(name, "/")
	for _, dir := range dirs[:len(dirs)-1] {
		below, err := at.OpenRoot(dir + "/.") // without ".", a pipe would be waited for
		if err != nil {
			return nil, err
		}
		defer below.Close()
		opened, err := below.Open(".")
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		info, err := opened.Stat()
		if err = isListed(at, dir, info, err); err != nil {
			return nil, err
		}
		if isPrivate(opened, info, access.Search) {
			return nil, errPrivate
		}
		if at = below; !access.IsOurs(info) {
			theirs, owned = opened, info
		}
	}
	last := dirs[len(dirs)-1]
	file, err := at.OpenFile(last, toRead(), 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	err = isListed(at, last, info, err)
	if err == nil && isPrivate(file, info, access.Read) {
		err = errPrivate // the student has not written it, and may have moved it there
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// isListed returns errLink if a file is not the one that its directory lists, but one to which a
// link leads. err is that of looking at the open file.
func isListed(dir *os.Root, name string, opened fs.FileInfo, err error) error {
	if err != nil {
		return err
	}
	listed, err := dir.Lstat(name)
	if err == nil && !os.SameFile(opened, listed) {
		err = errLink
	}
	return err
}

// Open opens a file or directory of the archive.
func (a *archive) Open(name string) (fs.File, error) {
	name = coded(name)
	whole := path.Join(coded(strings.TrimPrefix(a.root, a.file.Name()+"/")), name)
	if err := a.closed[whole]; err != nil {
		return nil, err
	}
	f, err := a.files.Open(name)
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", judge.ErrArchive, err)
	}
	if dir, ok := f.(fs.ReadDirFile); ok {
		return codedDir{dir}, nil
	}
	return packed{f}, nil
}

// A packed file is one in an archive.
type packed struct{ fs.File }

func (f packed) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", judge.ErrArchive, err)
	}
	return n, err
}

// A codedDir is a directory in which names are coded. It lists the names that they stand for.
type codedDir struct{ fs.ReadDirFile }

func (d codedDir) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := d.ReadDirFile.ReadDir(n)
	for i, e := range entries {
		entries[i] = codedEntry{e}
	}
	return entries, err
}

type codedEntry struct{ fs.DirEntry }

func (e codedEntry) Name() string { return decoded(e.DirEntry.Name()) }

// codedBytes and the 255 characters behind it are for private use. They stand for bytes, and one
// for "\", which archive/zip takes for "/".
const codedBytes = 0x10ff00

// coded returns a name in UTF-8 with a character for each byte that is not UTF-8, and for "\".
func coded(name string) string {
	if utf8.ValidString(name) && !strings.Contains(name, `\`) {
		return name
	}
	var b strings.Builder
	for rest := name; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && size == 1 || r == '\\' {
			r = codedBytes + rune(rest[0])
		}
		b.WriteRune(r)
		rest = rest[size:]
	}
	return b.String()
}

// decoded returns the name that coded has coded.
func decoded(name string) string {
	b := make([]byte, 0, len(name))
	for _, r := range name {
		if r >= codedBytes+utf8.RuneSelf || r == codedBytes+'\\' {
			b = append(b, byte(r-codedBytes))
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}
