package proc

import (
	"time"

	"golang.org/x/sys/unix"
)

// ReapedCPU returns the CPU time of all descendants that have ended and for which their parents
// have waited.
func ReapedCPU() time.Duration {
	var usage unix.Rusage
	unix.Getrusage(unix.RUSAGE_CHILDREN, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// Clocks returns our IDs of our descendants, and the CPU time that they have had. Unlike files of
// /proc, their clocks need no lock of a process. outer is what ShowsOuter says.
func Clocks(outer bool) (pids []int, cpu time.Duration) {
	const scheduled = 2 // see clock_getcpuclockid(3)
	for pid := range Descendants("self") {
		var used unix.Timespec
		n := OurID(pid, outer)
		if n > 1 && unix.ClockGettime(int32(^n<<3|scheduled), &used) == nil {
			pids, cpu = append(pids, n), cpu+time.Duration(used.Nano())
		}
	}
	return pids, cpu
}

// Left returns how many descendants there are, whether one of them runs or waits for a processor,
// whether one waits, as for a disk, and the CPU time that they have had.
func Left() (n int, ready, stuck bool, cpu time.Duration) {
	for pid := range Descendants("self") {
		s, _ := ReadStat(pid) // nothing: it has ended
		n, cpu = n+1, cpu+s.CPU
		ready, stuck = ready || s.Ready, stuck || s.Blocked
	}
	return n, ready, stuck, cpu
}

// Pause returns how long to wait after a look at many processes or files, until the next one: 100
// ms, or longer if the look has taken long since it began.
func Pause(begin time.Time) time.Duration {
	const soon, late = 100 * time.Millisecond, 500 * time.Millisecond
	return min(max(10*time.Since(begin), soon), late)
}
