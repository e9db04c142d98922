package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A home is the control group of version 2 in which this process was started. Groups
// below it get a controller only if the home hands the controller down, and it can do so only
// if it has no processes of its own. So this process moves into a group below its home, if it is
// the only process there.
type home struct {
	path   string
	users  int      // runners that need the controllers
	handed []string // controllers that we have made the home hand down
	leaf   *os.File // the group into which this process has moved; nil: it has not
}

// homes has the home of this process; nil: no runner needs it.
var homes struct {
	sync.Mutex
	current *home
}

// enable makes the controllers that are not in missing available in groups below our own, and
// returns the path of our own group. A group without controllers still counts CPU time.
func (g *groups) enable(own string, missing map[string]string) (string, error) {
	if g.home != nil {
		return g.home.path, nil
	}
	var wanted []string
	for _, p := range []part{partMemory, partProcesses} {
		if missing[partMeans[p]] == "" {
			wanted = append(wanted, partControllers[p])
		}
	}
	homes.Lock()
	defer homes.Unlock()
	if homes.current == nil {
		h := &home{path: own}
		if h.enter(wanted) != nil {
			return own, nil // check finds out what is missing
		}
		homes.current = h
	}
	g.home = homes.current
	g.home.users++
	return g.home.path, nil
}

// enter makes our group hand controllers down. If it fails, it brings everything back.
func (h *home) enter(wanted []string) error {
	unlock, err := lockGroup(h.path)
	if err != nil {
		return err
	}
	defer unlock()
	wanted = slices.DeleteFunc(h.words("cgroup.controllers", wanted), func(name string) bool {
		return len(h.words("cgroup.subtree_control", []string{name})) > 0
	})
	if len(wanted) == 0 {
		return nil
	}
	err = h.hand(wanted)
	if err == unix.EBUSY {
		if err = h.move(); err == nil {
			err = h.hand(wanted)
		}
	}
	if err != nil {
		h.undo()
	}
	return err
}

// words returns those of some words that are in a file of the group.
func (h *home) words(file string, some []string) (found []string) {
	text, _ := os.ReadFile(filepath.Join(h.path, file))
	for _, word := range strings.Fields(string(text)) {
		if slices.Contains(some, word) {
			found = append(found, word)
		}
	}
	return found
}

// hand makes the group hand controllers down.
func (h *home) hand(names []string) error {
	for _, name := range names {
		if err := writeGroup(h.path, "cgroup.subtree_control", "+"+name); err != nil {
			return err
		}
		h.handed = append(h.handed, name)
	}
	return nil
}

// move moves this process into a group of its own, if no other process is in its home.
func (h *home) move() error {
	text, err := os.ReadFile(filepath.Join(h.path, "cgroup.procs"))
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(text)) != strconv.Itoa(os.Getpid()) {
		return fmt.Errorf("other processes are in our control group")
	}
	if h.leaf, err = makeGroup(h.path); err != nil {
		return err
	}
	return writeGroup(h.leaf.Name(), "cgroup.procs", strconv.Itoa(os.Getpid()))
}

// undo brings everything back. The home must be locked. The home goes on handing controllers down
// if another judge has groups there.
func (h *home) undo() {
	others, _ := filepath.Glob(filepath.Join(h.path, groupName))
	if h.leaf != nil {
		others = slices.DeleteFunc(others, func(s string) bool { return s == h.leaf.Name() })
	}
	if len(others) == 0 {
		for _, name := range h.handed {
			writeGroup(h.path, "cgroup.subtree_control", "-"+name)
		}
	}
	if h.leaf != nil {
		writeGroup(h.path, "cgroup.procs", strconv.Itoa(os.Getpid()))
		removeGroup(h.leaf)
	}
	h.handed, h.leaf = nil, nil
}

// leave brings everything back when the last runner is closed.
func (h *home) leave() {
	homes.Lock()
	defer homes.Unlock()
	if h.users--; h.users > 0 {
		return
	}
	homes.current = nil
	if unlock, err := lockGroup(h.path); err == nil {
		h.undo()
		unlock()
	}
}

// lockGroup locks a directory against other judges. It gives up after 100 ms: another judge may
// have started this process in its own group, which it keeps locked while it runs.
func lockGroup(path string) (unlock func(), err error) {
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

// writeGroup writes to a file of a group. Its error does not name the file.
func writeGroup(path, file, value string) error {
	f, err := os.OpenFile(filepath.Join(path, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(value)
	return errors.Unwrap(err)
}
