// Package scratch makes directories for temporary files. If a process dies and can't
// remove its directories, the next one that calls Sweep removes them. A Spool keeps what
// can't be written yet.
//
//	scratch.Sweep()
//	d, err := scratch.New("run")
//	...
//	defer d.Remove()
package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// marker is a file in each of the directories. Sweep leaves all others alone, whatever
// their names are.
const marker = ".tilejudge-scratch"

// names is the pattern of the directories' names.
const names = "tilejudge-*-*"

// A Dir is a directory for temporary files.
type Dir struct {
	Path string
	lock *os.File // the directory, locked until this process ends; nil: not locked
}

// New makes a directory tilejudge-PURPOSE-NUMBER among the temporary files of the system.
func New(purpose string) (*Dir, error) {
	path, err := os.MkdirTemp("", "tilejudge-"+purpose+"-")
	if err != nil {
		return nil, fmt.Errorf("no temporary files (see TMPDIR): %w", err)
	}
	d := &Dir{Path: path}
	// The lock comes before the marker: Sweep only removes what has a marker and no lock.
	if d.lock, err = os.Open(path); err == nil {
		lock(d.lock, true) // where this fails Sweep can't lock either, and removes nothing
		err = os.WriteFile(filepath.Join(path, marker), nil, 0o600)
	}
	if err != nil {
		d.Remove()
		return nil, err
	}
	return d, nil
}

// Has reports whether a directory, given without links, is the one for temporary files, or one that
// New has made, in any process.
func Has(dir string) bool {
	if isNamed, _ := filepath.Match(names, filepath.Base(dir)); isNamed {
		if _, err := os.Lstat(filepath.Join(dir, marker)); err == nil {
			return true
		}
	}
	temp, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil {
		temp, err = filepath.Abs(temp)
	}
	return err == nil && dir == temp
}

// Remove removes the directory with all its files.
func (d *Dir) Remove() error {
	if d.lock == nil {
		return RemoveAll(d.Path)
	}
	err := remove(d.Path, d.lock)
	d.lock.Close()
	return err
}

// Sweep removes the directories of processes of this user that have ended. It may run at
// the same time as any other call of this package, in any process. It does what it can,
// and nothing on systems without locks for directories.
func Sweep() {
	temp := os.TempDir() // its path may have letters of patterns
	found, _ := fs.Glob(os.DirFS(temp), names)
	for _, name := range found {
		sweep(filepath.Join(temp, name))
	}
}

// sweep removes a directory if its process has ended.
func sweep(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || !isOwn(info) {
		return
	}
	dir, err := os.Open(path)
	if err != nil {
		return
	}
	defer dir.Close()
	if !lock(dir, false) {
		return // its process is alive
	}
	opened, err := dir.Stat()
	if err != nil || !os.SameFile(info, opened) {
		return // path was a link for a moment
	}
	if info, err := os.Lstat(filepath.Join(path, marker)); err == nil && isOwn(info) {
		remove(path, dir)
	}
}

// remove removes a directory, which is open, with all its files, the marker last: if this process
// is killed meanwhile, Sweep removes the rest. A link that stands at its path now leads to nothing
// that is removed.
func remove(path string, dir *os.File) error {
	if err := empty(dir, marker); err != nil {
		return err
	}
	return errors.Join(empty(dir, ""), os.Remove(path))
}
