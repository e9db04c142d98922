package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/tasks"
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
	h.nextID("100")
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

// keepThreads makes as many threads as the next run may need, since the last one has ended some.
// While a program has all the processes and threads that the system allows, a new thread would be
// refused, and the runtime would end us.
func keepThreads() {
	const idle = tasks.Helper - 9 // besides those that run programs or wait for signals
	var all sync.WaitGroup
	end := make(chan struct{})
	for range idle {
		all.Add(1)
		go func() {
			runtime.LockOSThread() // until all have one of their own
			defer runtime.UnlockOSThread()
			all.Done()
			<-end
		}()
	}
	all.Wait()
	close(end)
}

// nextID makes the kernel give the next process or thread an ID above a number. Otherwise the IDs
// of a program and of its launcher would tell how many processes the programs before have started.
func (h *helper) nextID(above string) {
	if h.isInit() {
		unix.Pwrite(h.lastPID, []byte(above), 0)
	}
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

// onThread calls a function on a thread of its own, which ends when the function returns. What
// the function changes for its thread alone ends with the thread: rights, root, user, group.
func onThread(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: so the thread ends with the goroutine
		done <- f()
	}()
	return <-done
}
