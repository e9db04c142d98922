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
// and FROM-TO.done for each unit, which ends before the subtree TO, or at a place in TO; and
// found-SUBTREE for each solution.
type shared struct {
	dir string // the outcome is in dir.done
	cut cut

	done  map[string]unit // that have been read, by name
	names map[string]bool // of the files in dir
	found int             // the first subtree known to have a solution, or math.MaxInt

	checked time.Time // when claims were last looked at
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
	End     solver.Place  // where it ends; the rest becomes new units
	Units   int           `json:",omitempty"` // that the rest becomes
	Middle  *solver.Place `json:",omitempty"` // where the rest is cut, if that is in one subtree
	Effort  solver.Counts
	Seconds float64
	Path    string        `json:",omitempty"` // the first solution
	Found   int           `json:",omitempty"` // its subtree; those behind it are not needed
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
	// foundEvery is how often a worker lists the folder, to ask whether its unit is still needed.
	// It waits that much longer for every manyNames files in the folder.
	foundEvery = time.Second
	manyNames  = 1000
	// manyUnits is a number of units with which all workers end an iteration at about the same
	// time, and search little behind a solution that one of them is about to find.
	manyUnits = 512
	// leastSubtree is the least number of nodes that a subtree should have on average: each worker
	// visits the nodes above all of them.
	leastSubtree = 1 << 14
	// mostSubtrees is how many subtrees an iteration has at most: each worker keeps their boards.
	mostSubtrees = 1 << 16
)

// splitting has the values that tests change.
var splitting = struct {
	subtrees int   // that an iteration has at least: some are a hundred times as large as most
	step     int64 // nodes, after which a worker asks how long a unit has taken

	// A unit is cut again if it has tooLarge times as many nodes as expected, and at least large.
	// While one worker searches a large unit that has the solution, the others search what is behind
	// it in vain. To write a unit down takes about as long as a fiftieth of these nodes.
	tooLarge, large int64
}{2048, 1 << 17, 2, 1 << 18}

// plan returns how to cut an iteration that is expected to take some nodes.
func (b *Batch) plan(nodes int64) cut {
	most := int64(b.Unit.Seconds() * nodesPerSecond)
	each := max(min(max(nodes/manyUnits, leastUnit), most), 1)
	units := min(max(nodes/each, 1), mostSubtrees/4)
	subtrees := min(16*units, nodes/leastSubtree)
	return cut{
		Units: int(units), AtLeast: min(max(int(subtrees), splitting.subtrees), mostSubtrees),
		Nodes: max(nodes/units, 1),
	}
}

// Iterate implements solver.Sharing.
func (w *SplitWorker) Iterate(ctx context.Context, it solver.Iteration) (solver.Outcome, error) {
	dir := filepath.Join(w.batch.folder(splitDir, w.part), fmt.Sprintf("%06d", w.part),
		fmt.Sprintf("%04d", it.Bound()))
	s := &shared{dir: dir, done: make(map[string]unit)}
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
			begun, s.done = false, make(map[string]unit)
			continue
		case err != nil:
			return out, err
		case complete:
			err = w.batch.writeOnce(s.dir+".done", s.outcome(it.Expected()))
			os.RemoveAll(s.dir)
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
	for pause := w.batch.Unit / 512; w.alone; pause = min(2*pause, w.batch.Unit/8, time.Second) {
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

// open cuts the iteration as all workers do; the first one decides how.
func (w *SplitWorker) open(s *shared, it solver.Iteration) (err error) {
	name := filepath.Join(s.dir, "open")
	if err := read(name, &s.cut); errors.Is(err, fs.ErrNotExist) {
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
		if err := read(name, &s.cut); err != nil {
			return err
		}
		if s.cut == c {
			return nil
		}
	} else if err != nil {
		return err
	}
	c, err := it.Cut(s.cut.AtLeast)
	if err == nil && c != s.cut.Cut {
		err = errTables
	}
	return err
}

// outcome adds up the units of a complete iteration.
func (s *shared) outcome(expected int64) outcome {
	out := outcome{Expected: expected, Effort: s.cut.Cut.Effort}
	s.each(func(_ run, u *unit) bool {
		out.Effort.Add(u.Effort)
		out.Seconds += u.Seconds
		out.Units++
		if u.Path != "" {
			out.Path = u.Path
			out.Effort.Expanded += u.Before.Expanded - s.cut.Cut.Effort.Expanded
			out.Effort.Generated += u.Before.Generated - s.cut.Cut.Effort.Generated
		}
		return u.Path == ""
	})
	return out
}
