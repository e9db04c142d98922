package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A SplitStatus is the status of a puzzle whose search is split and has not ended.
type SplitStatus struct {
	Part  int           // from 1
	First int64         // number of the puzzle in the input, from 1
	Bound int           // on the moves, of the last iteration that has begun
	Units int           // of that iteration; more while long ones are cut again
	Done  int           // units of that iteration
	Nodes int64         // of all iterations and units that have ended
	Took  time.Duration // for these, in all workers together

	// Left estimates what the rest of the iteration takes, in all workers together, and Next what
	// the next one does, if the search needs it: iterations grow by about the same factor.
	Left, Next time.Duration
}

// A splitCount adds up the figures of a SplitStatus.
type splitCount struct {
	SplitStatus
	ended  []int64       // nodes of each iteration that has ended
	before time.Duration // that the iterations before the last one took
}

// splitStatus returns the status of the puzzles that are not done and whose search is split.
func (b *Batch) splitStatus(found []journals, parts []Part) (all []SplitStatus, err error) {
	if b.Unit == 0 {
		return nil, nil
	}
	for part := range found {
		if found[part].done {
			continue
		}
		s := splitCount{SplitStatus: SplitStatus{Part: part + 1, First: parts[part].First}}
		dir := filepath.Join(b.folder(splitDir, part+1), fmt.Sprintf("%06d", part+1))
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries { // in the order of the bounds
			if err := s.add(filepath.Join(dir, e.Name())); err != nil &&
				!errors.Is(err, fs.ErrNotExist) { // the iteration has just ended
				return nil, err
			}
		}
		if s.Bound > 0 {
			all = append(all, s.SplitStatus)
		}
	}
	return all, nil
}

// add adds an iteration: the file with its outcome, or the directory of its units.
func (s *splitCount) add(name string) error {
	digits, ended := strings.CutSuffix(filepath.Base(name), ".done")
	bound, err := strconv.Atoi(digits)
	if err != nil {
		return nil // no iteration
	}
	if _, err := os.Stat(name + ".done"); err == nil {
		return nil // it has just ended
	}
	s.Bound, s.Left, s.before = bound, 0, s.Took
	if ended {
		var out outcome
		err := read(name, &out)
		s.Units, s.Done = out.Units, out.Units
		s.count(out.Effort.Expanded, out.Seconds)
		s.ended = append(s.ended, out.Effort.Expanded)
		return err
	}
	of := &shared{dir: name, read: make(map[string]unit)}
	if err := read(filepath.Join(name, "open"), &of.cut); err != nil {
		return err
	}
	if err := of.scan(); err != nil {
		return err
	}
	s.Units, s.Done = 0, 0
	subtrees, seconds := 0, 0.0
	err = of.each(true, func(r run, u *unit) bool {
		if s.Units++; u != nil {
			s.Done++
			s.count(u.Effort.Expanded, u.Seconds)
			subtrees += u.End.Subtree - r.From.Subtree
			seconds += u.Seconds
		}
		return true
	})
	if left := of.cut.Cut.Subtrees - subtrees; subtrees > 0 {
		s.Left = time.Duration(seconds / float64(subtrees) * float64(left) * float64(time.Second))
	}
	if n := len(s.ended); n > 1 && s.ended[n-2] > 0 {
		growth := float64(s.ended[n-1]) / float64(s.ended[n-2])
		s.Next = time.Duration(growth * float64(s.Took-s.before+s.Left))
	}
	return err
}

func (s *splitCount) count(nodes int64, seconds float64) {
	s.Nodes += nodes
	s.Took += time.Duration(seconds * float64(time.Second))
}
