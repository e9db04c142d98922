package proc

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
)

// Threads of real-time priority take turns, as far as the user has the right to such threads.
func TestTakeTurns(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	set := func(policy, priority uint32) error {
		a := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: policy, Priority: priority}
		return unix.SchedSetAttr(0, a, 0)
	}
	if err := set(unix.SCHED_FIFO, 3); err != nil {
		lack.Skip(t, "real-time priorities", err)
	}
	defer set(unix.SCHED_NORMAL, 0)
	TakeTurns()
	a, err := unix.SchedGetAttr(0, 0)
	if err != nil || a.Policy != unix.SCHED_RR || a.Priority != 3 {
		t.Errorf("%+v, %v, want SCHED_RR of priority 3", a, err)
	}
}
