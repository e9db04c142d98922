package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tilejudge/solver"
)

// scan reads the names of the files.
func (s *shared) scan() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	s.names, s.found = make(map[string]bool, len(entries)), math.MaxInt
	for _, e := range entries {
		s.names[e.Name()] = true
		if digits, ok := strings.CutPrefix(e.Name(), "found-"); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				s.found = min(s.found, n)
			}
		}
	}
	return nil
}

func unitName(from, to int) string { return fmt.Sprintf("%06d-%06d", from, to) }

// each calls do with each unit that is needed, in order, until that returns false. Units that
// were cut again are done up to where that was.
func (s *shared) each(do func(from, to int, u *unit) bool) error {
	_, err := s.eachIn(0, s.cut.Cut.Subtrees, s.cut.Units, do)
	return err
}

// eachIn is each for subtrees that were put into some units.
func (s *shared) eachIn(
	from, to, units int, do func(from, to int, u *unit) bool,
) (more bool, err error) {
	for i := range units {
		first, end := from+(to-from)*i/units, from+(to-from)*(i+1)/units
		if first == end || first > s.found {
			continue
		}
		name := unitName(first, end)
		if !s.names[name+".done"] {
			if !do(first, end, nil) {
				return false, nil
			}
			continue
		}
		u, ok := s.done[name]
		if !ok {
			if err := read(filepath.Join(s.dir, name+".done"), &u); err != nil {
				return false, err
			}
			s.done[name] = u
		}
		if !do(first, end, &u) {
			return false, nil
		}
		if u.End < end {
			if more, err := s.eachIn(u.End, end, u.Units, do); err != nil || !more {
				return more, err
			}
		}
	}
	return true, nil
}

// next returns a unit that no worker has, to 0 if there is none, and whether all are done. The
// caller must claim the unit. Now and then it looks for claims of workers that died.
func (s *shared) next(w *SplitWorker) (from, to int, complete bool, err error) {
	if err := s.scan(); err != nil {
		return 0, 0, false, err
	}
	complete = true
	var claims []unit // units with a claim
	err = s.each(func(first, end int, u *unit) bool {
		if u != nil {
			return true
		}
		complete = false
		if !s.names[unitName(first, end)+".claim0"] {
			from, to = first, end
			return false
		}
		claims = append(claims, unit{Found: first, End: end})
		return true
	})
	if to > 0 || complete || err != nil || time.Since(s.checked) < w.batch.Unit/4 {
		return from, to, complete, err
	}
	s.checked = time.Now()
	for _, u := range claims {
		free, err := w.free(s, unitName(u.Found, u.End))
		if free || err != nil {
			return u.Found, u.End, false, err
		}
	}
	return 0, 0, false, nil
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
	_, to, complete, err := s.next(w)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return to > 0 || complete, err
}

// search claims a unit and searches it. It leaves the rest to others once that takes long, and
// when the worker has to end.
func (w *SplitWorker) search(s *shared, it solver.Iteration, from, to int) error {
	name := unitName(from, to)
	c, err := w.claim(s.dir, name)
	if c == nil || err != nil {
		return err
	}
	defer c.release()
	begin := time.Now()
	asked := begin
	u := unit{End: from}
	var failed error
	for u.End < to && failed == nil && u.Path == "" {
		if now := time.Now(); now.Sub(asked) > foundEvery {
			if asked = now; now.Sub(begin) > w.batch.Unit*3/2 {
				break
			}
			if err := s.scan(); err != nil || s.found < from {
				return err
			}
		}
		failed = u.add(it, to)
	}
	if u.Path != "" {
		mark := filepath.Join(s.dir, fmt.Sprintf("found-%06d", u.Found))
		if err := os.WriteFile(mark, nil, 0o666); err != nil {
			return err
		}
	}
	switch {
	case u.End == from:
		return failed
	case u.End < to:
		u.Units = min(max((to-u.End)/(u.End-from), 2), manyUnits, to-u.End)
	}
	u.Seconds = time.Since(begin).Seconds()
	return cmp.Or(w.batch.writeOnce(filepath.Join(s.dir, name+".done"), u), failed)
}

// add searches the next subtree before to.
func (u *unit) add(it solver.Iteration, to int) error {
	out, err := it.Search(u.End)
	if err != nil {
		return err
	}
	u.Effort.Add(out.Effort)
	if out.Path == nil {
		u.End++
		return nil
	}
	u.Path, u.Found, u.Before, u.End = out.Path.String(), u.End, out.Before, to
	return nil
}
