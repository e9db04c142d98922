package sandbox

import (
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// helpers are those of this process that have not ended. If one dies, what it has started becomes
// ours: only in a process namespace would that end with the helper.
var helpers family

// A family has the process IDs of helpers.
type family struct {
	sync.Mutex
	ids map[int]bool
}

// start starts a helper.
func (f *family) start(cmd *exec.Cmd) error {
	f.Lock()
	defer f.Unlock()
	if f.ids == nil {
		f.ids = make(map[int]bool)
		unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	}
	err := cmd.Start()
	if err == nil {
		f.ids[cmd.Process.Pid] = true
	}
	return err
}

// end ends what a helper that has ended has left.
func (f *family) end(cmd *exec.Cmd) {
	f.Lock()
	defer f.Unlock()
	delete(f.ids, cmd.Process.Pid)
	const tries = 1000 // processes may start others meanwhile
	for range tries {
		if !f.endOrphans() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// endOrphans ends our children that are no helpers, and their descendants, and reports whether
// there were some. Helpers have sessions of their own, with their programs in them, which no other child has.
func (f *family) endOrphans() (found bool) {
	self := strconv.Itoa(os.Getpid())
	ours, _ := unix.Getsid(0)
	for pid := range proc.Descendants("self") {
		n, _ := strconv.Atoi(pid)
		session, err := unix.Getsid(n)
		s, ok := proc.ReadStat(pid)
		if f.ids[n] || !ok || s.Parent != self || err != nil || session == ours {
			continue
		}
		found = true
		for below := range proc.Descendants(pid) {
			n, _ := strconv.Atoi(below)
			unix.Kill(n, unix.SIGKILL)
		}
		unix.Kill(n, unix.SIGKILL)
		unix.Wait4(n, nil, unix.WNOHANG, nil)
	}
	return found
}
