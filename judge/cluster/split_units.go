package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
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

// each calls do with each unit that is needed, in order, until do returns false. A unit that was
// cut again counts as done up to the cut.
func (s *shared) each(do func(r run, u *unit) bool) error {
	whole := run{at(0), at(s.cut.Cut.Subtrees)}
	_, err := s.eachOf(whole.pieces(s.cut.Units, nil), do)
	return err
}

// eachOf is each for the units of some runs.
func (s *shared) eachOf(runs []run, do func(r run, u *unit) bool) (more bool, err error) {
	for _, r := range runs {
		if r.From.Subtree > s.found {
			continue
		}
		name := r.name()
		if !s.names[name+".done"] {
			if !do(r, nil) {
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
		if !do(r, &u) {
			return false, nil
		}
		if u.End != r.To {
			rest := run{u.End, r.To}.pieces(u.Units, u.Middle)
			if more, err := s.eachOf(rest, do); err != nil || !more {
				return more, err
			}
		}
	}
	return true, nil
}

// next returns a unit that no worker has, if there is one, and whether all units are done. The
// caller must claim the unit. Now and then it looks for claims of workers that died.
func (s *shared) next(w *SplitWorker) (r *run, complete bool, err error) {
	if err := s.scan(); err != nil {
		return nil, false, err
	}
	complete = true
	var claims []run // units with a claim
	// Where many workers come for the same unit, each tries one of the next units.
	pass := rand.IntN(1 << min(s.lost, 10))
	err = s.each(func(of run, u *unit) bool {
		if u != nil {
			return true
		}
		complete = false
		if s.names[of.name()+".claim0"] {
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
	s.checked = time.Now()
	for _, of := range claims {
		if free, err := w.free(s, of.name()); free || err != nil {
			return &of, false, err
		}
	}
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

// search claims a unit and searches it. If that takes long, or if the worker has to end, it leaves
// the rest of the unit to others.
func (w *SplitWorker) search(s *shared, it solver.Iteration, r run) error {
	c, err := w.claim(s.dir, r.name())
	if c == nil || err != nil {
		s.lost++
		return err
	}
	defer c.release()
	s.lost = 0
	u, failed := w.searchUnit(s, it, r)
	if u.Path != "" {
		mark := filepath.Join(s.dir, fmt.Sprintf("found-%06d", u.Found))
		if err := os.WriteFile(mark, nil, 0o666); err != nil {
			return err
		}
	}
	if u.End == r.From {
		return failed
	}
	if u.End != r.To {
		s.cutRest(it, r, &u)
	}
	return cmp.Or(w.batch.writeOnce(filepath.Join(s.dir, r.name()+".done"), u), failed)
}

// searchUnit searches a run, until that has taken as long as a unit should.
func (w *SplitWorker) searchUnit(s *shared, it solver.Iteration, r run) (u unit, err error) {
	begin := time.Now()
	asked, limit := begin, w.patience()
	for u.End = r.From; u.End != r.To && err == nil && u.Path == ""; {
		now := time.Now()
		if now.Sub(begin) > limit || s.large(&u) {
			break
		}
		if now.Sub(asked) > foundEvery*time.Duration(1+len(s.names)/manyNames) {
			asked = now
			if err = s.scan(); err != nil || s.found < r.From.Subtree {
				return unit{End: r.From}, err
			}
		}
		err = u.add(it, r.To, splitting.step)
	}
	u.Seconds = time.Since(begin).Seconds()
	w.worked += time.Since(begin)
	return u, err
}

// patience returns how long the worker searches a unit before it writes down what it has found.
// At first that is about as long as it has worked: if it is killed after a time, at least some
// of that was not in vain, however long a unit may be.
func (w *SplitWorker) patience() time.Duration {
	return min(max(w.worked, w.batch.Unit/64, time.Second/4), w.batch.Unit*3/2)
}

// large reports whether a unit has become so large that the rest is cut, for more workers.
func (s *shared) large(u *unit) bool {
	return u.Effort.Expanded >= max(splitting.tooLarge*s.cut.Nodes, splitting.large)
}

// cutRest sets how others are to cut what is left of a unit: into units that are as large as they
// should be, and at least two if it was too large.
func (s *shared) cutRest(it solver.Iteration, r run, u *unit) {
	rest := run{u.End, r.To}
	if rest.subtrees() == 1 {
		if m, ok := it.Middle(u.End, r.To); ok && s.large(u) {
			u.Middle = &m
		}
		return
	}
	if u.Units = 1; s.large(u) {
		u.Units = 2
	}
	if done := u.End.Subtree - r.From.Subtree; done > 0 {
		nodes := u.Effort.Expanded / int64(done) * int64(rest.subtrees())
		u.Units = max(u.Units, int(min(nodes/max(s.cut.Nodes, 1), manyUnits)))
	}
}

// add searches the next subtree before a place, or up to some nodes of it.
func (u *unit) add(it solver.Iteration, to solver.Place, nodes int64) error {
	out, err := it.Search(u.End, to, nodes)
	u.Effort.Add(out.Effort)
	if out.Path == nil {
		u.End = out.Next
		return err
	}
	u.Path, u.Found, u.Before, u.End = out.Path.String(), u.End.Subtree, out.Before, to
	return err
}
