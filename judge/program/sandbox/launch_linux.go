package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/filter"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/view"
)

// launch starts the program, and lets it run when its limits are fixed. If the program was not
// started, the reply says why. The caller must end the launcher afterwards.
func (w *watch) launch(q *request, files []int, attr *syscall.ProcAttr) (r reply) {
	attr.Sys.Ptrace = w.has(means.Limits)
	w.nextID("200")
	name := "" // of the program in /proc
	w.do(func() {
		r = w.startHere(q, files, attr)
		if r.Errno == 0 && r.Fault == "" && attr.Sys.Ptrace {
			w.await() // it stops before its first instruction
			name = w.inProc()
		}
	})
	if r.Errno != 0 || r.Fault != "" {
		return r
	}
	if !w.status.Signaled() { // otherwise the kernel has killed the program, for want of memory
		err := w.fix(name)
		if err != nil && !errors.Is(err, unix.ESRCH) { // ESRCH: the program was killed
			unix.Kill(w.pid, unix.SIGKILL)
			r.Fault = err.Error()
		}
	}
	if attr.Sys.Ptrace { // it has not run yet
		w.begin = time.Now()
	}
	w.ready = true
	w.work <- w.follow
	return r
}

// errUnread is no fault of the judge's: a submission may name any program.
var errUnread = errors.New("the program, or its interpreter, may be run, but not read (chmod +r):" +
	" without a control group its memory would be unknown")

// fix puts the program into its group and fixes its limits. If the system lets us trace programs,
// the program is stopped before its first instruction while fix runs. name is the program's in
// /proc, or "".
func (w *watch) fix(name string) error {
	if w.Sandbox && name != "" && w.limits.Memory > 0 && !w.Cgroup.Has(cgroup.Memory) {
		hidden := false
		w.asProgram(func() { hidden = proc.Hidden(name) })
		if hidden {
			return errUnread
		}
	}
	if err := w.Cgroup.Enter(w.pid); err != nil {
		return fmt.Errorf("cgroup: %w", err)
	}
	w.Owner.call(func() error { return proc.LowerPriority(w.pid) }) // we get the processor first
	if err := w.Owner.call(w.fixLimits); err != nil {
		return fmt.Errorf("prlimit: %w", err)
	}
	return nil
}

// startHere starts the program from this thread, a launcher.
func (w *watch) startHere(q *request, files []int, attr *syscall.ProcAttr) reply {
	path := q.Paths[programPath]
	if w.has(means.Root) {
		err := enlargeScratch(w.given)
		if err == nil {
			err = w.fillHome(q, homeDir)
		}
		if err != nil {
			return reply{Fault: err.Error()}
		}
		w.copyNewest(q, homeDir)
		path = realPath(path)
		for i, arg := range q.Args {
			q.Args[i] = realPath(arg)
		}
		w.before.groupCPU = w.Cgroup.CPU() // this thread is in the group
	}
	if !w.readable(q.Needs) {
		return reply{Errno: unix.EACCES}
	}
	// Its owner may have a lease on it, for which execve would wait. Nobody gets one while it is open.
	program, err := view.OpenPlain(path)
	if errors.Is(err, unix.EAGAIN) {
		return reply{Errno: unix.ETXTBSY}
	}
	defer program.Close() // nil: nobody may read it
	if err := w.confine(q, files, attr); err != nil {
		return reply{Fault: err.Error()}
	}
	w.begin = time.Now()
	w.pid, err = syscall.ForkExec(path, q.Args, attr)
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) // the change of the user may have set it
	if err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		return reply{Errno: errno, Fault: err.Error()}
	}
	return reply{}
}

// await waits until the program stops or ends. This thread traces all threads of the program that
// ask for it: the program does not end before this thread knows the end of each.
func (w *watch) await() {
	files := []unix.PollFd{{Fd: int32(w.pidfd), Events: unix.POLLIN}}
	for pid, err := 0, error(nil); pid != w.pid; {
		how := unix.WALL | unix.WNOTHREAD
		if w.ready && w.strikes() {
			how |= unix.WNOHANG
			if w.strike.Swap(false) {
				signalDomain()
			}
		}
		var usage unix.Rusage
		pid, err = unix.Wait4(-1, &w.status, how, &usage)
		w.maxrss = max(w.maxrss, int64(usage.Maxrss))
		switch {
		case err == unix.ECHILD: // cannot be
			w.status, pid = unix.WaitStatus(unix.SIGKILL), w.pid
		case pid == 0:
			unix.Poll(files, 1)
		case err == nil && pid != w.pid && w.status.Stopped():
			w.goOn(pid, 0)
		}
	}
}

// strikes reports whether the launcher can end all processes of the run at once while it waits for
// the program. It must wake up again and again, and so is in no group that counts its time.
func (w *watch) strikes() bool {
	return !w.isInit() && w.has(means.Signals) && !w.Cgroup.Has(cgroup.CPU)
}

// maxStops is how often a program may stop while it is traced: each signal that it gets takes some
// 20 us more.
const maxStops = 100

// goOn lets a thread of the program go on with a signal. It is no longer traced if it is not the
// first one, or after too many stops. It is killed if it asks for more then: they take our time.
func (w *watch) goOn(pid int, signal syscall.Signal) {
	how := uintptr(unix.PTRACE_CONT)
	switch w.stops++; {
	case w.stops > 2*maxStops:
		signal = unix.SIGKILL
	case w.stops > maxStops || pid != w.pid:
		how = unix.PTRACE_DETACH
	}
	unix.Syscall6(unix.SYS_PTRACE, how, uintptr(pid), 0, uintptr(signal), 0, 0)
}

// follow lets the program run, and waits until it has ended. The thread that has started the
// program must call it.
//
// A program that is traced stops before it gives its memory back: then it has a peak without ours.
// It is let go if a signal stops it, which would have no effect, and as soon as it has a child: the
// end of that is a signal, which would interrupt calls such as epoll_wait, even if it is ignored.
// Of its memory since then only what is above our peak, or what a look finds, is known.
func (w *watch) follow() {
	defer close(w.over)
	if !w.status.Signaled() { // the calls fail if the program is not traced
		if w.asksPeak() {
			unix.PtraceSetOptions(w.pid, filter.TraceOptions)
			unix.PtraceCont(w.pid, 0)
		} else {
			unix.PtraceDetach(w.pid)
		}
		w.await()
	}
	for ; w.status.Stopped(); w.await() {
		switch w.status.TrapCause() {
		case unix.PTRACE_EVENT_EXIT:
			w.peak = proc.ReadMemory(w.inProc()).Peak
			unix.PtraceDetach(w.pid)
			continue
		case unix.PTRACE_EVENT_FORK, unix.PTRACE_EVENT_VFORK:
			w.early = proc.ReadMemory(w.inProc()).Peak
			unix.PtraceDetach(w.pid) // await lets the child go, or reap
			continue
		case unix.PTRACE_EVENT_EXEC:
			unix.PtraceCont(w.pid, 0)
			continue
		}
		signal := w.status.StopSignal()
		switch signal {
		case unix.SIGCHLD, unix.SIGSTOP, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU:
			w.stops = max(w.stops, maxStops)
		}
		w.goOn(w.pid, signal)
	}
	w.wall = time.Since(w.begin)
}

// asksPeak reports whether programs are asked for their peak of memory. Without a sandbox they may
// want to trace themselves, as LeakSanitizer does, and nobody else may trace them then.
func (h *helper) asksPeak() bool { return h.Sandbox && h.has(means.Limits) }

// inProc returns the name of the program in /proc, which may show the process IDs of another
// namespace than ours. The thread that has started the program must call it.
func (w *watch) inProc() string {
	if !w.outer {
		return strconv.Itoa(w.pid)
	}
	children, _ := os.ReadFile("/proc/thread-self/children")
	name, _, _ := strings.Cut(string(children), " ")
	return name
}
