package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/disk"
	"tilejudge/judge/program/sandbox/proc"
)

// A watch is a run in progress, with what is known about it.
type watch struct {
	*helper
	*launcher
	limits         Limits
	stdout, stderr int // file descriptors
	pid, pidfd     int
	begin          time.Time
	before         counts
	starved        bool            // a process was killed for want of memory that others had
	given          int64           // bytes of the file that the program gets by name
	waited         time.Duration   // for which the run has waited for a processor
	waits          map[string]wait // of threads at the last look
	asked, asking  time.Duration   // wall time of the last look at waits, and how long it took
	counted        time.Duration   // wall time until which waited counts
	ready          bool            // the program runs
	strike         atomic.Bool     // the launcher shall end all processes of the run
	polls          int             // measurements so far
	looked         atomic.Int64    // wall time at the end of the last measurement, in nanoseconds
	ends           atomic.Uint32   // the limit for which the guard has ended it, or None
	ended          map[string]bool // processes at the last measurement, see measureTree
	sum            int64           // memory of all processes in the last measurement
	held           int64           // memory for what they had open at the last look at that
	heldNext       time.Duration   // wall time of the next look at what they have open
	loads          proc.Loads      // at the last look
	count          chan Limit      // of the files of the scratch directory, if it goes on
	countBegin     time.Time       // of that count
	countNext      time.Duration   // wall time of the next count
	stopCount      atomic.Bool
	result         Result
	stuck          map[string]stuck // threads at the last look

	// The launcher sets these fields, and closes over when the program has ended.
	over   chan struct{}
	status unix.WaitStatus
	stops  int   // of what is traced
	maxrss int64 // of what it has traced, in KiB, as the kernel reports it
	wall   time.Duration
	peak   int64 // of the program's own memory; 0: unknown
	early  int64 // the same when it was let go at its first child; 0: it was not
}

// counts are what has been counted when a run begins: earlier runs count, too.
type counts struct {
	cpu, groupCPU         time.Duration // of descendants, and as the group counts it
	killed, full, refused int64         // see cgroup.Group
	sockets               int           // in the network of the run
}

// run runs a program to its end. The files are those of the request.
func (h *helper) run(q *request, files []int) reply {
	stdin := q.Paths[inputPath]
	input, err := unix.Open(stdin, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return reply{Fault: fmt.Sprintf("open %s: %v", stdin, err)}
	}
	defer unix.Close(input)
	dir, err := h.prepare(q, files)
	if err != nil {
		return reply{Fault: err.Error()}
	}
	defer q.file.Close()
	l, err := h.takeLauncher()
	if err != nil {
		return reply{Fault: err.Error()}
	}
	defer l.end()
	w := h.newWatch(q, files, l)
	r := w.launch(q, files, &syscall.ProcAttr{
		Dir:   dir,
		Env:   q.Env,
		Files: []uintptr{uintptr(input), uintptr(w.stdout), uintptr(w.stderr)},
		// The program stays in our session: the kernel may share processors among sessions, and pairs
		// of processes that talk through pipes in another one kept us waiting on Linux 6.18.
		Sys: &syscall.SysProcAttr{
			Setpgid: true, Credential: h.credential(), Pdeathsig: unix.SIGKILL, PidFD: &w.pidfd,
		},
	})
	defer unix.Close(w.pidfd) // -1 if there is none
	if r.Errno != 0 || r.Fault != "" {
		return r
	}
	h.own = proc.ReadMemory("self").Peak
	defer w.guard()()
	return w.finish(w.wait())
}

// newWatch returns the watch of a run that is about to begin.
func (h *helper) newWatch(q *request, files []int, l *launcher) *watch {
	return &watch{
		helper: h, launcher: l, limits: q.Limits, stdout: files[0], stderr: files[1], pidfd: -1,
		given: disk.Size(int(q.file.Fd())), // 0 if there is no file: its descriptor is none
		over:  make(chan struct{}),
		before: counts{
			sockets: proc.Sockets(l.sockets), cpu: proc.ReapedCPU(), groupCPU: h.Cgroup.CPU(),
			killed: h.Cgroup.Killed(), full: h.Cgroup.Full(), refused: h.Cgroup.Refused(),
		},
	}
}

// prepare sets the limits for a program, and makes its scratch directory on the host, or its root
// if that must show another view. It returns the working directory. The files are those of the
// request.
func (h *helper) prepare(q *request, files []int) (dir string, err error) {
	root := files[2:]
	if h.Cgroup.Has(cgroup.Memory) {
		h.files.Begin(files[0], files[1])
	}
	if err := h.limitGroup(q.Limits); err != nil {
		return "", fmt.Errorf("cgroup: %w", err)
	}
	if err := limitStack(q.Limits); err != nil {
		return "", err
	}
	if err := h.limitFiles(q.Limits); err != nil {
		return "", err
	}
	if err := q.openFile(); err != nil { // a launcher in the root cannot open the file
		return "", err
	}
	switch {
	case !h.Sandbox:
		return q.Paths[homePath], nil
	case q.Scratch != "":
		return q.Scratch, h.emptyScratch(q)
	case len(root) == 0:
		return "", errors.New("the entries of the root are missing")
	}
	if h.view != q.View {
		h.view = 0
		if err := h.makeRoot(root[0]); err != nil {
			return "", err
		}
		h.view = q.View
	}
	return homeDir, nil
}

// getReady makes the launcher of the next run, except after the first run, which is often the only
// one. It reduces our memory last, because that may count as the next program's.
func (h *helper) getReady() {
	if h.runs++; h.runs > 1 {
		h.next, _ = h.takeLauncher() // if this fails, the next run tries again and reports the error
	}
	if h.lean {
		h.Slim()
	}
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
	next := time.Now().Add(w.pollTimeout())
	for {
		n, err := unix.Poll(files, int(max(time.Until(next), 0)/time.Millisecond))
		if n > 0 && files[0].Revents != 0 {
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
		if err == unix.EINTR && time.Now().Before(next) { // a process has ended, or stopped
			continue
		}
		w.measure()
		w.looked.Store(int64(time.Since(w.begin)))
		if w.result.Exceeded != None || w.starved || w.ends.Load() != uint32(None) {
			return nil
		}
		next = time.Now().Add(w.pollTimeout())
	}
}

// pollTimeout returns how long to wait until the next measurement. The first waits
// are short if the last program had no known peak, so that short runs are measured too.
func (w *watch) pollTimeout() time.Duration {
	w.polls++
	if w.pidfd < 0 {
		return time.Millisecond
	}
	wait := pollTime
	if w.lean {
		wait = min(wait, time.Millisecond<<min(w.polls-1, 10))
	}
	if left := w.limits.Wall - time.Since(w.begin); left > 0 {
		wait = min(wait, left+time.Millisecond)
	}
	return max(wait, time.Millisecond)
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
// the program is over, the launcher waits for it. A child that the launcher still traces then stops
// before it ends: it is let go. What stops before is an orphan that has asked us, its new parent,
// to trace it: it is killed.
func (w *watch) reap(over bool) (int, error) {
	how := unix.WNOHANG
	if !over {
		how |= unix.WNOTHREAD
	}
	var status unix.WaitStatus
	var usage unix.Rusage
	pid, err := unix.Wait4(-1, &status, how, &usage)
	switch {
	case err == nil && pid > 0 && status.Stopped() && !over:
		unix.Kill(pid, unix.SIGKILL)
	case err == nil && pid > 0 && status.Stopped():
		w.do(func() { unix.PtraceDetach(pid) })
	case err == nil && pid > 0:
		w.notePeak(int64(usage.Maxrss))
	}
	return pid, err
}

// finish ends the processes of the run that are left, and returns the result. gone is the error
// that the judge has ended; nil: it has not.
func (w *watch) finish(gone error) reply {
	w.exceed(Limit(w.ends.Load()))
	refused := w.Cgroup.Refused() > w.before.refused // before kill lets it refuse all
	if err := w.kill(); err != nil {
		return reply{Fault: err.Error(), Result: w.result}
	}
	freeSent()
	if gone != nil {
		return reply{Fault: gone.Error()}
	}
	// The program may have set flags of our output too, such as O_DIRECT: then we could not write.
	unix.FcntlInt(uintptr(w.stdout), unix.F_SETFL, 0)
	if w.Cgroup.Has(cgroup.Memory) {
		_, files := w.Cgroup.Memory()
		w.files.End(files-disk.Filled(w.scratch), w.outputDir != noFile)
	}
	if err := w.takeNamed(); err != nil {
		return reply{Fault: err.Error()}
	}
	r := &w.result
	w.conclude(refused)
	switch {
	case w.starved:
		return reply{Fault: starved}
	case w.lowFiles > 0 && r.Output >= w.lowFiles && (r.Exceeded == None || r.Exceeded == Output):
		return reply{Fault: lowLimit}
	}
	return reply{Result: *r}
}

// conclude sets the result of a run that is over, with the limits that show only now. refused says
// that the group has refused a process or a thread.
func (w *watch) conclude(refused bool) {
	r := &w.result
	r.Wall = w.wall
	r.CPU = max(r.CPU, proc.ReapedCPU()-w.before.cpu, w.Cgroup.CPU()-w.before.groupCPU)
	w.notePeak(w.maxrss)
	w.lean = w.peak == 0
	r.Memory = max(r.Memory, w.peak, w.early)
	r.Output = disk.Size(w.stdout)
	if w.status.Signaled() {
		s := w.status.Signal() // real-time signals have no names
		r.Signal = cmp.Or(unix.SignalName(s), fmt.Sprintf("SIG%d", s))
	} else {
		r.Exit = w.status.ExitStatus()
	}
	w.noteKilled()
	w.judge(max(disk.Taken(w.stdout), disk.Size(w.stderr)))
	if r.Memory == 0 { // it ended before it was measured, with a peak not above ours: maybe far below
		r.Memory = w.own
	}
	w.noteScratch(true)
	w.freeScratch()
	w.noteSignal()
	w.noteTasks(refused)
	w.noteStarved()
}
