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

// UserTasks returns how many processes and threads a user has: the real user counts, as for the
// kernel's limit. The owner of a process's files need not be that: those of helpers are root's.
func UserTasks(user int) (n int) {
	names, _ := list("/proc")
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		text, _ := read("/proc/" + name + "/status")
		_, users, _ := bytes.Cut(text, []byte("\nUid:"))
		id, _, _ := bytes.Cut(bytes.TrimSpace(users), []byte("\t"))
		if string(id) == strconv.Itoa(user) && !isUnknown(pid, user) {
			n += max(int(numberOf(text, "Threads:")), 1)
		}
	}
	return n
}

// isUnknown reports whether a process with the ID of our user belongs to another one: all users
// that our user namespace does not have are seen with one ID, which may be ours.
func isUnknown(pid, user int) bool {
	return user == os.Geteuid() && unix.Kill(pid, 0) == unix.EPERM
}
