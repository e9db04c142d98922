package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// groups are the directories of a runner's control group: one in version 2 of control
// groups, and one for each controller in version 1. Systems may have both versions, with
// some controllers in each.
type groups struct {
	dirs []*os.File // open and locked, as sweepGroups expects
	home *home      // nil: this process has not moved
}

// groupName is the pattern of our directories' names.
const groupName = "tilejudge-group-*"

// makeGroups makes a group for programs with the parts that are not in missing. In c, the
// directories are file descriptors of the helper, which gets g.dirs as its files from first on.
// makeGroups notes in missing the parts that it cannot make, with the reasons.
func makeGroups(missing map[string]string, first int) (g *groups, c cgroup) {
	g = new(groups)
	at := make(map[string]int) // index in g.dirs by the directory above
	for p := range parts {
		if missing[partMeans[p]] != "" {
			continue
		}
		own, v2, err := ownGroup(p)
		if err == nil && v2 {
			own, err = g.enable(own, missing)
		}
		if _, ok := at[own]; !ok && err == nil {
			if err = g.add(own); err == nil {
				at[own] = len(g.dirs) - 1
			}
		}
		if err == nil {
			c[p] = node{first + at[own], v2}
			err = g.check(at[own], p, v2)
		}
		if err != nil {
			missing[partMeans[p]] = err.Error()
			c[p] = node{}
		}
	}
	return g, c
}

// add makes a directory below another one.
func (g *groups) add(own string) error {
	sweepGroups(own)
	dir, err := makeGroup(own)
	if err == nil {
		g.dirs = append(g.dirs, dir)
	}
	return err
}

// makeGroup makes a directory below another one and locks it.
func makeGroup(own string) (*os.File, error) {
	for {
		path, err := os.MkdirTemp(own, groupName)
		if err != nil {
			return nil, errors.Unwrap(err)
		}
		dir, err := os.Open(path)
		if err != nil {
			if os.IsNotExist(err) {
				continue // another judge took ours for that of a dead judge, and removed it
			}
			return nil, err
		}
		err = unix.Flock(int(dir.Fd()), unix.LOCK_SH|unix.LOCK_NB)
		if _, gone := os.Stat(path); err == nil && gone == nil {
			return dir, nil
		}
		dir.Close()
		if err != nil && err != unix.EWOULDBLOCK {
			unix.Rmdir(path)
			return nil, err
		}
	}
}

// check makes sure that the directory i has the files of a part.
func (g *groups) check(i int, p part, v2 bool) error {
	files := [parts]string{"memory.limit_in_bytes", "pids.max", "cpuacct.usage"}
	if v2 {
		files = [parts]string{"memory.max", "pids.max", "cpu.stat"}
	}
	if _, err := os.Stat(filepath.Join(g.dirs[i].Name(), files[p])); err != nil {
		return fmt.Errorf("our control group does not have the controller %q", partControllers[p])
	}
	return nil
}

// ownGroup returns the directory of the group that this process is in, and whether that group is
// of version 2. A system has each controller in one version only. Version 2 counts CPU time
// without a controller.
func ownGroup(p part) (path string, v2 bool, err error) {
	if path, err = findGroup(partControllers[p]); err == nil {
		return path, false, nil
	}
	path, err = findGroup("")
	return path, true, err
}

// findGroup returns the directory of the group that this process is in: for a controller of
// version 1, or for "" in version 2.
func findGroup(controller string) (string, error) {
	group := ""
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		// 4:memory:/path or 0::/path
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(fields) == 3 && slices.Contains(strings.Split(fields[1], ","), controller) {
			group = fields[2]
		}
	}
	if group == "" || strings.HasPrefix(group, "/..") {
		return "", errors.New("this process is in no control group that it can see")
	}
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		// 30 23 0:26 /root /mountpoint options - cgroup source memory,rw
		before, after, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " - ")
		fields, system := strings.Fields(before), strings.Fields(after)
		if len(fields) < 5 || len(system) < 3 || !isHierarchy(system, controller) {
			continue
		}
		if below, err := filepath.Rel(fields[3], group); err == nil && filepath.IsLocal(below) {
			return filepath.Join(fields[4], below), nil
		}
	}
	return "", errors.New("control groups are not mounted")
}

// isHierarchy reports whether a mount, by its type, source and options, has a controller
// of version 1, or is of version 2 if the controller is "".
func isHierarchy(system []string, controller string) bool {
	if controller == "" {
		return system[0] == "cgroup2"
	}
	return system[0] == "cgroup" && slices.Contains(strings.Split(system[2], ","), controller)
}

// remove removes the directories, and waits up to 100 ms for each. It kills all processes that are
// still in the group; there are some only if the helper was killed.
func (g *groups) remove() {
	for _, dir := range g.dirs {
		removeGroup(dir)
	}
	g.dirs = nil
	if g.home != nil {
		g.home.leave()
		g.home = nil
	}
}

func removeGroup(dir *os.File) {
	for range 100 {
		if unix.Rmdir(dir.Name()) != unix.EBUSY {
			break
		}
		text, _ := os.ReadFile(filepath.Join(dir.Name(), "cgroup.procs"))
		for pid := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(pid); err == nil && n > 1 && n != os.Getpid() {
				unix.Kill(n, unix.SIGKILL)
			}
		}
		time.Sleep(time.Millisecond)
	}
	dir.Close()
}

// sweepGroups removes the directories of judges that were killed.
func sweepGroups(own string) {
	for _, path := range deadGroups(own) {
		unix.Rmdir(path)
	}
}

// deadGroups lists the directories that nobody has locked: their judges have ended.
func deadGroups(own string) (dead []string) {
	found, _ := filepath.Glob(filepath.Join(own, groupName))
	for _, path := range found {
		dir, err := os.Open(path)
		if err != nil {
			continue
		}
		if unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			dead = append(dead, path)
		}
		dir.Close()
	}
	return dead
}
