package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// These limits of the kernel hold for every program, as far as they are lower than ours.
const (
	maxFiles  = 1024     // open at a time; each pipe takes memory that is not a program's
	maxLocked = 64 << 10 // bytes of memory that cannot be swapped out
)

// canTrace returns nil if programs can be started as traced processes: then they stop
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

// fixLimits sets limits that the program cannot raise. It is called while the program
// stands before its first instruction, if the system allows that.
func (w *watch) fixLimits() error {
	size := uint64(outputLimit(w.limits)) + 1 // see limitFiles
	w.fix(unix.RLIMIT_CORE, 0, 0)
	w.fix(unix.RLIMIT_NOFILE, maxFiles, maxFiles)
	w.fix(unix.RLIMIT_MEMLOCK, maxLocked, maxLocked)
	w.fix(unix.RLIMIT_MSGQUEUE, 0, 0)
	if n := w.limits.Processes; n > 0 && w.countsProcesses() {
		w.fix(unix.RLIMIT_NPROC, maxTasks(n), maxTasks(n))
	}
	if w.limits.CPU > 0 { // in case we get no time to measure it
		seconds := uint64((w.limits.CPU + time.Second - 1) / time.Second)
		w.fix(unix.RLIMIT_CPU, seconds+1, seconds+2)
	}
	return w.fix(unix.RLIMIT_FSIZE, size, size)
}

// fix lowers a soft and a hard limit of the program. It never raises one.
func (w *watch) fix(resource int, soft, hard uint64) error {
	var limit unix.Rlimit
	if err := unix.Prlimit(w.pid, resource, nil, &limit); err != nil {
		return err
	}
	limit.Max = min(limit.Max, hard)
	limit.Cur = min(limit.Cur, limit.Max, soft)
	return unix.Prlimit(w.pid, resource, &limit, nil)
}

// countsProcesses reports whether the kernel's limit of processes means those of this
// run. It counts them by user and, since Linux 5.14, by user namespace; it has no limit
// for root, and none for the user of a namespace who is root outside.
func (h *helper) countsProcesses() bool {
	var name unix.Utsname
	var major, minor int
	unix.Uname(&name)
	fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return h.Namespaces&unix.CLONE_NEWUSER != 0 && (major > 5 || major == 5 && minor >= 14)
}

// maxTasks returns how many processes and threads the kernel allows a program that may
// have n processes, as cgroup.limit does. The runner compares their number with the exact
// limit.
func maxTasks(n int) uint64 { return uint64(4*n + 64) }
