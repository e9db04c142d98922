package checker

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/table"
)

// A Referee solves puzzles for a judge. It always solves boards that a table has, of up to 12
// cells. On others its search gives up after some seconds, at the same puzzles on every machine,
// unless goesOn is not nil.
type Referee struct {
	limits    Limits
	small     judge.TableSolver
	unlimited judge.Solver // has no limit of nodes: for boards that a table has, or if goesOn
	large     judge.Solver
	goesOn    *hardSearch // not nil: no search gives up at the limit of nodes
}

// A hardSearch is what a referee knows of searches that go on at the limit of nodes.
type hardSearch struct {
	met    atomic.Bool
	notice func() // is called once, when the first search goes on; may be nil
}

// Limits are limits on the search for one puzzle that no table has.
type Limits struct {
	Nodes  int64 // boards expanded; 0: no limit
	Always bool  // the limit of nodes holds without expected answers, too
	Memory int64 // bytes, also of a table; 0: no limit
}

// UsualLimits are the limits of a new referee. They take some seconds.
var UsualLimits = Limits{Nodes: 20_000_000, Memory: 1 << 30}

// NewReferee returns a referee that finds paths in the order of a format. It uses the tables that
// the user has stored.
func NewReferee(f *formats.Format) *Referee {
	return newReferee(f, wantOf(f.Shapes.Min), UsualLimits)
}

// newJudge returns a referee that finds what a judge of a format compares answers with: no path if
// an answer is a number of moves. Looking up a number takes less time.
func newJudge(f *formats.Format, l Limits) *Referee {
	want := wantOf(f.Shapes.Min)
	if f.Answer.Wants() == puzzle.WantLength {
		want = puzzle.WantLength
	}
	return newReferee(f, want, l)
}

func newReferee(f *formats.Format, want puzzle.Want, l Limits) *Referee {
	o := solver.Options{
		Want: want, Order: f.Order, StopAtBound: true,
		MemoryLimit: l.Memory, Tables: stored.All.In(stored.UserStore()),
	}
	auto := algorithms.NewAuto(o)
	o.NodeLimit = l.Nodes
	return &Referee{limits: l, small: auto, unlimited: auto, large: algorithms.NewAuto(o)}
}

// withoutExpected returns the solver that takes the place of s where there are no expected answers,
// on which a judge could fall back. If s is a referee and its limit of nodes does not hold always,
// searches go on until they end, as those of a program that writes answers do. So no right answer
// is refused because a proof takes long.
func withoutExpected(s judge.Solver, notice func()) judge.Solver {
	r, ok := s.(*Referee)
	if !ok || r.limits.Always {
		return s
	}
	endless := *r
	endless.goesOn = &hardSearch{notice: notice}
	return &endless
}

// NewDistances returns a referee that finds distances, for a generator of boards of the
// shapes. It uses no stored tables, because generated puzzles must not depend on them.
func NewDistances(shapes []puzzle.Shape) *Referee {
	o := solver.Options{StopAtBound: true, MemoryLimit: UsualLimits.Memory}
	for _, s := range shapes {
		o.Want = max(o.Want, wantOf(s))
	}
	r := &Referee{
		limits:    UsualLimits,
		small:     &table.Solver{Options: solver.Options{Want: puzzle.WantLength}},
		unlimited: algorithms.NewAuto(o),
	}
	o.NodeLimit = UsualLimits.Nodes
	r.large = algorithms.NewAuto(o)
	return r
}

// wantOf returns what a search can find on boards of a shape. With several blanks that is
// no path, because a move does not say which blank it moves.
func wantOf(s puzzle.Shape) puzzle.Want {
	if s.Spare > 0 {
		return puzzle.WantLength
	}
	return puzzle.WantPath
}

// Solve implements judge.Solver.
func (r *Referee) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	switch {
	case p.Start.Small():
		return r.small.Solve(ctx, p, buf)
	case table.Fits(p.Start.Shape, &solver.Options{MemoryLimit: r.limits.Memory}):
		return r.unlimited.Solve(ctx, p, buf)
	case r.goesOn == nil:
		return r.large.Solve(ctx, p, buf)
	default:
		return r.solveHard(ctx, p, buf)
	}
}

// solveHard searches without a limit of nodes. It calls the notice if a search would have reached
// the limit.
func (r *Referee) solveHard(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if r.goesOn.met.Load() {
		return r.unlimited.Solve(ctx, p, buf)
	}
	s, err := r.large.Solve(ctx, p, buf)
	if !errors.Is(err, solver.ErrNodeLimit) {
		return s, err
	}
	if !r.goesOn.met.Swap(true) && r.goesOn.notice != nil {
		r.goesOn.notice()
	}
	nodes := s.Nodes
	s, err = r.unlimited.Solve(ctx, p, buf)
	s.Nodes += nodes
	return s, err
}

// SolveMany implements judge.TableSolver.
func (r *Referee) SolveMany(ctx context.Context, ps []puzzle.Puzzle, buf puzzle.Path,
	answer func(*puzzle.Puzzle, puzzle.Solution, error)) {
	r.small.SolveMany(ctx, ps, buf, answer)
}

// SolvePacked implements judge.TableSolver.
func (r *Referee) SolvePacked(goal *puzzle.Goal, boards []puzzle.Packed) bool {
	return r.small.SolvePacked(goal, boards)
}

// KeepsPromise returns a function that returns an error for a puzzle that needs more
// moves than its judge promises. The function looks at boards of up to puzzle.SmallCells cells with
// one blank, where that takes no long search. Validators in packages do the same.
func KeepsPromise(ctx context.Context, f *formats.Format) func(*puzzle.Puzzle) error {
	distances := NewDistances(nil)
	return func(p *puzzle.Puzzle) error {
		if !f.PromisesBound() || p.Start.Cells() > puzzle.SmallCells || p.Start.Spare > 0 {
			return nil
		}
		unbounded := *p
		unbounded.Bound = 0
		s, err := distances.Solve(ctx, &unbounded, nil)
		if limit, _ := p.Bound.Moves(); err == nil && !p.Bound.Allows(s.Moves) {
			return fmt.Errorf("found one that needs %s, expected %d at most",
				english.Plural(s.Moves, "move", ""), limit)
		}
		return nil
	}
}

// ProvesPromise is KeepsPromise, but the function looks at all boards. Where it has to search,
// it may take some seconds, and returns nil if it finds no proof until then.
func ProvesPromise(f *formats.Format) func(context.Context, *puzzle.Puzzle) error {
	small := KeepsPromise(context.Background(), f) // which takes no search
	within := algorithms.NewAuto(solver.Options{
		AnyPath: true, StopAtBound: true, NodeLimit: UsualLimits.Nodes,
		MemoryLimit: UsualLimits.Memory,
		Tables:      stored.All.In(stored.UserStore()),
	})
	return func(ctx context.Context, p *puzzle.Puzzle) error {
		if !f.PromisesBound() || p.Start.Small() {
			return small(p)
		}
		if _, err := within.Solve(ctx, p, nil); err == puzzle.ErrTooLong {
			limit, _ := p.Bound.Moves()
			return fmt.Errorf("found one that needs more than %s, expected no more",
				english.Plural(limit, "move", ""))
		}
		return nil
	}
}
