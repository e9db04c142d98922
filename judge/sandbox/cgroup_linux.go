package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A cgroup is the open directory of a control group of version 2. Version 1 is not used:
// it has a group for each controller and can't be delegated to a user.
//
// cgroup.kill is not used: since Linux 6.14 a process that is started in a group after a
// cgroup.kill ends at once.
type cgroup int

const noCgroup cgroup = -1

// cgroupName has the process ID of the judge and the number of the group.
const cgroupName = "tilejudge-%d-%d"

// made counts the groups that this process has made.
var made atomic.Int64

// newCgroup makes a group below our own, and returns its path.
func newCgroup() (path string, err error) {
	own, err := ownCgroup()
	if err != nil {
		return "", err
	}
	sweepCgroups(own)
	path = filepath.Join(own, fmt.Sprintf(cgroupName, os.Getpid(), made.Add(1)))
	if err := os.Mkdir(path, 0o755); err != nil {
		return "", errors.Unwrap(err)
	}
	return path, nil
}

// ownCgroup returns the directory of the group that we are in.
func ownCgroup() (string, error) {
	group := ""
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::"); ok {
			group = path
		}
	}
	if group == "" || strings.HasPrefix(group, "/..") {
		return "", errors.New("this process is not in a group of version 2")
	}
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(mounts)) {
		// 30 23 0:26 /root /mountpoint options - cgroup2 ...
		before, after, _ := strings.Cut(line, " - ")
		fields := strings.Fields(before)
		if !strings.HasPrefix(after, "cgroup2 ") || len(fields) < 5 {
			continue
		}
		if below, err := filepath.Rel(fields[3], group); err == nil && filepath.IsLocal(below) {
			return filepath.Join(fields[4], below), nil
		}
	}
	return "", errors.New("cgroup2 is not mounted")
}

// removeCgroup removes a group as soon as its processes have ended. It waits up to 100 ms.
func removeCgroup(path string) {
	for range 100 {
		if unix.Rmdir(path) != unix.EBUSY {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// sweepCgroups removes the groups that killed judges have left behind.
func sweepCgroups(own string) {
	left, _ := filepath.Glob(filepath.Join(own, "tilejudge-*"))
	for _, path := range left {
		var pid, number int
		_, err := fmt.Sscanf(filepath.Base(path), cgroupName, &pid, &number)
		if err == nil && unix.Kill(pid, 0) == unix.ESRCH {
			unix.Rmdir(path)
		}
	}
}

// write writes to a file of the group.
func (c cgroup) write(name, value string) error {
	fd, err := unix.Openat(int(c), name, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(value))
	return err
}

// read returns the number after a key in a file of the group, or 0.
func (c cgroup) read(name, key string) int64 {
	fd, err := unix.Openat(int(c), name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	buf := make([]byte, 4096)
	n, _ := unix.Read(fd, buf)
	for line := range bytes.Lines(buf[:max(n, 0)]) {
		if value, ok := bytes.CutPrefix(line, []byte(key+" ")); ok {
			number, _ := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
			return number
		}
	}
	return 0
}

// freeze stops all processes of the group, or lets them go on.
func (c cgroup) freeze(stop bool) {
	if c != noCgroup && stop {
		c.write("cgroup.freeze", "1")
	} else if c != noCgroup {
		c.write("cgroup.freeze", "0")
	}
}

// cpu returns the CPU time of all processes that have ever been in the group.
func (c cgroup) cpu() time.Duration {
	if c == noCgroup {
		return 0
	}
	return time.Duration(c.read("cpu.stat", "usage_usec")) * time.Microsecond
}

// killed returns how many processes the kernel has killed because the group was out of
// memory.
func (c cgroup) killed() int64 {
	if c == noCgroup {
		return 0
	}
	return c.read("memory.events", "oom_kill")
}

// limit sets the kernel's limits of the group. They are higher than the limits of a run,
// because they include the kernel's own memory, and threads. The runner compares what the
// run takes with the exact limits.
func (c cgroup) limit(l Limits) {
	if c == noCgroup {
		return
	}
	text := func(limit, more int64) string {
		if limit <= 0 {
			return "max"
		}
		return strconv.FormatInt(limit+more, 10)
	}
	c.write("memory.max", text(l.Memory, 16<<20))
	c.write("memory.swap.max", text(min(l.Memory, 1), -1)) // 0 if memory is limited
	c.write("pids.max", text(int64(l.Processes), int64(3*l.Processes+64)))
}
