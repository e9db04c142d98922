package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A launcher is the thread that starts a program. It has no more rights than the program,
// which inherits them. It is the program's tracer, and outlives it, because the program is
// killed when the thread ends.
type launcher struct {
	started chan reply    // without Errno and Fault: the program is there
	goOn    chan struct{} // the program may go on; closed: the thread may end
}

// launch starts the program, and lets it go on once its limits are fixed. The reply has
// the reason if it was not started. Afterwards the caller must close the channel goOn.
func (w *watch) launch(q *request, path string, files []int, attr *syscall.ProcAttr) reply {
	w.launcher = launcher{make(chan reply), make(chan struct{})}
	traced := w.Missing[meansLimits] == ""
	attr.Sys.Ptrace = traced
	go func() {
		runtime.LockOSThread() // without end: the thread ends with the goroutine
		r := w.startHere(q, path, files, attr)
		if r.Errno == 0 && r.Fault == "" && traced {
			w.awaitStop()
		}
		w.started <- r
		for range w.goOn {
			if traced {
				unix.PtraceDetach(w.pid) // an error means that it was killed
			}
		}
	}()
	r := <-w.started
	if r.Errno != 0 || r.Fault != "" || w.ended {
		return r
	}
	if err := w.fix(); err != nil && !errors.Is(err, unix.ESRCH) { // ESRCH: it was killed
		unix.Kill(w.pid, unix.SIGKILL)
		r.Fault = err.Error()
	}
	w.goOn <- struct{}{}
	return r
}

// fix puts the program into its group and fixes its limits. It is called while the
// program stands before its first instruction, if the system allows that.
func (w *watch) fix() error {
	if err := w.Cgroup.enter(w.pid); err != nil {
		return fmt.Errorf("cgroup: %w", err)
	}
	if err := w.asOwner(w.fixLimits); err != nil {
		return fmt.Errorf("prlimit: %w", err)
	}
	return nil
}

// startHere starts the program from this thread, for which it takes all rights from it.
func (w *watch) startHere(
	q *request, path string, files []int, attr *syscall.ProcAttr,
) reply {
	// The filter refuses objects that the last program could have left in our namespace.
	if w.Namespaces&syscall.CLONE_NEWIPC != 0 && w.Missing[meansFilter] != "" {
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			return reply{Fault: fmt.Sprintf("unshare: %v", err)}
		}
	}
	if err := w.Cgroup.join(); err != nil {
		return reply{Fault: fmt.Sprintf("cgroup: %v", err)}
	}
	if w.Missing[MeansRoot] == "" {
		if err := w.moveIn(q); err != nil {
			return reply{Fault: err.Error()}
		}
	}
	if !w.readable(q.Needs) {
		return reply{Errno: unix.EACCES}
	}
	if err := w.confine(); err != nil {
		return reply{Fault: err.Error()}
	}
	if w.Missing[meansLandlock] == "" {
		if err := w.restrict(q, int(attr.Files[0]), files); err != nil {
			return reply{Fault: err.Error()}
		}
	}
	w.begin = time.Now()
	var err error
	w.pid, err = syscall.ForkExec(path, q.Args, attr)
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) // a new user may have changed it
	if err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		return reply{Errno: errno, Fault: err.Error()}
	}
	return reply{}
}

// moveIn moves this thread into the root, and makes the program's scratch directory there.
func (w *watch) moveIn(q *request) error {
	file, err := q.openFile() // which is out of reach afterwards
	if err != nil {
		return err
	}
	defer file.Close()
	if err := w.enterRoot(); err != nil {
		return err
	}
	return w.giveScratch(q, file)
}

// awaitStop waits until the program stands before its first instruction.
func (w *watch) awaitStop() {
	var status unix.WaitStatus
	var usage unix.Rusage
	for {
		_, err := unix.Wait4(w.pid, &status, unix.WALL, &usage)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return
		}
	}
	if !status.Stopped() {
		w.reaped(w.pid, status, &usage) // it was killed meanwhile, for want of memory
	}
}
