package sandbox

import (
	"time"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/disk"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/tasks"
)

// A tree is what the processes of a run have used. They are all descendants of this process: one
// that loses its parent becomes our child.
//
// The search in /proc begins at "self", because /proc may show the process IDs of another
// namespace than ours.
type tree struct {
	cpu       time.Duration // user and system time
	memory    int64         // resident bytes of all processes now
	peak      int64         // peak of resident bytes of one process
	processes int
	tasks     int // threads, and ended processes for which nobody has waited

	private map[string]int64 // bytes that a process does not share with others
	sum     int64            // of these, also of processes that have ended meanwhile
	shared  int64            // bytes of shared memory of the process that has most of it
	mapped  int64            // the sum of those of all processes
	tables  int64            // bytes of the tables of pages of all processes
	unseen  []string         // processes that have ended meanwhile, or are hidden
	ended   map[string]bool  // processes whose threads have all ended, see measureTree
}

// measure measures the run while it goes on, and notes an exceeded limit.
func (w *watch) measure() {
	w.measureProcesses()
	w.noteScratch(false)
	if w.result.Wall >= w.heldNext {
		w.noteHeld()
	}
}

// measureProcesses measures the processes and the output of the run.
func (w *watch) measureProcesses() {
	r := &w.result
	if w.noteRefused() {
		return
	}
	reaped := proc.ReapedCPU() // before we look for the living, or one that ends now would count twice
	t := measureTree(&w.limits, w.ended, func(cpu time.Duration) bool {
		w.measureTime(cpu + reaped)
		w.judge(0)
		return r.Exceeded != None
	})
	w.ended = t.ended
	w.endHidden(t.unseen)
	w.measureTime(t.cpu + reaped)
	const rarely = 10 // times as long as a look at the waits of all threads takes
	if !t.exceeds(&w.limits) && r.Wall-w.asked >= max(pollTime/2, rarely*w.asking) {
		w.noteWait(false) // before threads end
	}
	if w.Cgroup.Has(cgroup.Memory) {
		own, files := w.Cgroup.Memory()
		n := own + max(files-w.files.Kept-w.files.Written(), 0)
		t.memory = min(t.memory-t.shared+t.mapped, n+t.tables)
		if w.files.InMemory { // the kernel's limit is higher, see limitGroup
			t.memory = max(t.memory, n-cgroup.KernelMemory)
		}
	}
	// A new process shares its parent's memory for a moment, so that the sum is too high. The
	// lower of two sums in a row counts.
	r.Memory = max(r.Memory, t.peak, min(t.memory, w.sum))
	w.sum = t.memory
	r.Output = disk.Size(w.stdout)
	w.noteKilled()
	w.judge(max(disk.Taken(w.stdout), disk.Size(w.stderr)))
	switch {
	case t.exceeds(&w.limits):
		w.exceed(Processes)
	case w.Tasks.Program > 0 && t.tasks > w.Tasks.Program:
		w.exceed(Tasks)
	}
}

// noteRefused notes that the group has refused a process, and has too many. To look at them one by
// one takes long on a busy machine: they go on to fork. It reports whether it has noted that.
func (w *watch) noteRefused() bool {
	const ours = 1 // the launcher belongs to this process
	most := w.limits.Processes
	if most == 0 || w.Cgroup.Refused() == w.before.refused || w.Cgroup.Processes() <= most+ours {
		return false
	}
	w.exceed(Processes)
	return true
}

// noteTasks notes why a run may have failed that does not say so itself: the group has refused a
// process or a thread, and allows fewer than the run's limit.
func (w *watch) noteTasks(refused bool) {
	failed := w.result.Exit != 0 || w.result.Signal != ""
	room, n := w.Tasks.Program, w.limits.Processes
	if refused && failed && disk.Size(w.stderr) == 0 && room > 0 && (n == 0 || room < tasks.Most(n)) {
		w.exceed(Tasks)
	}
}

// measureTree measures the processes of the run. It may miss processes that end meanwhile. It
// stops when it has found too many processes or tasks. It calls late now and then with the CPU time
// found so far, and stops when that returns true: to measure thousands of processes takes longer
// than they may run.
//
// Shared memory and pages of files count once: as much as the process has that has most of them. A
// private page that a child still shares with its parent counts for both, unless a group counts it.
// The kernel can tell without a group, but a program can keep the answer from us, or have others
// when it comes.
//
// before has the processes whose threads had all ended at the last look: they may stay, for their
// parents, or because another process traces them, and to look at hundreds again and again would
// take long. Numbers of processes come back, so before also has their beginnings, and CPU times.
func measureTree(l *Limits, before map[string]bool, late func(cpu time.Duration) bool) (t tree) {
	const often = 32 // processes between two calls of late
	seen := 0
	t.private, t.ended = make(map[string]int64), make(map[string]bool)
	last := proc.Visit(func(pid string, again bool) (alive, enough bool) {
		if seen++; seen%often == 0 && late(t.cpu) {
			return false, true
		}
		s, ok := proc.ReadStat(pid)
		if !ok {
			t.unseen = append(t.unseen, pid)
			return false, false
		}
		t.cpu += s.CPU
		if !again { // others may have ended since
			t.tasks += max(s.Threads, 1)
			if !s.Zombie {
				t.processes++
			}
		}
		id := pid + " " + s.Began + " " + s.CPU.String()
		known := before[id]
		if known || s.Zombie || t.measureMemory(pid, s.Ended, l.Memory) {
			t.ended[id] = true
		}
		return !s.Zombie || known, t.exceeds(l)
	})
	t.memory = t.shared
	for _, pid := range last {
		t.memory += t.private[pid]
	}
	return t
}

// measureMemory measures the memory of a process, and reports whether all its threads have ended.
// firstEnded says that the first one has.
func (t *tree) measureMemory(pid string, firstEnded bool, limit int64) (ended bool) {
	m := proc.ReadMemory(pid)
	t.peak, t.shared = max(t.peak, m.Peak), max(t.shared, m.Shared)
	t.mapped, t.tables = t.mapped+m.Shared, t.tables+m.Tables
	over := limit > 0 && t.sum+m.Private > limit
	if !over || firstEnded || !proc.SameMemory(pid, m.Parent) {
		t.sum += m.Private
		t.private[pid] = m.Private
	}
	return m.Ended
}

// exceeds reports whether there are too many processes or tasks.
func (t *tree) exceeds(l *Limits) bool {
	return l.Processes > 0 && (t.processes > l.Processes || t.tasks > tasks.Most(l.Processes))
}

// measureTime measures the time of the run. cpu is what our descendants have had, with those of
// earlier runs.
func (w *watch) measureTime(cpu time.Duration) {
	r := &w.result
	r.Wall = time.Since(w.begin)
	r.CPU = max(r.CPU, cpu-w.before.cpu, w.Cgroup.CPU()-w.before.groupCPU)
	if r.Wall > w.limits.Wall+w.waited { // as far as we know
		w.noteWait(true)
	}
}

// noteHeld notes that the run exceeds its limit of memory with what the kernel may hold for what
// its processes have open. That is a bound: most programs leave pipes and sockets empty, such as
// the six sockets that Node has for each child. So a part does not count. Files may be open for a
// moment: the lower of two sums in a row counts.
func (w *watch) noteHeld() {
	const free = 48 << 20
	begin := time.Now()
	r, limit := &w.result, w.limits.Memory
	if r.Exceeded != None {
		return
	}
	isOver := func(held int64) bool { return limit > 0 && held > free && w.sum+held-free > limit }
	now := proc.Held{Most: fewFiles, Largest: r.Memory, Before: w.loads}
	add := now.Add
	if w.Cgroup.Has(cgroup.Memory) {
		add = now.AddDirs
	}
	proc.Visit(func(pid string, _ bool) (alive, enough bool) {
		w.asProgram(func() { alive = add(pid) })
		return alive, limit > 0 && now.Memory() > limit+free
	})
	if w.sockets != nil { // the exact number, with those that are closed, or in a queue
		now.Sockets = proc.Sockets(w.sockets) - w.before.sockets
		now.Pipes, now.Closed = now.Pipes+now.Closed, 0
	}
	memory := now.Memory()
	if isOver(min(memory, w.held)) {
		w.exceed(Memory)
	}
	w.held, w.heldNext, w.loads = memory, r.Wall, now.Loads
	if !isOver(memory) { // otherwise a program could hold much between two looks, and again
		w.heldNext += proc.Pause(begin)
	}
	w.noteStuck(now.Stuck)
}

// noteKilled notes that a process was killed for want of memory. If the group was full, its
// processes had at least the limit. Otherwise the machine was full, or a group above.
func (w *watch) noteKilled() {
	switch {
	case w.result.Exceeded != None || w.Cgroup.Killed() == w.before.killed:
	case w.Cgroup.Full() > w.before.full:
		w.exceed(Memory)
	default:
		w.starved = true
	}
}

// starved is the fault of a run that lacked memory through others.
const starved = "the kernel ended a process of the program, because the machine, or a control" +
	" group above the judge's, ran out of memory: lower -j, or --mle"

// noteStarved notes that a run that was starved has exceeded its limit of memory, if it had more
// than half of the machine's. Then, or if it has exceeded another limit, others are not to blame.
func (w *watch) noteStarved() {
	r := &w.result
	if w.starved && r.Exceeded == None && w.Machine > 0 && r.Memory > w.Machine/2 {
		r.Exceeded = Memory
	}
	w.starved = w.starved && r.Exceeded == None
}

// notePeak notes the peak, in KiB, of a process that has ended. One not above ours is ours: a
// process begins with our memory. The kernel takes peaks from counters that are not exact.
func (w *watch) notePeak(maxrss int64) {
	const inexact = 2 << 20
	if peak := maxrss << 10; peak > w.own+inexact {
		w.result.Memory = max(w.result.Memory, peak)
	}
}

// noteSignal notes the limit for which the kernel has ended the program by a signal: CPU time as
// the kernel counts it, see fixLimits, or the size of a file that is not the output. A program may
// send itself these signals, too.
func (w *watch) noteSignal() {
	switch r := &w.result; {
	case r.Exceeded != None:
	case r.Signal == "SIGXFSZ":
		r.Exceeded = Output
	case r.Signal == "SIGXCPU" && r.CPU > w.limits.CPU/2:
		r.Exceeded = CPU
	}
}

// judge is Result.judge, where waits do not count as wall time, as far as Limits.Wait allows.
func (w *watch) judge(output int64) {
	l := w.limits
	l.Wall += min(w.waited, l.Wait)
	w.result.judge(&l, output)
}

// exceed notes a limit that the run exceeds, if that is the first one. A run that exceeds its limit
// of memory has had that much, whatever was measured.
func (w *watch) exceed(limit Limit) {
	if r := &w.result; r.Exceeded == None {
		if r.Exceeded = limit; limit == Memory {
			r.Memory = max(r.Memory, w.limits.Memory)
		}
	}
}
