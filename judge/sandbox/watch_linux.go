package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A watch is a run and what is known of it.
type watch struct {
	*helper
	limits         Limits
	stdout, stderr int
	pid, pidfd     int
	begin          time.Time
	before         time.Duration // CPU time of earlier runs,
	groupBefore    time.Duration // and as the group counts it
	killedBefore   int64         // processes of earlier runs, for want of memory
	looks          int           // so far
	sum            int64         // of memory, when several processes were last seen
	ended          bool
	status         unix.WaitStatus
	result         Result
}

// run runs a program to its end.
func (h *helper) run(q *request, stdout, stderr int) reply {
	path, home, stdin := q.Paths[0], q.Paths[1], q.Paths[2]
	input, err := unix.Open(stdin, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return reply{Fault: fmt.Sprintf("open %s: %v", stdin, err)}
	}
	defer unix.Close(input)
	for _, name := range q.Needs {
		if unix.Access(name, unix.R_OK) == unix.EACCES {
			return reply{Errno: unix.EACCES}
		}
	}
	dir, err := h.prepare(q, home)
	if err != nil {
		return reply{Fault: err.Error()}
	}
	h.slim()
	h.own = readPeak("self")
	w := &watch{helper: h, limits: q.Limits, stdout: stdout, stderr: stderr, pidfd: -1}
	w.before, w.groupBefore, w.killedBefore = reapedCPU(), h.cgroup.cpu(), h.cgroup.killed()
	w.begin = time.Now()
	w.pid, err = syscall.ForkExec(path, q.Args, &syscall.ProcAttr{
		Dir:   dir,
		Env:   q.Env,
		Files: []uintptr{uintptr(input), uintptr(stdout), uintptr(stderr)},
		Sys: &syscall.SysProcAttr{
			Setsid: true, Pdeathsig: unix.SIGKILL, PidFD: &w.pidfd,
			UseCgroupFD: h.cgroup != noCgroup, CgroupFD: int(h.cgroup),
		},
	})
	if err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		return reply{Errno: errno, Fault: err.Error()}
	}
	defer unix.Close(w.pidfd)
	return w.finish(w.wait())
}

// prepare makes everything ready and new for a run of a program that lives in
// home, and returns its working directory.
func (h *helper) prepare(q *request, home string) (dir string, err error) {
	dir = home
	if h.Sandbox {
		dir = cmp.Or(q.Scratch, sandboxScratch)
		if err := h.emptyScratch(q.Scratch); err != nil {
			return "", err
		}
		link(home, q.Args, dir)
	}
	if h.Namespaces&syscall.CLONE_NEWIPC != 0 {
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			return "", fmt.Errorf("unshare: %w", err)
		}
	}
	h.cgroup.limit(q.Limits)
	return dir, limitFiles(q.Limits)
}

// limitFiles limits the files of what is started from now on.
func limitFiles(l Limits) error {
	// A program that writes a byte more than it may has exceeded the limit,
	// even if it ignores SIGXFSZ. We ourselves write to no file of that size.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	limit.Cur = min(uint64(outputLimit(l))+1, limit.Max)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
}

// outputLimit returns the limit of a file.
func outputLimit(l Limits) int64 {
	if l.Output <= 0 {
		return defaultOutput
	}
	return l.Output
}

// reapedCPU returns the CPU time of all processes that have ended, and whose end
// we or their parents have seen.
func reapedCPU() time.Duration {
	var usage unix.Rusage
	unix.Getrusage(unix.RUSAGE_CHILDREN, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// wait returns when the program has ended, exceeds a limit, or is no longer
// wanted. It returns an error if the judge is gone.
func (w *watch) wait() error {
	w.fixLimits()
	files := []unix.PollFd{
		{Fd: int32(w.conn), Events: unix.POLLIN},
		{Fd: int32(w.pidfd), Events: unix.POLLIN}, // -1, before Linux 5.4, is ignored
	}
	for {
		if n, _ := unix.Poll(files, w.patience()); n > 0 && files[0].Revents != 0 {
			var q request
			_, err := w.conn.receive(&q)
			return err // or the wish to cancel
		}
		for !w.ended {
			if pid, _ := reap(w.reaped); pid <= 0 {
				break
			}
		}
		if w.ended {
			return nil
		}
		if w.measure(); w.result.Exceeded != None {
			return nil
		}
	}
}

// fixLimits sets limits of the system: on CPU time, should this process not get
// the time to look, and on files, so that the program cannot raise its own.
func (w *watch) fixLimits() {
	if w.limits.CPU > 0 {
		seconds := uint64((w.limits.CPU + time.Second - 1) / time.Second)
		limit := unix.Rlimit{Cur: seconds + 1, Max: seconds + 2}
		unix.Prlimit(w.pid, unix.RLIMIT_CPU, &limit, nil)
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil {
		limit.Max = limit.Cur
		unix.Prlimit(w.pid, unix.RLIMIT_FSIZE, &limit, nil)
	}
}

// patience returns for how many milliseconds nothing needs to be looked at.
func (w *watch) patience() int {
	if w.pidfd < 0 {
		return 1
	}
	w.looks++
	wait := min(pollTime, time.Millisecond<<min(w.looks-1, 10))
	if w.limits.Wall > 0 {
		wait = min(wait, w.limits.Wall-time.Since(w.begin)+time.Millisecond)
	}
	return max(int(wait/time.Millisecond), 1)
}

// reaped takes note of a process of the run that has ended.
func (w *watch) reaped(pid int, status unix.WaitStatus, usage *unix.Rusage) {
	if pid == w.pid {
		w.ended, w.status = true, status
		w.result.Wall = time.Since(w.begin)
	}
	// A process is charged with at least what we had when it was started.
	if peak := int64(usage.Maxrss) << 10; peak > w.own {
		w.result.Memory = max(w.result.Memory, peak)
	}
}

// measure looks at the run while it goes on.
func (w *watch) measure() {
	t := look()
	r := &w.result
	r.Wall = time.Since(w.begin)
	r.CPU = max(r.CPU, t.cpu+reapedCPU()-w.before, w.cgroup.cpu()-w.groupBefore)
	// A process borrows its parent's memory for a moment when it is started:
	// of a sum, what counts is there twice in a row.
	r.Memory = max(r.Memory, t.peak, min(t.memory, w.sum))
	w.sum = t.memory
	r.Output = size(w.stdout)
	w.judge(t.processes, max(r.Output, size(w.stderr)))
}

// judge notes the first limit that is exceeded.
func (w *watch) judge(processes int, output int64) {
	r, l := &w.result, &w.limits
	switch {
	case r.Exceeded != None:
	case l.CPU > 0 && r.CPU > l.CPU:
		r.Exceeded = CPU
	case l.Wall > 0 && r.Wall > l.Wall:
		r.Exceeded = Wall
	case l.Memory > 0 && r.Memory > l.Memory:
		r.Exceeded = Memory
	case output > outputLimit(*l):
		r.Exceeded = Output
	case l.Processes > 0 && processes > l.Processes:
		r.Exceeded = Processes
	}
}

// size returns the length of a file.
func size(fd int) int64 {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil {
		return 0
	}
	return info.Size
}

// finish ends what is left of the run and makes its result.
func (w *watch) finish(gone error) reply {
	if err := w.kill(w.reaped); err != nil {
		return reply{Fault: err.Error()}
	}
	if gone != nil {
		return reply{Fault: gone.Error()}
	}
	r := &w.result
	r.CPU = max(r.CPU, reapedCPU()-w.before, w.cgroup.cpu()-w.groupBefore)
	if r.Memory == 0 {
		r.Memory = w.own // it ended before it was looked at: it had no more than that
	}
	r.Output = size(w.stdout)
	if w.status.Signaled() {
		r.Signal = unix.SignalName(w.status.Signal())
	} else {
		r.Exit = w.status.ExitStatus()
	}
	if w.cgroup.killed() > w.killedBefore && r.Exceeded == None {
		r.Exceeded = Memory
	}
	w.judge(0, max(r.Output, size(w.stderr)))
	if r.Exceeded == None && w.status.Signaled() && w.status.Signal() == unix.SIGXFSZ {
		r.Exceeded = Output // of another file
	}
	return reply{Result: *r}
}
