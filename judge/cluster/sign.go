package cluster

import (
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// signOfLife is how often an attempt touches its journal. So Status can tell an attempt whose
// search is long from one that was killed. The first signs follow sooner.
const signOfLife = time.Minute

// A sign is what an attempt says of its search with each sign of life, in a file beside its journal.
type sign struct {
	Seconds float64 // since the last record, or since the attempt began
	Nodes   int64   // expanded in that time
}

// signs gives the signs of life of an attempt.
type signs struct {
	journal string // name of the file
	now     func() time.Time
	end     chan struct{} // closed when the attempt ends
	ended   sync.WaitGroup

	mutex sync.Mutex    // guards what follows
	since time.Time     // of the last record
	live  *atomic.Int64 // nodes expanded by all searches of the attempt; nil: nobody counts them
	first int64         // of these, those that were expanded before since
}

// signOf returns the name of the file with the signs of the attempt with that journal.
func signOf(journal string) string { return journal + ".live" }

// begin begins to give signs of life. now returns the time of the file system.
func (s *signs) begin(journal string, now func() time.Time) {
	s.journal, s.now, s.end = journal, now, make(chan struct{})
	s.searching(nil)
	s.ended.Go(func() {
		for pause := signOfLife / 16; ; pause = min(2*pause, signOfLife) {
			select {
			case <-time.After(pause):
				s.give()
			case <-s.end:
				return
			}
		}
	})
}

// searching says that the next search begins. live is as in signs; nil: it stays as it was.
func (s *signs) searching(live *atomic.Int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if live != nil {
		s.live = live
	}
	if s.since = time.Now(); s.live != nil {
		s.first = s.live.Load()
	}
}

// give gives a sign of life. It does no harm if it can't.
func (s *signs) give() {
	now := s.now()
	touchInside(s.journal, now)
	s.mutex.Lock()
	is := sign{Seconds: time.Since(s.since).Seconds()}
	if s.live != nil {
		is.Nodes = s.live.Load() - s.first
	}
	s.mutex.Unlock()
	line, err := appendLine(nil, is)
	if err != nil {
		return
	}
	if f, err := openInside(signOf(s.journal), os.O_WRONLY|os.O_CREATE|os.O_TRUNC); err == nil {
		f.Write(line)
		f.Close()
	}
}

// stop ends the signs of life.
func (s *signs) stop() {
	close(s.end)
	s.ended.Wait()
	os.Remove(signOf(s.journal))
}

// lastSign returns the nodes of the search at hand of an attempt, and how long it has taken by a
// time of the file system; 0: it is not known.
func lastSign(journal string, now time.Time) (nodes int64, took time.Duration) {
	var s sign
	info, err := os.Stat(signOf(journal))
	if err != nil || read(signOf(journal), &s) != nil {
		return 0, 0
	}
	return s.Nodes, time.Duration(s.Seconds*float64(time.Second)) + max(now.Sub(info.ModTime()), 0)
}

// numbering returns which numbers of processes this process sees: those of one namespace since one
// boot of a machine. "": that is not known.
var numbering = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, err2 := os.Readlink("/proc/self/ns/pid")
	if err != nil || err2 != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
})

// killed reports whether the process that wrote a journal is known to have ended.
func (h *head) killed() bool {
	if h.PIDs == "" || h.PIDs != numbering() {
		return false // perhaps it is on another machine
	}
	p, err := os.FindProcess(h.PID)
	return err == nil && errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
