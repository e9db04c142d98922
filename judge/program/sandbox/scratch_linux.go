package sandbox

import (
	"os"
	"path/filepath"
	"strings"
)

// emptyScratch makes a scratch directory on the host anew, with links to the program's files. It is
// for systems where programs have no root.
func (h *helper) emptyScratch(q *request) error {
	h.dir = q.Scratch
	removeAll(h.dir)
	if err := os.Mkdir(h.dir, 0o700); err != nil {
		return err
	}
	return h.fillHome(q, h.dir)
}

// removeAll removes a directory, even if a program has taken away the right to change it.
func removeAll(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	filepath.WalkDir(dir, func(path string, d os.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	os.RemoveAll(dir)
}

// link makes links in the scratch directory to the files in home. It ignores errors: the
// program will report a missing file.
func link(home string, args []string, scratch string) {
	link := func(name string) {
		os.Symlink(filepath.Join(home, name), filepath.Join(scratch, name))
	}
	for _, arg := range args {
		name, _, _ := strings.Cut(filepath.Clean(arg), "/")
		if name == "" || name == "." || name == ".." {
			continue
		}
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			link(name)
		}
	}
	dir, err := os.Open(home)
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxLinks)
	for _, name := range names {
		link(name)
	}
}
