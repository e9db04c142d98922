package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
)

// A referee knows the least of the shortest paths, as far as it can be found in
// some seconds and within checkMemory.
type referee struct{ small, large solver.Solver }

// A search on behalf of a judge may hold checkMemory bytes and expand
// checkNodes boards, which takes some seconds, on boards of more than smallCells:
// on others it takes no time.
const (
	checkNodes  = 20_000_000
	checkMemory = 1 << 30
	smallCells  = 10
)

// newReferee returns a referee for answers in the format.
func newReferee(f *formats.Format) *referee {
	o := solver.Options{
		Order: f.Order, StopAtBound: true, MemoryLimit: checkMemory, Tables: tableSpecs.In(stored.UserStore()),
	}
	if f.Shapes.Min.Spare > 0 {
		o.Want = puzzle.WantLength // a move does not say which blank it is of
	}
	r := &referee{small: solver.NewAuto(o)}
	o.NodeLimit = checkNodes
	r.large = solver.NewAuto(o)
	return r
}

// Solve implements judge.Solver.
func (r *referee) Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if p.Start.Cells() <= smallCells {
		return r.small.Solve(ctx, p, buf)
	}
	return r.large.Solve(ctx, p, buf)
}

// rulesOf returns what makes answers in a format right.
func rulesOf(f *formats.Format) judge.Rules {
	return judge.Rules{
		Want: f.Answer.Wants(), Rule: f.Rule, TooLong: f.Answer.TooLong != "", Solver: newReferee(f),
	}
}

// requirement is the flag that overrides the rule of a format.
var requirement = &cli.StringFlag{
	Name: "require", Usage: "accept `WHAT`: any, shortest, least, or a most number of moves" +
		" (default: what the format asks for)",
}

// require applies the value of that flag to rules.
func require(r *judge.Rules, f *formats.Format, what string) error {
	named := map[string]puzzle.Rule{
		"any": puzzle.AnyPath, "shortest": puzzle.Shortest, "least": puzzle.Least,
	}
	rule, known := named[what]
	most, err := strconv.Atoi(what)
	switch {
	case what == "":
	case !known && (err != nil || most < 0 || most >= 1<<30):
		return fmt.Errorf("require: found %q, expected any, shortest, least or a number of moves", what)
	case r.Want == puzzle.WantDecision:
		return fmt.Errorf("require: answers of %s have no moves", f.Name)
	case r.Want == puzzle.WantLength && what != "shortest":
		return fmt.Errorf("require: answers of %s are the least numbers of moves", f.Name)
	case known:
		r.Rule = rule
	default:
		r.Most = puzzle.AtMost(most)
	}
	return nil
}
