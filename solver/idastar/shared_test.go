package idastar

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// scattered is a solver.Sharing that searches runs of subtrees in any order, stops in the middle of
// many, and cuts the rest, as other processes might.
type scattered struct {
	rnd        *rand.Rand
	iterations int
	pauses     int // within subtrees
	cuts       int // of what was left of a subtree
	fault      error
}

// A run is what is searched between two places.
type run struct {
	from, to solver.Place
	found    solver.Outcome
}

func (s *scattered) Iterate(_ context.Context, it solver.Iteration) (solver.Outcome, error) {
	s.iterations++
	c, err := it.Cut(100)
	if err != nil || s.fault != nil {
		return solver.Outcome{}, errors.Join(err, s.fault)
	}
	var left, done []run
	for i := range c.Subtrees {
		left = append(left, run{solver.Place{Subtree: i}, solver.Place{Subtree: i + 1}, solver.Outcome{}})
	}
	for len(left) > 0 {
		i := s.rnd.IntN(len(left))
		r := left[i]
		left = slices.Delete(left, i, i+1)
		if r.found, err = it.Search(r.from, r.to, s.rnd.Int64N(2e4)); err != nil {
			return r.found, err
		}
		if next := r.found.Next; r.found.Path == nil && next != r.to {
			s.pauses++
			left = append(left, s.rest(it, run{from: next, to: r.to})...)
		}
		done = append(done, r)
	}
	slices.SortFunc(done, func(a, b run) int { return compare(a.from, b.from) })
	total := solver.Outcome{Effort: c.Effort}
	for _, r := range done {
		total.Effort.Add(r.found.Effort)
		if r.found.Path != nil {
			total.Path = r.found.Path
			total.Effort.Expanded += r.found.Before.Expanded - c.Effort.Expanded
			total.Effort.Generated += r.found.Before.Generated - c.Effort.Generated
			break
		}
	}
	return total, nil
}

// rest cuts half of all runs in up to five, if they have places for that.
func (s *scattered) rest(it solver.Iteration, r run) (all []run) {
	if s.rnd.IntN(2) == 0 {
		return []run{r}
	}
	for _, p := range it.Places(r.from, r.to, 4) {
		s.cuts++
		all = append(all, run{from: r.from, to: p})
		r.from = p
	}
	return append(all, r)
}

// compare compares two places in the order of puzzle.UDLR.
func compare(a, b solver.Place) int {
	rank := func(r rune) rune { return rune('a' + strings.IndexRune("udlr", r)) }
	return cmp.Or(cmp.Compare(a.Subtree, b.Subtree),
		cmp.Compare(strings.Map(rank, a.Path), strings.Map(rank, b.Path)))
}

// hard is no. 15 of Korf's 100, whose last iterations are long enough to be shared.
func hard(t *testing.T) *puzzle.Puzzle {
	t.Helper()
	shape := puzzle.Shape{Rows: 4, Cols: 4}
	tiles := []puzzle.Tile{13, 11, 4, 12, 1, 8, 9, 15, 6, 5, 14, 2, 7, 3, 10, 0}
	return &puzzle.Puzzle{
		Start: puzzle.Board{Shape: shape, Tiles: tiles}, Goal: puzzle.BlankFirst.Goal(shape),
	}
}

// Whatever the order in which places are searched, path and counts are those of one process.
func TestSharing(t *testing.T) {
	p := hard(t)
	solve := func(share solver.Sharing) (puzzle.Solution, solver.Effort, error) {
		var effort solver.Effort
		s := Solver{Options: solver.Options{
			Heuristic: solver.PatternDatabase, Cores: 1, Share: share, Effort: &effort,
		}}
		sol, err := s.Solve(t.Context(), p, nil)
		return sol, effort, err
	}
	want, effort, err := solve(nil)
	if err != nil {
		t.Fatal(err)
	}
	share := newScattered()
	got, shared, err := solve(share)
	if err != nil || got.Path.String() != want.Path.String() || got.Nodes != want.Nodes {
		t.Errorf("Solve = %v in %d nodes, %v, want %v in %d", got.Path, got.Nodes, err, want.Path,
			want.Nodes)
	}
	if shared.Generated != effort.Generated || !slices.Equal(shared.Rounds, effort.Rounds) {
		t.Errorf("effort %+v, want %+v", shared, effort)
	}
	share.check(t)
	fault := errors.New("fault")
	if _, _, err := solve(&scattered{fault: fault}); !errors.Is(err, fault) {
		t.Errorf("Solve = %v, want %v", err, fault)
	}
}

// So are those of searches with tables of bits.
func TestSharingCompound(t *testing.T) {
	h := buildCompound(t, compounds["4x4"]...)
	p := hard(t)
	o := solver.Options{Order: puzzle.UDLR}
	want, generated, err := solveBy(t.Context(), h, p, o, 1)
	if err != nil {
		t.Fatal(err)
	}
	share := newScattered()
	o.Share = share
	got, shared, err := solveBy(t.Context(), h, p, o, 1)
	if err != nil || got.Path.String() != want.Path.String() || got.Nodes != want.Nodes ||
		shared != generated {
		t.Errorf("Solve = %v in %d nodes of %d, %v, want %v in %d of %d", got.Path, got.Nodes,
			shared, err, want.Path, want.Nodes, generated)
	}
	share.check(t)
}

func newScattered() *scattered { return &scattered{rnd: rand.New(rand.NewPCG(3, 0))} }

// check reports what did not happen in a search.
func (s *scattered) check(t *testing.T) {
	t.Helper()
	if s.iterations == 0 || s.pauses < 50 || s.cuts < 20 {
		t.Errorf("%d iterations, %d pauses, %d cuts", s.iterations, s.pauses, s.cuts)
	}
}

// A search that has to end tells where another goes on, and counts what is before that.
func TestSharingEnds(t *testing.T) {
	within, step := 0, 7
	if testing.Short() {
		step = 28
	}
	for checks := 1; checks < 100; checks += step {
		first := &stretch{checks: checks}
		if err := first.search(t); !errors.Is(err, context.Canceled) {
			t.Fatalf("Search = %v, want that its context has ended", err)
		}
		second := &stretch{checks: -1, to: first.out.Next}
		if err := second.search(t); err != nil {
			t.Fatalf("up to %v: %v", second.to, err)
		}
		if second.to.Path != "" {
			within++
		}
		if first.out.Effort != second.out.Effort || second.out.Next != second.to {
			t.Errorf("%v are %+v up to the end of a context, and %+v up to a place", second.to,
				first.out.Effort, second.out.Effort)
		}
	}
	if within == 0 {
		t.Error("no search ended within a subtree")
	}
}

// A stretch is a solver.Sharing that searches a long iteration up to a place, or to its end.
type stretch struct {
	context.Context
	checks int // calls of Err in that search until the context ends; -1: it does not
	left   int // of them
	to     solver.Place
	out    solver.Outcome
	err    error
}

// Err implements context.Context.
func (s *stretch) Err() error {
	if s.left == 0 {
		return context.Canceled
	}
	s.left--
	return nil
}

// search returns the error of the search of the stretch.
func (s *stretch) search(t *testing.T) error {
	s.Context, s.left = t.Context(), -1
	solve := Solver{Options: solver.Options{
		Heuristic: solver.PatternDatabase, Cores: 1, Share: s,
	}}
	if _, err := solve.Solve(s, hard(t), nil); err != s.err && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return s.err
}

var errEnough = errors.New("the rest is not searched")

func (s *stretch) Iterate(ctx context.Context, it solver.Iteration) (solver.Outcome, error) {
	if it.Expected() < 1<<17 {
		return newScattered().Iterate(ctx, it)
	}
	c, err := it.Cut(1)
	if err != nil {
		return solver.Outcome{}, err
	}
	s.left = s.checks
	end := s.to
	if end == (solver.Place{}) {
		end.Subtree = c.Subtrees
	}
	for s.err == nil && s.out.Next != end {
		effort := s.out.Effort
		s.out, s.err = it.Search(s.out.Next, end, 1<<40)
		s.out.Effort.Add(effort)
	}
	return solver.Outcome{}, cmp.Or(s.err, errEnough)
}
