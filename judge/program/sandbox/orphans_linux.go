package sandbox

import (
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// adoptOrphans makes us the parent of the processes that a dead helper leaves. In a process namespace
// they end with it.
var adoptOrphans = sync.OnceFunc(func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// endSession ends what a helper that has ended has left: those of our descendants that are in its
// session.
func endSession(helper int) {
	const tries = 1000 // processes may start others meanwhile
	for range tries {
		found := false
		for pid := range proc.Descendants("self") {
			n, _ := strconv.Atoi(pid)
			if session, err := unix.Getsid(n); err == nil && session == helper {
				found = true
				unix.Kill(n, unix.SIGKILL)
				unix.Wait4(n, nil, unix.WNOHANG, nil)
			}
		}
		if !found {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
