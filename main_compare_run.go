package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// A comparison is what several searches took for the same puzzles.
type comparison struct {
	format     *formats.Format // nil: to be detected
	contenders []*contender
	repeat     int
	timeLimit  time.Duration
	keepGoing  bool
	complain   func(error)
	effort     solver.Effort // of the last search
	warm       *puzzle.Goal  // that tables are there for

	puzzles    int64         // that some search solved or gave up
	unsolvable int64         // which are left out
	lengths    map[int]int64 // puzzles by the moves of a shortest solution; see unknown
	together   [][]meeting   // together[i][j], of contenders i and j
}

// A contender is one algorithm of a comparison, with its heuristic and weight.
type contender struct {
	name                 string // all three
	algorithm, heuristic string
	weight               solver.Weight // 0: none
	solver               solver.Solver
	byLength             map[int]*tally
	reasons              map[string]int64 // why it gave up, and how often
}

// unknown stands for the length where no search found a shortest solution.
const unknown = -1

// A tally is what searches took. Those that gave up are counted, and no more.
type tally struct {
	solved, gaveUp int64
	took           took // in all
}

// took is what one search took, or several.
type took struct {
	moves, expanded, generated, memory int64
	time                               time.Duration
}

func (t *took) add(o took) {
	t.moves += o.moves
	t.expanded += o.expanded
	t.generated += o.generated
	t.memory += o.memory
	t.time += o.time
}

// A meeting is the puzzles that two contenders solved, and what the first of
// them took.
type meeting struct {
	puzzles int64
	took    took
}

// errDisagree is a fault of ours.
var errDisagree = errors.New("the algorithms disagree")

// add runs a puzzle through all searches. Nothing is counted of one that an
// interrupt ended.
func (r *comparison) add(ctx context.Context, p *puzzle.Puzzle) error {
	if !p.Solvable() {
		r.unsolvable++
		return nil
	}
	if r.warm != p.Goal {
		r.warmUp(ctx, p.Goal)
	}
	tooks := make([]took, len(r.contenders))
	reasons := make([]string, len(r.contenders))
	unsolvable := false
	for i, one := range r.contenders {
		var err error
		tooks[i], err = r.search(ctx, one.solver, p)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, puzzle.ErrUnsolvable):
			unsolvable = true
		case errors.Is(err, puzzle.ErrGaveUp):
			reasons[i] = strings.TrimPrefix(err.Error(), puzzle.ErrGaveUp.Error()+": ")
		case err != nil:
			return err
		}
	}
	if unsolvable { // as only a search of boards with several blanks finds
		r.unsolvable++
		return nil
	}
	length, err := r.length(p, tooks, reasons)
	if err != nil {
		return err
	}
	r.count(length, tooks, reasons)
	return nil
}

// warmUp solves what is solved already, so that the tables that a heuristic builds
// for a goal are in no puzzle's time.
func (r *comparison) warmUp(ctx context.Context, goal *puzzle.Goal) {
	for _, one := range r.contenders {
		one.solver.Solve(ctx, &puzzle.Puzzle{Start: goal.Clone(), Goal: goal}, nil)
	}
	r.warm = goal
}

// search runs one search as often as is wanted, and returns what it took, with
// the shortest time. All runs are alike but for that.
func (r *comparison) search(ctx context.Context, s solver.Solver, p *puzzle.Puzzle) (t took, err error) {
	for run := range r.repeat {
		limited, cancel := ctx, context.CancelFunc(func() {})
		if r.timeLimit > 0 {
			limited, cancel = context.WithTimeout(ctx, r.timeLimit)
		}
		r.effort = solver.Effort{}
		begin := time.Now()
		sol, err := s.Solve(limited, p, nil)
		took := took{
			moves: int64(sol.Moves), expanded: r.effort.Expanded, generated: r.effort.Generated,
			memory: r.effort.Memory, time: time.Since(begin),
		}
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			err = judge.ErrTimeLimit
		}
		if err != nil {
			return took, err
		}
		if run == 0 || took.time < t.time {
			t = took
		}
	}
	return t, nil
}

// length returns the moves of a shortest solution, or unknown. It is an error if
// one search found a shorter one than another that finds the shortest, or a weight
// did not hold.
func (r *comparison) length(p *puzzle.Puzzle, tooks []took, reasons []string) (int, error) {
	length := unknown
	for i, one := range r.contenders {
		if reasons[i] == "" && one.weight == 0 {
			length = int(tooks[i].moves)
		}
	}
	for i, one := range r.contenders {
		moves := int(tooks[i].moves)
		if reasons[i] == "" && length != unknown && (moves < length || !one.weight.Allows(moves, length)) {
			return 0, &judge.Fault{
				Puzzle: r.puzzles + r.unsolvable + 1, Start: p.Start,
				Value: fmt.Errorf("%w: %s found %d moves, another %d", errDisagree, one.name, moves, length),
			}
		}
	}
	return length, nil
}

// count adds up what the searches of one puzzle took; reasons are why they gave
// up, or "".
func (r *comparison) count(length int, tooks []took, reasons []string) {
	r.puzzles++
	r.lengths[length]++
	for i, one := range r.contenders {
		t := one.byLength[length]
		if t == nil {
			t = new(tally)
			one.byLength[length] = t
		}
		if reasons[i] != "" {
			t.gaveUp++
			one.reasons[reasons[i]]++
			continue
		}
		t.solved++
		t.took.add(tooks[i])
		for j := range r.contenders {
			if reasons[j] == "" {
				r.together[i][j].puzzles++
				r.together[i][j].took.add(tooks[i])
			}
		}
	}
}

// total returns what a contender took for puzzles of all lengths.
func (c *contender) total() (t tally) {
	for _, one := range c.byLength {
		t.solved += one.solved
		t.gaveUp += one.gaveUp
		t.took.add(one.took)
	}
	return t
}
