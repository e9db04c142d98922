package proc

import (
	"fmt"
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

// Clocks returns how many descendants we have, and the CPU time that they have had. Unlike files of
// /proc, their clocks need no lock of a process. outer is what ShowsOuter says.
func Clocks(outer bool) (count int, cpu time.Duration) {
	const scheduled = 2 // see clock_getcpuclockid(3)
	for pid := range Descendants("self") {
		var used unix.Timespec
		n := OurID(pid, outer)
		if n > 1 && unix.ClockGettime(int32(^n<<3|scheduled), &used) == nil {
			count, cpu = count+1, cpu+time.Duration(used.Nano())
		}
	}
	return count, cpu
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

// A Wait is how long a thread has had a processor since it began, how often, and how long it has
// waited for one. A wait that still goes on does not count.
type Wait struct {
	Ran, Waited time.Duration
	Turns       int64
}

// Waits returns the waits of each living thread of our descendants, by the thread's path in /proc,
// which ReadStat takes. Threads for which the kernel keeps no times are left out.
func Waits() map[string]Wait {
	all := make(map[string]Wait)
	for pid := range Descendants("self") {
		for _, thread := range threadsOf(pid) {
			path := pid + "/task/" + thread
			if w := readWait("/proc/" + path); w.Turns > 0 {
				all[path] = w
			}
		}
	}
	return all
}

func readWait(thread string) (w Wait) {
	text, _ := read(thread + "/schedstat")
	fmt.Sscan(string(text), &w.Ran, &w.Waited, &w.Turns)
	return w
}
