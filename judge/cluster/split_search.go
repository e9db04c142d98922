package cluster

import (
	"cmp"
	"os"
	"path/filepath"
	"time"

	"tilejudge/solver"
)

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
	s.names[r.name()+firstClaim], s.names[r.name()+end] = true, true
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
	f, err := openInside(s.foundFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND)
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
// should be. If the unit was too large, what is left of the subtree at hand is cut at several
// places.
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
