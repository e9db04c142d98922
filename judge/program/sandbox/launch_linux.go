package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
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

// A launcher is the thread that starts a program. The program inherits the thread's rights. The
// thread traces the program, and lives longer: when the thread ends, the program is killed.
type launcher struct {
	view    int         // number of the view that its root shows
	scratch int         // file descriptor of its scratch directory; or noFile
	mounts  int         // that of its mount namespace, if a group counts that directory; or noFile
	work    chan func() // functions for the thread to call; closed: the thread ends
	sockets *os.File    // net/sockstat of its network namespace; nil: it has none, or need not count
}

// newLauncher starts a launcher. That takes most of the time in which we start a program, and needs
// no request: so the helper makes the next launcher after it has sent a reply.
func (h *helper) newLauncher() (*launcher, error) {
	keepThreads()
	l := &launcher{view: h.view, scratch: noFile, mounts: noFile, work: make(chan func())}
	var err error
	go func() {
		runtime.LockOSThread() // never unlocked: so the thread ends with the goroutine
		for f := range l.work {
			f()
		}
	}()
	l.do(func() {
		if err = h.giveUp(l); err == nil && h.has(means.Root) {
			l.scratch, err = openDir(scratchDir)
			if h.Cgroup.Has(cgroup.Memory) {
				l.mounts, _ = unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
			}
		}
	})
	if err != nil {
		l.end()
		return nil, err
	}
	return l, nil
}

// end ends the thread, and so the program.
func (l *launcher) end() {
	unix.Close(l.mounts) // before the thread ends: who is last unmounts all, which takes long
	close(l.work)
	unix.Close(l.scratch)
	l.sockets.Close()
}

// do makes the thread call a function, and waits until it has returned.
func (l *launcher) do(f func()) {
	done := make(chan struct{})
	l.work <- func() {
		f()
		close(done)
	}
	<-done
}

// takeLauncher returns a launcher whose root shows the current view.
func (h *helper) takeLauncher() (*launcher, error) {
	l := h.next
	h.next = nil
	if l != nil && l.view == h.view {
		return l, nil
	}
	if l != nil {
		l.end()
	}
	return h.newLauncher()
}

// giveUp takes from the launcher's thread, which calls it, what the program must not have: the
// files of the host, and all rights.
func (h *helper) giveUp(l *launcher) error {
	// With the filter, no program can leave objects in our namespace. Without it, each launcher
	// gets a new one.
	if h.Namespaces&syscall.CLONE_NEWIPC != 0 && !h.has(means.Filter) {
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			return fmt.Errorf("unshare: %w", err)
		}
	}
	if h.Network && h.has(means.Network) {
		if err := newNetwork(); err != nil {
			return err
		}
	}
	if h.has(means.Network) && (h.Network || !h.Cgroup.Has(cgroup.Memory)) {
		// No group counts all that sockets of a network hold, such as unsent datagrams, and errors.
		l.sockets, _ = os.Open("/proc/thread-self/net/sockstat")
	}
	if err := proc.ResetPriority(h.Nice); err != nil {
		return fmt.Errorf("priority: %w", err)
	}
	unix.PthreadSigmask(unix.SIG_SETMASK, new(unix.Sigset_t), nil) // the judge's may block signals
	// Give the program an empty kernel keyring. Without the filter it could use the keys of the
	// judge's session, and keys that the last program left. Containers forbid this call, and the
	// use of keys.
	unix.KeyctlJoinSessionKeyring("")
	if err := h.Cgroup.Join(); err != nil {
		return fmt.Errorf("cgroup: %w", err)
	}
	// This thread alone gets a new one: from within, no program may be moved into its group.
	if h.has(means.Names) {
		if err := unix.Unshare(unix.CLONE_NEWCGROUP); err != nil {
			return fmt.Errorf("unshare: %w", err)
		}
	}
	if h.has(means.Root) {
		if err := h.enterRoot(); err != nil {
			return err
		}
	}
	if !h.has(means.Privileges) {
		return nil
	}
	return h.dropPrivileges()
}

// launch starts the program, and lets it run when its limits are fixed. If the program was not
// started, the reply says why. The caller must end the launcher afterwards.
func (w *watch) launch(q *request, files []int, attr *syscall.ProcAttr) (r reply) {
	attr.Sys.Ptrace = w.has(means.Limits)
	// Its process ID would tell the program how many processes the programs before have started.
	if w.isInit() {
		unix.Pwrite(w.lastPID, []byte("200"), 0)
	}
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
	w.asOwner(func() error { return proc.LowerPriority(w.pid) }) // or we get the processor later
	if err := w.asOwner(w.fixLimits); err != nil {
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

// confine takes the rights that the program must not have from this thread, a launcher.
func (w *watch) confine(q *request, files []int, attr *syscall.ProcAttr) error {
	if w.has(means.Landlock) {
		if err := w.restrict(q, int(attr.Files[0]), files); err != nil {
			return err
		}
	}
	if !w.has(means.Root) { // now this thread cannot open what Landlock hides
		w.copyNewest(q, attr.Dir)
	}
	if err := w.dropCapabilities(); err != nil {
		return err
	}
	if !w.has(means.Filter) {
		return nil
	}
	return w.filter.Install() // from now on, the filter holds for this thread, too
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
