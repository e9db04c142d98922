package sandbox

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A tree is what the processes of a run have used. They are all descendants of this process: one
// that loses its parent becomes our child.
//
// The search in /proc begins at "self", because /proc may show the process IDs of another
// namespace than ours.
type tree struct {
	cpu       time.Duration // user and system time
	memory    int64         // resident bytes of all processes now
	peak      int64         // peak of resident bytes of one process
	processes int
	tasks     int // threads, and ended processes for which nobody has waited

	unseen []string // processes that have ended meanwhile, or are hidden
}

// clockTick is the unit of times in /proc, on all systems that Go runs on.
const clockTick = 10 * time.Millisecond

// measureTree measures the processes of the run. It may miss processes that end meanwhile. It
// stops when it has found too many processes or tasks. It calls late now and then with the CPU time
// found so far, and stops when that returns true: to measure thousands of processes takes longer
// than they may run.
//
// It takes it that the processes have their shared memory in common. The kernel can tell how much
// each page counts, but takes minutes if the program changes its mappings meanwhile.
func (h *helper) measureTree(l *Limits, late func(cpu time.Duration) bool) (t tree) {
	const often = 32 // processes between two calls of late
	var shared int64 // memory, of the process that has most of it
	seen := 0
	for pid := range descendants("self") {
		if seen++; seen%often == 0 && late(t.cpu) {
			break
		}
		s, ok := readStat(pid)
		if !ok {
			t.unseen = append(t.unseen, pid)
			continue
		}
		t.cpu += s.cpu
		t.tasks += max(s.threads, 1)
		if !s.zombie {
			t.processes++
			m := readMemory(pid)
			t.peak = max(t.peak, m.peak)
			over := l.Memory > 0 && t.memory+m.private > l.Memory
			if !over || s.ended || !sameMemory(pid, s.parent) {
				t.memory += m.private
			}
			shared = max(shared, m.shared)
		}
		if t.exceeds(l) {
			break
		}
	}
	t.memory += shared
	return t
}

// endHidden ends those of some processes that /proc hides, as with hidepid=2 it does with those
// that run a program which they cannot read: nobody could measure them.
func (h *helper) endHidden(unseen []string) {
	if h.Owner != ourselves || h.outer { // then all are hidden, or their numbers are unknown
		return
	}
	for _, pid := range unseen {
		n, _ := strconv.Atoi(pid)
		if n > 1 && unix.Kill(n, 0) == nil && unix.Access("/proc/"+pid, 0) == unix.ENOENT {
			unix.Kill(n, unix.SIGKILL)
		}
	}
}

// sameMemory reports whether a process has all its memory in common with its parent, as a child of
// vfork has until it starts a program. Containers forbid kcmp, which could tell. But the kernel
// keeps with the memory what a core dump would contain: so it changes that setting of the child,
// and looks whether the parent's has changed. Programs end without a dump, and cannot write to
// /proc. The child's first thread must not have ended: it would have no memory.
func sameMemory(pid, parent string) bool {
	const setting, anonymous = "/coredump_filter", 1
	read := func(pid string) uint64 {
		text, _ := os.ReadFile("/proc/" + pid + setting)
		n, _ := strconv.ParseUint(string(bytes.TrimSpace(text)), 16, 64)
		return n
	}
	write := func(n uint64) error {
		return os.WriteFile("/proc/"+pid+setting, fmt.Appendf(nil, "%#x", n), 0)
	}
	before := read(pid)
	if read(parent) != before || write(before^anonymous) != nil {
		return false
	}
	same := read(parent) != before
	return write(before) == nil && same
}

// showsOuter reports whether /proc shows the process IDs of another namespace than ours.
func showsOuter() bool {
	self, _ := os.Readlink("/proc/self")
	return self != strconv.Itoa(os.Getpid())
}

// numberHere returns our ID of a process in /proc, or 0: that which it has in the innermost of its
// process namespaces.
func (h *helper) numberHere(pid string) int {
	if h.outer {
		text, _ := os.ReadFile("/proc/" + pid + "/status")
		_, text, _ = bytes.Cut(text, []byte("\nNSpid:"))
		text, _, _ = bytes.Cut(text, []byte("\n"))
		pid = string(text[bytes.LastIndexByte(text, '\t')+1:])
	}
	n, _ := strconv.Atoi(pid)
	return n
}

// exceeds reports whether there are too many processes or tasks.
func (t *tree) exceeds(l *Limits) bool {
	return l.Processes > 0 && (t.processes > l.Processes || t.tasks > maxTasks(l.Processes))
}

// descendants yields the process IDs, as in /proc, of the descendants of a process, which may be
// "self".
func descendants(root string) iter.Seq[string] {
	if _, err := os.Stat("/proc/thread-self/children"); err != nil {
		return slices.Values(scan(root))
	}
	return func(yield func(string) bool) {
		parents := []string{root}
		for len(parents) > 0 {
			parent := parents[len(parents)-1]
			parents = parents[:len(parents)-1]
			threads, _ := os.ReadDir("/proc/" + parent + "/task")
			for _, thread := range threads {
				text, _ := os.ReadFile("/proc/" + parent + "/task/" + thread.Name() + "/children")
				for child := range strings.FieldsSeq(string(text)) {
					if !yield(child) {
						return
					}
					parents = append(parents, child)
				}
			}
		}
	}
}

// scan returns the same on kernels that do not list children.
func scan(root string) []string {
	children := make(map[string][]string)
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if s, ok := readStat(e.Name()); ok {
			children[s.parent] = append(children[s.parent], e.Name())
		}
	}
	if root == "self" {
		root, _ = os.Readlink("/proc/self")
	}
	all := children[root]
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// A stat has some fields of /proc/PID/stat.
type stat struct {
	parent  string
	group   int  // process group
	ended   bool // the first thread has
	zombie  bool // all threads have
	threads int
	cpu     time.Duration // including children for which the process has waited
}

// readStat reads /proc/PID/stat, see proc_pid_stat(5).
func readStat(pid string) (s stat, ok bool) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return s, false
	}
	// The name, in parentheses, may have any bytes. Fields from number 3 on follow it.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	const state, parent, group, userTime, lastTime, threads = 0, 1, 2, 11, 14, 17
	if len(fields) <= threads {
		return s, false
	}
	ticks := int64(0)
	for _, field := range fields[userTime : lastTime+1] { // user and system time, own and children's
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	n, _ := strconv.Atoi(fields[threads])
	id, _ := strconv.Atoi(fields[group])
	ended := fields[state] == "Z" || fields[state] == "X"
	return stat{
		parent: fields[parent], group: id, threads: n, ended: ended, zombie: ended && n < 2,
		cpu: time.Duration(ticks) * clockTick,
	}, true
}

// waits returns how long each living thread of the run has waited for a processor, since it began.
func waits() map[string]time.Duration {
	all := make(map[string]time.Duration)
	for pid := range descendants("self") {
		threads, _ := os.ReadDir("/proc/" + pid + "/task")
		for _, thread := range threads {
			text, _ := os.ReadFile("/proc/" + pid + "/task/" + thread.Name() + "/schedstat")
			if fields := strings.Fields(string(text)); len(fields) > 1 { // the kernel may have no such file
				n, _ := strconv.ParseInt(fields[1], 10, 64)
				all[thread.Name()] = time.Duration(n)
			}
		}
	}
	return all
}

// killTime is how long killed processes may take until the first or the next one ends, or uses CPU
// time, and maxKills times as long until the last one ends. Each of many threads may be in a call
// of the kernel that sees no signal, such as one that seeks in a long /proc/self/smaps.
const (
	killTime = 5 * time.Second
	maxKills = 24
)

// kill ends all processes of the run and waits for each.
func (w *watch) kill() error {
	if !w.first() { // otherwise new processes could start while we look for the others
		w.limited = nil // without the limit of processes
		w.Cgroup.Hold(true)
		defer w.Cgroup.Hold(false)
	}
	begin, cpu := time.Now(), time.Duration(0)
	for deadline := begin.Add(killTime); ; unix.Poll(nil, 1) {
		w.signal()
		for over := w.isOver(); ; {
			pid, err := w.reap(over)
			if err == unix.ECHILD && over {
				return nil
			}
			if pid <= 0 {
				break
			}
			if time.Since(begin) < (maxKills-1)*killTime { // hundreds may take turns on a busy machine
				deadline = time.Now().Add(killTime)
			}
		}
		if time.Now().After(deadline) {
			left, used := countLeft()
			if used > cpu && time.Since(begin) < maxKills*killTime {
				cpu, deadline = used, time.Now().Add(killTime)
				continue
			}
			// If it is 0, the launcher is about to be told: the kernel first forgets what it knew of
			// the program's threads, which has taken seconds on a busy machine.
			if left > 0 || time.Since(begin) > maxKills*killTime {
				return fmt.Errorf("%d processes have not ended %v after they were killed", left, killTime)
			}
		}
	}
}

// countLeft returns how many processes of the run are left, and the CPU time that they have had.
func countLeft() (n int, cpu time.Duration) {
	for pid := range descendants("self") {
		n++
		if s, ok := readStat(pid); ok {
			cpu += s.cpu
		}
	}
	return n, cpu
}

// first reports whether this is the first process of a namespace of its own.
func (h *helper) first() bool {
	return h.Namespaces&unix.CLONE_NEWPID != 0 && os.Getpid() == 1
}

// signal sends SIGKILL to all processes of the run that it finds.
func (w *watch) signal() {
	switch {
	case w.first():
		unix.Kill(-1, unix.SIGKILL) // all processes of our namespace except ourselves
		return
	case w.Missing[meansSignals] == "" && w.isOver():
		w.do(signalDomain)
		return
	case w.strikes(): // the launcher still waits for the program, but looks for this
		w.strike.Store(true)
		return
	}
	// A signal to a process group reaches all its processes at once, so that they cannot
	// start others meanwhile. The first few processes lead to most groups. Each group gets one
	// signal: one for each of thousands of processes would take seconds.
	groups := map[int]bool{unix.Getpgrp(): true}
	for _, enough := range []int{1, 64, math.MaxInt} {
		seen := 0
		for pid := range descendants("self") {
			s, ok := readStat(pid)
			if ok && s.group > 1 && !groups[s.group] && !w.outer {
				groups[s.group] = true
				unix.Kill(-s.group, unix.SIGKILL)
			}
			if n := w.numberHere(pid); n > 1 && !s.zombie {
				unix.Kill(n, unix.SIGKILL)
			}
			if seen++; seen == enough {
				break
			}
		}
	}
}

// signalDomain sends SIGKILL to all processes of this thread's domain of Landlock: a launcher can
// signal no others. The signal reaches all at once, so that none can start others meanwhile.
func signalDomain() {
	if unix.Kill(unix.Getppid(), 0) != nil { // otherwise we could kill the judge, too
		unix.Kill(-1, unix.SIGKILL)
	}
}
