package proc

import (
	"fmt"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// niceness returns the nice value of this thread. The system call returns 20 less the value.
func niceness() int {
	left, _ := unix.Getpriority(unix.PRIO_PROCESS, 0)
	return 20 - left
}

// RaisePriority gives a helper that has just started the highest priority, if we have the right to
// that: a program may have hundreds of busy threads. Threads that the helper starts inherit it.
func RaisePriority(helper int) {
	const highest = -20
	for range 2 { // a thread may have started another one meanwhile
		for _, thread := range threadsOf(strconv.Itoa(helper)) {
			id, _ := strconv.Atoi(thread)
			unix.Setpriority(unix.PRIO_PROCESS, id, highest)
		}
	}
}

// TakeTurns gives our threads, and the helper's that inherit it, the policy SCHED_RR of the same
// priority if they have SCHED_FIFO: on one processor, threads of Go wait for each other, busily and
// for ever, if none has to let another one run.
func TakeTurns() {
	for range 2 { // a thread may have started another one meanwhile
		for _, thread := range threadsOf("self") {
			id, _ := strconv.Atoi(thread)
			if a, err := unix.SchedGetAttr(id, 0); err == nil && a.Policy == unix.SCHED_FIFO {
				a.Policy = unix.SCHED_RR
				unix.SchedSetAttr(id, a, 0)
			}
		}
	}
}

// ResetPriority gives this thread the priority that programs have before LowerPriority. The
// helper's is higher, and the judge's may be: while a program of real-time priority runs, the
// helper could not end it.
func ResetPriority(nice int) error {
	a, err := unix.SchedGetAttr(0, 0)
	if err == nil && (a.Policy == unix.SCHED_FIFO || a.Policy == unix.SCHED_RR) {
		return unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Nice: int32(nice)}, 0)
	}
	if niceness() == nice {
		return nil // a judge that may not change priorities need not
	}
	return unix.Setpriority(unix.PRIO_PROCESS, 0, nice)
}

// UsualNice returns the nice value of this thread, but none that gives more than the usual
// priority.
func UsualNice() int { return max(niceness(), 0) }

// IsCrowded reports whether a task of usual priority has to wait long for a processor, since many
// others of the machine are ready to run.
func IsCrowded() bool {
	const each = 64 // tasks for each processor
	text, _ := read("/proc/loadavg")
	var loads [3]float64
	var running int
	fmt.Sscanf(string(text), "%g %g %g %d", &loads[0], &loads[1], &loads[2], &running)
	return running > each*runtime.NumCPU()
}

// Yield gives all processes of a group the lowest priority.
func Yield(group int) error { return unix.Setpriority(unix.PRIO_PGRP, group, lowest) }

// lowest is the lowest nice value.
const lowest = 19

// LowerPriority gives a program a lower priority than ours if we have no higher one than is usual:
// hundreds of its threads would keep us from the processor. Each then has about a ninth of our
// weight, and more only if our own nice value is above 10, or if the system forbids this.
func LowerPriority(program int) error {
	const lower = 10
	ours := niceness()
	if ours < 0 {
		return nil
	}
	return unix.Setpriority(unix.PRIO_PROCESS, program, min(ours+lower, lowest))
}
