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

// Clock returns the CPU time of a process. Unlike files of /proc, it needs no lock of the process.
func Clock(pid int) (cpu time.Duration, ok bool) {
	const scheduled = 2 // see clock_getcpuclockid(3)
	var used unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|scheduled), &used)
	return time.Duration(used.Nano()), err == nil
}

// Left returns how many descendants there are, whether one of them runs or waits for a processor,
// and the CPU time that they have had.
func Left() (n int, ready bool, cpu time.Duration) {
	for pid := range Descendants("self") {
		n++
		if s, ok := ReadStat(pid); ok {
			ready = ready || s.Ready
			cpu += s.CPU
		}
	}
	return n, ready, cpu
}
