package recipe

import (
	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/judge/problem/generate"
	"tilejudge/solver/puzzle"
)

// NewSpec returns a spec of puzzles that keep what a format promises, on boards of the
// shapes. Making them takes no long search: boards are drawn evenly, or made by walks if
// the judge promises few moves on a large board or gives a bound with each puzzle.
func NewSpec(f *formats.Format, seed uint64, shapes []puzzle.Shape) generate.Spec {
	spec := generate.Spec{
		Seed: seed, Shapes: shapes, Bound: f.Bound, MaxBound: f.MaxBound,
		Within: f.PromisesBound(), Unsolved: f.Unsolved, Solver: checker.NewDistances(shapes),
	}
	if f.Goal != puzzle.Given {
		spec.Goal = f.Goal.Goal
	}
	if spec.MaxBound > 0 {
		spec.Way, spec.Moves = generate.Walk, generate.Range{Min: 0, Max: 2 * spec.MaxBound}
	}
	for _, shape := range shapes {
		bound := f.Bound(shape)
		if limit, ok := bound.Moves(); ok && spec.Within && !generate.Easy(shape, bound) {
			spec.Way, spec.Moves = generate.Walk, generate.Range{Min: 0, Max: limit}
		}
		if f.Rule == formats.Decision && f.HasUnsolvable() && shape.Cells() > 1 &&
			spec.MaxBound == 0 {
			spec.Unsolvable = 50
		}
	}
	return spec
}

// Mixed returns a spec with unsolvable puzzles too, if the judge may have some: 20%, unless it
// has a share of them already.
func Mixed(f *formats.Format, spec generate.Spec) generate.Spec {
	if f.HasUnsolvable() && spec.Unsolvable == 0 {
		spec.Unsolvable = 20
	}
	return spec
}

// UsualShape returns 3x3, or 2x2, or the smallest shape of a format without such boards.
func UsualShape(f *formats.Format) puzzle.Shape {
	for _, side := range []int{3, 2} {
		if s := (puzzle.Shape{Rows: side, Cols: side}); f.HasShape(s) {
			return s
		}
	}
	return nearest(f, f.Shapes.Min, 1)
}

// nearest returns a shape, or, if the judge wants odd sides, the one that is step rows, columns or
// both from it.
func nearest(f *formats.Format, s puzzle.Shape, step int) puzzle.Shape {
	for _, by := range []puzzle.Shape{{}, {Cols: step}, {Rows: step}, {Rows: step, Cols: step}} {
		near := s
		near.Rows, near.Cols = s.Rows+by.Rows, s.Cols+by.Cols
		if f.HasShape(near) {
			return near
		}
	}
	return s
}
