// Package compare runs the same puzzles through several searches, adds up the effort of
// each search by the length of the solution, and shows the effort as text, JSON, CSV, HTML or a
// plot. It reads no puzzles and opens no files.
//
//	const searches = "bfs,astar/hamming,astar/manhattan"
//	race, err := compare.New(compare.Options{Searches: searches, NodeLimit: 1_000_000}, nil)
//	err = race.Run(ctx, &p) // for each puzzle
//	err = race.Figures.WriteText(os.Stdout)
package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

var (
	// ErrDisagree is returned by Race.Run if a search that claims to find shortest paths finds
	// a longer path than another search, or if a path is longer than the weight allows.
	ErrDisagree = errors.New("the algorithms disagree")

	errTimeLimit = fmt.Errorf("%w: time limit", puzzle.ErrGaveUp)
)

// Options say what to run, as plain data that can be stored.
type Options struct {
	Searches    string        `json:"searches"`                // for ParseSearches
	Repeat      int           `json:"repeat,omitempty"`        // as Race.Repeat
	NodeLimit   int64         `json:"node_limit,omitempty"`    // of each search; 0: none
	TimeLimit   time.Duration `json:"time_limit_ns,omitempty"` // as Race.TimeLimit
	MemoryLimit int64         `json:"memory_limit_bytes,omitempty"`
}

// New returns a race with options. Searches that name stored tables look them up in the store,
// which may be nil. The errors are those of ParseSearches and NewRace.
func New(o Options, store *tables.Store) (*Race, error) {
	searches, err := ParseSearches(o.Searches)
	if err != nil {
		return nil, err
	}
	r, err := NewRace(searches, solver.Options{
		NodeLimit: o.NodeLimit, MemoryLimit: o.MemoryLimit,
		Tables: stored.All.In(store), TableFault: stored.All.Faults(store),
	})
	if err != nil {
		return nil, err
	}
	r.Repeat, r.TimeLimit = o.Repeat, o.TimeLimit
	return r, nil
}

// A Race runs puzzles through searches, one search at a time. Only one goroutine may use
// it.
type Race struct {
	Repeat    int           // runs of each search, of which the fastest counts; zero: one run
	TimeLimit time.Duration // for a run; zero: none
	Figures   *Figures      // of the puzzles so far

	solvers    []solver.Solver
	estimators []*heuristic.Estimator // nil: there is no estimate
	effort     solver.Effort          // of the last run
	warm       *puzzle.Goal           // the goal for which the searches have built their tables
}

// NewRace returns a race of searches with the limits of o. It ignores o's Want, Heuristic,
// Patterns, Weight and Effort. Only searches that name stored tables use o.Tables, so that
// the figures of the other searches do not depend on which tables are stored. The error wraps
// solver.ErrUnknown for an unknown algorithm or heuristic.
func NewRace(searches []Search, o solver.Options) (*Race, error) {
	r := &Race{Figures: newFigures(searches)}
	o.Want, o.Effort = puzzle.WantLength, &r.effort
	for _, s := range searches {
		o := o
		if err := s.configure(&o); err != nil {
			return nil, fmt.Errorf("%v: %w", s, err)
		}
		if o.Patterns == nil || o.Patterns.Spec == nil {
			o.Tables = nil
		}
		one, err := algorithms.New(s.Algorithm, o)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", s, err)
		}
		r.solvers = append(r.solvers, one)
	}
	var err error
	r.estimators, err = estimators(searches)
	return r, err
}

// Run runs a puzzle through all searches, and adds their effort to the figures. Searches that give
// up are counted. It returns the errors of Measure and of Figures.Add.
func (r *Race) Run(ctx context.Context, p *puzzle.Puzzle) error {
	runs, err := r.Measure(ctx, p)
	if err != nil {
		return err
	}
	return r.Figures.Add(runs)
}

// Measure runs a puzzle through all searches, and returns a run of each. It returns nil
// if the puzzle is unsolvable, and ctx.Err() if ctx ended. It does not change the figures.
func (r *Race) Measure(ctx context.Context, p *puzzle.Puzzle) ([]Run, error) {
	if !p.Solvable() {
		return nil, nil
	}
	if r.warm != p.Goal {
		r.warmUp(ctx, p.Goal)
	}
	runs := make([]Run, len(r.solvers))
	for i, s := range r.solvers {
		best, err := r.fastest(ctx, s, p)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, puzzle.ErrUnsolvable): // with several blanks, only a search finds out
			return nil, nil
		case errors.Is(err, puzzle.ErrGaveUp):
			best.GaveUp = strings.TrimPrefix(err.Error(), puzzle.ErrGaveUp.Error()+": ")
		case err != nil:
			return nil, err
		}
		runs[i] = best
	}
	r.estimate(p, runs)
	return runs, nil
}

// warmUp solves the goal itself, so that no puzzle's time includes the tables that a
// heuristic builds for the goal.
func (r *Race) warmUp(ctx context.Context, goal *puzzle.Goal) {
	for _, s := range r.solvers {
		s.Solve(ctx, &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}, nil)
	}
	r.warm = goal
}

// fastest runs a search r.Repeat times, and returns the run with the shortest time. The
// runs differ only in their times.
func (r *Race) fastest(
	ctx context.Context, s solver.Solver, p *puzzle.Puzzle,
) (best Run, err error) {
	for i := range max(r.Repeat, 1) {
		now, err := r.once(ctx, s, p)
		if err != nil {
			return now, err
		}
		if i == 0 || now.Time < best.Time {
			best = now
		}
	}
	return best, nil
}

// once runs a search.
func (r *Race) once(ctx context.Context, s solver.Solver, p *puzzle.Puzzle) (Run, error) {
	if r.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.TimeLimit, errTimeLimit)
		defer cancel()
	}
	r.effort = solver.Effort{}
	begin := time.Now()
	sol, err := s.Solve(ctx, p, nil)
	t := took{
		Moves: int64(sol.Moves), Expanded: r.effort.Expanded, Generated: r.effort.Generated,
		Memory: r.effort.Memory, Time: time.Since(begin),
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = context.Cause(ctx)
	}
	return Run{took: t, Rounds: r.effort.Rounds, Improvements: r.effort.Improvements}, err
}
