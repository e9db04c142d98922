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
// a running attempt touches its journal now and then, and one that no longer does has died.
type Status struct {
	Parts   int
	Done    int // parts that are published
	Running int // parts with an attempt that has shown a sign of life in the last minutes
	Silent  int // parts whose attempts neither ended nor failed, and are not running: killed
	Failed  int // parts whose last attempt failed and said so

	Puzzles  int64
	Answered int64         // puzzles with a record, in any part
	Took     time.Duration // for the puzzles with a record
	Expected time.Duration // for all puzzles, when the batch was made; 0: it was not known

	Unfinished []PartStatus  // parts that have begun and are not done
	Split      []SplitStatus `json:",omitempty"` // puzzles that several workers search
}

// A PartStatus is the status of a part that has begun and is not done.
type PartStatus struct {
	Part     int   // from 1
	First    int64 // number of its first puzzle in the input, from 1
	Puzzles  int64 // of the part
	Answered int64
	Attempts int
	Failed   string // why the last attempt failed; "": it did not, or it could not say so
	Running  bool
	Written  time.Time // when an attempt last showed a sign of life

	// Of the search at hand, if the part is running. Several at once count together.
	Searching time.Duration `json:",omitempty"` // since the last answer; 0: it is not known
	Nodes     int64         `json:",omitempty"` // that it had expanded at the last sign of life
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

// Status reads the journals of all parts. now is the time that signs of life are compared with.
func (b *Batch) Status(now time.Time) (*Status, error) {
	found, err := b.journals()
	if err != nil {
		return nil, err
	}
	parts, err := b.parts()
	if err != nil {
		return nil, err
	}
	s := &Status{Parts: b.Parts, Puzzles: b.Puzzles, Expected: b.Expected}
	if s.Split, err = b.splitStatus(found, parts); err != nil {
		return nil, err
	}
	for part, journals := range found {
		var p progress
		if journals.done {
			s.Done++
			p.records = parts[part].Records
			if p.seconds, err = lastSeconds(b.published(part + 1)); err != nil {
				return nil, err
			}
		} else if len(journals.attempts) > 0 {
			var u PartStatus
			u, p = b.unfinished(part+1, journals.attempts, now)
			u.First, u.Puzzles = parts[part].First, parts[part].Records
			s.Unfinished = append(s.Unfinished, u)
			switch {
			case u.Failed != "":
				s.Failed++
			case u.Running:
				s.Running++
			default:
				s.Silent++
			}
		}
		s.Answered += p.records
		s.Took += time.Duration(p.seconds * float64(time.Second))
	}
	return s, nil
}

// unfinished returns the status of a part that is not done, and the progress of its longest
// journal.
func (b *Batch) unfinished(
	part int, attempts []string, now time.Time,
) (s PartStatus, longest progress) {
	s = PartStatus{Part: part, Attempts: len(attempts)}
	last, by := "", head{}
	for _, name := range attempts {
		p, err := b.progress(name, part, func([]byte) error { return nil })
		if err != nil {
			continue // its machine died before it could write the first line
		}
		if p.records > longest.records {
			longest = p
		}
		if !p.written.Before(s.Written) {
			last, by, s.Written, s.Failed = name, p.head, p.written, p.failed
		}
	}
	s.Answered = longest.records
	s.Running = s.Failed == "" && !by.killed() && now.Sub(s.Written) < 5*signOfLife
	if s.Running {
		s.Nodes, s.Searching = lastSign(last, now)
	}
	return s, longest
}

// A journals is the journals of one part.
type journals struct {
	done     bool     // the part is published
	attempts []string // names of files
}

// journals returns the files of each part. It reads each folder once.
func (b *Batch) journals() ([]journals, error) {
	found := make([]journals, b.Parts)
	for _, dir := range b.folders(partsDir) {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			digits, kind, _ := strings.Cut(e.Name(), ".")
			part, err := strconv.Atoi(digits)
			if err != nil || part < 1 || part > len(found) {
				continue
			}
			if of := &found[part-1]; kind == "done" {
				of.done = true
			} else if strings.HasSuffix(kind, ".try") {
				of.attempts = append(of.attempts, filepath.Join(dir, e.Name()))
			}
		}
	}
	return found, nil
}
