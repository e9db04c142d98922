package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// A shared is an iteration that workers search together. Its directory has the files FROM-TO.claimN
// for each unit, which ends before the subtree TO, or at a place in TO. Such a file gets a second
// name once the unit has been searched: FROM-TO.done if that is all, and FROM-TO.part if there is a
// solution, or a rest that others are to search. The file found has a byte for each solution.
type shared struct {
	dir string // the outcome is in dir.done
	cut cut
	own bool // this worker has cut the iteration, too

	read  map[string]unit // units, by the names of their files
	names map[string]bool // of the files in dir
	found int64           // size of the file found when names was read
	seen  time.Time       // when names was read

	checked time.Time // when claims were last looked at, and all were those of workers that live
	lost    int       // claims in a row that other workers were faster to make
}

// A cut is the content of the file open in the directory of an iteration.
type cut struct {
	AtLeast int        // subtrees that were asked for
	Units   int        // that they were put into, with about as many subtrees each
	Nodes   int64      // that a unit is expected to have
	Cut     solver.Cut // what all workers must find
}

// A unit is a run that one worker has searched.
type unit struct {
	End     solver.Place   // where it ends; the rest becomes new units
	Cuts    []solver.Place `json:",omitempty"` // where the rest is cut
	Effort  solver.Counts
	Seconds float64
	Path    string        `json:",omitempty"` // the first solution; what is behind it is not needed
	Before  solver.Counts // as in solver.Outcome
}

// An outcome is what the file of an iteration that has ended says.
type outcome struct {
	Expected int64 // nodes
	Effort   solver.Counts
	Seconds  float64 // of all workers
	Units    int
	Path     string `json:",omitempty"`
}

const (
	// nodesPerSecond is about how many boards a core expands in a second. It need not be exact:
	// units that are too large are cut again.
	nodesPerSecond = 1 << 22
	// leastUnit is the least number of nodes of a unit. They take some 30 ms, far longer than the
	// files of a unit do on a local disk.
	leastUnit = 1 << 17
	// wholeIteration is the most nodes of an iteration that one worker searches alone. They take
	// less than all workers together take to cut it and to find their units.
	wholeIteration = 1 << 19
	// foundEvery is how often a worker asks whether its unit is still needed. It waits that much
	// longer for every manyNames files in the folder.
	foundEvery = 20 * time.Millisecond
	manyNames  = 1000
	// fresh is how long a worker trusts the names of the files. Most units that were cut from a
	// large one are smaller than that.
	fresh = 5 * time.Millisecond
	// manyUnits is a number of units with which all workers end an iteration at about the same
	// time, and search little behind a solution that one of them is about to find.
	manyUnits = 512
	// leastSubtree is the least number of nodes that a subtree should have on average: each worker
	// visits the nodes above all of them.
	leastSubtree = 1 << 14
	// mostSubtrees is how many subtrees an iteration has at most: each worker keeps their boards.
	mostSubtrees = 1 << 16
	// mostPlaces is at how many places in a subtree a unit is cut that was too large. With fewer,
	// the subtree is long searched by few workers, while the others search what is behind it.
	mostPlaces = 8
)

// splitting has the values that tests change.
var splitting = struct {
	whole int64 // wholeIteration
	step  int64 // nodes, after which a worker asks how long a unit has taken

	// A unit is cut again if it has tooLarge times as many nodes as expected, and at least large.
	// While one worker searches a large unit that has the solution, the others search what is behind
	// it in vain. To write a unit down takes about as long as a fiftieth of these nodes.
	tooLarge, large int64
}{wholeIteration, 1 << 17, 2, 1 << 18}

// plan returns how to cut an iteration that is expected to take some nodes.
func (b *Batch) plan(nodes int64) cut {
	if nodes < splitting.whole {
		return cut{Units: 1, AtLeast: 1, Nodes: max(nodes, 1)}
	}
	most := int64(b.Unit.Seconds() * nodesPerSecond)
	each := max(min(max(nodes/manyUnits, leastUnit), most), 1)
	units := min(max(nodes/each, 1), mostSubtrees/4)
	subtrees := min(16*units, nodes/leastSubtree)
	return cut{
		Units: int(units), AtLeast: min(max(int(subtrees), 1), mostSubtrees),
		Nodes: max(nodes/units, 1),
	}
}

// Iterate implements solver.Sharing.
func (w *SplitWorker) Iterate(ctx context.Context, it solver.Iteration) (solver.Outcome, error) {
	dir := filepath.Join(w.batch.folder(splitDir, w.part), fmt.Sprintf("%06d", w.part),
		fmt.Sprintf("%04d", it.Bound()))
	s := &shared{dir: dir, read: make(map[string]unit)}
	begin := time.Now()
	out, err := w.iterate(ctx, s, it)
	if err == errElsewhere {
		w.waiting[w.part] = s
	}
	if err != nil {
		return solver.Outcome{}, w.fail(ctx, err)
	}
	// The time of all workers counts, not how long this one was here.
	w.attempt.earlier += time.Duration(out.Seconds*float64(time.Second)) - time.Since(begin)
	found := solver.Outcome{Effort: out.Effort}
	if out.Path != "" {
		found.Path = puzzle.Path(out.Path)
	}
	return found, nil
}

// iterate does units until there are none, and ends the iteration if all are done.
func (w *SplitWorker) iterate(
	ctx context.Context, s *shared, it solver.Iteration,
) (out outcome, err error) {
	for begun := false; ; {
		err := read(s.dir+".done", &out)
		switch {
		case err == nil && out.Expected != it.Expected():
			return out, errTables
		case !errors.Is(err, fs.ErrNotExist):
			return out, err
		}
		if !begun {
			err := w.open(s, it)
			if errors.Is(err, fs.ErrNotExist) && ctx.Err() == nil {
				continue // another worker has ended the iteration, and removes its files
			}
			if err != nil {
				return out, err
			}
			begun = true
		}
		r, complete, err := s.next(w)
		switch {
		case errors.Is(err, fs.ErrNotExist): // another worker has ended the iteration
			begun, s.read = false, make(map[string]unit)
			continue
		case err != nil:
			return out, err
		case complete:
			err = w.close(s, it)
		case r == nil:
			if err := w.wait(ctx, s); err != nil {
				return out, err
			}
		default:
			err = w.search(s, it, *r)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return out, err
		}
	}
}

// wait waits until there is something to do in an iteration again. It returns errElsewhere only if
// there may be something to do in another part: a worker that leaves a search has to begin it anew
// later.
func (w *SplitWorker) wait(ctx context.Context, s *shared) error {
	for pause := w.batch.Unit / 4096; w.alone; pause = min(2*pause, w.batch.Unit/8, time.Second) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		if ready, err := w.ready(s); ready || err != nil {
			return err
		}
		for _, other := range w.waiting {
			if ready, err := w.ready(other); ready || err != nil {
				return cmp.Or(err, errElsewhere)
			}
		}
	}
	return errElsewhere
}

// errTables is returned to a worker whose tables prune otherwise than those of the others.
var errTables = errors.New("another worker has cut the search otherwise:" +
	" all machines need the same tables, or none")

// open finds how the iteration is cut; the first worker decides that.
func (w *SplitWorker) open(s *shared, it solver.Iteration) (err error) {
	s.own = false
	name := filepath.Join(s.dir, "open")
	if err := read(name, &s.cut); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c := w.batch.plan(it.Expected())
	if c.Cut, err = it.Cut(c.AtLeast); err != nil {
		return err
	}
	c.Units = min(c.Units, c.Cut.Subtrees)
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	if err := w.batch.writeOnce(name, c); err != nil {
		return err
	}
	err = read(name, &s.cut)
	s.own = s.cut == c
	return err
}

// cutOwn cuts the iteration as all workers do, unless this worker has.
func (s *shared) cutOwn(it solver.Iteration) error {
	if s.own {
		return nil
	}
	c, err := it.Cut(s.cut.AtLeast)
	if err == nil && c != s.cut.Cut {
		err = errTables
	}
	s.own = err == nil
	return err
}

// close ends a complete iteration, unless it turns out that it is not complete.
func (w *SplitWorker) close(s *shared, it solver.Iteration) error {
	out, complete, err := s.outcome(it.Expected())
	if !complete || err != nil {
		return err
	}
	err = w.batch.writeOnce(s.dir+".done", out)
	os.RemoveAll(s.dir)
	return err
}

// outcome adds up the units of an iteration.
func (s *shared) outcome(expected int64) (out outcome, complete bool, err error) {
	out, complete = outcome{Expected: expected, Effort: s.cut.Cut.Effort}, true
	err = s.each(true, func(_ run, u *unit) bool {
		if u == nil {
			complete = false
			return true // finds all that are torn
		}
		out.Effort.Add(u.Effort)
		out.Seconds += u.Seconds
		out.Units++
		if u.Path != "" {
			out.Path = u.Path
			out.Effort.Expanded += u.Before.Expanded - s.cut.Cut.Effort.Expanded
			out.Effort.Generated += u.Before.Generated - s.cut.Cut.Effort.Generated
		}
		return true
	})
	return out, complete, err
}
