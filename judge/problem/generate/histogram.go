package generate

import (
	"fmt"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

// A Histogram has the number of boards at each distance from the goal.
type Histogram struct {
	Shape  puzzle.Shape
	Counts []int64 // by distance
	Exact  bool    // all solvable boards are counted, not a sample of them
}

// Histogram counts the solvable boards of the first shape by their distance from the goal of puzzle
// 1: all of them if the shape is small, or else the puzzles 1 to samples, whose shortest paths s
// finds. It returns the error of s, or of Puzzle.
func (g *Generator) Histogram(samples int64, s judge.Solver) (*Histogram, error) {
	h := &Histogram{Shape: g.Shapes[0], Exact: g.Shapes[0].Small()}
	if h.Exact {
		r := newStream(g.Seed, 1)
		l, err := g.levelsOf(g.kinds[0].goalOf(&r))
		if err != nil {
			return nil, err
		}
		for d := range l.from[1:] {
			h.Counts = append(h.Counts, int64(l.from[d+1]-l.from[d]))
		}
		return h, nil
	}
	for n := int64(1); n <= samples; n++ {
		var p puzzle.Puzzle
		if err := g.Puzzle(n, &p); err != nil {
			return nil, err
		}
		p.Bound = 0
		found, err := s.Solve(g.ctx, &p, nil)
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", n, err)
		}
		for len(h.Counts) <= found.Moves {
			h.Counts = append(h.Counts, 0)
		}
		h.Counts[found.Moves]++
	}
	return h, nil
}
