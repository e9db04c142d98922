package cgroup

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Dirs are the directories of the group for the programs of one helper: one in version 2 of control
// groups, and one for each controller in version 1. Systems may have both versions, with some
// controllers in each.
type Dirs struct {
	Files []*os.File // open and locked: other judges remove what is not, see sweep

	own    [Parts]string // directory above that of a part; "": the part is not wanted
	v2     [Parts]bool
	faults [Parts]error
	wanted []string // controllers of version 2
	home   *home    // which hands these down; nil: none
}

// dirName is the pattern of our directories' names.
const dirName = "tilejudge-group-*"

// New finds where a helper that this process starts can have a group without the parts in skip.
// It may move this process, see home. Call Remove afterwards.
func New(skip [Parts]bool) *Dirs {
	d := new(Dirs)
	for p := range Parts {
		if skip[p] {
			continue
		}
		d.own[p], d.v2[p], d.faults[p] = Own(p)
		if d.v2[p] && p != CPU {
			d.wanted = append(d.wanted, controllers[p])
		}
	}
	if own := d.unified(); own != "" {
		d.home = ownHome(own, d.wanted)
	}
	return d
}

// unified returns our own group of version 2, or "".
func (d *Dirs) unified() string {
	for p, v2 := range d.v2 {
		if v2 {
			return d.own[p] // "" if there was an error
		}
	}
	return ""
}

// Make makes the group for the programs of a helper that has been started since New, and returns
// the group with the errors of the parts that it lacks. The directories of the group are indices
// of d.Files, from 1.
func (d *Dirs) Make(helper int) (g Group, faults [Parts]error) {
	var refused error
	if d.home == nil && d.unified() != "" {
		d.home, refused = newScope(helper, d.wanted)
	}
	at := make(map[string]int) // index in d.Files by the directory above
	for p, own := range d.own {
		if own == "" || d.faults[p] != nil {
			continue
		}
		if d.v2[p] && d.home != nil {
			own = d.home.path
		}
		if _, ok := at[own]; !ok {
			if err := d.add(own); err != nil {
				d.faults[p] = cmp.Or(refused, err)
				continue
			}
			at[own] = len(d.Files) - 1
		}
		if d.faults[p] = check(d.Files[at[own]].Name(), Part(p), d.v2[p]); d.faults[p] == nil {
			g[p] = node{1 + at[own], d.v2[p]}
		}
	}
	return g, d.faults
}

// add makes a directory below another one.
func (d *Dirs) add(own string) error {
	sweep(own)
	dir, err := makeDir(own)
	if err == nil {
		d.Files = append(d.Files, dir)
	}
	return err
}

// makeDir makes a directory below another one and locks it.
func makeDir(own string) (*os.File, error) {
	for {
		path, err := os.MkdirTemp(own, dirName)
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

// check makes sure that a directory has the files of a part.
func check(path string, p Part, v2 bool) error {
	files := [Parts]string{"memory.limit_in_bytes", "pids.max", "cpuacct.usage"}
	if v2 {
		files = [Parts]string{"memory.max", "pids.max", "cpu.stat"}
	}
	if _, err := os.Stat(filepath.Join(path, files[p])); err != nil {
		return fmt.Errorf("our control group does not have the controller %q", controllers[p])
	}
	return nil
}

// Own returns the directory of the group that this process is in, and whether that group is of
// version 2. A system has each controller in one version only. Version 2 counts CPU time without a
// controller.
func Own(p Part) (path string, v2 bool, err error) {
	if path, err = find("self", controllers[p]); err == nil {
		return path, false, nil
	}
	path, err = find("self", "")
	return path, true, err
}

// find returns the directory of the group that a process is in: for a controller of version 1, or
// for "" in version 2.
func find(process, controller string) (string, error) {
	group := ""
	text, _ := os.ReadFile("/proc/" + process + "/cgroup")
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

// Remove removes the directories, and waits up to 100 ms for each. It kills all processes that are
// still in the group; there are some only if the helper was killed.
func (d *Dirs) Remove() {
	for _, dir := range d.Files {
		removeDir(dir)
	}
	d.Files = nil
	if d.home != nil {
		d.home.leave()
		d.home = nil
	}
}

func removeDir(dir *os.File) {
	for range 100 {
		if unix.Rmdir(dir.Name()) != unix.EBUSY {
			break
		}
		for _, pid := range processes(dir.Name()) {
			if pid > 1 && pid != os.Getpid() {
				unix.Kill(pid, unix.SIGKILL)
			}
		}
		time.Sleep(time.Millisecond)
	}
	dir.Close()
}

// processes lists the processes of a group.
func processes(path string) (pids []int) {
	text, _ := os.ReadFile(filepath.Join(path, "cgroup.procs"))
	for pid := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(pid); err == nil {
			pids = append(pids, n)
		}
	}
	return pids
}

// sweep removes the directories that nobody has locked: their judges have ended. It keeps them
// locked meanwhile: a judge that has made one, and has not locked it yet, then makes another.
func sweep(own string) {
	found, _ := fs.Glob(os.DirFS(own), dirName) // own may have letters of patterns
	for _, name := range found {
		path := filepath.Join(own, name)
		dir, err := os.Open(path)
		if err != nil {
			continue
		}
		if unix.Flock(int(dir.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			unix.Rmdir(path)
		}
		dir.Close()
	}
}

// RoomForTasks returns how many more processes and threads the own group, and those above it, may
// have. It returns false if there is no limit, or none that this process can see.
func RoomForTasks() (room int, ok bool) {
	own, _, err := Own(Processes)
	if err != nil {
		return 0, false
	}
	return roomAbove(own)
}

// roomAbove is RoomForTasks for the group of a directory. The group of all groups has no limit.
func roomAbove(group string) (room int, ok bool) {
	for ; group != "/"; group = filepath.Dir(group) {
		limit, err := os.ReadFile(group + "/pids.max")
		if err != nil {
			break
		}
		most, err := strconv.Atoi(strings.TrimSpace(string(limit)))
		if err != nil { // "max"
			continue
		}
		left := most - int(read(unix.AT_FDCWD, group+"/pids.current", ""))
		if !ok || left < room {
			room, ok = left, true
		}
	}
	return room, ok
}
