package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A watch is a run in progress, with what is known about it.
type watch struct {
	*helper
	*launcher
	limits         Limits
	stdout, stderr int // file descriptors
	pid, pidfd     int
	begin          time.Time
	before         time.Duration            // CPU time of earlier runs
	groupBefore    time.Duration            // CPU time of earlier runs as the group counts it
	killedBefore   int64                    // processes of earlier runs that were killed for want of memory
	given          int64                    // bytes of the file that the program gets by name
	waited         time.Duration            // for which the run has waited for a processor
	waits          map[string]time.Duration // what the function waits returned last
	asked, asking  time.Duration            // wall time when that was, and how long that took
	counted        time.Duration            // wall time until which waited counts
	ready          bool                     // the program runs
	strike         atomic.Bool              // the launcher shall end all processes of the run
	polls          int                      // measurements so far
	sum            int64                    // memory of all processes in the last measurement
	result         Result

	// The launcher sets these fields, and closes over when the program has ended.
	over   chan struct{}
	status unix.WaitStatus
	usage  unix.Rusage
	wall   time.Duration
	peak   int64 // of the program's own memory; 0: unknown
}

// run runs a program to its end. The files are those of the request.
func (h *helper) run(q *request, files []int) reply {
	stdout, stderr := files[0], files[1]
	path, home, stdin := q.Paths[0], q.Paths[1], q.Paths[2]
	input, err := unix.Open(stdin, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return reply{Fault: fmt.Sprintf("open %s: %v", stdin, err)}
	}
	defer unix.Close(input)
	dir, err := h.prepare(q, home, files[2:])
	if err != nil {
		return reply{Fault: err.Error()}
	}
	defer q.file.Close()
	l, err := h.takeLauncher()
	if err != nil {
		return reply{Fault: err.Error()}
	}
	defer l.end()
	w := &watch{
		helper: h, launcher: l, limits: q.Limits, stdout: stdout, stderr: stderr, pidfd: -1,
		given: size(int(q.file.Fd())), // 0 if there is no file: its descriptor is none
		over:  make(chan struct{}),
	}
	w.before, w.groupBefore, w.killedBefore = reapedCPU(), h.Cgroup.CPU(), h.Cgroup.Killed()
	r := w.launch(q, path, files, &syscall.ProcAttr{
		Dir:   dir,
		Env:   q.Env,
		Files: []uintptr{uintptr(input), uintptr(stdout), uintptr(stderr)},
		// The program stays in our session: the kernel may share processors among sessions, and pairs
		// of processes that talk through pipes in another one kept us waiting on Linux 6.18.
		Sys: &syscall.SysProcAttr{
			Setpgid: true, Credential: h.credential(), Pdeathsig: unix.SIGKILL, PidFD: &w.pidfd,
		},
	})
	if w.pid > 0 {
		defer unix.Close(w.pidfd)
	}
	if r.Errno != 0 || r.Fault != "" {
		return r
	}
	h.own = readMemory("self").peak
	return w.finish(w.wait())
}

// prepare sets the limits for a program, and makes its scratch directory on the host, or its root
// if that must show another view. It returns the working directory. home is the directory of the
// program's files, and root has the file with the entries of the root.
func (h *helper) prepare(q *request, home string, root []int) (dir string, err error) {
	if h.limited == nil || q.Limits != *h.limited {
		if err := h.limitGroup(q.Limits); err != nil {
			return "", fmt.Errorf("cgroup: %w", err)
		}
		if err := limitStack(q.Limits); err != nil {
			return "", err
		}
		h.limited = &q.Limits
	}
	if err := limitFiles(q.Limits); err != nil {
		return "", err
	}
	if err := q.openFile(); err != nil { // a launcher in the root cannot open the file
		return "", err
	}
	switch {
	case !h.Sandbox:
		return home, nil
	case q.Scratch != "":
		return q.Scratch, h.emptyScratch(q)
	case len(root) == 0:
		return "", errors.New("the entries of the root are missing")
	}
	if h.view != q.View {
		h.view = 0
		text, err := unix.Dup(root[0])
		if err != nil {
			return "", err
		}
		entries := os.NewFile(uintptr(text), "root")
		defer entries.Close()
		if err := h.makeRoot(entries); err != nil {
			return "", err
		}
		h.view = q.View
	}
	return homeDir, nil
}

// getReady does what can be done before the next request, but not after the first run, which is
// often the only one. It reduces our memory last, because that may count as the next program's.
func (h *helper) getReady() {
	if h.runs++; h.runs > 1 {
		h.next, _ = h.takeLauncher() // if this fails, the next run tries again and reports the error
	}
	if h.lean {
		h.slim()
	}
}

// reapedCPU returns the CPU time of all descendants that have ended and for which their
// parents have waited.
func reapedCPU() time.Duration {
	var usage unix.Rusage
	unix.Getrusage(unix.RUSAGE_CHILDREN, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// maxReaped is how many ended processes we wait for between two measurements.
const maxReaped = 4096

// wait returns when the program has ended, has exceeded a limit, or is cancelled. It
// returns an error if the judge has ended.
func (w *watch) wait() error {
	files := []unix.PollFd{
		{Fd: int32(w.conn.fd), Events: unix.POLLIN},
		{Fd: int32(w.pidfd), Events: unix.POLLIN}, // -1, before Linux 5.4, is ignored
	}
	for {
		if n, _ := unix.Poll(files, w.pollTimeout()); n > 0 && files[0].Revents != 0 {
			var q request
			_, err := w.conn.receive(&q)
			return err // nil: q is a request to cancel
		}
		if files[1].Revents != 0 {
			<-w.over // soon
		}
		if w.isOver() {
			return nil
		}
		// The program may end processes faster than we can wait for them.
		for range maxReaped {
			if pid, _ := w.reap(false); pid <= 0 {
				break
			}
		}
		if w.measure(); w.result.Exceeded != None {
			return nil
		}
	}
}

// pollTimeout returns how many milliseconds to wait until the next measurement. The first waits
// are short if the last program had no known peak, so that short runs are measured too.
func (w *watch) pollTimeout() int {
	if w.pidfd < 0 {
		return 1
	}
	w.polls++
	wait := pollTime
	if w.lean {
		wait = min(wait, time.Millisecond<<min(w.polls-1, 10))
	}
	if left := w.limits.Wall - time.Since(w.begin); left > 0 {
		wait = min(wait, left+time.Millisecond)
	}
	return max(int(wait/time.Millisecond), 1)
}

// isOver reports whether the program itself has ended.
func (w *watch) isOver() bool {
	select {
	case <-w.over:
		return true
	default:
		return false
	}
}

// reap waits for a process of the run that has ended, if there is one, and returns its ID. Until
// the program is over, the launcher waits for it.
func (w *watch) reap(over bool) (int, error) {
	how := unix.WNOHANG
	if !over {
		how |= unix.WNOTHREAD
	}
	var status unix.WaitStatus
	var usage unix.Rusage
	pid, err := unix.Wait4(-1, &status, how, &usage)
	if err == nil && pid > 0 {
		w.notePeak(&usage)
	}
	return pid, err
}

// notePeak notes the peak of a process that has ended. One that is not above ours is ours: a
// process begins with our memory. The kernel takes peaks from counters that are not exact.
func (w *watch) notePeak(usage *unix.Rusage) {
	const inexact = 2 << 20
	if peak := int64(usage.Maxrss) << 10; peak > w.own+inexact {
		w.result.Memory = max(w.result.Memory, peak)
	}
}

// measure measures the run while it goes on, and notes an exceeded limit.
func (w *watch) measure() {
	w.measureProcesses()
	const often = 10 // polls between two looks at a directory, which may have many files
	if w.dir == "" || w.polls%often == 0 {
		w.noteScratch(func() bool {
			w.measureProcesses()
			return w.result.Exceeded != None
		})
	}
}

// measureProcesses measures the processes and the output of the run.
func (w *watch) measureProcesses() {
	r := &w.result
	reaped := reapedCPU() // before we look for the living, or one that ends now would count twice
	t := w.measureTree(&w.limits, func(cpu time.Duration) bool {
		w.measureTime(cpu + reaped)
		w.judge(tree{}, 0)
		return r.Exceeded != None
	})
	w.endHidden(t.unseen)
	w.measureTime(t.cpu + reaped)
	if t.processes > 1 { // which may have pages in common
		if n := w.Cgroup.Memory(); n > 0 {
			t.memory = min(t.memory, n)
		}
	}
	// A new process shares its parent's memory for a moment, so that the sum is too high. The
	// lower of two sums in a row counts.
	r.Memory = max(r.Memory, t.peak, min(t.memory, w.sum))
	w.sum = t.memory
	r.Output = size(w.stdout)
	w.noteKilled()
	w.judge(t, max(taken(w.stdout), size(w.stderr)))
}

// measureTime measures the time of the run, until which our descendants have had some CPU time.
func (w *watch) measureTime(cpu time.Duration) {
	r := &w.result
	r.Wall = time.Since(w.begin)
	r.CPU = max(r.CPU, cpu-w.before, w.Cgroup.CPU()-w.groupBefore)
	w.noteWait()
}

// noteWait notes how long the run has waited for a processor, if that may count. It looks often, as
// threads may end, but less so if there are many, and always before the limit is exceeded. The
// kernel counts a wait when it ends.
func (w *watch) noteWait() {
	const rarely = 10 // times as long as a look takes
	wall := w.result.Wall
	over := wall > w.limits.Wall+w.waited // as far as we know
	if w.limits.Wait == 0 || !over && wall-w.asked < max(pollTime/2, rarely*w.asking) {
		return
	}
	begin, latest, longest, now := time.Now(), time.Duration(0), time.Duration(0), waits()
	for thread, wait := range now {
		latest, longest = max(latest, wait-w.waits[thread]), max(longest, wait)
	}
	if latest > 0 { // threads may have waited at the same time
		w.waited += min(latest, wall-w.counted)
		w.counted = wall
	}
	w.waited = max(w.waited, longest)
	w.waits, w.asked, w.asking = now, wall, time.Since(begin)
}

// noteScratch notes that the scratch directory is full. late is as in overDisk.
func (w *watch) noteScratch(late func() bool) {
	over := None
	switch {
	case w.result.Exceeded != None:
	case w.dir != "":
		over = overDisk(w.dir, w.given, late)
	case w.scratch != noFile:
		over = overSystem(w.scratch)
	}
	if w.result.Exceeded == None { // late may have noted another limit
		w.result.Exceeded = over
	}
}

// noteKilled notes that the group was out of memory. Its processes then had at least the limit.
func (w *watch) noteKilled() {
	if r := &w.result; r.Exceeded == None && w.Cgroup.Killed() > w.killedBefore {
		r.Exceeded, r.Memory = Memory, max(r.Memory, w.limits.Memory)
	}
}

// judge notes the first limit that is exceeded.
func (w *watch) judge(t tree, output int64) {
	r, l := &w.result, w.limits
	l.Wall += min(w.waited, l.Wait)
	r.judge(&l, output)
	if r.Exceeded == None && t.exceeds(&w.limits) {
		r.Exceeded = Processes
	}
}

// noteSignal notes the limit that the signal says which has ended the program: CPU time as the
// kernel counts it, see fixLimits, or the size of a file that is not the output. A program may send
// itself these signals, too.
func (w *watch) noteSignal() {
	switch r := &w.result; {
	case r.Exceeded != None:
	case r.Signal == "SIGXFSZ":
		r.Exceeded = Output
	case r.Signal == "SIGXCPU" && r.CPU > w.limits.CPU/2:
		r.Exceeded = CPU
	}
}

// finish ends the processes of the run that are left, and returns the result. gone is the error
// that the judge has ended; nil: it has not.
func (w *watch) finish(gone error) reply {
	if err := w.kill(); err != nil {
		return reply{Fault: err.Error()}
	}
	freeSent()
	if gone != nil {
		return reply{Fault: gone.Error()}
	}
	// The program may have set flags of our output too, such as O_DIRECT: then we could not write.
	unix.FcntlInt(uintptr(w.stdout), unix.F_SETFL, 0)
	if err := w.takeNamed(); err != nil {
		return reply{Fault: err.Error()}
	}
	r := &w.result
	r.Wall = w.wall
	r.CPU = max(r.CPU, reapedCPU()-w.before, w.Cgroup.CPU()-w.groupBefore)
	w.notePeak(&w.usage)
	w.lean = w.peak == 0
	r.Memory = max(r.Memory, w.peak)
	r.Output = size(w.stdout)
	if w.status.Signaled() {
		r.Signal = unix.SignalName(w.status.Signal())
	} else {
		r.Exit = w.status.ExitStatus()
	}
	w.noteKilled()
	w.judge(tree{}, max(taken(w.stdout), size(w.stderr)))
	if r.Memory == 0 { // it ended before it was measured, with a peak not above ours: maybe far below
		r.Memory = w.own
	}
	w.noteScratch(func() bool { return false })
	w.noteSignal()
	return reply{Result: *r}
}
