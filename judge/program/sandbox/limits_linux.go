package sandbox

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/tasks"
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

// limitStack limits the stacks of programs that are started from now on. The memory limit alone
// should end a deep recursion, but without any limit of the stack glibc gives threads no more than
// 2 MiB. A thread's stack is one range of pages, which the kernel refuses if the machine has less
// memory. Where the judge has a limit of addresses or data (ulimit -v, -d), several stacks fit.
func limitStack(l Limits) error {
	const usual, most, threads = 8 << 20, 1 << 30, 16
	var limit, addresses, data unix.Rlimit
	var machine unix.Sysinfo_t
	err := errors.Join(unix.Getrlimit(unix.RLIMIT_STACK, &limit), unix.Sysinfo(&machine),
		unix.Getrlimit(unix.RLIMIT_AS, &addresses), unix.Getrlimit(unix.RLIMIT_DATA, &data))
	if err != nil {
		return fmt.Errorf("limit of the stack: %w", err)
	}
	wanted := min(most, uint64(machine.Totalram)*uint64(machine.Unit)/4,
		min(addresses.Cur, data.Cur)/threads)
	if l.Memory > 0 {
		wanted = min(wanted, 2*uint64(l.Memory))
	}
	limit.Cur = min(max(wanted, usual), limit.Max)
	return unix.Setrlimit(unix.RLIMIT_STACK, &limit)
}

// limitFiles limits the size of files of programs that are started from now on. It notes a lower
// limit of our own.
func (h *helper) limitFiles(l Limits) error {
	// The limit is one byte higher, so that we see the excess of a program that ignores
	// SIGXFSZ. It also limits this process, which writes no files of that size.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	limit.Cur = min(uint64(l.output())+1, limit.Max)
	h.lowFiles = 0
	if limit.Max <= uint64(l.output()) {
		h.lowFiles = int64(limit.Max)
	}
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
}

// lowLimit is the fault of a run whose output has reached a limit of ours.
const lowLimit = "the judge itself may write only files smaller than the limit of output: see" +
	" ulimit -f"

// canTrace returns nil if programs can be started as traced processes: then they are stopped
// before their first instruction. It starts a program without a name, which asks to be traced
// first: the error is ENOENT if it may.
func canTrace() error {
	traced := syscall.SysProcAttr{Ptrace: true}
	_, err := syscall.ForkExec("", []string{""}, &syscall.ProcAttr{Sys: &traced})
	if err != unix.ENOENT {
		return fmt.Errorf("ptrace: %w, see kernel.yama.ptrace_scope", err)
	}
	return nil
}

// fixLimits sets limits that the program cannot raise. See fix.
func (w *watch) fixLimits() error {
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
// the kernel also counts other processes of the user, the limit has room for these. The kernel does
// not limit root, or a user of a namespace who is root outside: only the group does.
func (w *watch) mostTasks() uint64 {
	alone := w.Namespaces&unix.CLONE_NEWUSER != 0 && tasks.CountsNamespace()
	together, room := 1, w.Tasks.Program // how many programs count together, and have together
	switch {
	case alone:
	case w.Owner == ourselves:
		together, room = w.Tasks.Runners, w.Tasks.User // with what else the user has
	default:
		together = (w.Tasks.Runners + w.Owner.Users - 1) / w.Owner.Users
		room *= together
	}
	most := 0
	if n := w.limits.Processes; n > 0 && (alone || !w.Cgroup.Has(cgroup.Processes)) {
		most = tasks.Most(n) * together // otherwise the group's limit is better
		if !alone && (w.Owner == ourselves || w.Namespaces&unix.CLONE_NEWUSER != 0) {
			const more = 256 // that the user, or another judge, may start meanwhile
			most += proc.UserTasks(w.Owner.user()) + more
		}
	}
	limit := lowerOf(most, room)
	if limit > 0 && alone && w.Owner == ourselves {
		limit += tasks.Helper // which has the same user
	}
	return uint64(limit)
}

// lowerOf returns the lower of two limits; 0 means no limit.
func lowerOf(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// limitGroup sets the limits of the group for a run, unless it has them. They are higher than those
// of the run, by what does not count of the group's memory.
func (h *helper) limitGroup(l Limits) error {
	if l.Memory > 0 && h.files.InMemory {
		l.Memory += h.files.Kept + l.output()
	}
	if h.limited != nil && l == *h.limited {
		return nil
	}
	most := 0
	if l.Processes > 0 {
		most = tasks.Most(l.Processes)
	}
	err := h.Cgroup.Limit(lowerOf(most, h.Tasks.Program), l.Memory)
	if err == nil {
		h.limited = &l
	}
	return err
}
