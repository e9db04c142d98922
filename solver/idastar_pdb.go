package solver

import (
	"context"
	"sync"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A pdbSolver is IDA* with pattern databases: those of Options.Tables, or else
// smaller ones that are built at first need.
type pdbSolver struct {
	pdbCache
	partitions pool[partitionSearch]
	compounds  pool[compoundSearch]
	once       sync.Once // sets cores
	cores      *corePool
}

func (a *pdbSolver) solve(
	ctx context.Context, p *puzzle.Puzzle, o *Options, buf puzzle.Path,
) (puzzle.Solution, error) {
	sol, err := a.within(ctx, p, o, span{0, maxMoves(p, o)}, buf)
	sol.LowerBound = 0 // a shortest path needs none
	return sol, err
}

// A span is what is known of the length of a path that a search is for. It has no fewer than
// least moves, which has the right parity or is 0; paths of more than most are not wanted.
type span struct{ least, most int }

// within is solve for paths of a span. Solution.LowerBound is valid even if there is an error,
// unless it is 0.
func (a *pdbSolver) within(
	ctx context.Context, p *puzzle.Puzzle, o *Options, w span, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.search(p, o, func() (puzzle.Solution, error) { return a.try(ctx, p, o, w, buf) })
}

// try is within, except that it panics or returns an errFault if a table can't be read.
func (a *pdbSolver) try(
	ctx context.Context, p *puzzle.Puzzle, o *Options, w span, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Spare > 0 {
		return puzzle.Solution{}, errBlanks
	}
	if !p.Solvable() {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	f, ok := newFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), orderOf(o))
	if !ok {
		return puzzle.Solution{}, errPattern
	}
	db, err := a.get(ctx, f.GoalClass, o, false)
	if err != nil {
		return puzzle.Solution{}, err
	}
	a.once.Do(func() { a.cores = newCorePool(o.Cores) })
	t := task{p, o, &f, buf, w, a.cores}
	if o.NodeLimit > 0 {
		t.cores = nil // the nodes before the limit must not depend on other goroutines
	}
	a.cores.busy.Add(1) // this goroutine counts, whether or not a core is free
	defer a.cores.release()
	if db.compound != nil {
		return a.byCompound(ctx, &t, db.compound)
	}
	return a.byPartition(ctx, &t, db.partition)
}

// A task is a puzzle in a frame, with the limits of its search.
type task struct {
	*puzzle.Puzzle
	*Options
	frame *frame
	buf   puzzle.Path
	span  span
	cores *corePool // nil: one goroutine
}

func (a *pdbSolver) byCompound(
	ctx context.Context, t *task, h *pdb.CompoundHeuristic,
) (puzzle.Solution, error) {
	s := a.compounds.get()
	s.h = h
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least = t.span.least
	after := func(nodes int64) (successors, error) {
		return successorsAfter(ctx, t.frame, nodes, t.Options)
	}
	n, err := s.run(t.frame.set(s.at[:], t.Puzzle), t.span.most, t.cores, after)
	defer a.compounds.Put(s) // not after a panic
	return answer(s.spent(t.Options, s.bytes()), n, s.path, t.Options, err)
}

func (a *pdbSolver) byPartition(
	ctx context.Context, t *task, h *pdb.PartitionHeuristic,
) (puzzle.Solution, error) {
	s := a.partitions.get()
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least = t.span.least
	var err error
	if s.successors, err = successorsOf(ctx, t.frame, partitionPruneLength); err != nil {
		return puzzle.Solution{}, err
	}
	s.h = h
	n, err := s.run(t.frame.set(s.at[:], t.Puzzle), t.span.most, t.cores)
	defer a.partitions.Put(s) // not after a panic
	return answer(s.spent(t.Options, s.bytes()), n, s.path, t.Options, err)
}

// answer adds what a search found to sol, which has its effort. moves is the length of the
// path, or with an error a lower bound.
func answer(
	sol puzzle.Solution, moves int, path puzzle.Path, o *Options, err error,
) (puzzle.Solution, error) {
	sol.LowerBound = moves
	if err != nil {
		return sol, err
	}
	sol.Moves, sol.Rule = moves, puzzle.Least
	if o.Want == puzzle.WantPath {
		sol.Path = path
	}
	return sol, nil
}

// takes reports whether there are pattern databases for p within the limits of o.
func (a *pdbSolver) takes(p *puzzle.Puzzle, o *Options) bool {
	return mayHold(o, instantBytes) && pdb.HasInstant(p.Start.Shape)
}
