package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A rootFile has the entries of the root for a command, or what would be in it.
type rootFile struct {
	file    *os.File // nil: programs have no root
	command string   // its arguments and its directory
	view    *view
	number  int // of the view
}

// showRoot makes the entries of the root for a command, unless the last one was the same.
func (r *Runner) showRoot(c *Command, path, dir string) (err error) {
	command := strings.Join(append([]string{path, dir}, c.Args...), "\x00")
	hasRoot := r.means[MeansRoot] == ""
	if !hasRoot && r.means[meansLandlock] != "" || command == r.root.command {
		return nil
	}
	if hasRoot && isOurs(path) {
		return &StartError{c.Args[0], errNotShown}
	}
	r.root.close()
	r.root.number++
	r.root.view = r.options.newViewOf(c, path, dir)
	r.root.file, err = entriesFile(r.root.view.list(hasRoot))
	if err == nil {
		r.root.command = command
	}
	return err
}

// Root lists the files of the host that programs see if they have no files of their own. It
// returns nothing if they see all files.
func (r *Runner) Root() (paths []string) {
	if r.means[MeansRoot] != "" && r.means[meansLandlock] != "" {
		return nil
	}
	shell := Command{Args: []string{"sh"}}
	for _, e := range r.options.newViewOf(&shell, "/bin/sh", "/").list(true) {
		if e.kind == entryHost {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// errNotShown says why a program can't be started in a root.
var errNotShown = errors.New("programs in the sandbox see no files below /dev, /proc and /sys")

func (f *rootFile) close() {
	if f.file != nil {
		f.file.Close()
	}
	f.file, f.view, f.command = nil, nil, ""
}

// pathInText is an absolute path in a message.
var pathInText = regexp.MustCompile(`/[^\s:;,'"()]+`)

// unseen returns the first path in a text that the host has and programs do not see, or "".
func (v *view) unseen(text []byte) string {
	for _, path := range pathInText.FindAll(text, -1) {
		real, _ := resolve(string(path))
		if real != "" && CheckMount(real) == nil && !v.sees(real) && !v.isHidden(real) {
			return string(path)
		}
	}
	return ""
}

// isHidden reports whether a path is hidden on purpose.
func (v *view) isHidden(path string) bool {
	for ; path != "/"; path = filepath.Dir(path) {
		if v.hide[path] {
			return true
		}
	}
	return false
}
