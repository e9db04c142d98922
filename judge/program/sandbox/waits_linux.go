package sandbox

import (
	"time"

	"tilejudge/judge/program/sandbox/proc"
)

// A wait is a thread's at the last look, and the wall time since when the thread has been waiting
// then. An earlier wait may not count again: a thread that executes a program gets the ID of
// another.
type wait struct {
	proc.Wait
	since   time.Duration
	ready   bool // it did wait, or ran
	blocked bool // it waited for something else, see proc.Stat
}

// noteWait notes how long the run has waited for a processor, if that may count. over says that the
// run ends otherwise: then a wait that still goes on counts, too, from the first look on that has
// seen it: a thread may have slept before.
//
// Another program, or a disk, may also keep a thread waiting for a directory. The kernel does not
// tell for how long: so that counts from one look to the next, if the thread has not run meanwhile.
func (w *watch) noteWait(over bool) {
	if w.limits.Wait == 0 {
		return
	}
	begin, wall := time.Now(), w.result.Wall
	now, latest, longest := make(map[string]wait), time.Duration(0), time.Duration(0)
	for thread, has := range proc.Waits() {
		had, ok := w.waits[thread]
		if !ok {
			had.since = w.asked
		}
		s, _ := proc.ReadStat(thread)
		waited, since := min(has.Waited-had.Waited, wall-had.since), wall
		switch {
		case has != had.Wait:
		case had.ready && s.Ready:
			if since = had.since; over {
				waited = wall - since
			}
		case had.blocked && s.Blocked:
			w.asProgram(func() {
				if proc.LooksForName(thread) {
					waited = wall - w.asked
				}
			})
		}
		now[thread] = wait{has, since, s.Ready, s.Blocked}
		latest, longest = max(latest, waited), max(longest, has.Waited)
	}
	if latest > 0 { // threads may have waited at the same time
		w.waited += min(latest, wall-w.counted)
		w.counted = wall
	}
	w.waited = max(w.waited, longest)
	w.waits, w.asked, w.asking = now, wall, time.Since(begin)
}

// A stuck is a thread that has slept in page faults at each look, see noteStuck: since what wall
// time, since when it has not woken up, its CPU time before, and its sleeps until the last look.
type stuck struct {
	since, asleep, ran time.Duration
	sleeps             int64
}

// noteStuck notes that a thread has been sleeping in page faults for long, with a lock for which
// other programs may have to wait, also on the host. One call may fault at many pages, and the
// kernel fills each of these in 20 us. Honest programs wait less, or do more between two faults.
func (w *watch) noteStuck(threads map[string]proc.Stuck) {
	const most, together, rarely = 500 * time.Millisecond, time.Second, 200 // times the CPU time
	wall, now := w.result.Wall, make(map[string]stuck)
	for thread, has := range threads {
		s, ok := w.stuck[thread]
		if !ok {
			s.since, s.ran = wall, has.Ran
		}
		if !ok || has.Sleeps != s.sleeps {
			s.asleep, s.sleeps = wall, has.Sleeps
		}
		now[thread] = s
		if wall-s.asleep >= most || wall-s.since >= max(together, rarely*(has.Ran-s.ran)) {
			w.exceed(Wall)
		}
		w.heldNext = wall // or the next look could come when this sleep is over
	}
	w.stuck = now
}
