// Package proc reads what /proc tells about processes, sets their priority, and reduces the memory
// of this one. It names processes by their IDs there, which may be those of another process
// namespace than ours, and this process "self".
package proc

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// clockTick is the unit of times in /proc, on all systems that Go runs on.
const clockTick = 10 * time.Millisecond

// A Stat has some fields of /proc/PID/stat.
type Stat struct {
	Parent  string
	Group   int  // process group
	Ready   bool // the first thread runs, or waits for a processor
	Blocked bool // the first thread waits so that no signal but SIGKILL would wake it
	Ended   bool // the first thread has
	Zombie  bool // all threads have
	Threads int
	Loads   int64         // page faults that had to wait for a disk
	Began   string        // when, in ticks since the system began
	CPU     time.Duration // including children for which the process has waited
}

// ReadStat reads /proc/PID/stat, see proc_pid_stat(5).
func ReadStat(pid string) (s Stat, ok bool) {
	text, err := read("/proc/" + pid + "/stat")
	if err != nil {
		return s, false
	}
	// The name, in parentheses, may have any bytes. Fields from number 3 on follow it.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	const state, parent, group, loads, userTime, lastTime, threads, began = 0, 1, 2, 9, 11, 14, 17, 19
	if len(fields) <= began {
		return s, false
	}
	ticks := int64(0)
	for _, field := range fields[userTime : lastTime+1] { // user and system time, own and children's
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	loaded, _ := strconv.ParseInt(fields[loads], 10, 64)
	n, _ := strconv.Atoi(fields[threads])
	id, _ := strconv.Atoi(fields[group])
	ended := fields[state] == "Z" || fields[state] == "X"
	return Stat{
		Parent: fields[parent], Group: id, Threads: n, Began: fields[began], Loads: loaded,
		CPU: time.Duration(ticks) * clockTick, Ready: fields[state] == "R",
		Blocked: fields[state] == "D", Ended: ended, Zombie: ended && n < 2,
	}, true
}

// UserTasks returns how many processes and threads a user has. A directory of threads has as many
// links, and 2. Of another user's processes the owner of that directory tells. Ours are those that
// we may signal, if we are not root: the directory of one that cannot be dumped, as a helper, is
// root's; and users that our user namespace does not have are all seen with one ID, which may be
// ours.
func UserTasks(user int) (n int) {
	ours := user == os.Geteuid() && user != 0
	names, _ := list("/proc")
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || ours && unix.Kill(pid, 0) != nil {
			continue
		}
		var info unix.Stat_t
		if unix.Stat("/proc/"+name+"/task", &info) == nil && (ours || int(info.Uid) == user) {
			n += max(int(info.Nlink)-2, 1)
		}
	}
	return n
}
