package sandbox

import (
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// A helper that exceeds these times is killed.
const (
	startTime = 30 * time.Second                  // to be ready
	graceTime = maxKills*killTime + 5*time.Second // to end a run that is over
	stopTime  = 20 * time.Second                  // more than that, if programs can stop the helper
	wakeTime  = 3 * time.Second                   // more, after this process was stopped
)

// A killer kills a helper after a time.
type killer struct {
	stopped chan struct{}
	killed  atomic.Bool
}

// killAfter returns a killer. When the time is over, it waits once more: if this process was
// stopped meanwhile, a reply of the helper may have come long ago, and is read now.
func killAfter(d time.Duration, p *os.Process) *killer {
	k := &killer{stopped: make(chan struct{})}
	go func() {
		for _, wait := range []time.Duration{d, wakeTime} {
			select {
			case <-k.stopped:
				return
			case <-time.After(wait):
			}
		}
		k.killed.Store(true)
		p.Kill()
	}()
	return k
}

// Stop keeps the helper from being killed.
func (k *killer) Stop() { close(k.stopped) }

// stop closes the connection, which makes the helper end, and removes its groups
// and scratch directory. It reports whether a SIGKILL has ended the helper.
func (r *Runner) stop() (killed bool) {
	if r.cmd != nil {
		r.conn.file.Close()
		timer := killAfter(graceTime, r.cmd.Process)
		r.cmd.Wait()
		timer.Stop()
		if state := r.cmd.ProcessState; state != nil {
			killed = state.Sys().(syscall.WaitStatus).Signal() == unix.SIGKILL
		}
		r.owner.endSession(r.cmd.Process.Pid)
		r.cmd = nil
	}
	if r.groups != nil {
		r.groups.Remove()
		r.groups = nil
	}
	if r.dir != "" {
		r.scratch.Remove()
		r.dir = ""
	}
	return killed
}

// adoptOrphans makes us the parent of what a dead helper leaves. In a process namespace that ends
// with the helper.
var adoptOrphans = sync.OnceFunc(func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// endSession ends what a helper that has ended has left: those of our descendants that are in its
// session.
func (o owner) endSession(helper int) {
	const tries = 1000 // processes may start others meanwhile
	for range tries {
		found := false
		for pid := range proc.Descendants("self") {
			n, _ := strconv.Atoi(pid)
			if session, err := unix.Getsid(n); err == nil && session == helper {
				found = true
				o.kill(n)
				unix.Wait4(n, nil, unix.WNOHANG, nil)
			}
		}
		if !found {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
