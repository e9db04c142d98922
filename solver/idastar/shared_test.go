package idastar

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// backwards is a solver.Sharing that searches the subtrees from the last to the first, as other
// processes might.
type backwards struct {
	iterations int
	fault      error
}

func (b *backwards) Iterate(_ context.Context, it solver.Iteration) (solver.Outcome, error) {
	b.iterations++
	c, err := it.Cut(100)
	if err != nil || b.fault != nil {
		return solver.Outcome{}, errors.Join(err, b.fault)
	}
	total := c.Effort
	var found solver.Outcome
	for i := range slices.Backward(make([]struct{}, c.Subtrees)) {
		out, err := it.Search(i)
		if err != nil {
			return out, err
		}
		if out.Path != nil {
			found, total = out, out.Before
			found.Effort = solver.Counts{}
		}
		total.Add(out.Effort)
	}
	return solver.Outcome{Effort: total, Path: found.Path}, nil
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

// Whatever the order in which subtrees are searched, path and counts are those of one process.
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
	share := new(backwards)
	got, shared, err := solve(share)
	if err != nil || got.Path.String() != want.Path.String() || got.Nodes != want.Nodes {
		t.Errorf("Solve = %v in %d nodes, %v, want %v in %d", got.Path, got.Nodes, err, want.Path,
			want.Nodes)
	}
	if shared.Generated != effort.Generated || !slices.Equal(shared.Rounds, effort.Rounds) {
		t.Errorf("effort %+v, want %+v", shared, effort)
	}
	if share.iterations == 0 {
		t.Error("no iteration was shared")
	}
	fault := errors.New("fault")
	if _, _, err := solve(&backwards{fault: fault}); !errors.Is(err, fault) {
		t.Errorf("Solve = %v, want %v", err, fault)
	}
}
