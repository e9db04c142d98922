package idastar

import (
	"context"
	"errors"
	"sync"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A Patterns is IDA* with pattern databases: those of Options.Tables, or else
// smaller ones that are built at first need.
type Patterns struct {
	heuristic.Cache
	partitions search.Pool[partitionSearch]
	compounds  search.Pool[compoundSearch]
	once       sync.Once // sets cores
	cores      *corePool
}

func (a *Patterns) Solve(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, buf puzzle.Path,
) (puzzle.Solution, error) {
	sol, err := a.Within(ctx, p, o, Span{0, search.MaxMoves(p, o)}, buf)
	sol.LowerBound = 0 // the path is a shortest one
	return sol, err
}

// A Span is what is known about the length of the path to find. It has at least Least moves, which
// has the right parity or is 0. Paths of more than Most moves are not wanted.
type Span struct{ Least, Most int }

// Within is Solve for paths of a span. Solution.LowerBound is valid even if there is an error,
// unless it is 0.
func (a *Patterns) Within(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, w Span, buf puzzle.Path,
) (puzzle.Solution, error) {
	return a.Retry(p, o, func() (puzzle.Solution, error) { return a.try(ctx, p, o, w, buf) })
}

// try is Within without the protection against unreadable tables: it panics or returns an errFault
// if one can't be read.
func (a *Patterns) try(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, w Span, buf puzzle.Path,
) (puzzle.Solution, error) {
	if p.Start.Spare > 0 {
		return puzzle.Solution{}, search.ErrBlanks
	}
	if !p.Solvable() {
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	}
	f, ok := heuristic.NewFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), search.Order(o))
	if !ok {
		return puzzle.Solution{}, heuristic.ErrPattern
	}
	db, err := a.Get(ctx, f.GoalClass, o, false)
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
	if db.Compound != nil {
		return a.byCompound(ctx, &t, db.Compound)
	}
	return a.byPartition(ctx, &t, db.Partition)
}

// A task is a puzzle in a frame, with the limits of its search.
type task struct {
	*puzzle.Puzzle
	*solver.Options
	frame *heuristic.Frame
	buf   puzzle.Path
	span  Span
	cores *corePool // nil: one goroutine
}

func (a *Patterns) byCompound(
	ctx context.Context, t *task, h *pdb.CompoundHeuristic,
) (puzzle.Solution, error) {
	s := a.compounds.Take()
	s.h = h
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least = t.span.Least
	after := func(nodes int64) (successors, error) {
		return successorsAfter(ctx, t.frame, nodes, t.Options)
	}
	n, err := s.run(t.frame.Set(s.at[:], t.Puzzle), t.span.Most, helpers{t.cores, t.Share}, after)
	defer a.compounds.Put(s) // not after a panic
	sol := s.Spent(t.Options, s.bytes())
	if errors.Is(err, errSlack) {
		return a.byDistances(ctx, t, n, sol.Nodes)
	}
	return answer(sol, n, s.path, t.Options, err)
}

// errSlack says that the moves of a path exceed the sum of a partition by more than a Slack holds.
// Only paths among walls are that long.
var errSlack = errors.New("idastar: a slack is too large")

// byDistances searches without tables. The search before expanded some nodes, and found that a path
// has least moves or more.
func (a *Patterns) byDistances(
	ctx context.Context, t *task, least int, nodes int64,
) (puzzle.Solution, error) {
	o := *t.Options
	if o.NodeLimit > 0 {
		o.NodeLimit = max(o.NodeLimit-nodes, 1)
	}
	s := new(Deepening)
	if err := s.Begin(ctx, t.Puzzle, &o); err != nil {
		return puzzle.Solution{}, err
	}
	s.MaxMoves, s.Path = t.span.Most, t.buf[:0]
	h, err := s.Estimate.Begin(&s.Search, solver.LinearConflict, &a.Cache, &o)
	if err == nil {
		err = s.Run(h, o.Want == puzzle.WantPath)
	}
	sol := s.Spent(&o, int64(2*len(s.At)+len(s.Path)))
	sol.Nodes += nodes
	return answer(sol, max(least, s.Least), s.Path, &o, err)
}

func (a *Patterns) byPartition(
	ctx context.Context, t *task, h *pdb.PartitionHeuristic,
) (puzzle.Solution, error) {
	s := a.partitions.Take()
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least = t.span.Least
	var err error
	if s.successors, err = successorsOf(ctx, t.frame, partitionPruneLength); err != nil {
		return puzzle.Solution{}, err
	}
	s.h = h
	n, err := s.run(t.frame.Set(s.At[:], t.Puzzle), t.span.Most, helpers{t.cores, t.Share})
	defer a.partitions.Put(s) // not after a panic
	return answer(s.Spent(t.Options, s.bytes()), n, s.path, t.Options, err)
}

// answer adds the result of a search to sol, which has its effort already. moves is the length of
// the path or, with an error, a lower bound.
func answer(
	sol puzzle.Solution, moves int, path puzzle.Path, o *solver.Options, err error,
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

// Takes reports whether there are pattern databases for p within the limits of o.
func (a *Patterns) Takes(p *puzzle.Puzzle, o *solver.Options) bool {
	return search.MayHold(o, heuristic.InstantBytes) && pdb.HasInstant(p.Start.Shape)
}
