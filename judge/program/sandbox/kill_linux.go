package sandbox

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/proc"
)

// killTime is how long killed processes may take until the first or the next one ends, or uses CPU
// time, and maxKills times as long until the last one ends. Each of many threads may be in a call
// of the kernel that sees no signal, such as one that seeks in a long /proc/self/smaps, or one that
// waits for a slow disk.
const (
	killTime = 5 * time.Second
	maxKills = 24
)

// kill ends all processes of the run and waits for each.
func (w *watch) kill() error {
	if !w.isInit() { // otherwise new processes could start while we look for the others
		w.limited = nil // without the limit of processes
		w.Cgroup.Hold(true)
		defer w.Cgroup.Hold(false)
	}
	begin, cpu := time.Now(), time.Duration(0)
	for deadline := begin.Add(killTime); ; unix.Poll(nil, 1) {
		w.signal()
		for over := w.isOver(); ; {
			pid, err := w.reap(over)
			if err == unix.ECHILD && over {
				return nil
			}
			if pid <= 0 {
				break
			}
			if time.Since(begin) < (maxKills-1)*killTime { // hundreds may take turns on a busy machine
				deadline = time.Now().Add(killTime)
			}
		}
		if time.Now().After(deadline) {
			left, ready, stuck, used := proc.Left()
			if (ready || stuck || used > cpu) && time.Since(begin) < maxKills*killTime {
				cpu, deadline = used, time.Now().Add(killTime)
				continue
			}
			// If it is 0, the launcher is about to be told: the kernel first forgets what it knew of
			// the program's threads, which has taken seconds on a busy machine.
			if left > 0 || time.Since(begin) > maxKills*killTime {
				if ready || used > cpu { // they keep the kernel busy, whatever the first has done
					w.exceed(Wall)
				}
				return fmt.Errorf("%d processes have not ended %v after they were killed",
					left, time.Since(begin).Round(time.Second))
			}
		}
	}
}

// isInit reports whether this is the first process of a namespace of its own.
func (h *helper) isInit() bool {
	return h.Namespaces&unix.CLONE_NEWPID != 0 && os.Getpid() == 1
}

// signal sends SIGKILL to all processes of the run that it finds.
func (w *watch) signal() {
	switch {
	case w.isInit():
		unix.Kill(-1, unix.SIGKILL) // all processes of our namespace except ourselves
		return
	case w.has(means.Signals) && w.isOver():
		w.do(signalDomain)
		return
	case w.strikes(): // the launcher still waits for the program, but looks at strike
		w.strike.Store(true)
		return
	}
	w.Owner.call(w.signalAll)
}

// signalAll sends SIGKILL to all processes of the run that it finds in /proc. It returns EPERM if
// it may not signal one of them.
//
// A signal to a process group reaches all its processes at once, so that they cannot start others
// meanwhile. The first few processes lead to most groups. Each group gets one signal: one for each
// of thousands of processes would take seconds.
func (w *watch) signalAll() (err error) {
	groups := map[int]bool{unix.Getpgrp(): true}
	for _, enough := range []int{1, 64, math.MaxInt} {
		seen, ours := 0, map[string]bool{proc.RealID("self"): true}
		for pid := range proc.Descendants("self") {
			s, _ := proc.ReadStat(pid)
			if ours[pid] = true; !ours[s.Parent] { // it has ended, and a stranger may have its ID
				continue
			}
			if s.Group > 1 && !groups[s.Group] && !w.outer {
				groups[s.Group] = true
				kill(-s.Group, &err)
			}
			if n := proc.OurID(pid, w.outer); n > 1 && !s.Zombie {
				kill(n, &err)
			}
			if seen++; seen == enough {
				break
			}
		}
	}
	return err
}

// kill sends SIGKILL to a process, or to a process group: its number is negative. It notes EPERM.
func kill(n int, err *error) {
	if unix.Kill(n, unix.SIGKILL) == unix.EPERM {
		*err = unix.EPERM
	}
}

// signalDomain sends SIGKILL to all processes of this thread's domain of Landlock: a launcher can
// signal no others. The signal reaches all at once, so that none can start others meanwhile.
func signalDomain() {
	if unix.Kill(unix.Getppid(), 0) != nil { // otherwise we could kill the judge, too
		unix.Kill(-1, unix.SIGKILL)
	}
}

// endHidden ends those of some processes that /proc hides, as with hidepid=2 it does with those
// that run a program which they cannot read: nobody could measure them.
func (h *helper) endHidden(unseen []string) {
	if h.Owner != ourselves || h.outer { // then all are hidden, or their numbers are unknown
		return
	}
	for _, pid := range unseen {
		n, _ := strconv.Atoi(pid)
		if n > 1 && unix.Kill(n, 0) == nil && unix.Access("/proc/"+pid, 0) == unix.ENOENT {
			unix.Kill(n, unix.SIGKILL)
		}
	}
}
