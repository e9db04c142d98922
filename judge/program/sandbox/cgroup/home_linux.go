package cgroup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A home is a control group of version 2 in which a process was started. Groups below it get a
// controller only if the home hands the controller down, and it can do so only if it has no
// processes of its own. So the process moves into a group below its home, if it is the only process
// there.
type home struct {
	path   string
	pid    int      // the process that moves: this one, or a helper
	users  int      // helpers that need the controllers
	handed []string // controllers that we have made the home hand down
	leaf   *os.File // the group into which the process has moved; nil: it has not
}

// homes has the home of this process; nil: no helper needs it.
var homes struct {
	sync.Mutex
	current *home
}

// ownHome makes the home of this process hand controllers down. It returns nil if it can't. A group
// without controllers still counts CPU time.
func ownHome(path string, wanted []string) *home {
	homes.Lock()
	defer homes.Unlock()
	if homes.current == nil {
		h := &home{path: path, pid: os.Getpid()}
		if h.enter(wanted) != nil {
			return nil
		}
		homes.current = h
	}
	homes.current.users++
	return homes.current
}

// enter makes our group hand controllers down. If it fails, it brings everything back.
func (h *home) enter(wanted []string) error {
	unlock, err := lockDir(h.path)
	if err != nil {
		return err
	}
	defer unlock()
	has, handed := h.words("cgroup.controllers"), h.words("cgroup.subtree_control")
	wanted = slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return !slices.Contains(has, name) || slices.Contains(handed, name)
	})
	if len(wanted) == 0 {
		return nil
	}
	// The group of all groups, which is of no type, may have processes. Another one that has some
	// would hand pids down, but only for groups of threads.
	if _, untyped := os.Stat(filepath.Join(h.path, "cgroup.type")); untyped == nil {
		err = h.move()
	}
	if err == nil {
		err = h.hand(wanted)
	}
	if err != nil {
		h.undo()
	}
	return err
}

// words returns the words in a file of the group.
func (h *home) words(file string) []string {
	text, _ := os.ReadFile(filepath.Join(h.path, file))
	return strings.Fields(string(text))
}

// hand makes the group hand controllers down.
func (h *home) hand(names []string) error {
	for _, name := range names {
		if err := h.write("cgroup.subtree_control", "+"+name); err != nil {
			return err
		}
		h.handed = append(h.handed, name)
	}
	return nil
}

// move moves the process into a group of its own, if no other process is in its home.
func (h *home) move() (err error) {
	if !slices.Equal(processes(h.path), []int{h.pid}) {
		return errors.New("other processes are in our control group")
	}
	if h.leaf, err = makeDir(h.path); err != nil {
		return err
	}
	return write(int(h.leaf.Fd()), "cgroup.procs", strconv.Itoa(h.pid))
}

// undo brings everything back. The home must be locked. The home goes on handing controllers down
// if another judge has groups there.
func (h *home) undo() {
	others, _ := fs.Glob(os.DirFS(h.path), dirName) // the path may have letters of patterns
	if h.leaf != nil {
		own := filepath.Base(h.leaf.Name())
		others = slices.DeleteFunc(others, func(name string) bool { return name == own })
	}
	if len(others) == 0 {
		for _, name := range h.handed {
			h.write("cgroup.subtree_control", "-"+name)
		}
	}
	if h.leaf != nil {
		h.write("cgroup.procs", strconv.Itoa(h.pid))
		removeDir(h.leaf)
	}
	h.handed, h.leaf = nil, nil
}

// leave brings everything back when the last helper has ended.
func (h *home) leave() {
	if h.pid != os.Getpid() {
		h.leaf.Close() // systemd removes a scope whose last process has ended
		return
	}
	homes.Lock()
	defer homes.Unlock()
	if h.users--; h.users > 0 {
		return
	}
	homes.current = nil
	if unlock, err := lockDir(h.path); err == nil {
		h.undo()
		unlock()
	}
}

// lockDir locks a directory against other judges. It gives up after 100 ms: another judge may have
// started this process in its own group, which it keeps locked while it runs.
func lockDir(path string) (unlock func(), err error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	for range 100 {
		err = unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EWOULDBLOCK && err != unix.EINTR {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	return func() { dir.Close() }, nil
}

// write writes to a file of the group.
func (h *home) write(file, value string) error {
	return write(unix.AT_FDCWD, filepath.Join(h.path, file), value)
}
