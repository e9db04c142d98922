package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// The last parts of the names of a unit's files.
const (
	allDone    = ".done"
	partlyDone = ".part"
	firstClaim = ".claim0"
)

// foundFile is the file that grows with each solution.
func (s *shared) foundFile() string { return filepath.Join(s.dir, "found") }

// scan reads the names of the files.
func (s *shared) scan() error {
	s.found, s.seen = s.solutions(), time.Now()
	dir, err := os.Open(s.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	s.names = make(map[string]bool, len(names))
	for _, name := range names {
		s.names[name] = true
	}
	return err
}

// solutions returns how many solutions have been found.
func (s *shared) solutions() int64 {
	info, err := os.Stat(s.foundFile())
	if err != nil {
		return 0
	}
	return info.Size()
}

// each calls do with each unit that is needed, in order, until do returns false. A unit that was
// cut again counts as done up to the cut. Unless whole is true, of units that left nothing to do
// only the end is known, so that their files need not be read.
func (s *shared) each(whole bool, do func(r run, u *unit) bool) error {
	_, err := s.eachOf(run{at(0), at(s.cut.Cut.Subtrees)}.pieces(s.cut.Units), whole, do)
	return err
}

// eachOf is each for the units of some runs. more is false if it has ended.
func (s *shared) eachOf(
	runs []run, whole bool, do func(r run, u *unit) bool,
) (more bool, err error) {
	for _, r := range runs {
		u, err := s.unit(r, whole)
		if err != nil || !do(r, u) || u != nil && u.Path != "" {
			return false, err
		}
		if u != nil && u.End != r.To {
			rest := run{u.End, r.To}.cut(u.Cuts)
			if more, err := s.eachOf(rest, whole, do); err != nil || !more {
				return more, err
			}
		}
	}
	return true, nil
}

// unit returns a unit that has been searched, and nil for another one. whole is as in each.
func (s *shared) unit(r run, whole bool) (*unit, error) {
	name := r.name()
	switch {
	case !s.names[name+allDone]:
		name += partlyDone
	case whole:
		name += allDone
	default:
		return &unit{End: r.To}, nil
	}
	if !s.names[name] {
		return nil, nil
	}
	if u, ok := s.read[name]; ok {
		return &u, nil
	}
	var u unit
	err := read(filepath.Join(s.dir, name), &u)
	if errors.Is(err, errTorn) { // a machine has lost what a worker wrote: the unit is not done
		delete(s.names, name)
		return nil, os.Remove(filepath.Join(s.dir, name))
	}
	if err != nil {
		return nil, err
	}
	s.read[name] = u
	return &u, nil
}

// needs reports whether a unit comes before all solutions that have been found.
func (s *shared) needs(r run) (needed bool, err error) {
	if s.solutions() == s.found {
		return true, nil
	}
	if err := s.scan(); err != nil {
		return false, err
	}
	err = s.each(false, func(of run, _ *unit) bool {
		needed = of == r
		return !needed
	})
	return needed, err
}

// next returns a unit that no worker has, if there is one, and whether all units are done. The
// caller must claim the unit. Now and then it looks for claims of workers that died.
func (s *shared) next(w *SplitWorker) (r *run, complete bool, err error) {
	if s.lost > 0 || time.Since(s.seen) > fresh {
		if err := s.scan(); err != nil {
			return nil, false, err
		}
	}
	complete = true
	var claims []run // units with a claim
	// Where many workers come for the same unit, each tries one of the next units.
	pass := rand.IntN(1 << min(s.lost, 10))
	err = s.each(false, func(of run, u *unit) bool {
		if u != nil {
			return true
		}
		complete = false
		if s.names[of.name()+firstClaim] {
			claims = append(claims, of)
			return true
		}
		r = &of
		pass--
		return pass >= 0
	})
	if r != nil || complete || err != nil || time.Since(s.checked) < w.batch.Unit/4 {
		return r, complete, err
	}
	for _, of := range claims {
		if free, err := w.free(s, of.name()); free || err != nil {
			return &of, false, err
		}
	}
	s.checked = time.Now()
	return nil, false, nil
}

// free reports whether all claims of a unit are those of workers that died.
func (w *SplitWorker) free(s *shared, name string) (bool, error) {
	last := 0
	for s.names[fmt.Sprintf("%s.claim%d", name, last+1)] {
		last++
	}
	return w.stale(filepath.Join(s.dir, fmt.Sprintf("%s.claim%d", name, last)))
}

// ready reports whether there is something to do in an iteration again.
func (w *SplitWorker) ready(s *shared) (bool, error) {
	if _, err := os.Stat(s.dir + ".done"); err == nil {
		return true, nil
	}
	r, complete, err := s.next(w)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return r != nil || complete, err
}
