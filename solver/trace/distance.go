package trace

import (
	"context"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/table"
)

// Unknown is the distance of a board that no table has, and that the path does not pass.
const Unknown = -1

// measure sets Left of all steps. A table knows the distances of all small boards; of others, only
// those on the path are known.
func (t *Trace) measure() {
	onPath := t.onPath()
	exact := &table.Solver{Options: solver.Options{Want: puzzle.WantLength}}
	for _, s := range t.Steps {
		s.Left = Unknown
		if left, ok := onPath[key(s.Board)]; ok {
			s.Left = left
		} else if s.Board.Small() {
			p := &puzzle.Puzzle{Start: s.Board, Goal: t.Start.Goal}
			if solution, err := exact.Solve(context.Background(), p, nil); err == nil {
				s.Left = solution.Moves
			}
		}
	}
}

// onPath returns the distances of the boards that the path passes. Without a path there are none.
func (t *Trace) onPath() map[string]int {
	left := make(map[string]int)
	if len(t.Path) == 0 {
		return left
	}
	b := t.Start.Start.Clone()
	left[key(b)] = len(t.Path)
	for i, m := range t.Path {
		b.Slide(b.Blank(), m)
		left[key(b)] = len(t.Path) - i - 1
	}
	return left
}
