package algorithms

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/bfs"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/internal/solvertest"
	"tilejudge/solver/puzzle"
)

// A toy is depth-first iterative deepening without a heuristic. It is made by the
// steps of "How to add an algorithm": this is step 1.
type toy struct{ solver.Options }

// toySearch is the state of one search: step 2.
type toySearch struct {
	search.Search
	path puzzle.Path
}

// Solve implements Solver.
func (a *toy) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := &toySearch{path: buf[:0]}
	if err := s.Begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	for bound := 0; bound <= s.MaxMoves; bound++ {
		found := s.dive(bound, search.None)
		if sol := s.Spent(&a.Options, 0); s.Err != nil {
			return sol, s.Err
		} else if found {
			sol.Moves, sol.Path = len(s.path), s.path
			return sol, nil
		}
	}
	return s.Spent(&a.Options, 0), puzzle.ErrTooLong
}

// dive looks for the goal below the board, with that many moves left.
func (s *toySearch) dive(left, last int) bool {
	solved := true
	for cell, goal := range s.At {
		solved = solved && int(goal) == cell
	}
	if left == 0 || solved {
		return solved
	}
	if !s.Spend() {
		return false
	}
	w := s.Ways[s.Blank][last]
	for _, way := range w.List[:w.N] {
		from := s.Blank
		slide := func() {
			s.At[from], s.At[way.To] = s.At[way.To], s.At[from]
		}
		slide()
		s.Blank, s.path = int(way.To), append(s.path, s.Order[way.Move])
		if s.dive(left-1, int(way.Move)) || s.Err != nil {
			return s.Err == nil
		}
		slide()
		s.Blank, s.path = from, s.path[:len(s.path)-1]
	}
	return false
}

// An algorithm that is added as the package documentation says is found by its name, and
// finds the canonical path.
func TestHowToAddAnAlgorithm(t *testing.T) {
	before := All
	All = append(slices.Clone(before), Algorithm{ // step 3
		Name: "deepening", Summary: "depth-first iterative deepening", Finds: Canonical,
		make: func(o solver.Options) solver.Solver { return &toy{o} },
	})
	defer func() { All = before }()
	s, err := New("deepening", solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 2, Cols: 3})
	for range 20 {
		p := solvertest.Strolled(r, goal, 12)
		got, err := s.Solve(t.Context(), &p, nil)
		want, _ := (&bfs.Solver{}).Solve(t.Context(), &p, nil)
		if err != nil || !slices.Equal(got.Path, want.Path) {
			t.Errorf("%v: found %v, %v, want %v", p.Start.Tiles, got.Path, err, want.Path)
		}
	}
	o := solver.Options{NodeLimit: 5}
	p := solvertest.Strolled(r, goal, 40)
	if _, err := (&toy{o}).Solve(t.Context(), &p, nil); err != solver.ErrNodeLimit {
		t.Errorf("with a limit of 5 nodes: %v, want %v", err, solver.ErrNodeLimit)
	}
}
