package sandbox

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/view"
)

// A rootFile is a file that lists what the root has for a command. If programs have no root of
// their own, Landlock lets them read the same files.
type rootFile struct {
	file    *os.File // nil: programs see all files
	command string   // the path, the directory and the arguments of the command
	view    *view.View
	number  int // of the view
}

// showRoot makes the entries of the root for a command, unless the last command was the same. tools
// has directories of programs, which stand before those in PATH.
func (r *Runner) showRoot(c *Command, path, dir string, tools []string) (err error) {
	command := strings.Join(slices.Concat([]string{path, dir}, c.Args, []string{""}, c.Own), "\x00")
	hasRoot := r.has(means.Root)
	if !hasRoot && !r.has(means.Landlock) || command == r.root.command {
		return nil
	}
	if hasRoot && view.Reserved(path) {
		return &StartError{c.Args[0], errNotShown}
	}
	r.root.close()
	r.root.number++
	r.root.view = r.newView(&view.Command{
		Args: c.Args, Path: path, Dir: dir, Tools: tools, Own: c.Own,
	})
	entries := r.root.view.Entries(hasRoot)
	if (hasRoot || c.Own != nil) && areTooMany(entries, c.Own) {
		return &StartError{c.Args[0], ErrTooMany}
	}
	if r.root.file, err = newMemoryFile("root"); err == nil {
		err = view.Write(r.root.file, entries)
	}
	if err == nil {
		r.root.command = command
	}
	return err
}

// newView returns what a command sees.
func (r *Runner) newView(c *view.Command) *view.View {
	return view.New(c, &view.Options{Show: r.options.Mount, Hide: r.options.Hide})
}

// newMemoryFile returns a file that has no name and is in memory. Programs can't seal the file,
// which some systems would let them: then we could not change it.
func newMemoryFile(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SEAL)
	return os.NewFile(uintptr(fd), name), nil
}

// Root lists the files of the host that programs see besides their own. It returns nil if they see
// all files.
func (r *Runner) Root() (paths []string) {
	if !r.has(means.Root) && !r.has(means.Landlock) {
		return nil
	}
	shell := view.Command{Args: []string{"sh"}, Path: "/bin/sh", Dir: "/"}
	for _, e := range r.newView(&shell).Entries(true) {
		if e.Kind == view.Host {
			paths = append(paths, e.Path)
		}
	}
	return paths
}

// errNotShown says why a program can't be started in a root.
var errNotShown = errors.New("programs in the sandbox see no files below /dev, /proc and /sys")

// areTooMany reports whether there are too many entries for a root. Where some files beside a
// program are hidden, the others are shown one by one: at most 65,536, as the kernel allows 100,000
// mounts, and at most 8,192 of a contestant, as each takes us 50 us for the program and 3 us for
// each run. The paths are in /proc/self/mountinfo, too, and nobody can mount while a program reads
// that: a contestant's have at most 512 KiB together. This does not count others' files that
// --mount shows. A link of 128 letters or more takes a page of the root's 64 MiB.
func areTooMany(entries []view.Entry, own []string) bool {
	theirs, bytes, links := 0, 0, 0
	for _, e := range entries {
		if slices.ContainsFunc(own, func(path string) bool { return view.Within(path, e.Path) }) {
			theirs, bytes = theirs+1, bytes+len(e.Path)
		}
		if len(e.Target) >= 128 {
			links++
		}
	}
	return len(entries) > 64<<10 || theirs > 8<<10 || bytes > 512<<10 || links > 12<<10
}

func (f *rootFile) close() {
	f.file.Close() // nil: there is none
	f.file, f.view, f.command = nil, nil, ""
}
