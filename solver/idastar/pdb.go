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
	larger     sync.Map  // the larger databases (*pdb.CompoundHeuristic) by pdb.GoalClass
	once       sync.Once // sets cores
	cores      *corePool
}

func (a *Patterns) Solve(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, buf puzzle.Path,
) (puzzle.Solution, error) {
	w := Span{0, search.MaxMoves(p, o)}
	sol, err := a.Retry(p, o, func() (puzzle.Solution, error) {
		return a.try(ctx, p, o, w, buf, o.Patterns == nil && o.Share == nil)
	})
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
	return a.Retry(p, o, func() (puzzle.Solution, error) {
		return a.try(ctx, p, o, w, buf, false)
	})
}

// try is Within without the protection against unreadable tables: it panics or returns an errFault
// if one can't be read. If the search gets long, it may build larger tables.
func (a *Patterns) try(
	ctx context.Context, p *puzzle.Puzzle, o *solver.Options, w Span, buf puzzle.Path, builds bool,
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
	t := task{Puzzle: p, Options: o, frame: &f, buf: buf, span: w, cores: a.cores}
	if builds {
		t.enough = heuristic.NodesForLarger(f.GoalClass, o)
	}
	if o.NodeLimit > 0 {
		t.cores = nil // the nodes before the limit must not depend on other goroutines
	} else if h, ok := a.larger.Load(f.GoalClass); ok && t.enough > 0 {
		db.Partition, db.Compound, t.enough = nil, h.(*pdb.CompoundHeuristic), 0
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

	enough int64 // nodes after which larger tables pay; 0: never
}

// byLarger goes on with larger tables.
func (a *Patterns) byLarger(ctx context.Context, t *task) (puzzle.Solution, error) {
	h, err := heuristic.Larger(ctx, t.frame.GoalClass, t.Options)
	if err != nil {
		return puzzle.Solution{LowerBound: t.span.Least}, err
	}
	a.larger.Store(t.frame.GoalClass, h)
	t.enough = 0
	return a.byCompound(ctx, t, h)
}

// goOn searches on in another way, after a search that expanded some nodes, and that found that a
// path has least moves or more.
func goOn(
	ctx context.Context, t *task, least int, nodes int64,
	search func(context.Context, *task) (puzzle.Solution, error),
) (puzzle.Solution, error) {
	rest, o := *t, *t.Options
	rest.Options, rest.span.Least = &o, least
	if o.NodeLimit > 0 {
		o.NodeLimit = max(o.NodeLimit-nodes, 1)
	}
	var before solver.Effort
	if o.Effort != nil {
		before = *o.Effort
		*o.Effort = solver.Effort{}
	}
	sol, err := search(ctx, &rest)
	sol.Nodes += nodes
	if e := o.Effort; e != nil {
		e.Expanded += before.Expanded
		e.Generated += before.Generated
		e.Memory = max(e.Memory, before.Memory)
		e.Rounds = append(before.Rounds, e.Rounds...)
	}
	return sol, err
}

func (a *Patterns) byCompound(
	ctx context.Context, t *task, h *pdb.CompoundHeuristic,
) (puzzle.Solution, error) {
	s := a.compounds.Take()
	s.h = h
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least, s.enough = t.span.Least, t.enough
	after := func(nodes int64) (successors, error) {
		return successorsAfter(ctx, t.frame, nodes, t.Options)
	}
	n, err := s.run(t.frame.Set(s.at[:], t.Puzzle), t.span.Most, helpers{t.cores, t.Share}, after)
	defer a.compounds.Put(s) // not after a panic
	sol := s.Spent(t.Options, s.bytes())
	switch {
	case errors.Is(err, errSlack):
		return goOn(ctx, t, n, sol.Nodes, a.byDistances)
	case errors.Is(err, errLarger):
		return goOn(ctx, t, n, sol.Nodes, a.byLarger)
	}
	return answer(sol, n, s.path, t.Options, err)
}

// errSlack says that the moves of a path exceed the sum of a partition by more than a Slack holds.
// Only paths among walls are that long.
var errSlack = errors.New("idastar: a slack is too large")

// errLarger says that a search has become long enough for larger tables.
var errLarger = errors.New("idastar: larger tables pay")

// byDistances searches without tables.
func (a *Patterns) byDistances(ctx context.Context, t *task) (puzzle.Solution, error) {
	s, o := new(Deepening), t.Options
	if err := s.Begin(ctx, t.Puzzle, o); err != nil {
		return puzzle.Solution{}, err
	}
	s.MaxMoves, s.Path = t.span.Most, t.buf[:0]
	h, err := s.Estimate.Begin(&s.Search, solver.LinearConflict, &a.Cache, o)
	if err == nil {
		err = s.Run(h, o.Want == puzzle.WantPath)
	}
	sol := s.Spent(o, int64(2*len(s.At)+len(s.Path)))
	return answer(sol, max(t.span.Least, s.Least), s.Path, o, err)
}

func (a *Patterns) byPartition(
	ctx context.Context, t *task, h *pdb.PartitionHeuristic,
) (puzzle.Solution, error) {
	s := a.partitions.Take()
	s.begin(ctx, t.Options, t.frame, t.buf)
	s.least, s.enough = t.span.Least, t.enough
	var err error
	if s.successors, err = successorsOf(ctx, t.frame, partitionPruneLength, t.Keep); err != nil {
		return puzzle.Solution{}, err
	}
	s.h = h
	n, err := s.run(t.frame.Set(s.At[:], t.Puzzle), t.span.Most, helpers{t.cores, t.Share})
	defer a.partitions.Put(s) // not after a panic
	sol := s.Spent(t.Options, s.bytes())
	if errors.Is(err, errLarger) {
		return goOn(ctx, t, n, sol.Nodes, a.byLarger)
	}
	return answer(sol, n, s.path, t.Options, err)
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
