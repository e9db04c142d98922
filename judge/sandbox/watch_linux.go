package sandbox

import (
	"cmp"
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A watch is a run that goes on, and what is known about it.
type watch struct {
	*helper
	launcher
	limits         Limits
	stdout, stderr int    // file descriptors
	output         string // file that takes the place of stdout; "": none
	pid, pidfd     int
	begin          time.Time
	before         time.Duration // CPU time of earlier runs
	groupBefore    time.Duration // CPU time of earlier runs as the group counts it
	killedBefore   int64         // processes of earlier runs that were out of memory
	polls          int           // measurements so far
	sum            int64         // memory of all processes in the last measurement
	ended          bool          // the program itself has ended
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
	w.output = q.outputIn(dir)
	w.before, w.groupBefore, w.killedBefore = reapedCPU(), h.cgroup.cpu(), h.cgroup.killed()
	r := w.launch(path, q.Args, &syscall.ProcAttr{
		Dir:   dir,
		Env:   q.Env,
		Files: []uintptr{uintptr(input), uintptr(stdout), uintptr(stderr)},
		Sys: &syscall.SysProcAttr{
			Setsid: true, Pdeathsig: unix.SIGKILL, PidFD: &w.pidfd,
			UseCgroupFD: h.cgroup != noCgroup, CgroupFD: int(h.cgroup),
		},
	})
	defer close(w.goOn)
	if w.pid > 0 {
		defer unix.Close(w.pidfd)
	}
	if r.Errno != 0 || r.Fault != "" {
		return r
	}
	return w.finish(w.wait())
}

// prepare makes a new scratch directory and sets the limits for a program whose files
// are in home. It returns the working directory.
func (h *helper) prepare(q *request, home string) (dir string, err error) {
	dir = home
	if h.Sandbox {
		dir = cmp.Or(q.Scratch, sandboxScratch)
		if err := h.emptyScratch(q.Scratch); err != nil {
			return "", err
		}
		link(home, q.Args, dir)
		if err := placeInput(q, dir); err != nil {
			return "", err
		}
	}
	h.cgroup.limit(q.Limits)
	return dir, limitFiles(q.Limits)
}

// limitFiles limits the size of files of programs that are started from now on.
func limitFiles(l Limits) error {
	// The limit is one byte higher, so that a program that ignores SIGXFSZ is seen to
	// exceed it. It is our own limit too, but we write no such file.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	limit.Cur = min(uint64(outputLimit(l))+1, limit.Max)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
}

// outputLimit returns the limit of a file's size.
func outputLimit(l Limits) int64 {
	if l.Output <= 0 {
		return defaultOutput
	}
	return l.Output
}

// reapedCPU returns the CPU time of all descendants that have ended and for which their
// parents have waited.
func reapedCPU() time.Duration {
	var usage unix.Rusage
	unix.Getrusage(unix.RUSAGE_CHILDREN, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// wait returns when the program has ended, has exceeded a limit or is cancelled. It
// returns an error if the judge has ended.
func (w *watch) wait() error {
	files := []unix.PollFd{
		{Fd: int32(w.conn), Events: unix.POLLIN},
		{Fd: int32(w.pidfd), Events: unix.POLLIN}, // -1, before Linux 5.4, is ignored
	}
	for {
		if n, _ := unix.Poll(files, w.pollTimeout()); n > 0 && files[0].Revents != 0 {
			var q request
			_, err := w.conn.receive(&q)
			return err // nil: q is a request to cancel
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

// pollTimeout returns how many milliseconds to wait until the next measurement. Waits
// are short at the beginning, so that short runs are measured too.
func (w *watch) pollTimeout() int {
	if w.pidfd < 0 {
		return 1
	}
	w.polls++
	wait := min(pollTime, time.Millisecond<<min(w.polls-1, 10))
	if w.limits.Wall > 0 {
		wait = min(wait, w.limits.Wall-time.Since(w.begin)+time.Millisecond)
	}
	return max(int(wait/time.Millisecond), 1)
}

// reaped notes the end of a process of the run.
func (w *watch) reaped(pid int, status unix.WaitStatus, usage *unix.Rusage) {
	if pid == w.pid {
		w.ended, w.status = true, status
		w.result.Wall = time.Since(w.begin)
	}
	// A lower peak is ours: a process begins with the memory that we have at its start.
	if peak := int64(usage.Maxrss) << 10; peak > w.own {
		w.result.Memory = max(w.result.Memory, peak)
	}
}

// measure measures the run while it goes on, and notes an exceeded limit.
func (w *watch) measure() {
	t := measureTree()
	r := &w.result
	r.Wall = time.Since(w.begin)
	r.CPU = max(r.CPU, t.cpu+reapedCPU()-w.before, w.cgroup.cpu()-w.groupBefore)
	// A new process shares its parent's memory for a moment. So a sum counts only as far
	// as two measurements in a row agree.
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

// size returns the length of a file in bytes, or 0 if it is unknown.
func size(fd int) int64 {
	var info unix.Stat_t
	if unix.Fstat(fd, &info) != nil {
		return 0
	}
	return info.Size
}

// finish ends all processes that are left of the run and returns its result. The error
// gone means that the judge has ended.
func (w *watch) finish(gone error) reply {
	if err := w.kill(w.reaped); err != nil {
		return reply{Fault: err.Error()}
	}
	if gone != nil {
		return reply{Fault: gone.Error()}
	}
	if err := w.takeNamed(); err != nil {
		return reply{Fault: err.Error()}
	}
	r := &w.result
	r.CPU = max(r.CPU, reapedCPU()-w.before, w.cgroup.cpu()-w.groupBefore)
	if r.Memory == 0 {
		r.Memory = w.own // it ended before the first measurement, with no higher peak than ours
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
