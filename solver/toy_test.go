package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver/puzzle"
)

// A toy is depth-first iterative deepening without a heuristic. It is made by the
// steps of "How to add an algorithm": this is step 1.
type toy struct{ Options }

// toySearch is the state of one search: step 2.
type toySearch struct {
	search
	path puzzle.Path
}

// Solve implements Solver.
func (a *toy) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	s := &toySearch{path: buf[:0]}
	if err := s.begin(ctx, p, &a.Options); err != nil {
		return puzzle.Solution{}, err
	}
	for bound := 0; bound <= s.maxMoves; bound++ {
		found := s.dive(bound, none)
		if sol := s.spent(&a.Options, 0); s.err != nil {
			return sol, s.err
		} else if found {
			sol.Moves, sol.Path = len(s.path), s.path
			return sol, nil
		}
	}
	return s.spent(&a.Options, 0), puzzle.ErrTooLong
}

// dive looks for the goal below the board, with that many moves left.
func (s *toySearch) dive(left, last int) bool {
	solved := true
	for cell, goal := range s.at {
		solved = solved && int(goal) == cell
	}
	if left == 0 || solved {
		return solved
	}
	if !s.spend() {
		return false
	}
	w := s.ways[s.blank][last]
	for _, way := range w.list[:w.n] {
		from := s.blank
		slide := func() {
			s.at[from], s.at[way.to] = s.at[way.to], s.at[from]
		}
		slide()
		s.blank, s.path = int(way.to), append(s.path, s.order[way.move])
		if s.dive(left-1, int(way.move)) || s.err != nil {
			return s.err == nil
		}
		slide()
		s.blank, s.path = from, s.path[:len(s.path)-1]
	}
	return false
}

// An algorithm that is added as the package documentation says is found by its name, and
// finds the canonical path.
func TestHowToAddAnAlgorithm(t *testing.T) {
	before := Algorithms
	Algorithms = append(slices.Clone(before), Algorithm{ // step 3
		Name: "deepening", Summary: "depth-first iterative deepening", Finds: Canonical,
		make: func(o Options) Solver { return &toy{o} },
	})
	defer func() { Algorithms = before }()
	s, err := New("deepening", Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 2, Cols: 3})
	for range 20 {
		p := Strolled(r, goal, 12)
		got, err := s.Solve(t.Context(), &p, nil)
		want, _ := (&BFS{}).Solve(t.Context(), &p, nil)
		if err != nil || !slices.Equal(got.Path, want.Path) {
			t.Errorf("%v: found %v, %v, want %v", p.Start.Tiles, got.Path, err, want.Path)
		}
	}
	o := Options{NodeLimit: 5}
	p := Strolled(r, goal, 40)
	if _, err := (&toy{o}).Solve(t.Context(), &p, nil); err != ErrNodeLimit {
		t.Errorf("with a limit of 5 nodes: %v, want %v", err, ErrNodeLimit)
	}
}
