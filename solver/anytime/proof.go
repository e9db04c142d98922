package anytime

import (
	"context"
	"errors"
	"math"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// A proof is the search for a proof that no path is shorter: IDA* with pattern databases, or
// else with linear conflicts. Each iteration raises the lower bound, and the last one finds
// a shortest path if there is a shorter one.
type proof struct {
	p      *puzzle.Puzzle
	o      solver.Options
	pdb    *idastar.Patterns          // nil: linear conflicts
	makes  bool                       // there is time to make tables that are not stored
	stored *search.Lazy[string, bool] // whether tables with a name are stored
	asked  bool                       // it is known whether tables are stored
	plain  idastar.Deepening          // for linear conflicts
	took   time.Duration              // time that the last search took
	nodes  int64                      // of the last search; 0: there was none
}

// proofGrowth is about how many times the nodes of the iteration before an iteration takes.
const proofGrowth = 6

// Making tables for boards of up to 16 cells takes about a tenth of a second, and for larger ones a
// second. They are made only if the budget is much larger.
const (
	quickCells = 16
	quickNodes = 1 << 20
	slowNodes  = 1 << 23
	slowTime   = 2 * time.Second
)

// begin chooses the heuristic. Stored tables are taken only if there is a deadline: without
// one the answer must not depend on them.
func (r *proof) begin(a *Solver, s *improvement, p *puzzle.Puzzle, o *solver.Options) {
	r.p, r.o, r.nodes, r.stored, r.asked = p, *o, 0, &a.stored, false
	r.o.Want, r.o.Effort, r.o.Patterns = puzzle.WantPath, nil, nil
	r.pdb = &a.timed
	end, timed := s.Ctx.Deadline()
	if !timed {
		r.o.Tables, r.pdb = nil, &a.untimed
	}
	quick := p.Start.Cells() <= quickCells
	if timed {
		r.makes = quick || time.Until(end) > slowTime
	} else {
		r.makes = o.NodeLimit >= slowNodes || quick && o.NodeLimit >= quickNodes
	}
	if !r.pdb.Takes(p, o) || !r.makes && r.o.Tables == nil {
		r.pdb = nil
	}
}

// ask gives up pattern databases that are not stored if there is no time to make them. It returns
// ctx.Err() if ctx ends before the stored tables are opened; opening them goes on.
func (r *proof) ask(ctx context.Context) error {
	f, ok := heuristic.NewFrame(r.p.Start.Shape, r.p.Goal.Cell(puzzle.Blank), search.Order(&r.o))
	spec := pdb.Lookup(f.GoalClass)
	if !ok || spec == nil {
		r.pdb = nil
		return nil
	}
	has, err := r.stored.Get(ctx, spec.Name, func() bool { return r.o.Tables(spec.Name) != nil })
	if err == nil && !has {
		r.pdb = nil
	}
	r.asked = err == nil
	return err
}

// chance estimates how many such searches fit into the rest of the budget of s; below 1, the search
// seems too long. Without pattern databases, the estimate for the first search is a guess.
func (r *proof) chance(s *improvement) float64 {
	iterations := float64(len(s.path)-s.lower) / 2
	d, nodes := r.took, r.nodes
	if nodes == 0 {
		if r.pdb != nil {
			return 1
		}
		d, nodes = time.Microsecond, 10
	}
	return s.left(d, nodes) / math.Pow(proofGrowth, iterations)
}

// tryProof searches for a proof if that seems to fit into the budget: it may take as long as the
// last beam, or half of the rest if the proof seems to need little of the budget.
func (s *improvement) tryProof(took time.Duration, nodes int64) {
	switch chance := s.proof.chance(s); {
	case chance < 1:
	case s.proof.nodes > 0 && chance > 4:
		took, nodes = s.rest()
		s.prove(took/2, nodes/2)
	default:
		s.prove(took, nodes)
	}
}

// prove searches for a proof within a time and a number of nodes.
func (s *improvement) prove(d time.Duration, nodes int64) {
	r := &s.proof
	ctx := s.Ctx
	_, timed := ctx.Deadline()
	if timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	r.o.NodeLimit = max(1, min(nodes, s.Limit-s.Nodes))
	if timed && s.Limit == math.MaxInt64 {
		r.o.NodeLimit = 0 // without a limit, all cores search
	}
	begin := time.Now()
	sol, err := r.search(ctx, s)
	r.took, r.nodes = time.Since(begin), sol.Nodes // no nodes: the tables were not ready
	s.Nodes += sol.Nodes
	s.lower = max(s.lower, min(sol.LowerBound, len(s.path)))
	switch {
	case err == nil:
		s.path = append(s.path[:0], sol.Path...)
		s.lower = len(s.path)
	case errors.Is(err, puzzle.ErrTooLong):
		s.lower = len(s.path)
	case errors.Is(err, solver.ErrShape):
		r.pdb = nil
	}
}

// search is one search for a path that is shorter than that of s.
func (r *proof) search(ctx context.Context, s *improvement) (puzzle.Solution, error) {
	w := idastar.Span{Least: s.lower, Most: len(s.path) - 2}
	if r.pdb != nil && !r.makes && !r.asked {
		if err := r.ask(ctx); err != nil {
			return puzzle.Solution{}, err
		}
	}
	if r.pdb != nil {
		return r.pdb.Within(ctx, r.p, &r.o, w, nil)
	}
	d := &r.plain
	if err := d.Begin(ctx, r.p, &r.o); err != nil {
		return puzzle.Solution{}, err
	}
	h, err := d.Estimate.Begin(&d.Search, solver.LinearConflict, nil, &r.o)
	if err != nil {
		return puzzle.Solution{}, err
	}
	d.MaxMoves = w.Most
	d.Path = d.Path[:0]
	err = d.Run(h, true)
	return puzzle.Solution{Path: d.Path, Nodes: d.Nodes, LowerBound: d.Least}, err
}
