package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/disk"
	"tilejudge/judge/program/sandbox/proc"
)

// The limits that every program gets from the kernel, unless its own are lower already.
const (
	maxFiles  = 256      // open files
	fewFiles  = 128      // open files, if nobody counts the memory of their buffers
	maxLocked = 64 << 10 // bytes of memory that cannot be swapped out
	maxQueued = 1024     // signals that wait, and timers, for which each processor may take time

	// noDump is the limit on the size of a memory dump, in bytes, with which the kernel makes
	// none. With 0 it would still pipe the dump to a program of the system's, see core(5).
	noDump = 1
)

// limitStack limits the stacks of programs that are started from now on. Only the memory limit
// should end a deep recursion, but without any limit of the stack glibc gives threads no more than
// 2 MiB. A thread's stack is one range of pages, which the kernel refuses if the machine has less
// memory.
func limitStack(l Limits) error {
	const usual, most = 8 << 20, 1 << 30
	var limit unix.Rlimit
	var machine unix.Sysinfo_t
	err := errors.Join(unix.Getrlimit(unix.RLIMIT_STACK, &limit), unix.Sysinfo(&machine))
	if err != nil {
		return fmt.Errorf("limit of the stack: %w", err)
	}
	wanted := min(most, uint64(machine.Totalram)*uint64(machine.Unit)/4)
	if l.Memory > 0 {
		wanted = min(wanted, 2*uint64(l.Memory))
	}
	limit.Cur = min(max(wanted, usual), limit.Max)
	return unix.Setrlimit(unix.RLIMIT_STACK, &limit)
}

// limitFiles limits the size of files of programs that are started from now on.
func limitFiles(l Limits) error {
	// The limit is one byte higher, so that we see the excess of a program that ignores
	// SIGXFSZ. It also limits this process, which writes no files of that size.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	limit.Cur = min(uint64(l.output())+1, limit.Max)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
}

// canTrace returns nil if programs can be started as traced processes: then they are stopped
// before their first instruction.
func canTrace() error {
	scope, _ := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope")
	if string(bytes.TrimSpace(scope)) == "3" {
		return fmt.Errorf("the system forbids tracing: see kernel.yama.ptrace_scope")
	}
	if err := unix.PtraceDetach(os.Getpid()); err != unix.ESRCH { // nobody traces itself
		return fmt.Errorf("ptrace: %w", err)
	}
	return nil
}

// fixLimits sets limits that the program cannot raise. See fix.
func (w *watch) fixLimits() error {
	if err := proc.LowerPriority(w.pid); err != nil {
		return err
	}
	size := uint64(w.limits.output()) + 1 // see limitFiles
	w.lower(unix.RLIMIT_CORE, noDump, noDump)
	w.lower(unix.RLIMIT_SIGPENDING, maxQueued, maxQueued)
	if w.Cgroup.Has(cgroup.Memory) {
		w.lower(unix.RLIMIT_NOFILE, maxFiles, maxFiles)
	} else {
		w.lower(unix.RLIMIT_NOFILE, fewFiles, fewFiles)
	}
	w.lower(unix.RLIMIT_MEMLOCK, maxLocked, maxLocked)
	w.lower(unix.RLIMIT_MSGQUEUE, 0, 0)
	w.lower(unix.RLIMIT_RTPRIO, 0, 0)
	w.lower(unix.RLIMIT_NICE, 0, 0)
	if most := w.mostTasks(); most > 0 {
		w.lower(unix.RLIMIT_NPROC, most, most)
	}
	if w.limits.CPU > 0 {
		// In case the helper gets no processor time to measure with. The kernel counts this limit in
		// ticks, on a busy machine up to 40 % more than the time.
		seconds := uint64((w.limits.CPU + time.Second - 1) / time.Second)
		w.lower(unix.RLIMIT_CPU, 2*seconds+1, 2*seconds+2)
	}
	return w.lower(unix.RLIMIT_FSIZE, size, size)
}

// lower lowers a soft and a hard limit of the program. It never raises a limit.
func (w *watch) lower(resource int, soft, hard uint64) error {
	var limit unix.Rlimit
	if err := unix.Prlimit(w.pid, resource, nil, &limit); err != nil {
		return err
	}
	limit.Max = min(limit.Max, hard)
	limit.Cur = min(limit.Cur, limit.Max, soft)
	return unix.Prlimit(w.pid, resource, &limit, nil)
}

// mostTasks returns the limit of processes and threads for the program's user, or 0 for none. If
// the kernel also counts other processes of the user, the limit has room for these.
func (w *watch) mostTasks() uint64 {
	most, room := 0, w.Tasks
	if n := w.limits.Processes; n > 0 && w.countsProcesses() {
		most = maxTasks(n)
	} else if n > 0 && !w.Cgroup.Has(cgroup.Processes) { // or the group's limit is better
		const more = 512 // that the user, or a run beside, may start meanwhile
		most = maxTasks(n) + proc.UserTasks(w.user()) + more
	}
	if !w.countsProcesses() { // all programs together, or each could fill what others leave
		room = w.UserTasks
	}
	if room > 0 && (most == 0 || room < most) {
		most = room
	}
	return uint64(most)
}

// limitGroup sets the limits of the group for a run, unless it has them. They are higher than those
// of the run. The group's memory includes a standard output that is in memory, and what the judge
// keeps there of earlier runs, such as the program that a compiler has made: these do not count.
func (h *helper) limitGroup(l Limits, stdout int) error {
	h.inMemory = disk.InMemory(stdout)
	h.kept = h.left + disk.Blocks(h.output)
	if l.Memory > 0 && h.inMemory {
		l.Memory += h.kept + l.output()
	}
	if h.limited != nil && l == *h.limited {
		return nil
	}
	tasks := 0
	if l.Processes > 0 {
		tasks = maxTasks(l.Processes)
	}
	err := h.Cgroup.Limit(tasks, l.Memory)
	if err == nil {
		h.limited = &l
	}
	return err
}

// spareTasks is how many processes and threads of the system's limits are left to us. helperTasks
// is how many more are left to each helper, which has some 9 threads while a program runs.
const spareTasks, helperTasks = 64, 12

// roomForTasks returns how many processes and threads the programs of some runners may have in all,
// so that the system's limits leave some to us and the helpers: the Go runtime ends a process that
// gets no thread. 0 means that the system's limits are high enough. It is an error if they are too
// low for so many runners.
func roomForTasks(runners int) (int, error) {
	const enough, least = 16 << 10, 32 // Java and Node have some 20 threads
	left := enough * runners
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) == nil && limit.Cur < uint64(left) {
		left = int(limit.Cur) - proc.UserTasks(os.Geteuid())
	}
	if room, ok := cgroup.RoomForTasks(); ok {
		left = min(left, room)
	}
	if left >= enough*runners {
		return 0, nil
	}
	left += helperTasks*int(started.Load()) - spareTasks
	left = max(left, helperTasks+least)
	if most := left / (helperTasks + least); most < runners {
		return 0, fmt.Errorf("the system's limits leave too few processes and threads for %d programs"+
			" at a time: run %d at most (-j %d), see ulimit -u and pids.max", runners, most, most)
	}
	return left - helperTasks*runners, nil
}

// started is how many runners there are: the tasks of their helpers are taken already.
var started atomic.Int32

// countsProcesses reports whether the kernel's limit of processes counts those of this run alone.
// The kernel counts the processes of a user and, since Linux 5.14, of a user namespace. It does
// not limit root, or a user of a namespace who is root outside.
func (h *helper) countsProcesses() bool {
	var name unix.Utsname
	var major, minor int
	unix.Uname(&name)
	fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return h.Namespaces&unix.CLONE_NEWUSER != 0 && (major > 5 || major == 5 && minor >= 14)
}

// maxTasks returns how many processes and threads the kernel allows a program, or its group, if
// the program may have n processes. The helper compares their number with the exact limit.
func maxTasks(n int) int {
	const most = 1 << 22 // that the kernel has numbers for
	return min(4*min(n, most)+64, most)
}
