package sandbox

import (
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/proc"
)

// A guard ends the processes of a run while we wait: to read of a process in /proc can take
// seconds, if others of the run make it hold a lock for so long. The guard needs no such lock.
type guard struct {
	*watch
	since time.Duration // how long after our last look it first found us waiting; 0: we do not wait
	cpu   time.Duration // of the run until then
	sum   int64         // memory of all processes at its own last look
}

// guard starts a guard. The caller, our first thread, must call stop.
func (w *watch) guard() (stop func()) {
	const least, most = 20 * time.Millisecond, 100 * time.Millisecond
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		g := guard{watch: w}
		for pause := least; ; { // as long as a look has taken
			select {
			case <-done:
				return
			case <-time.After(pause):
			}
			begin := time.Now()
			g.watchLook()
			pause = min(max(time.Since(begin), least), most)
		}
	}()
	return func() {
		close(done)
		<-ended // otherwise it could end processes of the next run
	}
}

// watchLook calls look, which may wait for a lock itself: threads of the run can keep that of /proc
// from all who look for a new process there, if they have the same /proc. Meanwhile it ends the run
// if the machine has lost more memory than the run may have, or after all of its wall time.
func (g *guard) watchLook() {
	const soon, much = 50 * time.Millisecond, 256 << 20
	machine, done := proc.ReadMachine(), make(chan struct{})
	go func() {
		defer close(done)
		g.look()
	}()
	for {
		select {
		case <-done:
			return
		case <-time.After(soon):
		}
		switch l := g.limits; {
		case !proc.WaitsForLock():
		case l.Memory > 0 && machine.Lost() > l.Memory+much:
			g.endBlind(Memory)
		case l.Wall > 0 && time.Since(g.begin) > l.Wall+l.Wait:
			g.endBlind(Wall)
		}
	}
}

// endBlind ends the run without a look at its processes, which may wait for a lock: by a signal to
// the group of the program, and by the launcher.
func (g *guard) endBlind(limit Limit) {
	g.ends.CompareAndSwap(uint32(None), uint32(limit))
	g.strike.Store(true)
	g.Owner.kill(-g.pid)
}

// look ends the run if we wait for a lock, and the run exceeds its limit of memory, or we wait for
// too long: meanwhile nothing else is limited. Honest processes hold a lock for long only if they
// have no processor. It also ends a run that exceeds its limit of CPU time, if our last look at its
// processes was long ago. Anybody may have locked a directory for which we wait.
func (g *guard) look() {
	const many = 32 // processes
	const late, tooLate, most, used = 40 * time.Millisecond, 500 * time.Millisecond,
		1500 * time.Millisecond, time.Second
	last := time.Since(g.begin) - time.Duration(g.looked.Load())
	if last < late {
		g.since = 0
		return
	}
	reaped := proc.ReapedCPU() // before the living, as in measureProcesses
	count, cpu := proc.Clocks(g.outer)
	if count > many && proc.IsCrowded() {
		g.Owner.call(func() error { return proc.Yield(g.pid) })
	}
	cpu += reaped - g.before.cpu
	switch {
	case g.since == 0 || last < g.since || !proc.WaitsForLock():
		g.since, g.cpu, g.sum = last, cpu, 0
	case last-g.since > most && cpu-g.cpu > used && !proc.WaitsForDirectory():
		g.end(Wall)
	case g.exceedsMemory():
		g.end(Memory)
	}
	if g.limits.CPU > 0 && last > tooLate && cpu > g.limits.CPU {
		g.end(None) // our next look notes the limit
	}
}

// exceedsMemory reports whether the run exceeds its limit of memory, as measureProcesses does.
func (g *guard) exceedsMemory() bool {
	limit := g.limits.Memory
	if limit == 0 || g.Cgroup.Has(cgroup.Memory) {
		return false
	}
	t := tree{private: make(map[string]int64)}
	for pid := range proc.Descendants("self") {
		t.measureMemory(pid, false, limit)
	}
	last := g.sum
	g.sum = t.sum + t.shared
	return min(last, g.sum) > limit
}

// end ends all processes of the run.
func (g *guard) end(limit Limit) {
	g.ends.CompareAndSwap(uint32(None), uint32(limit))
	if g.isInit() {
		unix.Kill(-1, unix.SIGKILL)
		return
	}
	g.Owner.call(func() (err error) {
		for pid := range proc.Listed {
			if n := proc.OurID(pid, g.outer); n > 1 {
				kill(n, &err)
			}
		}
		return err
	})
}
