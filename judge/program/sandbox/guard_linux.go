package sandbox

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// guardTime is how long a look at the processes of a run may take until the guard looks, too.
const guardTime = 500 * time.Millisecond

// guard ends the processes of a run that has exceeded its limit of CPU time while we wait: to read
// of a process in /proc can take seconds, if others of the run make it hold a lock for so long. The
// clocks of processes need no lock. The caller must call stop.
func (w *watch) guard() (stop func()) {
	done := make(chan struct{})
	go func() {
		for ticks := time.Tick(guardTime); ; {
			select {
			case <-done:
				return
			case <-ticks:
			}
			if time.Since(w.begin)-time.Duration(w.looked.Load()) > guardTime && w.limits.CPU > 0 {
				w.endLate()
			}
		}
	}()
	return func() { close(done) }
}

// endLate ends all processes of the run if they have had too much CPU time.
func (w *watch) endLate() {
	cpu, all := reapedCPU()-w.before, []int{}
	for pid := range proc.Descendants("self") {
		n, _ := strconv.Atoi(pid)
		var used unix.Timespec
		if clock := int32(^n<<3 | 2); n > 1 && unix.ClockGettime(clock, &used) == nil {
			cpu += time.Duration(used.Nano())
			all = append(all, n)
		}
	}
	if cpu > w.limits.CPU && !w.outer { // otherwise they have other numbers here
		for _, n := range all {
			unix.Kill(n, unix.SIGKILL)
		}
	}
}
