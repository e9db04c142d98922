package stress_test

import (
	"context"
	"fmt"

	"tilejudge/judge"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/program/stress"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// The program under test is wrong on every board whose first tile is not 1.
func Example() {
	ctx := context.Background()
	g, err := generate.New(ctx, generate.Spec{
		Seed: 7, Shapes: []puzzle.Shape{{Rows: 2, Cols: 2}}, Goal: puzzle.BlankLast.Goal,
	})
	if err != nil {
		panic(err)
	}
	s := stress.Stress{
		Generator: g, PerInput: 1, Solver: algorithms.NewAuto(solver.Options{}),
		Input: func(src puzzle.Source, n, first int64) ([]byte, error) {
			ps := make([]puzzle.Puzzle, n)
			_, err := src.Decode(ps)
			return fmt.Append(nil, ps[0].Start.Tiles), err
		},
		Judge: func(_ context.Context, input []byte) (*judge.Result, error) {
			if input[1] != '1' {
				return &judge.Result{Verdict: judge.WA}, nil
			}
			return &judge.Result{Verdict: judge.AC}, nil
		},
	}
	failure, err := s.Run(ctx, ctx)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v: %v on %s\n", failure, failure.Verdict, failure.Input)
	small, err := s.Smallest(ctx, failure)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d moves: %v on %s\n", small.Moves, small.Verdict, small.Input)
	// Output:
	// puzzle 3: WA on [3 0 2 1]
	// 2 moves: WA on [0 1 3 2]
}
