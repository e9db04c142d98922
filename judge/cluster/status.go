package cluster

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A Status counts the parts and puzzles of a batch that are done. Nobody watches the machines:
// if an attempt has begun and not ended, it may be running, or its machine may have died.
type Status struct {
	Parts   int
	Done    int // parts that are published
	Running int // parts that have begun, and neither ended nor failed
	Failed  int // parts whose last attempt failed and said so

	Puzzles  int64
	Answered int64         // puzzles with a record, in any part
	Took     time.Duration // for the puzzles with a record

	Unfinished []PartStatus // parts that are running or have failed
}

// A PartStatus is that of a part that has begun and is not done.
type PartStatus struct {
	Part     int   // from 1
	Puzzles  int64 // of the part
	Answered int64
	Attempts int
	Failed   string    // why the last attempt failed; "": it did not, or it could not say so
	Written  time.Time // when an attempt last wrote
}

// Left estimates how long one job would take for the puzzles that have no record, from the
// mean time of those that have one. It returns 0 if none has.
func (s *Status) Left() time.Duration {
	if s.Answered == 0 {
		return 0
	}
	mean := float64(s.Took) / float64(s.Answered)
	return time.Duration(mean * float64(s.Puzzles-s.Answered))
}

// Status reads the journals of all parts.
func (b *Batch) Status() (*Status, error) {
	done, err := b.done()
	if err != nil {
		return nil, err
	}
	s := &Status{Parts: len(b.Parts), Done: len(done), Puzzles: b.size()}
	for part := 1; part <= len(b.Parts); part++ {
		name := ""
		if done[part] {
			name = b.published(part)
		} else if p := b.unfinished(part); p.Attempts > 0 {
			s.Unfinished = append(s.Unfinished, p)
			if p.Failed != "" {
				s.Failed++
			} else {
				s.Running++
			}
			name = b.longest(part)
		}
		if name == "" {
			continue
		}
		p, err := b.progress(name, part, func([]byte) error { return nil })
		if err != nil && err != errTorn {
			return nil, err
		}
		s.Answered += p.records
		s.Took += time.Duration(p.seconds * float64(time.Second))
	}
	return s, nil
}

// unfinished returns the status of a part that is not done.
func (b *Batch) unfinished(part int) PartStatus {
	s := PartStatus{Part: part, Puzzles: b.Parts[part-1].Records}
	for _, name := range b.attempts(part) {
		s.Attempts++
		p, err := b.progress(name, part, func([]byte) error { return nil })
		if err != nil {
			continue // its machine died before it could write the first line
		}
		s.Answered = max(s.Answered, p.records)
		if !p.written.Before(s.Written) {
			s.Written, s.Failed = p.written, p.failed
		}
	}
	return s
}

// done returns the parts, from 1, that are published.
func (b *Batch) done() (map[int]bool, error) {
	entries, err := os.ReadDir(filepath.Join(b.dir, partsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	done := make(map[int]bool)
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), ".done")
		part, err := strconv.Atoi(digits)
		if ok && err == nil && part >= 1 && part <= len(b.Parts) {
			done[part] = true
		}
	}
	return done, nil
}
