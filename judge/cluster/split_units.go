package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"tilejudge/solver"
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
	s.found = s.solutions()
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
	if err := s.scan(); err != nil {
		return nil, false, err
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
	if err := s.cutOwn(it); err != nil {
		return err
	}
	c, err := w.claim(s.dir, r.name())
	if c == nil || err != nil {
		s.lost++
		return err
	}
	defer c.release()
	s.lost = 0
	u, failed := w.searchUnit(s, it, r)
	if u.End == r.From {
		return failed
	}
	end := allDone
	if u.End != r.To {
		end = partlyDone
		s.cutRest(it, r, &u)
	}
	if u.Path != "" {
		end = partlyDone
	}
	err = w.finish(c, filepath.Join(s.dir, r.name()+end), &u)
	if u.Path != "" && err == nil {
		err = s.addSolution()
	}
	return cmp.Or(err, failed)
}

// syncFrom is how long a unit took that must outlive its machine. What a shorter one found is with
// the operating system, so it outlives its worker. If the machine fails as well, others search the
// unit again; to put each on the disk at once would take a hundredth of its time.
const syncFrom = time.Second

// finish writes a unit down in the file of its claim, and gives that a second name.
func (w *SplitWorker) finish(c *claim, name string, u *unit) error {
	line, err := appendLine(nil, u)
	if err != nil {
		return err
	}
	c.pause()
	_, err = c.file.Write(line)
	long := u.Seconds >= syncFrom.Seconds()
	if long && err == nil {
		err = c.file.Sync()
	}
	if err := cmp.Or(err, c.file.Close()); err != nil {
		return err
	}
	c.kept = true
	if long {
		return w.batch.publish(c.file.Name(), name)
	}
	return w.batch.put(c.file.Name(), name)
}

// addSolution tells the workers that one more solution has been found.
func (s *shared) addSolution() error {
	f, err := os.OpenFile(s.foundFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{'\n'})
	return cmp.Or(err, f.Close())
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
			if needed, err := s.needs(r); err != nil || !needed {
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
// should be. If the unit was too large, what is left of the subtree at hand is cut at several places.
func (s *shared) cutRest(it solver.Iteration, r run, u *unit) {
	rest := run{u.End, r.To}
	n := int64(1)
	if done := u.End.Subtree - r.From.Subtree; done > 0 {
		n = u.Effort.Expanded / int64(done) * int64(rest.subtrees()) / s.cut.Nodes
	}
	if s.large(u) {
		if u.End.Path != "" {
			u.Cuts = it.Places(u.End, r.To, mostPlaces)
			if r.To.Subtree == u.End.Subtree || r.To == at(u.End.Subtree+1) {
				return
			}
			rest.From = at(u.End.Subtree + 1)
			u.Cuts = append(u.Cuts, rest.From)
		}
		n = max(n, 2)
	}
	for _, p := range rest.pieces(int(min(n, manyUnits)))[1:] {
		u.Cuts = append(u.Cuts, p.From)
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
	u.Path, u.Before, u.End = out.Path.String(), out.Before, to
	return err
}
